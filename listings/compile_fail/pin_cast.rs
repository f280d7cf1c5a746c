//! A reference to a `String` is no pointer to a `str`, and a cast does not make it one.

struct Greeting {
    name: String,
    borrowed: *const str,
}

impl Greeting {
    fn borrow_own_name(&mut self) {
        self.borrowed = &self.name as *const str;
    }
}

fn main() {
    let mut greeting = Greeting {
        name: String::from("Ada"),
        borrowed: "",
    };
    greeting.borrow_own_name();
    println!("{}", greeting.borrowed.is_null());
}
