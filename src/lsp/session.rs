//! The session: open buffers and their projects, and the answers to requests about them.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};

use gen_lsp_types::{self as lsp, Uri};
use lsp_server::{ErrorCode, Response, ResponseError};
use schemefmt::internals::config::selection::EXTENSIONS;
use schemefmt::internals::indent::{indent_lines, leading};
use schemefmt::internals::syntax::conflict::CONFLICT;
use schemefmt::{Diagnostic, Dialect, Edit, Options};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::actions;
use super::client::Client;
use super::folders::Folders;
use super::outbox::{Outbox, Purpose};
use super::settings::SECTION;
use super::text::Text;
use super::transport::refusal;
use super::{log, uri};
use crate::project::{Examination, Extent, Origin, Outcome, Target, paths};

/// The name assumed for the file of a buffer without one, apart from its extension.
const NAMELESS: &str = "untitled";

/// The files that configure how others are formatted.
const WATCHED: &str =
    "{schemefmt.toml,.schemefmt.toml,.editorconfig,.gitignore,.schemefmtignore,.lispwords,*.el}";

/// The typed text after which a line is indented.
pub(super) const LINE_BREAK: &str = "\n";

/// The state of a session with a client.
pub(super) struct Session<W> {
    /// Messages to the client.
    pub out: Outbox<W>,
    /// The capabilities of the client.
    pub client: Client,
    pub(super) buffers: HashMap<Uri, Buffer>,
    pub(super) folders: Folders,
    /// The diagnostics that the client shows.
    pub(super) shown: Shown,
}

/// The diagnostics that the client shows, as far as the server determines them.
#[derive(Default)]
pub(super) struct Shown {
    /// Counts the changes that may affect diagnostics.
    pub(super) revision: u64,
    /// The buffers whose diagnostics are still to be pushed.
    pub(super) to_push: HashSet<Uri>,
    /// The diagnostics of configuration files.
    pub(super) config: BTreeMap<PathBuf, Vec<lsp::Diagnostic>>,
}

/// A text that is open in the client.
pub(super) struct Buffer {
    pub(super) text: Text,
    /// Whether that is the client's text, as it no longer is after a change that cannot be read.
    is_known: bool,
    /// Its file, or the one that it would be saved to.
    pub(super) path: PathBuf,
    /// Whether it is Scheme because the client says so, rather than by its name.
    pub(super) how: Origin,
    /// The value of [`Shown::revision`] at the last change that may affect its diagnostics.
    pub(super) revision: u64,
    /// Whether the client was told why the text cannot be read.
    pub(super) is_advised: bool,
}

/// Whether a language name stands for Scheme. The protocol has none for it: clients send `scheme`, `racket` or the name of a dialect.
fn is_scheme(language: &str) -> bool {
    let name = language.to_ascii_lowercase();
    name.contains("scheme") || name.parse::<Dialect>().is_ok()
}

/// A change of a buffer. The protocol's own type would take a change with an invalid range for one without a range.
#[derive(Deserialize)]
struct BufferChange {
    range: Option<lsp::Range>,
    text: String,
}

/// The answer to a request, or the error.
pub(super) type Answer<T> = Result<T, ResponseError>;

impl<W: Write> Session<W> {
    /// A session whose messages are written to `output`; nothing is known of the client yet.
    pub(super) fn new(output: W) -> Self {
        Session {
            out: Outbox::new(output),
            client: Client::new(&Value::Null),
            buffers: HashMap::new(),
            folders: Folders::default(),
            shown: Shown::default(),
        }
    }

    /// Reads the client's capabilities, and opens its folders.
    pub(super) fn begin(&mut self, params: &Value) {
        let at = |pointer: &str| params.pointer(pointer).filter(|value| !value.is_null());
        self.client = Client::new(at("/capabilities").unwrap_or(&Value::Null));
        if let Some(options) = at("/initializationOptions") {
            self.configure(None, options);
        }
        let folders = at("/workspaceFolders").and_then(Value::as_array);
        let opened: Vec<&Value> = match folders {
            Some(folders) if !folders.is_empty() => folders.iter().map(|it| &it["uri"]).collect(),
            _ => at("/rootUri").into_iter().collect(),
        };
        for path in opened.into_iter().filter_map(|it| uri::path(it.as_str()?)) {
            self.folders.open(&path);
        }
    }

    /// Handles changes of files.
    pub(super) fn files_changed(&mut self, params: &lsp::DidChangeWatchedFilesParams) {
        let changed = params.changes.iter();
        let changed = changed.filter_map(|change| uri::path(change.uri.as_ref()));
        let changed: Vec<PathBuf> = changed.map(|path| paths::absolute_path(&path)).collect();
        self.folders.forget();
        self.touch_all();
        self.publish_wrong_files(&changed);
    }

    /// Opens and closes folders.
    pub(super) fn folders_changed(&mut self, params: &lsp::DidChangeWorkspaceFoldersParams) {
        let path = |folder: &lsp::WorkspaceFolder| uri::path(folder.uri.as_ref());
        for path in params.event.removed.iter().filter_map(path) {
            self.folders.close(&path);
        }
        for path in params.event.added.iter().filter_map(path) {
            self.folders.open(&path);
        }
        self.ask_for_configuration();
        self.touch_all();
    }

    /// Handles a change of the client's configuration.
    pub(super) fn configuration_changed(&mut self, params: &Value) {
        if self.client.configuration {
            self.ask_for_configuration();
        } else if let Some(settings) = params.get("settings") {
            self.configure(None, settings);
            self.touch_all();
        }
    }

    /// The edits that format some ranges of a buffer, or all of it; null if there are none. Forms that cannot be read stay as they are, or
    /// everything does if the client is not tolerant; the diagnostics say why, and a message says what to do.
    pub(super) fn format(
        &mut self,
        uri: &Uri,
        ranges: Option<&[lsp::Range]>,
    ) -> Answer<Option<Vec<lsp::TextEdit>>> {
        let Some(buffer) = self.buffers.get(uri) else {
            return Ok(None);
        };
        let whole = self.folders.whole(&buffer.path);
        let extent = |text: &Text| match ranges {
            None => whole,
            Some(ranges) => {
                let spans = ranges.iter().map(|range| text.span(*range));
                Extent::Ranges(spans.collect())
            }
        };
        let Some((examined, text)) = self.examine(uri, extent) else {
            return Ok(None);
        };
        // Merge tools still compare a text with conflicts with its other versions.
        let has_conflict = examined.diagnostics.iter().any(|it| it.code == CONFLICT);
        let output = examined.output.as_ref().filter(|_| !has_conflict);
        let edits = output.map(|output| output.edits(text.to_string().as_bytes()));
        let bug = |bug: Diagnostic| refusal(ErrorCode::InternalError, bug.to_string());
        let edits = edits.transpose().map_err(bug)?;
        let edits = edits.map(|edits| text.text_edits(edits));
        match examined.outcome {
            Outcome::Failed => self.advise(uri, &examined.diagnostics),
            Outcome::LeftAlone { reason, .. } => self.say_why(uri, &reason),
            Outcome::Unchanged | Outcome::Changed | Outcome::Unrepaired => {}
        }
        Ok(edits)
    }

    /// The edits that indent a new line after its line break was typed, and that remove the blanks if they are all there is on the line
    /// before; none if no layout gives its column. Typing never changes other text: a closing bracket on a line of its own stays there
    /// until the text is formatted.
    pub(super) fn indent(
        &mut self,
        params: &lsp::DocumentOnTypeFormattingParams,
    ) -> Option<Vec<lsp::TextEdit>> {
        if params.ch != LINE_BREAK {
            return None;
        }
        let (options, text) = self.options(&params.text_document.uri)?;
        let number = params.position.line as usize;
        let line = text.line_span(number)?;
        let whole = text.to_string();
        let leading = leading(whole.as_bytes(), line.start, &options)?;
        let indented = |line: Range<usize>, leading: &str| {
            let content = &whole[line.clone()];
            let blanks = content.len() - content.trim_start_matches([' ', '\t']).len();
            let both = content.bytes().zip(leading.bytes());
            let kept = both.take_while(|(old, new)| old == new).count();
            (kept < blanks.max(leading.len())).then(|| Edit {
                span: line.start + kept..line.start + blanks,
                text: leading.as_bytes()[kept..].to_vec(),
            })
        };
        let before = number.checked_sub(1).and_then(|it| text.line_span(it));
        let blank = before.filter(|it| whole[it.clone()].trim_matches([' ', '\t']).is_empty());
        let edits = [
            blank.and_then(|before| indented(before, "")),
            indented(line, &leading),
        ];
        Some(text.text_edits(edits.into_iter().flatten().collect()))
    }

    /// The edits that indent the lines of a range; none if the text before their end cannot be read.
    pub(super) fn indent_lines(
        &mut self,
        uri: &Uri,
        range: lsp::Range,
    ) -> Option<Vec<lsp::TextEdit>> {
        let (options, text) = self.options(uri)?;
        let whole = text.to_string();
        let edits = indent_lines(whole.as_bytes(), text.span(range), &options)?;
        Some(text.text_edits(edits))
    }

    /// The code actions for a range.
    pub(super) fn actions(&mut self, params: &lsp::CodeActionParams) -> Vec<lsp::CodeAction> {
        match self.options(&params.text_document.uri) {
            Some((options, text)) => actions::all(text, params, &options),
            None => Vec::new(),
        }
    }

    /// Advises the user about a buffer that cannot be formatted, once until it can be read again, since editors may format on every save.
    /// If the client can show a choice, the repair is offered.
    fn advise(&mut self, uri: &Uri, diagnostics: &[Diagnostic]) {
        let buffer = self.buffers.get_mut(uri).filter(|it| !it.is_advised);
        let (Some(buffer), Some(error)) = (buffer, diagnostics.first()) else {
            return;
        };
        buffer.is_advised = true;
        let name = buffer
            .path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy();
        let position = error.position().map(|at| format!(":{at}"));
        let position = position.unwrap_or_default();
        let reason = format!("{name}{position} cannot be formatted: {error}");
        let Some((options, text)) = self.options(uri) else {
            return;
        };
        let (advice, is_certain) = actions::advice(&text.to_string(), &options);
        let message = reason + advice;
        let mut params = json!({ "type": lsp::MessageType::Warning, "message": message });
        if is_certain && self.client.offers {
            params["actions"] = json!([{ "title": actions::REPAIR_TITLE }]);
            let purpose = Some(Purpose::Repair(uri.clone()));
            self.out.ask("window/showMessageRequest", params, purpose);
        } else {
            self.out.notify("window/showMessage", params);
        }
    }

    /// Writes to the log why a buffer is not formatted, once.
    fn say_why(&mut self, uri: &Uri, reason: &str) {
        let buffer = self.buffers.get_mut(uri).filter(|it| !it.is_advised);
        let Some(buffer) = buffer else {
            return;
        };
        buffer.is_advised = true;
        let name = paths::shown(buffer.path.file_name().unwrap_or_default().as_ref());
        let message = format!("{name} is left alone: {reason}");
        self.out.show_message(lsp::MessageType::Info, &message);
    }

    /// Has the client apply all certain repairs to a buffer.
    fn repair(&mut self, uri: &Uri) {
        let Some((options, text)) = self.options(uri) else {
            return;
        };
        let edits = actions::all_certain(&text.to_string(), &options);
        let edit = text.workspace_edit(uri, edits);
        let params = json!({ "label": actions::REPAIR_TITLE, "edit": edit });
        self.out.ask("workspace/applyEdit", params, None);
    }

    /// The options for a program in a buffer; none if its configuration is invalid, if it is not to be formatted, or if it is not open.
    pub(super) fn options(&mut self, uri: &Uri) -> Option<(Options, &Text)> {
        let (target, buffer) = self.target(uri)?;
        let target = target.ok()?;
        let is_program = target.notation().is_none();
        is_program.then(|| (target.settings().options, &buffer.text))
    }

    /// Formats a buffer with its options; none if its configuration is invalid, or if it is not open.
    pub(super) fn examine(
        &mut self,
        uri: &Uri,
        extent: impl FnOnce(&Text) -> Extent,
    ) -> Option<(Examination, &Text)> {
        let (target, Buffer { text, .. }) = self.target(uri)?;
        let examine = |target: Target| target.examine(text.to_string().as_bytes(), &extent(text));
        Some((target.map_or_else(|other| other, examine), text))
    }

    /// An open buffer, and its target or the outcome if it is not formatted; none if its configuration is invalid, or if its text is unknown.
    /// The project reads its files again if the client does not watch them.
    fn target(&mut self, uri: &Uri) -> Option<(Result<Target, Examination>, &Buffer)> {
        let buffer = self.buffers.get(uri).filter(|it| it.is_known)?;
        let project = self.folders.project(&buffer.path);
        if !self.client.watches {
            project.forget();
        }
        let text = buffer.text.to_string();
        let target = project.buffer(&buffer.path, buffer.how, text.as_bytes())?;
        Some((target, buffer))
    }

    fn configure(&mut self, folder: Option<&Path>, configuration: &Value) {
        for message in self.folders.configure(folder, configuration) {
            self.out.show_message(lsp::MessageType::Warning, &message);
        }
    }

    /// Asks the client to report changes of files, and for its configuration.
    pub(super) fn introduce(&mut self) {
        let mut registrations = Vec::new();
        let mut register = |method: &str, options: Value| {
            let id = format!("schemefmt/{method}");
            let registration = json!({ "id": id, "method": method, "registerOptions": options });
            registrations.push(registration);
        };
        if self.client.watches {
            let mut watchers = vec![json!({ "globPattern": format!("**/{WATCHED}") })];
            if self.client.watches_above {
                let opened = self.folders.opened();
                let above: BTreeSet<&Path> = opened.flat_map(|it| it.ancestors().skip(1)).collect();
                watchers.extend(above.into_iter().map(|folder| {
                    json!({ "globPattern": { "baseUri": uri::uri(folder), "pattern": WATCHED } })
                }));
            }
            let options = json!({ "watchers": watchers });
            register("workspace/didChangeWatchedFiles", options);
        }
        if self.client.registers_configuration {
            let options = json!({ "section": SECTION });
            register("workspace/didChangeConfiguration", options);
        }
        if !registrations.is_empty() {
            let params = json!({ "registrations": registrations });
            self.out.ask("client/registerCapability", params, None);
        }
        self.ask_for_configuration();
    }

    fn ask_for_configuration(&mut self) {
        if !self.client.configuration {
            return;
        }
        let folders: Vec<PathBuf> = self.folders.opened().map(Path::to_owned).collect();
        let scopes = folders.iter().map(|folder| Some(Uri(uri::uri(folder))));
        let items = [None].into_iter().chain(scopes);
        let items = items.map(|scope| lsp::ConfigurationItem::new(scope, Some(SECTION.to_owned())));
        let params = lsp::ConfigurationParams::new(items.collect());
        self.out.ask(
            "workspace/configuration",
            params,
            Some(Purpose::Configure(folders)),
        );
    }

    /// Handles the answer to a request of the server.
    pub(super) fn take_answer(&mut self, response: Response) {
        let purpose = self.out.purpose(response.id);
        match (purpose, response.response_result) {
            (Some(Purpose::Repair(uri)), Ok(Value::Object(_))) => self.repair(&uri),
            (Some(Purpose::Configure(folders)), Ok(Value::Array(answers))) => {
                let scopes = folders.iter().map(|path| Some(&**path));
                for (scope, configuration) in [None].into_iter().chain(scopes).zip(&answers) {
                    if !configuration.is_null() {
                        self.configure(scope, configuration);
                    }
                }
                self.touch_all();
            }
            (Some(Purpose::Configure(_)), Err(error)) => log(&format!(
                "client returned no configuration: {}",
                error.message
            )),
            _ => {}
        }
    }

    /// Opens a buffer.
    pub(super) fn open(&mut self, params: lsp::DidOpenTextDocumentParams) {
        let item = params.text_document;
        let (uri, text) = (item.uri, item.text);
        let is_scheme = is_scheme(&String::from(item.language_id));
        let file = uri::path(uri.as_ref()).map(|path| paths::absolute_path(&path));
        let is_named_so = file
            .as_ref()
            .and_then(|file| file.extension()?.to_str())
            .is_some_and(|extension| EXTENSIONS.contains(&extension));
        let how = if is_scheme && !is_named_so {
            Origin::Chosen
        } else {
            Origin::Found
        };
        let path = file.unwrap_or_else(|| {
            let nowhere = self.folders.nowhere().join(NAMELESS);
            if is_scheme {
                nowhere.with_extension("scm")
            } else {
                nowhere
            }
        });
        let buffer = Buffer {
            text: Text::new(&text, self.client.encoding),
            is_known: true,
            path,
            how,
            revision: 0,
            is_advised: false,
        };
        self.buffers.insert(uri.clone(), buffer);
        self.touch(&uri);
    }

    /// Applies changes in order. Versions are ignored; they add nothing to that order. After changes that cannot be read, the text is
    /// unknown until the client sends all of it.
    pub(super) fn change(&mut self, mut params: Value) -> Result<(), ResponseError> {
        let uri = params.pointer("/textDocument/uri").and_then(Value::as_str);
        let uri = Uri(uri.unwrap_or_default().to_owned());
        let changes = params.pointer_mut("/contentChanges").map(Value::take);
        let changes = read::<Vec<BufferChange>>(changes.unwrap_or_default());
        let Some(buffer) = self.buffers.get_mut(&uri) else {
            let message = format!("`{uri}` is not open");
            return Err(refusal(ErrorCode::InvalidParams, message));
        };
        buffer.is_known &= changes.is_ok();
        let applied = changes.map(|changes| {
            for BufferChange { range, text } in changes {
                buffer.is_known |= range.is_none();
                buffer.text.change(range, &text);
            }
        });
        self.touch(&uri);
        applied
    }

    /// Closes a buffer.
    pub(super) fn close(&mut self, uri: Uri) {
        if self.buffers.remove(&uri).is_none() {
            return;
        }
        let paths = self.buffers.values().map(|buffer| &*buffer.path);
        self.folders.keep_others(paths);
        self.shown.to_push.remove(&uri);
        if !self.client.pulls {
            self.publish(uri, Vec::new());
        }
    }
}

/// Parses the parameters of a message.
pub(super) fn read<T: DeserializeOwned>(params: Value) -> Result<T, ResponseError> {
    serde_json::from_value(params)
        .map_err(|error| refusal(ErrorCode::InvalidParams, error.to_string()))
}
