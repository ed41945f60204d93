//! The capabilities of a client.

use serde::Deserialize as _;
use serde_json::Value;

use super::text::ColumnUnit;

/// The capabilities of a client that the server uses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Client {
    /// The unit of its columns: the first supported one of those that it offers.
    pub encoding: ColumnUnit,
    /// Whether it asks for diagnostics, instead of being sent them.
    pub pulls: bool,
    /// Whether it can report changes of files.
    pub watches: bool,
    /// Whether it can report changes of files outside its folders.
    pub watches_above: bool,
    /// Whether it answers requests for its configuration.
    pub configuration: bool,
    /// Whether it has to be asked to report changes of its configuration.
    pub registers_configuration: bool,
    /// Whether it can be told to ask for all diagnostics again.
    pub refreshes: bool,
    /// Whether its diagnostics can refer to other places.
    pub related: bool,
    /// Whether its messages can offer actions.
    pub offers: bool,
}

impl Client {
    /// Reads the capabilities that a client sends. They are looked up one by one, so that one of the wrong type does not
    /// invalidate the others.
    pub(super) fn new(capabilities: &Value) -> Self {
        let at = |pointer: &str| capabilities.pointer(pointer);
        let can = |pointer: &str| at(pointer).and_then(Value::as_bool) == Some(true);
        let encodings = at("/general/positionEncodings").and_then(Value::as_array);
        let mut encodings = encodings.into_iter().flatten();
        let known = encodings.find_map(|name| ColumnUnit::deserialize(name).ok());
        Client {
            encoding: known.unwrap_or(ColumnUnit::Utf16),
            pulls: at("/textDocument/diagnostic").is_some_and(Value::is_object),
            watches: can("/workspace/didChangeWatchedFiles/dynamicRegistration"),
            watches_above: can("/workspace/didChangeWatchedFiles/relativePatternSupport"),
            configuration: can("/workspace/configuration"),
            registers_configuration: can("/workspace/didChangeConfiguration/dynamicRegistration"),
            refreshes: can("/workspace/diagnostics/refreshSupport")
                || can("/workspace/diagnostic/refreshSupport"),
            related: can("/textDocument/diagnostic/relatedInformation")
                || can("/textDocument/publishDiagnostics/relatedInformation"),
            offers: can("/experimental/messageOffers"),
        }
    }
}
