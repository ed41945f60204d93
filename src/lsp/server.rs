//! The session with a client: handles its messages one by one.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::io::Write;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError};
use gen_lsp_types::{self as lsp, Uri};
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response, ResponseError};
use schemefmt::internals::indent::leading;
use schemefmt::{Diagnostic, Edit, Options};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::actions;
use super::client::{Client, Diagnostics};
use super::folders::Folders;
use super::repairs::Outlook;
use super::settings::SECTION;
use super::text::Text;
use super::transport::{Incoming, refusal};
use super::{log, repairs, report, transport, uri};
use crate::project::{Examined, Extent, Fate, How, Project, paths};

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

/// The typed text after which a line is indented.
const LINE_BREAK: &str = "\n";

/// The file name assumed for a buffer without a file.
const NAMELESS: &str = "untitled.scm";

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
    /// The last request for the client's configuration, until it is answered, and the folders that it is about. The answers to all other
    /// requests are ignored.
    asked: Option<(RequestId, Vec<PathBuf>)>,
    /// The messages that offer to repair a buffer, until they are answered.
    offered: HashMap<RequestId, Uri>,
    next_request: i32,
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

/// A text that is open in the client.
struct Buffer {
    text: Text,
    /// Its file, or the one that it would be saved to.
    path: PathBuf,
    /// The value of [`Server::revision`] at the last change that may affect its diagnostics.
    revision: u64,
    /// Whether the client has been told what to do since the text cannot be read.
    is_advised: bool,
}

type Answer = Result<Reply, ResponseError>;

/// The result of a request. There may be an edit for every few bytes of a text; as values, they would take hundreds of bytes for each of
/// its bytes.
#[derive(Serialize)]
#[serde(untagged)]
enum Reply {
    Value(Value),
    Edits(Vec<lsp::TextEdit>),
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

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Changes {
    content_changes: Vec<Change>,
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
            asked: None,
            offered: HashMap::new(),
            next_request: 0,
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

    fn notify(&mut self, method: &str, params: Value) {
        self.send(Notification {
            method: method.to_owned(),
            params,
        });
    }

    fn ask(&mut self, method: &str, params: Value) -> RequestId {
        let id = RequestId::from(self.next_request);
        self.next_request = self.next_request.wrapping_add(1);
        self.send(Request {
            id: id.clone(),
            method: method.to_owned(),
            params,
        });
        id
    }

    /// Writes to the client's log, and to the server's own.
    fn tell(&mut self, kind: lsp::MessageType, message: &str) {
        log(message);
        let params = lsp::LogMessageParams::new(kind, message.to_owned());
        self.notify("window/logMessage", json!(params));
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
        self.publish_wrong_files(&self.perhaps_corrected());
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
            (Phase::Greeting, "initialize") => return Ok(self.initialize(&params).into()),
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
                Ok(Value::Null.into())
            }
            "textDocument/formatting" => {
                let params: lsp::DocumentFormattingParams = read(params)?;
                self.format(&params.text_document.uri, None)
            }
            "textDocument/rangeFormatting" => {
                let params: lsp::DocumentRangeFormattingParams = read(params)?;
                self.format(&params.text_document.uri, Some(&[params.range]))
            }
            "textDocument/rangesFormatting" => {
                let params: lsp::DocumentRangesFormattingParams = read(params)?;
                self.format(&params.text_document.uri, Some(&params.ranges))
            }
            "textDocument/onTypeFormatting" => Ok(self.indent(&read(params)?)),
            "textDocument/codeAction" => self.offer_actions(&read(params)?),
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
        let wrong = at("/initializationOptions")
            .map(|options| self.folders.configure(None, options))
            .unwrap_or_default();
        let folders = at("/workspaceFolders").and_then(Value::as_array);
        let folders = folders.into_iter().flatten().map(|folder| &folder["uri"]);
        let opened: Vec<&Value> = match folders.collect::<Vec<_>>() {
            none if none.is_empty() => at("/rootUri").into_iter().collect(),
            some => some,
        };
        for uri in opened {
            if let Some(path) = uri.as_str().and_then(uri::path) {
                self.folders.open(&path);
            }
        }
        for message in wrong {
            self.tell(lsp::MessageType::Warning, &message);
        }
        json!({
            "capabilities": self.capabilities(),
            "serverInfo": { "name": "schemefmt", "version": env!("CARGO_PKG_VERSION") },
        })
    }

    /// The capabilities of the server for this client.
    fn capabilities(&self) -> Value {
        let mut capabilities = json!({
            "positionEncoding": self.client.encoding.kind(),
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
        if self.client.diagnostics == Diagnostics::Pulled {
            capabilities["diagnosticProvider"] =
                json!({ "interFileDependencies": false, "workspaceDiagnostics": false });
        }
        capabilities
    }

    // Formatting.

    /// The changes that formatting some ranges, or all, makes to a buffer, as edits; null if there are none, or if the text cannot be
    /// formatted, in which case the diagnostics say why, and a message what to do.
    fn format(&mut self, uri: &Uri, ranges: Option<&[lsp::Range]>) -> Answer {
        let encoding = self.client.encoding;
        let extent = |text: &Text| match ranges {
            None => Extent::Whole,
            Some(ranges) => {
                let spans = ranges.iter().map(|range| text.span(*range, encoding));
                Extent::Ranges(spans.collect())
            }
        };
        let Some((examined, text)) = self.examine(uri, extent) else {
            return Ok(Value::Null.into());
        };
        let output = match examined.fate {
            Fate::Changed(output) => output,
            Fate::InPart(_) | Fate::Failed => {
                self.advise(uri, &examined.diagnostics);
                return Ok(Value::Null.into());
            }
            Fate::Unchanged | Fate::LeftAlone(_) => return Ok(Value::Null.into()),
        };
        let edits = output.edits(text.to_string().as_bytes());
        let edits = edits.map_err(|bug| refusal(ErrorCode::InternalError, bug.to_string()))?;
        Ok(Reply::Edits(text.text_edits(edits, encoding)))
    }

    /// Indents a line after the line break before it has been typed: null if no layout tells its column, and no edits if that is right.
    /// Nothing else that is typed changes the text: a closing bracket on a line of its own stays there until the text is formatted.
    fn indent(&mut self, params: &lsp::DocumentOnTypeFormattingParams) -> Reply {
        let edits = (params.ch == LINE_BREAK).then(|| self.edits_of_line(params));
        match edits.flatten() {
            Some(edits) => Reply::Edits(edits),
            None => Value::Null.into(),
        }
    }

    /// The edits that indent a line, and take the blanks away that are all there is of the line before; none if no layout tells its
    /// column.
    fn edits_of_line(
        &mut self,
        params: &lsp::DocumentOnTypeFormattingParams,
    ) -> Option<Vec<lsp::TextEdit>> {
        let encoding = self.client.encoding;
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
        Some(text.text_edits(edits, encoding))
    }

    /// The code actions for a range.
    fn offer_actions(&mut self, params: &lsp::CodeActionParams) -> Answer {
        let encoding = self.client.encoding;
        let uri = &params.text_document.uri;
        let Some((options, text)) = self.options(uri) else {
            return Ok(json!([]).into());
        };
        let span = text.span(params.range, encoding);
        let only = params.context.only.as_deref();
        let actions = actions::all(&text.to_string(), &span, &options, only);
        let actions = actions.into_iter().map(|action| lsp::CodeAction {
            title: action.title,
            kind: Some(action.kind.to_owned().into()),
            is_preferred: action.is_preferred.then_some(true),
            edit: Some(text.workspace_edit(uri, action.edits, encoding)),
            ..Default::default()
        });
        Ok(json!(actions.collect::<Vec<_>>()).into())
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
            let id = self.ask("window/showMessageRequest", params);
            self.offered.insert(id, uri.clone());
        } else {
            self.notify("window/showMessage", params);
        }
    }

    /// Has the client make all certain repairs of a buffer.
    fn repair(&mut self, uri: &Uri) {
        let encoding = self.client.encoding;
        let Some((options, text)) = self.options(uri) else {
            return;
        };
        let edits = repairs::all_certain(&text.to_string(), &options);
        let edit = text.workspace_edit(uri, edits, encoding);
        self.ask(
            "workspace/applyEdit",
            json!({ "label": repairs::TITLE, "edit": edit }),
        );
    }

    /// The options for a buffer; none if its configuration is invalid, if it is not to be formatted, or if it is not open.
    fn options(&mut self, uri: &Uri) -> Option<(Options, &Text)> {
        let (project, buffer) = self.project(uri)?;
        let target = project.buffer(&buffer.path, How::Found)?.ok()?;
        Some((target.settings().options, &buffer.text))
    }

    /// Formats a buffer with its options; none if its configuration is invalid, or if it is not open.
    fn examine(
        &mut self,
        uri: &Uri,
        extent: impl FnOnce(&Text) -> Extent,
    ) -> Option<(Examined, &Text)> {
        let (project, buffer) = self.project(uri)?;
        let text = &buffer.text;
        let whole = text.to_string();
        let extent = extent(text);
        let examined = project.examine_buffer(&buffer.path, How::Found, whole.as_bytes(), &extent);
        Some((examined?, text))
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
            return Ok(json!(unchanged).into());
        }
        let items = self.diagnostics(uri);
        let report = lsp::FullDocumentDiagnosticReport::new(Some(result_id), items);
        Ok(json!(report).into())
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
            buffer.is_advised &= matches!(examined.fate, Fate::Failed);
        }
        found
    }

    fn push_diagnostics(&mut self) {
        for uri in std::mem::take(&mut self.to_push) {
            let found = catch_unwind(AssertUnwindSafe(|| self.diagnostics(&uri)));
            self.publish(uri, found.unwrap_or_default());
        }
        self.publish_wrong_files(&self.perhaps_corrected());
    }

    fn publish(&mut self, uri: Uri, diagnostics: Vec<lsp::Diagnostic>) {
        let params = lsp::PublishDiagnosticsParams {
            uri,
            version: None,
            diagnostics,
        };
        self.notify("textDocument/publishDiagnostics", json!(params));
    }

    /// Notes that the diagnostics of a buffer may have changed.
    fn touch(&mut self, uri: &Uri) {
        self.revision += 1;
        if let Some(buffer) = self.buffers.get_mut(uri) {
            buffer.revision = self.revision;
            if self.client.diagnostics == Diagnostics::Pushed {
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
        if self.client.diagnostics == Diagnostics::Pulled && self.client.refreshes {
            self.ask("workspace/diagnostic/refresh", Value::Null);
        }
    }

    /// Publishes the diagnostics of configuration files: of those read since the last time, and of the files `again`, which are read
    /// again for this.
    fn publish_wrong_files(&mut self, again: &[PathBuf]) {
        let problems = self.folders.problems(again);
        for path in again {
            if !problems.contains_key(path) && self.config_diagnostics.remove(path).is_some() {
                self.publish(Uri(uri::uri(path)), Vec::new());
            }
        }
        for (path, problem) in problems {
            let text = Text::new(&problem.text);
            let uri = Uri(uri::uri(&path));
            let found = report::diagnostics(&problem.diagnostics, &text, &uri, &self.client);
            if self.config_diagnostics.get(&path) != Some(&found) {
                log(&format!("{}: invalid configuration", paths::shown(&path)));
                self.config_diagnostics.insert(path, found.clone());
                self.publish(uri, found);
            }
        }
    }

    /// The invalid configuration files, if the client does not report when they are corrected.
    fn perhaps_corrected(&self) -> Vec<PathBuf> {
        match self.client.watches {
            true => Vec::new(),
            false => self.config_diagnostics.keys().cloned().collect(),
        }
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
        let mut register = |method: &str, options: Option<Value>| {
            let id = format!("schemefmt/{method}");
            registrations.push(lsp::Registration::new(id, method.to_owned(), options));
        };
        if self.client.watches {
            let mut watchers = vec![json!({ "globPattern": format!("**/{WATCHED}") })];
            if self.client.watches_above {
                let above = self.folders.above();
                let above = above.iter().map(|folder| uri::uri(folder));
                watchers.extend(
                    above.map(
                        |base| json!({ "globPattern": { "baseUri": base, "pattern": WATCHED } }),
                    ),
                );
            }
            let options = json!({ "watchers": watchers });
            register("workspace/didChangeWatchedFiles", Some(options));
        }
        if self.client.registers_configuration {
            let options = json!({ "section": SECTION });
            register("workspace/didChangeConfiguration", Some(options));
        }
        if !registrations.is_empty() {
            let params = lsp::RegistrationParams { registrations };
            self.ask("client/registerCapability", json!(params));
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
        let id = self.ask("workspace/configuration", json!(params));
        self.asked = Some((id, folders));
    }

    fn take_answer(&mut self, response: Response) {
        if let Some(uri) = self.offered.remove(&response.id) {
            if let Ok(Value::Object(_)) = response.response_result {
                self.repair(&uri);
            }
            return;
        }
        let Some((_, folders)) = self.asked.take_if(|(id, _)| *id == response.id) else {
            return;
        };
        match response.response_result {
            Ok(Value::Array(answers)) => {
                let scopes = folders.iter().map(|path| Some(&**path));
                for (scope, configuration) in [None].into_iter().chain(scopes).zip(&answers) {
                    if !configuration.is_null() {
                        self.configure(scope, configuration);
                    }
                }
                self.touch_all();
            }
            Ok(_) => {}
            Err(error) => {
                let reason = error.message;
                log(&format!(
                    "the client does not tell its configuration: {reason}"
                ));
            }
        }
    }

    fn configure(&mut self, folder: Option<&Path>, configuration: &Value) {
        for message in self.folders.configure(folder, configuration) {
            self.tell(lsp::MessageType::Warning, &message);
        }
    }

    // Buffers.

    fn open(&mut self, params: lsp::DidOpenTextDocumentParams) {
        let lsp::TextDocumentItem { uri, text, .. } = params.text_document;
        let path = match uri::path(uri.as_ref()) {
            Some(path) => paths::place_of(&path),
            None => self.folders.nowhere().join(NAMELESS),
        };
        let buffer = Buffer {
            text: Text::new(&text),
            path,
            revision: 0,
            is_advised: false,
        };
        self.buffers.insert(uri.clone(), buffer);
        self.touch(&uri);
    }

    /// Applies changes in the order in which they come. Their versions are ignored, since they add nothing to that order.
    fn change(&mut self, params: Value) -> Result<(), ResponseError> {
        let uri = params.pointer("/textDocument/uri").and_then(Value::as_str);
        let uri = Uri(uri.unwrap_or_default().to_owned());
        let changes = read::<Changes>(params);
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
        for Change { range, text } in changes.content_changes {
            buffer.text.change(range, &text, self.client.encoding);
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
        if self.client.diagnostics == Diagnostics::Pushed {
            self.publish(uri, Vec::new());
        }
    }
}

impl From<Value> for Reply {
    fn from(value: Value) -> Self {
        Reply::Value(value)
    }
}

/// Parses the parameters of a message.
fn read<T: DeserializeOwned>(params: Value) -> Result<T, ResponseError> {
    serde_json::from_value(params)
        .map_err(|error| refusal(ErrorCode::InvalidParams, error.to_string()))
}
