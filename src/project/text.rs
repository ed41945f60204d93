//! How the lines of a text end, for what is added to it.

/// The line ending of a text.
pub fn end_of_line(text: &str) -> &'static str {
    match text {
        text if text.contains("\r\n") => "\r\n",
        text if text.contains('\r') && !text.contains('\n') => "\r",
        _ => "\n",
    }
}
