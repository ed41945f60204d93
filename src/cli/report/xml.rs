//! Text in XML 1.0. <https://www.w3.org/TR/xml/>

/// Text for an attribute between double quotes: the line breaks in it stay what they are.
pub fn attribute(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '"' => "&quot;".to_owned(),
            '\t' | '\n' => format!("&#{};", u32::from(c)),
            _ => character(c),
        })
        .collect()
}

/// Text between tags.
pub fn content(text: &str) -> String {
    text.chars().map(character).collect()
}

/// What XML 1.0 cannot hold at all becomes U+FFFD.
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
