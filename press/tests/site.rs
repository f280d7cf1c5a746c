//! What the press adds to a site's pages from outside their chapters: the state
//! of the translations, the edition, links to the sources.

#![allow(clippy::unwrap_used, reason = "a panic is a test's message")]

use std::fs;

use copy::Copy;

#[path = "support/copy.rs"]
mod copy;

#[test]
fn a_stale_chapter_is_named_by_the_command_for_tools_and_on_the_page() {
    let copy = Copy::small();
    copy.append("src/en/beta.md", b"\nOne more sentence.\n");
    fs::remove_file(copy.path("src/ru/alpha.md")).unwrap();
    let output = copy.press(&["status", "ru", "--format", "json"]);
    let status: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let chapters = status[0]["chapters"].as_array().unwrap();
    let of = |slug: &str| {
        let found = chapters.iter().find(|chapter| chapter["chapter"] == slug);
        found.unwrap().clone()
    };
    assert_eq!(status[0]["locale"], "ru");
    assert_eq!(of("alpha")["state"], "missing");
    assert_eq!(of("about")["state"], "current");
    let beta = of("beta");
    assert_eq!(beta["state"], "stale");
    let section = beta["sections"][0].as_str().unwrap();

    let output = copy.press(&["status", "ru", "beta", "--diff"]);
    let diff = String::from_utf8(output.stdout).unwrap();
    assert!(diff.contains("src/ru/beta.md"), "{diff}");
    // The copy has no history.
    assert!(
        diff.contains(&format!("src/en/beta.md#{section}: ")),
        "{diff}"
    );
    assert!(copy.refused(&["status", "ru", "bet"]).contains("`bet`"));

    assert!(copy.press(&["build"]).status.success());
    let page = fs::read_to_string(copy.path("book/en/translations.html")).unwrap();
    let current = chapters.len() - 2;
    let counts = format!("<td>{current}</td><td>1</td><td>1</td>");
    assert!(page.contains(&counts), "{page}");
    assert!(
        page.contains(&format!("href=\"../en/beta.html#{section}\"")),
        "{page}"
    );
    assert!(
        !page.contains("blob/HEAD"),
        "nobody knows where the sources are"
    );
}

#[test]
fn the_edition_is_a_page_that_every_page_leads_to() {
    let copy = Copy::small();
    assert!(copy.press(&["build"]).status.success());
    let read = |name: &str| fs::read_to_string(copy.path("book").join(name)).unwrap();
    for page in [
        "ru/beta.html",
        "ru/print.html",
        "ru/404.html",
        "en/alpha.html",
    ] {
        let page = read(page);
        for place in ["", "#changelog", "#notices"] {
            let link = format!("<li><a href=\"about.html{place}\"");
            assert!(page.contains(&link), "{link}");
        }
    }
    let about = read("ru/about.html");
    assert!(about.contains(&format!("<dd>{}</dd>", env!("CARGO_PKG_VERSION"))));
    assert!(!about.contains("<dt>Коммит"), "the copy has no history");
    assert!(
        about.contains("<div lang=\"en\">"),
        "the list of changes is English"
    );
    for mark in ["Knut Sveidqvist", "CloudCannon", "Mozilla Public License"] {
        assert!(about.contains(mark), "{mark}");
    }
    // What isn't ours has a notice; a new file has to be ours or get one.
    let known = "book clipboard editor elements highlight mermaid reload sw toc";
    for entry in walkdir::WalkDir::new(copy.path("book")) {
        let path = entry.unwrap().into_path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if name.ends_with(".js") && !path.iter().any(|part| part == "pagefind") {
            let stem = name.split(['-', '.']).next().unwrap();
            assert!(known.split(' ').any(|known| known == stem), "{name}");
        }
    }
    let first = about;
    assert!(copy.press(&["build"]).status.success());
    assert_eq!(
        read("ru/about.html"),
        first,
        "two builds of the same sources"
    );
}

#[test]
fn links_for_editing_lead_to_the_file_that_the_page_was_made_from() {
    let copy = Copy::small();
    fs::remove_file(copy.path("src/ru/alpha.md")).unwrap();
    // The two lines of CONTRIBUTING.md.
    let lines = "[output.html]\n\
        git-repository-url = \"https://git.example.org/book\"\n\
        edit-url-template = \"https://git.example.org/book/edit/main/{path}\"\n";
    let config = fs::read_to_string(copy.path("book.toml")).unwrap();
    let config = config.replacen("[output.html]\n", lines, 1);
    fs::write(copy.path("book.toml"), config).unwrap();
    let output = copy.press(&["build"]);
    assert!(output.status.success(), "{output:?}");
    let pages = [
        ("ru/beta", "src/ru/beta.md"),
        ("en/beta", "src/en/beta.md"),
        ("ru/alpha", "src/en/alpha.md"),
        // The first chapter once more.
        ("ru/index", "src/en/alpha.md"),
        ("ru/about", "src/ru/about.md"),
    ];
    for (page, source) in pages {
        let html = fs::read_to_string(copy.path(format!("book/{page}.html"))).unwrap();
        let link = format!("href=\"https://git.example.org/book/edit/main/{source}\"");
        assert!(html.contains(&link), "{page} lacks {link}");
        assert!(html.contains("href=\"https://git.example.org/book/issues\""));
    }
    let page = fs::read_to_string(copy.path("book/ru/translations.html")).unwrap();
    assert!(page.contains("https://git.example.org/book/blob/HEAD/CONTRIBUTING.md"));
}
