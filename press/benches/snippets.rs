//! What it costs to test the programs of all languages through rustdoc beside
//! those of English alone. It prints and asserts no time.

use std::path::Path;
use std::time::Instant;

use press::book_test::{self, Reuse};
use press::locale::SOURCE;
use press::project::Project;
use press::scratch;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let project = Project::load(&root);
    let project = project.unwrap_or_else(|faults| panic!("{}", faults.render(&root)));
    // What both link is built before the clock starts.
    scratch::libraries(&root).expect("the libraries");
    let test = |locale: Option<&str>| {
        let start = Instant::now();
        let mut chapters = 0;
        let failures = book_test::test(&project, locale, None, Reuse::Nothing, &mut |_| {
            chapters += 1
        });
        let failures = failures.expect("rustdoc runs");
        assert!(failures.is_empty(), "{failures:#?}");
        (chapters, start.elapsed().as_secs_f64())
    };
    // All first: what the disk remembers is to the advantage of the one.
    let (chapters, all) = test(None);
    let (of_one, one) = test(Some(SOURCE));
    let languages = project.locales.len();
    println!("{languages} languages  {chapters:>4} chapters with programs  {all:>6.1} s");
    println!("English alone  {of_one:>2} chapters with programs  {one:>6.1} s");
    println!("all / one = {:.2}", all / one);
    println!("One run each. A chapter whose programs are those of another has run with it.");
}
