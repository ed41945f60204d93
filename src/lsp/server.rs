//! The session with a client: handles its messages one by one.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::io::Write;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError};
use gen_lsp_types::{self as lsp, Uri};
use lsp_server::{
    ErrorCode, Message, Notification, ReqQueue, Request, RequestId, Response, ResponseError,
};
use schemefmt::internals::indent::{indent_lines, leading};
use schemefmt::{Diagnostic, Dialect, Edit, Options, Severity};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::actions;
use super::client::Client;
use super::folders::Folders;
use super::repairs::Outlook;
use super::settings::SECTION;
use super::text::Text;
use super::transport::{Incoming, refusal};
use super::{log, repairs, report, transport, uri};
use crate::project::{Examination, Extent, How, Outcome, Problem, Project, Target, paths};

/// How a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The client requested the shutdown, and then said that it exits.
    Agreed,
    /// It did not request it, or has gone.
    Abrupt,
}

/// The number of waiting messages that are looked at before their turn.
const LOOK_AHEAD: usize = 64;

/// How long no message must come in before diagnostics are pushed, so that they are not computed at every key.
const PAUSE: Duration = Duration::from_millis(100);

/// The formatting option of this server's own by which lines are indented and nothing else.
const INDENT_ONLY: &str = "/options/indentOnly";

/// The typed text after which a line is indented.
const LINE_BREAK: &str = "\n";

/// The name assumed for the file of a buffer without one, apart from its extension.
const NAMELESS: &str = "untitled";

/// The files that configure how others are formatted.
const WATCHED: &str =
    "{schemefmt.toml,.schemefmt.toml,.editorconfig,.gitignore,.schemefmtignore,*.el}";

/// A server and the state of its session.
pub struct Server<W> {
    output: W,
    phase: Phase,
    client: Client,
    /// Messages that have been received but not handled.
    waiting: VecDeque<Incoming>,
    buffers: HashMap<Uri, Buffer>,
    folders: Folders,
    /// The requests to the client, until they are answered.
    asked: ReqQueue<(), Purpose>,
    /// Counts the changes that may affect diagnostics.
    revision: u64,
    /// The buffers whose diagnostics are still to be pushed.
    to_push: HashSet<Uri>,
    /// The diagnostics of configuration files that the client shows.
    config_diagnostics: BTreeMap<PathBuf, Vec<lsp::Diagnostic>>,
}

/// The state of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Before `initialize`.
    Greeting,
    /// Between `initialize` and `shutdown`.
    Open,
    /// After `shutdown`.
    Closing,
}

/// What the client's answer to a request is for.
enum Purpose {
    /// To configure all folders, and each of these.
    Configure(Vec<PathBuf>),
    /// To repair this buffer, or not.
    Repair(Uri),
    /// Nothing.
    Nothing,
}

/// A text that is open in the client.
struct Buffer {
    text: Text,
    /// Its file, or the one that it would be saved to.
    path: PathBuf,
    /// What the client takes it for.
    language: Language,
    /// The value of [`Server::revision`] at the last change that may affect its diagnostics.
    revision: u64,
    /// Whether the client has been told what to do since the text cannot be read.
    is_advised: bool,
}

impl Buffer {
    /// As much of its text as is needed to see whether it is Scheme; empty if the client knows that it is.
    fn beginning(&self) -> Vec<u8> {
        match self.language {
            Language::Scheme => Vec::new(),
            Language::Other => self.text.to_string().into_bytes(),
        }
    }
}

/// What a client takes a text for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Language {
    Scheme,
    Other,
}

impl Language {
    /// By its name in the protocol, which has none for Scheme: clients say `scheme`, `racket` or the name of a dialect.
    fn of(name: &str) -> Self {
        let name = name.to_ascii_lowercase();
        let is_scheme = name.contains("scheme") || name.parse::<Dialect>().is_ok();
        if is_scheme {
            Language::Scheme
        } else {
            Language::Other
        }
    }
}

type Answer = Result<Reply, ResponseError>;

/// The result of a request. There may be an edit for every few bytes of a text; as values, they would take hundreds of bytes for each of
/// its bytes.
#[derive(Serialize)]
#[serde(untagged)]
enum Reply {
    Value(Value),
    Edits(Option<Vec<lsp::TextEdit>>),
}

/// The answer to a request that has a result.
#[derive(Serialize)]
struct Answered {
    id: RequestId,
    result: Reply,
}

/// A change of a buffer. The protocol's own type would take a change with an invalid range for one without a range.
#[derive(Deserialize)]
struct Change {
    range: Option<lsp::Range>,
    text: String,
}

impl<W: Write> Server<W> {
    /// A server that writes its messages to `output`.
    pub fn new(output: W) -> Self {
        Server {
            output,
            phase: Phase::Greeting,
            client: Client::new(&Value::Null),
            waiting: VecDeque::new(),
            buffers: HashMap::new(),
            folders: Folders::default(),
            asked: ReqQueue::default(),
            revision: 0,
            to_push: HashSet::new(),
            config_diagnostics: BTreeMap::new(),
        }
    }

    /// Handles messages until the client ends the session.
    pub fn run(mut self, receiver: &Receiver<Incoming>) -> End {
        while let Some(message) = self.next(receiver) {
            match message {
                Ok(Message::Notification(Notification { method, .. })) if method == "exit" => {
                    return match self.phase {
                        Phase::Closing => End::Agreed,
                        Phase::Greeting | Phase::Open => End::Abrupt,
                    };
                }
                Ok(Message::Notification(notification)) => self.take(notification),
                Ok(Message::Request(request)) => self.answer(request),
                Ok(Message::Response(response)) => self.take_answer(response),
                Err(refusal) => self.send(refusal),
            }
        }
        End::Abrupt
    }

    /// The next message; none if the client has gone. Fills [`Server::waiting`].
    fn next(&mut self, receiver: &Receiver<Incoming>) -> Option<Incoming> {
        if self.waiting.is_empty() {
            let message = match self.to_push.is_empty() {
                true => receiver.recv().ok()?,
                false => match receiver.recv_timeout(PAUSE) {
                    Ok(message) => message,
                    Err(RecvTimeoutError::Disconnected) => return None,
                    Err(RecvTimeoutError::Timeout) => {
                        self.push_diagnostics();
                        receiver.recv().ok()?
                    }
                },
            };
            self.waiting.push_back(message);
        }
        while self.waiting.len() < LOOK_AHEAD
            && let Ok(message) = receiver.try_recv()
        {
            self.waiting.push_back(message);
        }
        self.waiting.pop_front()
    }

    // Sending.

    fn send(&mut self, message: impl Serialize) {
        if let Err(error) = transport::write(&mut self.output, message) {
            log(&format!("cannot write a message: {error}"));
        }
    }

    fn notify(&mut self, method: &str, params: impl Serialize) {
        self.send(Notification::new(method.to_owned(), params));
    }

    fn ask(&mut self, method: &str, params: impl Serialize, purpose: Purpose) {
        let outgoing = &mut self.asked.outgoing;
        let request = outgoing.register(method.to_owned(), params, purpose);
        self.send(request);
    }

    /// Writes to the client's log, and to the server's own.
    fn tell(&mut self, kind: lsp::MessageType, message: &str) {
        log(message);
        let params = lsp::LogMessageParams::new(kind, message.to_owned());
        self.notify("window/logMessage", params);
    }

    // Requests.

    fn answer(&mut self, Request { id, method, params }: Request) {
        let answer = if self.is_cancelled(&id) {
            Err(refusal(ErrorCode::RequestCanceled, "cancelled"))
        } else {
            let answer = catch_unwind(AssertUnwindSafe(|| self.answer_to(&method, params)));
            answer.unwrap_or_else(|_| {
                let message = format!("{method} failed; this is a bug in schemefmt");
                Err(refusal(ErrorCode::InternalError, message))
            })
        };
        match answer {
            Ok(result) => self.send(Answered { id, result }),
            Err(error) => self.send(Response {
                id,
                response_result: Err(error),
            }),
        }
        self.publish_wrong_files(&[]);
    }

    /// Whether a waiting message cancels a request.
    fn is_cancelled(&self, id: &RequestId) -> bool {
        let id = json!(id);
        let cancels = |message: &Incoming| match message {
            Ok(Message::Notification(Notification { method, params })) => {
                method == "$/cancelRequest" && params.get("id") == Some(&id)
            }
            _ => false,
        };
        self.waiting.iter().any(cancels)
    }

    fn answer_to(&mut self, method: &str, params: Value) -> Answer {
        let (code, reason) = match (self.phase, method) {
            (Phase::Greeting, "initialize") => {
                return Ok(Reply::Value(self.initialize(&params)));
            }
            (Phase::Greeting, _) => (
                ErrorCode::ServerNotInitialized,
                "the first request must be `initialize`",
            ),
            (Phase::Closing, _) => (
                ErrorCode::InvalidRequest,
                "no request is allowed after `shutdown`",
            ),
            (Phase::Open, "initialize") => (
                ErrorCode::InvalidRequest,
                "the server has been initialized already",
            ),
            (Phase::Open, _) => return self.serve(method, params),
        };
        Err(refusal(code, reason))
    }

    /// The answer to a request of an open session.
    fn serve(&mut self, method: &str, params: Value) -> Answer {
        match method {
            "shutdown" => {
                self.phase = Phase::Closing;
                Ok(Reply::Value(Value::Null))
            }
            "textDocument/formatting" => {
                let params: lsp::DocumentFormattingParams = read(params)?;
                self.format(&params.text_document.uri, None)
            }
            "textDocument/rangeFormatting" => {
                let indents = params.pointer(INDENT_ONLY) == Some(&Value::Bool(true));
                let params: lsp::DocumentRangeFormattingParams = read(params)?;
                let uri = &params.text_document.uri;
                if indents {
                    return Ok(Reply::Edits(self.indent_lines(uri, params.range)));
                }
                self.format(uri, Some(&[params.range]))
            }
            "textDocument/rangesFormatting" => {
                let params: lsp::DocumentRangesFormattingParams = read(params)?;
                self.format(&params.text_document.uri, Some(&params.ranges))
            }
            "textDocument/onTypeFormatting" => Ok(Reply::Edits(self.indent(&read(params)?))),
            "textDocument/codeAction" => Ok(Reply::Value(json!(self.actions(&read(params)?)))),
            "textDocument/diagnostic" => self.pull_diagnostics(&read(params)?),
            _ => {
                let message = format!("`{method}` is not supported");
                Err(refusal(ErrorCode::MethodNotFound, message))
            }
        }
    }

    fn initialize(&mut self, params: &Value) -> Value {
        self.phase = Phase::Open;
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
        json!({
            "capabilities": self.capabilities(),
            "serverInfo": { "name": "schemefmt", "version": env!("CARGO_PKG_VERSION") },
        })
    }

    /// The capabilities of the server for this client.
    fn capabilities(&self) -> Value {
        let mut capabilities = json!({
            "positionEncoding": self.client.encoding,
            "textDocumentSync": {
                "openClose": true,
                "change": lsp::TextDocumentSyncKind::Incremental,
            },
            "documentFormattingProvider": true,
            "documentRangeFormattingProvider": { "rangesSupport": true },
            "documentOnTypeFormattingProvider": { "firstTriggerCharacter": LINE_BREAK },
            "codeActionProvider": { "codeActionKinds": actions::kinds() },
            "workspace": {
                "workspaceFolders": { "supported": true, "changeNotifications": true },
            },
        });
        if self.client.pulls {
            capabilities["diagnosticProvider"] =
                json!({ "interFileDependencies": false, "workspaceDiagnostics": false });
        }
        capabilities
    }

    // Formatting.

    /// The changes that formatting some ranges, or all, makes to a buffer, as edits; null if there are none. Forms that
    /// cannot be read stay as they are; the diagnostics say why, and a message what to do.
    fn format(&mut self, uri: &Uri, ranges: Option<&[lsp::Range]>) -> Answer {
        let extent = |text: &Text| match ranges {
            None => Extent::Readable,
            Some(ranges) => {
                let spans = ranges.iter().map(|range| text.span(*range));
                Extent::Ranges(spans.collect())
            }
        };
        let Some((examined, text)) = self.examine(uri, extent) else {
            return Ok(Reply::Edits(None));
        };
        let edits = match examined.outcome.output() {
            Some(output) => {
                let edits = output.edits(text.to_string().as_bytes());
                let bug = |bug: Diagnostic| refusal(ErrorCode::InternalError, bug.to_string());
                Some(text.text_edits(edits.map_err(bug)?))
            }
            None => None,
        };
        if let Outcome::InPart(_) | Outcome::Failed = examined.outcome {
            self.advise(uri, &examined.diagnostics);
        }
        Ok(Reply::Edits(edits))
    }

    /// The edits that indent a line after the line break before it has been typed, and take the blanks away that are all there is of the line
    /// before; none if no layout tells its column. Nothing else that is typed changes the text: a closing bracket on a line of its own stays
    /// there until the text is formatted.
    fn indent(
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
        let blanks_of = |line: &Range<usize>| {
            let content = &whole[line.clone()];
            content.len() - content.trim_start_matches([' ', '\t']).len()
        };
        let mut edits = Vec::new();
        let before = number.checked_sub(1).and_then(|it| text.line_span(it));
        if let Some(before) = before.filter(|it| !it.is_empty() && blanks_of(it) == it.len()) {
            edits.push(Edit {
                span: before,
                text: Vec::new(),
            });
        }
        let content = &whole[line.clone()];
        let blanks = blanks_of(&line);
        let both = content[..blanks].bytes().zip(leading.bytes());
        let kept = both.take_while(|(old, new)| old == new).count();
        if kept < leading.len() || kept < blanks {
            edits.push(Edit {
                span: line.start + kept..line.start + blanks,
                text: leading.as_bytes()[kept..].to_vec(),
            });
        }
        Some(text.text_edits(edits))
    }

    /// The edits that indent the lines of a range; none if the text before their end cannot be read.
    fn indent_lines(&mut self, uri: &Uri, range: lsp::Range) -> Option<Vec<lsp::TextEdit>> {
        let (options, text) = self.options(uri)?;
        let whole = text.to_string();
        let edits = indent_lines(whole.as_bytes(), text.span(range), &options)?;
        Some(text.text_edits(edits))
    }

    /// The code actions for a range.
    fn actions(&mut self, params: &lsp::CodeActionParams) -> Vec<lsp::CodeAction> {
        let uri = &params.text_document.uri;
        let Some((options, text)) = self.options(uri) else {
            return Vec::new();
        };
        let span = text.span(params.range);
        let only = params.context.only.as_deref();
        let actions = actions::all(&text.to_string(), &span, &options, only);
        let actions = actions.into_iter().map(|(kind, action)| lsp::CodeAction {
            title: action.title,
            kind: Some(kind),
            is_preferred: action.is_preferred.then_some(true),
            edit: Some(text.workspace_edit(uri, action.edits)),
            ..Default::default()
        });
        actions.collect()
    }

    // Repairing.

    /// Says what to do about a buffer that cannot be formatted, only once until it can be read again: editors may format each time that they
    /// save. A client that asks nobody for an answer is offered the repair.
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
        let place = error.position().map(|at| format!(":{at}"));
        let place = place.unwrap_or_default();
        let reason = format!("{name}{place} cannot be formatted: {error}");
        let Some((options, text)) = self.options(uri) else {
            return;
        };
        let outlook = Outlook::of(&text.to_string(), &options);
        let message = reason + outlook.advice();
        let mut params = json!({ "type": lsp::MessageType::Warning, "message": message });
        if outlook == Outlook::Certain && self.client.offers {
            params["actions"] = json!([{ "title": repairs::TITLE }]);
            let purpose = Purpose::Repair(uri.clone());
            self.ask("window/showMessageRequest", params, purpose);
        } else {
            self.notify("window/showMessage", params);
        }
    }

    /// Has the client make all certain repairs of a buffer.
    fn repair(&mut self, uri: &Uri) {
        let Some((options, text)) = self.options(uri) else {
            return;
        };
        let edits = repairs::all_certain(&text.to_string(), &options);
        let edit = text.workspace_edit(uri, edits);
        let params = json!({ "label": repairs::TITLE, "edit": edit });
        self.ask("workspace/applyEdit", params, Purpose::Nothing);
    }

    /// The options for a program in a buffer; none if its configuration is invalid, if it is not to be formatted, or if it is not open.
    fn options(&mut self, uri: &Uri) -> Option<(Options, &Text)> {
        let (project, buffer) = self.project(uri)?;
        let target = project.buffer(&buffer.path, How::Found, &buffer.beginning())?;
        let target = target.ok()?;
        let is_program = target.notation().is_none();
        is_program.then(|| (target.settings().options, &buffer.text))
    }

    /// Formats a buffer with its options; none if its configuration is invalid, or if it is not open.
    fn examine(
        &mut self,
        uri: &Uri,
        extent: impl FnOnce(&Text) -> Extent,
    ) -> Option<(Examination, &Text)> {
        let (project, buffer) = self.project(uri)?;
        let text = &buffer.text;
        let target = project.buffer(&buffer.path, How::Found, &buffer.beginning())?;
        let examine = |target: Target| target.examine(text.to_string().as_bytes(), &extent(text));
        Some((target.map_or_else(|other| other, examine), text))
    }

    /// An open buffer and its project, which reads its files again if nobody tells the server when they change.
    fn project(&mut self, uri: &Uri) -> Option<(&mut Project, &Buffer)> {
        let buffer = self.buffers.get(uri)?;
        let project = self.folders.project(&buffer.path);
        if !self.client.watches {
            project.forget();
        }
        Some((project, buffer))
    }

    // Diagnostics.

    fn pull_diagnostics(&mut self, params: &lsp::DocumentDiagnosticParams) -> Answer {
        let uri = &params.text_document.uri;
        if self.is_asked_again(uri) {
            return Err(ResponseError {
                data: Some(json!(lsp::DiagnosticServerCancellationData::new(false))),
                ..refusal(ErrorCode::ServerCancelled, "superseded by a later request")
            });
        }
        let revision = self.buffers.get(uri).map_or(0, |buffer| buffer.revision);
        let result_id = revision.to_string();
        // Without a watch on files, a configuration may have changed unnoticed.
        if params.previous_result_id.as_ref() == Some(&result_id) && self.client.watches {
            let unchanged = lsp::UnchangedDocumentDiagnosticReport::new(result_id);
            return Ok(Reply::Value(json!(unchanged)));
        }
        let items = self.diagnostics(uri);
        let report = lsp::FullDocumentDiagnosticReport::new(Some(result_id), items);
        Ok(Reply::Value(json!(report)))
    }

    /// Whether a waiting message asks again for the diagnostics of a buffer.
    fn is_asked_again(&self, uri: &Uri) -> bool {
        self.waiting.iter().any(|message| match message {
            Ok(Message::Request(Request { method, params, .. })) => {
                method == "textDocument/diagnostic"
                    && params.pointer("/textDocument/uri").and_then(Value::as_str)
                        == Some(uri.as_ref())
            }
            _ => false,
        })
    }

    fn diagnostics(&mut self, uri: &Uri) -> Vec<lsp::Diagnostic> {
        let client = self.client;
        let Some((examined, text)) = self.examine(uri, |_| Extent::Whole) else {
            return Vec::new();
        };
        let found = report::diagnostics(&examined.diagnostics, text, uri, &client);
        if let Some(buffer) = self.buffers.get_mut(uri) {
            buffer.is_advised &= matches!(examined.outcome, Outcome::Failed);
        }
        found
    }

    fn push_diagnostics(&mut self) {
        for uri in std::mem::take(&mut self.to_push) {
            let found = catch_unwind(AssertUnwindSafe(|| self.diagnostics(&uri)));
            self.publish(uri, found.unwrap_or_default());
        }
        self.publish_wrong_files(&[]);
    }

    fn publish(&mut self, uri: Uri, diagnostics: Vec<lsp::Diagnostic>) {
        let params = json!({ "uri": uri, "diagnostics": diagnostics });
        self.notify("textDocument/publishDiagnostics", params);
    }

    /// Notes that the diagnostics of a buffer may have changed.
    fn touch(&mut self, uri: &Uri) {
        self.revision += 1;
        if let Some(buffer) = self.buffers.get_mut(uri) {
            buffer.revision = self.revision;
            if !self.client.pulls {
                self.to_push.insert(uri.clone());
            }
        }
    }

    /// Notes that the diagnostics of all buffers may have changed.
    fn touch_all(&mut self) {
        let all: Vec<Uri> = self.buffers.keys().cloned().collect();
        for uri in &all {
            self.touch(uri);
        }
        if self.client.pulls && self.client.refreshes {
            self.ask(
                "workspace/diagnostic/refresh",
                Value::Null,
                Purpose::Nothing,
            );
        }
    }

    /// Publishes the diagnostics of configuration files: of those read since the last time, of those that have `changed`, and of all that were
    /// invalid if the client does not report their changes.
    fn publish_wrong_files(&mut self, changed: &[PathBuf]) {
        let again = match self.client.watches {
            true => changed.to_owned(),
            false => self.config_diagnostics.keys().cloned().collect(),
        };
        let problems = self.folders.problems(&again);
        for path in &again {
            if !problems.contains_key(path) && self.config_diagnostics.remove(path).is_some() {
                self.publish(Uri(uri::uri(path)), Vec::new());
            }
        }
        for (path, problem) in problems {
            let text = Text::new(&problem.text, self.client.encoding);
            let uri = Uri(uri::uri(&path));
            let found = report::diagnostics(&problem.diagnostics, &text, &uri, &self.client);
            if self.config_diagnostics.get(&path) != Some(&found) {
                self.config_diagnostics.insert(path.clone(), found.clone());
                self.publish(uri, found);
                self.warn_of(&path, &problem);
            }
        }
    }

    /// Says that a configuration file is invalid, and what holds instead.
    fn warn_of(&mut self, path: &Path, problem: &Problem) {
        let Some(error) = problem
            .diagnostics
            .iter()
            .find(|it| it.severity == Severity::Error)
        else {
            return;
        };
        let place = error.position().map(|at| format!(":{at}"));
        let effect = match self.folders.is_configured(path) {
            true => "the settings from before stay in effect",
            false => "nothing is formatted until it is fixed",
        };
        let message = format!(
            "{}{}: {error}; {effect}",
            paths::shown(path),
            place.unwrap_or_default()
        );
        log(&message);
        let params = lsp::ShowMessageParams::new(lsp::MessageType::Warning, message);
        self.notify("window/showMessage", params);
    }

    // Notifications.

    fn take(&mut self, Notification { method, params }: Notification) {
        if self.phase != Phase::Open {
            return;
        }
        let taken = catch_unwind(AssertUnwindSafe(|| self.take_in(&method, params)));
        let problem = match taken {
            Ok(Ok(())) => return,
            Ok(Err(refusal)) => refusal.message,
            Err(_) => "this is a bug in schemefmt".to_owned(),
        };
        self.tell(lsp::MessageType::Error, &format!("{method}: {problem}"));
    }

    fn take_in(&mut self, method: &str, params: Value) -> Result<(), ResponseError> {
        match method {
            "initialized" => self.introduce(),
            "textDocument/didOpen" => self.open(read(params)?),
            "textDocument/didChange" => self.change(params)?,
            "textDocument/didClose" => {
                let params: lsp::DidCloseTextDocumentParams = read(params)?;
                self.close(params.text_document.uri);
            }
            "workspace/didChangeWatchedFiles" => {
                let params: lsp::DidChangeWatchedFilesParams = read(params)?;
                let changed = params.changes.iter();
                let changed = changed.filter_map(|change| uri::path(change.uri.as_ref()));
                let changed: Vec<PathBuf> = changed.map(|path| paths::place_of(&path)).collect();
                self.folders.forget();
                self.touch_all();
                self.publish_wrong_files(&changed);
            }
            "workspace/didChangeWorkspaceFolders" => {
                let params: lsp::DidChangeWorkspaceFoldersParams = read(params)?;
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
            "workspace/didChangeConfiguration" => {
                if self.client.configuration {
                    self.ask_for_configuration();
                } else if let Some(settings) = params.get("settings") {
                    self.configure(None, settings);
                    self.touch_all();
                }
            }
            // The protocol has unknown notifications ignored.
            _ => {}
        }
        Ok(())
    }

    /// Asks the client to report changes from now on, and for its configuration.
    fn introduce(&mut self) {
        let mut registrations = Vec::new();
        let mut register = |method: &str, options: Value| {
            let id = format!("schemefmt/{method}");
            let registration = json!({ "id": id, "method": method, "registerOptions": options });
            registrations.push(registration);
        };
        if self.client.watches {
            let mut watchers = vec![json!({ "globPattern": format!("**/{WATCHED}") })];
            if self.client.watches_above {
                let above = self.folders.above().into_iter().map(uri::uri);
                watchers.extend(
                    above.map(
                        |base| json!({ "globPattern": { "baseUri": base, "pattern": WATCHED } }),
                    ),
                );
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
            self.ask("client/registerCapability", params, Purpose::Nothing);
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
        self.ask(
            "workspace/configuration",
            params,
            Purpose::Configure(folders),
        );
    }

    fn take_answer(&mut self, response: Response) {
        let purpose = self.asked.outgoing.complete(response.id);
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
                "the client does not tell its configuration: {}",
                error.message
            )),
            _ => {}
        }
    }

    fn configure(&mut self, folder: Option<&Path>, configuration: &Value) {
        for message in self.folders.configure(folder, configuration) {
            self.tell(lsp::MessageType::Warning, &message);
        }
    }

    // Buffers.

    fn open(&mut self, params: lsp::DidOpenTextDocumentParams) {
        let item = params.text_document;
        let (uri, text) = (item.uri, item.text);
        let language = Language::of(&String::from(item.language_id));
        let path = match uri::path(uri.as_ref()) {
            Some(path) => paths::place_of(&path),
            None => {
                let nowhere = self.folders.nowhere().join(NAMELESS);
                match language {
                    Language::Scheme => nowhere.with_extension("scm"),
                    Language::Other => nowhere,
                }
            }
        };
        let buffer = Buffer {
            text: Text::new(&text, self.client.encoding),
            path,
            language,
            revision: 0,
            is_advised: false,
        };
        self.buffers.insert(uri.clone(), buffer);
        self.touch(&uri);
    }

    /// Applies changes in the order in which they come. Their versions are ignored, since they add nothing to that order.
    fn change(&mut self, mut params: Value) -> Result<(), ResponseError> {
        let uri = params.pointer("/textDocument/uri").and_then(Value::as_str);
        let uri = Uri(uri.unwrap_or_default().to_owned());
        let changes = params.pointer_mut("/contentChanges").map(Value::take);
        let changes = read::<Vec<Change>>(changes.unwrap_or_default());
        let Some(buffer) = self.buffers.get_mut(&uri) else {
            let message = format!("`{uri}` is not open");
            return Err(refusal(ErrorCode::InvalidParams, message));
        };
        let changes = match changes {
            Ok(changes) => changes,
            Err(refusal) => {
                // The text in the client is unknown from now on.
                self.close(uri);
                return Err(refusal);
            }
        };
        for Change { range, text } in changes {
            buffer.text.change(range, &text);
        }
        self.touch(&uri);
        Ok(())
    }

    fn close(&mut self, uri: Uri) {
        if self.buffers.remove(&uri).is_none() {
            return;
        }
        let paths = self.buffers.values().map(|buffer| &*buffer.path);
        self.folders.keep_others(paths);
        self.to_push.remove(&uri);
        if !self.client.pulls {
            self.publish(uri, Vec::new());
        }
    }
}

/// Parses the parameters of a message.
fn read<T: DeserializeOwned>(params: Value) -> Result<T, ResponseError> {
    serde_json::from_value(params)
        .map_err(|error| refusal(ErrorCode::InvalidParams, error.to_string()))
}
