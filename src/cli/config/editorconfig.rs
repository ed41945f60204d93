//! What `.editorconfig` says that has a meaning here: `max_line_length` and `end_of_line`.
//!
//! The file is shared by many tools, so a value that means nothing here (`max_line_length = off`, `end_of_line = cr`) is no
//! error but not there. Indentation is what the style is about and is not taken from it.

use std::path::Path;
use std::sync::Arc;

use super::settings::{self, Settings, Value};
use super::{Assignment, Origin};

/// Its names and ours.
const PROPERTIES: [(&str, &str); 2] = [
    ("max_line_length", "line-width"),
    ("end_of_line", "end-of-line"),
];

/// What the `.editorconfig` files above `path`, an absolute path, say for it. One that cannot be read says nothing.
pub fn assignments(path: &Path) -> Vec<Assignment> {
    let Ok(properties) = ec4rs::properties_of(path) else {
        return Vec::new();
    };
    PROPERTIES
        .iter()
        .filter_map(|(property, key)| {
            let raw = properties.get_raw_for_key(property).filter_unset();
            let text = raw.into_option()?.to_ascii_lowercase();
            let value = text.parse().map_or(Value::Text(text), Value::Number);
            let setting = settings::find(key)?;
            setting.set(&mut Settings::default(), &value).ok()?;
            let (file, line) = raw.source()?;
            Some(Assignment {
                setting,
                value,
                origin: Origin::File(Arc::from(file), line),
            })
        })
        .collect()
}
