//! What a client can do.

use gen_lsp_types::PositionEncodingKind;
use serde_json::Value;

use super::text::Encoding;

/// What of a client's capabilities matters here.
#[derive(Clone, Copy, Debug)]
pub struct Client {
    /// What its columns count.
    pub encoding: Encoding,
    /// Who asks for diagnostics.
    pub diagnostics: Diagnostics,
    /// Whether it tells of files that change.
    pub watches: bool,
    /// Whether it tells of files above a folder that change.
    pub watches_above: bool,
    /// Whether it can be asked for its configuration.
    pub configuration: bool,
    /// Whether it wants to be asked to tell when that changes.
    pub registers_configuration: bool,
    /// Whether it can be told that all diagnostics are to be asked for anew.
    pub refreshes: bool,
    /// Whether diagnostics can name other places.
    pub related: bool,
}

/// How diagnostics get to a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Diagnostics {
    /// It asks for them.
    Pulled,
    /// It is told of them.
    Pushed,
}

impl Client {
    /// Reads the capabilities that a client sends. They are looked up one by one, so that one that is not as the protocol has
    /// it takes nothing from the others.
    pub fn new(capabilities: &Value) -> Self {
        let at = |pointer: &str| capabilities.pointer(pointer);
        let can = |pointer: &str| at(pointer).and_then(Value::as_bool) == Some(true);
        let encodings = at("/general/positionEncodings").and_then(Value::as_array);
        let encodings: Vec<PositionEncodingKind> = encodings
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .map(|name| PositionEncodingKind::from(name.to_owned()))
            .collect();
        Client {
            encoding: Encoding::of_client(&encodings),
            diagnostics: match at("/textDocument/diagnostic") {
                Some(Value::Object(_)) => Diagnostics::Pulled,
                _ => Diagnostics::Pushed,
            },
            watches: can("/workspace/didChangeWatchedFiles/dynamicRegistration"),
            watches_above: can("/workspace/didChangeWatchedFiles/relativePatternSupport"),
            configuration: can("/workspace/configuration"),
            registers_configuration: can("/workspace/didChangeConfiguration/dynamicRegistration"),
            refreshes: can("/workspace/diagnostics/refreshSupport")
                || can("/workspace/diagnostic/refreshSupport"),
            related: can("/textDocument/diagnostic/relatedInformation")
                || can("/textDocument/publishDiagnostics/relatedInformation"),
        }
    }
}
