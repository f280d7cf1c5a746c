//! The site's address on the web: what of it only whole addresses can say.
//!
//! The site works below any path without knowing its own address. Canonical
//! links, the sitemap and the page of a missing address need it.

use std::path::Path;
use std::str::FromStr;

use anyhow::{Context, Result, bail};

use crate::files::write;
use crate::html::{attribute, escape};
use crate::locale::{Locale, SOURCE};
use crate::project::Project;

/// Where the site will stand: `https://example.org/book/`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BaseUrl(String);

impl FromStr for BaseUrl {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let rest = text
            .strip_prefix("https://")
            .or_else(|| text.strip_prefix("http://"))
            .context("write the whole address: https://example.org/book/")?;
        let odd = |c: char| c.is_whitespace() || c.is_control() || "\"'<>\\?#".contains(c);
        if rest.is_empty() || rest.starts_with('/') || rest.contains(odd) {
            bail!("write a host and a path, nothing else: https://example.org/book/");
        }
        Ok(Self(format!("{}/", text.trim_end_matches('/'))))
    }
}

impl BaseUrl {
    /// The address of a file of the site.
    pub fn of(&self, file: &str) -> String {
        format!("{}{file}", self.0)
    }

    /// The path alone, with a slash at both ends.
    pub fn path(&self) -> &str {
        let host = self.0.find("://").map_or(0, |at| at + 3);
        let path = self.0[host..].find('/').map_or(0, |at| host + at);
        &self.0[path..]
    }
}

/// The head's links to a page in the other languages, and to the one address
/// under which search engines should know it.
pub fn links(project: &Project, base: Option<&BaseUrl>, locale: &Locale, file: &str) -> String {
    let of = |tag: &str| match base {
        Some(base) => base.of(&format!("{tag}/{file}")),
        None => format!("../{tag}/{file}"),
    };
    let alternate = |tag: &str, to: &str| {
        let hreflang = attribute("hreflang", tag);
        let href = attribute("href", &of(to));
        format!("<link rel=\"alternate\"{hreflang}{href}>")
    };
    let mut head: String = project
        .locales
        .iter()
        .map(|other| alternate(&other.tag, &other.tag))
        .collect();
    head.push_str(&alternate("x-default", SOURCE));
    if let Some((base, page)) = base.zip(canonical(project, locale, file)) {
        head.push_str(&canonical_link(&base.of(&page)));
    }
    head
}

/// `<link rel="canonical">`.
pub fn canonical_link(address: &str) -> String {
    format!("<link rel=\"canonical\"{}>", attribute("href", address))
}

/// Where a page's text is at home: the book's first page repeats its first
/// chapter, and a chapter without a translation is the English one.
fn canonical(project: &Project, locale: &Locale, file: &str) -> Option<String> {
    let slug = match file.strip_suffix(".html")? {
        "index" => &project.entries.first()?.slug,
        slug => {
            &project
                .entries
                .iter()
                .find(|entry| entry.slug == slug)?
                .slug
        }
    };
    let tag = if translated(project, locale, slug) {
        &locale.tag
    } else {
        SOURCE
    };
    Some(format!("{tag}/{slug}.html"))
}

fn translated(project: &Project, locale: &Locale, slug: &str) -> bool {
    let file = Path::new("src")
        .join(&locale.tag)
        .join(format!("{slug}.md"));
    project.root.join(file).is_file()
}

/// Writes `sitemap.xml`, and `robots.txt` where a host looks for one.
pub fn write_sitemap(project: &Project, base: &BaseUrl, folder: &Path) -> Result<()> {
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" \
         xmlns:xhtml=\"http://www.w3.org/1999/xhtml\">\n",
    );
    xml.push_str(&format!("<url><loc>{}</loc></url>\n", escape(&base.of(""))));
    for entry in &project.entries {
        let page = |locale: &Locale| base.of(&format!("{}/{}.html", locale.tag, entry.slug));
        let own: Vec<&Locale> = project
            .locales
            .iter()
            .filter(|locale| translated(project, locale, &entry.slug))
            .collect();
        let alternates: String = own
            .iter()
            .map(|locale| {
                let hreflang = attribute("hreflang", &locale.tag);
                let href = attribute("href", &page(locale));
                format!("<xhtml:link rel=\"alternate\"{hreflang}{href}/>")
            })
            .collect();
        for locale in own {
            let loc = escape(&page(locale));
            xml.push_str(&format!("<url><loc>{loc}</loc>{alternates}</url>\n"));
        }
    }
    xml.push_str("</urlset>\n");
    write(&folder.join("sitemap.xml"), xml.as_bytes())?;
    if base.path() == "/" {
        let robots = format!(
            "User-agent: *\nAllow: /\nSitemap: {}\n",
            base.of("sitemap.xml")
        );
        write(&folder.join("robots.txt"), robots.as_bytes())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_ends_with_a_slash_and_has_a_path() {
        for (text, address, path) in [
            ("https://a.org", "https://a.org/", "/"),
            ("https://a.org/book", "https://a.org/book/", "/book/"),
            ("http://a.org:80/x/y//", "http://a.org:80/x/y/", "/x/y/"),
        ] {
            let base: BaseUrl = text.parse().expect(text);
            assert_eq!((base.of("").as_str(), base.path()), (address, path));
        }
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for text in [
            "",
            "a.org",
            "/book/",
            "https://",
            "https:///x",
            "https://a.org/?q",
            "https://a b/",
        ] {
            assert!(text.parse::<BaseUrl>().is_err(), "{text}");
        }
    }
}
