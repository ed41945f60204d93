//! Settings with their values and origins: the result of reading configuration files.

use std::sync::Arc;

use super::patterns::Patterns;
use super::settings::{self, Setting, Settings};
use crate::forms::rules::Layer;

/// A setting with its value and origin.
#[derive(Clone, Debug)]
pub struct Assignment {
    /// The option.
    pub setting: Setting,
    /// Its value, which was validated when it was read: the words of a list, or one word.
    pub words: Vec<String>,
    /// Its origin, for people: `schemefmt.toml:3`, or the flag that sets it.
    pub origin: Arc<str>,
}

impl Assignment {
    /// The assignment of a valid value as a command line writes it; none if there is no such option.
    pub fn of_word(key: &str, word: &str, origin: impl Into<Arc<str>>) -> Option<Self> {
        Some(Assignment {
            setting: settings::find(key)?,
            words: vec![word.to_owned()],
            origin: origin.into(),
        })
    }
}

/// The settings that these assignments result in; later ones override earlier ones.
pub fn chosen(assignments: &[Assignment]) -> Settings {
    let mut settings = Settings::default();
    for assignment in assignments {
        assignment.setting.set(&mut settings, &assignment.words);
    }
    settings
}

/// Merges layers of rules; later ones override earlier ones.
pub fn together(layers: impl Iterator<Item = Arc<Layer>>) -> Arc<Layer> {
    let layers = layers.filter(|layer| !layer.is_empty());
    let all = layers.reduce(|mut all, layer| {
        Arc::make_mut(&mut all).extend(Layer::clone(&layer));
        all
    });
    all.unwrap_or_default()
}

/// Options and layout rules, and the files that they apply to.
#[derive(Debug, Default)]
pub struct Section {
    /// The patterns of these files; none for all files.
    pub files: Option<Patterns>,
    /// The options that it sets.
    pub assignments: Vec<Assignment>,
    /// Its layout rules.
    pub rules: Arc<Layer>,
}
