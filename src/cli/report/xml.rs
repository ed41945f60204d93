//! Text in XML 1.0. <https://www.w3.org/TR/xml/>

/// Text for an attribute in double quotes, with its line breaks preserved.
pub fn attribute(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '"' => "&quot;".to_owned(),
            '\t' | '\n' => format!("&#{};", u32::from(c)),
            _ => character(c),
        })
        .collect()
}

/// Text for the content of an element.
pub fn content(text: &str) -> String {
    text.chars().map(character).collect()
}

/// Characters that XML 1.0 cannot represent become U+FFFD.
fn character(c: char) -> String {
    match c {
        '&' => "&amp;".to_owned(),
        '<' => "&lt;".to_owned(),
        '>' => "&gt;".to_owned(),
        '\r' => "&#13;".to_owned(),
        '\t' | '\n' => c.to_string(),
        '\0'..='\x1F' | '\u{FFFE}' | '\u{FFFF}' => '\u{FFFD}'.to_string(),
        _ => c.to_string(),
    }
}
