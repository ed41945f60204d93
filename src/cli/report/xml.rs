//! Text in XML 1.0. <https://www.w3.org/TR/xml/>

/// Text for an attribute in double quotes, with its line breaks preserved.
pub(super) fn attribute(text: &str) -> String {
    let text = content(text).replace('"', "&quot;");
    text.replace('\t', "&#9;").replace('\n', "&#10;")
}

/// Text for the content of an element. Characters that XML 1.0 cannot represent become U+FFFD.
pub(super) fn content(text: &str) -> String {
    let character = |c: char| match c {
        '&' => "&amp;".to_owned(),
        '<' => "&lt;".to_owned(),
        '>' => "&gt;".to_owned(),
        '\r' => "&#13;".to_owned(),
        '\t' | '\n' => c.to_string(),
        '\0'..='\x1F' | '\u{FFFE}' | '\u{FFFF}' => '\u{FFFD}'.to_string(),
        _ => c.to_string(),
    };
    text.chars().map(character).collect()
}
