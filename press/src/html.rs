//! Escaping: text from files becomes text on the page, never markup.

/// Escapes text for HTML content and double-quoted attributes.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            _ => out.push(c),
        }
    }
    out
}

/// ` name="value"`, escaped.
pub fn attribute(name: &str, value: &str) -> String {
    format!(" {name}=\"{}\"", escape(value))
}

/// Escapes code for one line of an HTML block inside Markdown: no line ends
/// and nothing that Markdown would take for its own.
pub fn escape_code(text: &str) -> String {
    escape(text).replace('\n', "&#10;")
}

/// Plain text in which backquotes enclose code.
pub fn coded(text: &str) -> String {
    let parts = text.split('`').enumerate();
    parts
        .map(|(n, part)| match n % 2 {
            0 => escape(part),
            _ => format!("<code>{}</code>", escape(part)),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backquotes_enclose_code_and_nothing_is_markup() {
        assert_eq!(
            coded("a <b> `Vec<T>` c"),
            "a &lt;b&gt; <code>Vec&lt;T&gt;</code> c"
        );
    }
}
