//! The conversation with a client: one message after the other, each answered from what has been said so far.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender};
use gen_lsp_types::{self as lsp, Uri};
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use schemefmt::{Edit, Options};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::actions::{self, Action};
use super::client::{Client, Diagnostics};
use super::folders::Folders;
use super::settings::SECTION;
use super::text::Text;
use super::{log, report, uri};
use crate::project::{Examined, Extent, Fate, How, paths};

/// How a conversation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The client asked for it, and then said so.
    Agreed,
    /// It did not ask before, or is gone.
    Abrupt,
}

/// Messages that are looked at before their turn.
const LOOK_AHEAD: usize = 64;

/// How long nothing has to come before diagnostics are pushed: who types is not told of every key.
const PAUSE: Duration = Duration::from_millis(100);

/// What is typed that a line is indented after.
const LINE_BREAK: &str = "\n";

/// What a buffer is called that stands for no file.
const NAMELESS: &str = "untitled.scm";

/// The files whose content says how others are formatted.
const WATCHED: &str =
    "{schemefmt.toml,.schemefmt.toml,.editorconfig,.gitignore,.schemefmtignore,*.el}";

/// A server and what it knows of its client.
pub struct Server {
    sender: Sender<Message>,
    phase: Phase,
    client: Client,
    /// Messages whose turn has not come.
    waiting: VecDeque<Message>,
    buffers: HashMap<Uri, Buffer>,
    folders: Folders,
    /// The last request for the client's configuration that it has not answered, and the folders that it is about. What else is
    /// asked of a client has no answer that matters.
    asked: Option<(RequestId, Vec<PathBuf>)>,
    next_request: i32,
    /// How often something has changed that diagnostics follow from.
    revision: u64,
    /// Buffers of which the client is to be told.
    unsaid: HashSet<Uri>,
    /// The files that the client has been told to be wrong.
    wrong: BTreeMap<PathBuf, Vec<lsp::Diagnostic>>,
}

/// How far the conversation has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// The client has not said who it is.
    Greeting,
    /// It has.
    Open,
    /// It has asked for the end.
    Closing,
}

/// A text that the client has open.
struct Buffer {
    text: Text,
    /// The file that it stands for, or would be if it were one.
    path: PathBuf,
    /// The revision at which its diagnostics may have changed last.
    revision: u64,
}

/// Why there is no answer to a request.
struct Refusal {
    code: ErrorCode,
    message: String,
    data: Option<Value>,
}

type Answer = Result<Value, Refusal>;

/// A change of a buffer. The types of the protocol would take one whose range is not right for a new text.
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

impl Server {
    /// A server whose messages go to `sender`.
    pub fn new(sender: Sender<Message>) -> Self {
        Server {
            sender,
            phase: Phase::Greeting,
            client: Client::new(&Value::Null),
            waiting: VecDeque::new(),
            buffers: HashMap::new(),
            folders: Folders::default(),
            asked: None,
            next_request: 0,
            revision: 0,
            unsaid: HashSet::new(),
            wrong: BTreeMap::new(),
        }
    }

    /// Answers messages until the client ends the conversation.
    pub fn run(mut self, receiver: &Receiver<Message>) -> End {
        while let Some(message) = self.next(receiver) {
            match message {
                Message::Notification(Notification { method, .. }) if method == "exit" => {
                    return match self.phase {
                        Phase::Closing => End::Agreed,
                        Phase::Greeting | Phase::Open => End::Abrupt,
                    };
                }
                Message::Notification(notification) => self.take(notification),
                Message::Request(request) => self.answer(request),
                Message::Response(response) => self.take_answer(response),
            }
        }
        End::Abrupt
    }

    /// The next message, with those that wait behind it looked at; none if the client is gone.
    fn next(&mut self, receiver: &Receiver<Message>) -> Option<Message> {
        if self.waiting.is_empty() {
            let message = match self.unsaid.is_empty() {
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

    // What is sent.

    fn send(&self, message: impl Into<Message>) {
        // That the client is gone is told by what it sends no more.
        let _ = self.sender.send(message.into());
    }

    fn notify(&self, method: &str, params: Value) {
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

    /// Tells the client's log.
    fn tell(&self, kind: lsp::MessageType, message: &str) {
        log(message);
        let params = lsp::LogMessageParams::new(kind, message.to_owned());
        self.notify("window/logMessage", json!(params));
    }

    // Requests.

    fn answer(&mut self, Request { id, method, params }: Request) {
        let answer = if self.is_cancelled(&id) {
            Err(Refusal::new(ErrorCode::RequestCanceled, "cancelled"))
        } else {
            let answer = catch_unwind(AssertUnwindSafe(|| self.answer_to(&method, params)));
            answer.unwrap_or_else(|_| {
                let message = format!("{method} failed; this is a bug in schemefmt");
                Err(Refusal::new(ErrorCode::InternalError, message))
            })
        };
        self.send(match answer {
            Ok(result) => Response::new_ok(id, result),
            Err(Refusal {
                code,
                message,
                data,
            }) => {
                let code = code as i32;
                let error = lsp_server::ResponseError {
                    code,
                    message,
                    data,
                };
                Response {
                    id,
                    response_result: Err(error),
                }
            }
        });
        self.tell_of_wrong_files(&self.perhaps_mended());
    }

    /// Whether the client, in what waits, takes a request back.
    fn is_cancelled(&self, id: &RequestId) -> bool {
        let taken_back = |message: &Message| match message {
            Message::Notification(Notification { method, params }) => {
                method == "$/cancelRequest"
                    && params.get("id").is_some_and(|other| {
                        serde_json::from_value::<RequestId>(other.clone()).is_ok_and(|it| it == *id)
                    })
            }
            _ => false,
        };
        self.waiting.iter().any(taken_back)
    }

    fn answer_to(&mut self, method: &str, params: Value) -> Answer {
        match (self.phase, method) {
            (Phase::Greeting, "initialize") => return Ok(self.initialize(&params)),
            (Phase::Greeting, _) => {
                let message = "the first request has to be `initialize`";
                return Err(Refusal::new(ErrorCode::ServerNotInitialized, message));
            }
            (Phase::Closing, _) => {
                let message = "there are no requests after `shutdown`";
                return Err(Refusal::new(ErrorCode::InvalidRequest, message));
            }
            (Phase::Open, _) => {}
        }
        match method {
            "initialize" => {
                let message = "`initialize` has been asked for already";
                Err(Refusal::new(ErrorCode::InvalidRequest, message))
            }
            "shutdown" => {
                self.phase = Phase::Closing;
                Ok(Value::Null)
            }
            "textDocument/formatting" => {
                let params: lsp::DocumentFormattingParams = read(params)?;
                self.format(&params.text_document.uri, |_| Extent::Whole)
            }
            "textDocument/rangeFormatting" => {
                let params: lsp::DocumentRangeFormattingParams = read(params)?;
                self.format_ranges(&params.text_document.uri, &[params.range])
            }
            "textDocument/rangesFormatting" => {
                let params: lsp::DocumentRangesFormattingParams = read(params)?;
                self.format_ranges(&params.text_document.uri, &params.ranges)
            }
            "textDocument/onTypeFormatting" => {
                let params: lsp::DocumentOnTypeFormattingParams = read(params)?;
                Ok(self.indent(&params))
            }
            "textDocument/codeAction" => {
                let params: lsp::CodeActionParams = read(params)?;
                self.offer_actions(&params)
            }
            "textDocument/diagnostic" => {
                let params: lsp::DocumentDiagnosticParams = read(params)?;
                self.pull_diagnostics(&params)
            }
            _ => {
                let message = format!("`{method}` is not supported");
                Err(Refusal::new(ErrorCode::MethodNotFound, message))
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
        json!(lsp::InitializeResult {
            capabilities: self.capabilities(),
            server_info: Some(lsp::ServerInfo {
                name: "schemefmt".to_owned(),
                version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            }),
        })
    }

    /// What the server can do for this client.
    fn capabilities(&self) -> lsp::ServerCapabilities {
        let ranges = lsp::DocumentRangeFormattingOptions {
            ranges_support: Some(true),
            ..Default::default()
        };
        lsp::ServerCapabilities {
            position_encoding: Some(self.client.encoding.kind()),
            text_document_sync: Some(
                lsp::TextDocumentSyncOptions {
                    open_close: Some(true),
                    change: Some(lsp::TextDocumentSyncKind::Incremental),
                    ..Default::default()
                }
                .into(),
            ),
            document_formatting_provider: Some(true.into()),
            document_range_formatting_provider: Some(ranges.into()),
            document_on_type_formatting_provider: Some(lsp::DocumentOnTypeFormattingOptions::new(
                LINE_BREAK.to_owned(),
                None,
            )),
            code_action_provider: Some(
                lsp::CodeActionOptions {
                    code_action_kinds: Some(vec![actions::KIND]),
                    ..Default::default()
                }
                .into(),
            ),
            diagnostic_provider: match self.client.diagnostics {
                Diagnostics::Pulled => Some(lsp::DiagnosticOptions::default().into()),
                Diagnostics::Pushed => None,
            },
            workspace: Some(lsp::WorkspaceOptions {
                workspace_folders: Some(lsp::WorkspaceFoldersServerCapabilities {
                    supported: Some(true),
                    change_notifications: Some(true.into()),
                }),
                ..Default::default()
            }),
            ..Default::default()
        }
    }

    // Formatting.

    fn format_ranges(&mut self, uri: &Uri, ranges: &[lsp::Range]) -> Answer {
        let encoding = self.client.encoding;
        self.format(uri, |text| {
            let spans = ranges.iter().map(|range| text.span(*range, encoding));
            Extent::Ranges(spans.collect())
        })
    }

    /// What formatting changes in a buffer, as edits; null where nothing changes or can be changed, of which diagnostics tell why.
    fn format(&mut self, uri: &Uri, extent: impl FnOnce(&Text) -> Extent) -> Answer {
        let encoding = self.client.encoding;
        let Some((examined, text)) = self.examine(uri, extent) else {
            return Ok(Value::Null);
        };
        let Fate::Changed(output) = examined.fate else {
            return Ok(Value::Null);
        };
        let edits = output.edits(text.as_str().as_bytes());
        let edits = edits.map_err(|bug| Refusal::new(ErrorCode::InternalError, bug.to_string()))?;
        Ok(json!(text.text_edits(edits, encoding)))
    }

    /// Indents the line that a line break has just begun. Nothing else that is typed moves anything: a closing bracket on a line of
    /// its own stays there until the text is formatted.
    fn indent(&mut self, params: &lsp::DocumentOnTypeFormattingParams) -> Value {
        if params.ch != LINE_BREAK {
            return Value::Null;
        }
        let encoding = self.client.encoding;
        let Some((options, text)) = self.options(&params.text_document.uri) else {
            return Value::Null;
        };
        let line = params.position.line as usize;
        if line >= text.line_count() {
            return Value::Null;
        }
        let line = text.line_span(line);
        let bytes = text.as_str().as_bytes();
        let Some(column) = schemefmt::indentation(bytes, line.start, &options) else {
            return Value::Null;
        };
        let content = &text.as_str()[line.clone()];
        let blanks = content.len() - content.trim_start_matches([' ', '\t']).len();
        let kept = content.len() - content.trim_start_matches(' ').len();
        let kept = kept.min(column);
        if kept == column && kept == blanks {
            return Value::Null;
        }
        let edit = Edit {
            span: line.start + kept..line.start + blanks,
            text: " ".repeat(column - kept).into_bytes(),
        };
        json!(text.text_edits(vec![edit], encoding))
    }

    /// What can be done to the list that begins its line and holds a range.
    fn offer_actions(&mut self, params: &lsp::CodeActionParams) -> Answer {
        let encoding = self.client.encoding;
        let uri = &params.text_document.uri;
        let offered = match &params.context.only {
            Some(only) => only.iter().any(actions::is_asked_for),
            None => true,
        };
        let Some((options, text)) = self.options(uri).filter(|_| offered) else {
            return Ok(json!([]));
        };
        let span = text.span(params.range, encoding);
        let actions = actions::all(text.as_str(), span, &options);
        let actions = actions
            .into_iter()
            .map(|Action { title, edits }| lsp::CodeAction {
                title: title.to_owned(),
                kind: Some(actions::KIND),
                edit: Some(lsp::WorkspaceEdit {
                    changes: Some([(uri.clone(), text.text_edits(edits, encoding))].into()),
                    ..Default::default()
                }),
                ..Default::default()
            });
        Ok(json!(actions.collect::<Vec<_>>()))
    }

    /// The options that hold for a buffer; none if they are not right, the buffer is left alone, or it is not open.
    fn options(&mut self, uri: &Uri) -> Option<(Options, &Text)> {
        let buffer = self.buffers.get(uri)?;
        let project = self.folders.project(&buffer.path);
        if !self.client.watches {
            project.forget();
        }
        let target = project.buffer(&buffer.path, How::Found)?.ok()?;
        let settings = project.settings(&target.config, &target.place);
        Some((settings.options, &buffer.text))
    }

    /// Formats a buffer with what holds for it; none if that is not right, or the buffer not open.
    fn examine(
        &mut self,
        uri: &Uri,
        extent: impl FnOnce(&Text) -> Extent,
    ) -> Option<(Examined, &Text)> {
        let buffer = self.buffers.get(uri)?;
        let project = self.folders.project(&buffer.path);
        if !self.client.watches {
            project.forget();
        }
        let text = &buffer.text;
        let bytes = text.as_str().as_bytes();
        let examined = project.examine_buffer(&buffer.path, How::Found, bytes, &extent(text));
        Some((examined?, text))
    }

    // Diagnostics.

    fn pull_diagnostics(&mut self, params: &lsp::DocumentDiagnosticParams) -> Answer {
        let uri = &params.text_document.uri;
        if self.is_asked_again(uri) {
            return Err(Refusal {
                data: Some(json!(lsp::DiagnosticServerCancellationData::new(false))),
                ..Refusal::new(ErrorCode::ServerCancelled, "asked again since")
            });
        }
        let revision = self.buffers.get(uri).map_or(0, |buffer| buffer.revision);
        let result_id = revision.to_string();
        // Who is not told of files cannot know that nothing has changed.
        if params.previous_result_id.as_ref() == Some(&result_id) && self.client.watches {
            let unchanged = lsp::UnchangedDocumentDiagnosticReport::new(result_id);
            return Ok(json!(unchanged));
        }
        let items = self.diagnostics(uri);
        Ok(json!(lsp::FullDocumentDiagnosticReport::new(
            Some(result_id),
            items
        )))
    }

    /// Whether the client, in what waits, asks again for the diagnostics of a buffer.
    fn is_asked_again(&self, uri: &Uri) -> bool {
        self.waiting.iter().any(|message| match message {
            Message::Request(Request { method, params, .. }) => {
                method == "textDocument/diagnostic"
                    && params.pointer("/textDocument/uri").and_then(Value::as_str)
                        == Some(uri.as_ref())
            }
            _ => false,
        })
    }

    fn diagnostics(&mut self, uri: &Uri) -> Vec<lsp::Diagnostic> {
        let client = self.client;
        match self.examine(uri, |_| Extent::Whole) {
            Some((examined, text)) => {
                report::diagnostics(&examined.diagnostics, text, uri, &client)
            }
            None => Vec::new(),
        }
    }

    fn push_diagnostics(&mut self) {
        for uri in std::mem::take(&mut self.unsaid) {
            let found = catch_unwind(AssertUnwindSafe(|| self.diagnostics(&uri)));
            self.publish(uri, found.unwrap_or_default());
        }
        self.tell_of_wrong_files(&self.perhaps_mended());
    }

    fn publish(&self, uri: Uri, diagnostics: Vec<lsp::Diagnostic>) {
        let params = lsp::PublishDiagnosticsParams {
            uri,
            version: None,
            diagnostics,
        };
        self.notify("textDocument/publishDiagnostics", json!(params));
    }

    /// Notes that the diagnostics of a buffer may be others now.
    fn touch(&mut self, uri: &Uri) {
        self.revision += 1;
        if let Some(buffer) = self.buffers.get_mut(uri) {
            buffer.revision = self.revision;
            if self.client.diagnostics == Diagnostics::Pushed {
                self.unsaid.insert(uri.clone());
            }
        }
    }

    /// Notes that all of them may be.
    fn touch_all(&mut self) {
        let all: Vec<Uri> = self.buffers.keys().cloned().collect();
        for uri in &all {
            self.touch(uri);
        }
        if self.client.diagnostics == Diagnostics::Pulled && self.client.refreshes {
            self.ask("workspace/diagnostic/refresh", Value::Null);
        }
    }

    /// Tells of files that say how others are formatted and are not right; of these, after they have been read again, and of
    /// all that have been read since the last time.
    fn tell_of_wrong_files(&mut self, again: &[PathBuf]) {
        let problems = self.folders.problems(again);
        for path in again {
            if !problems.contains_key(path) && self.wrong.remove(path).is_some() {
                self.publish(Uri(uri::uri(path)), Vec::new());
            }
        }
        for (path, problem) in problems {
            let text = Text::new(problem.text.to_string());
            let uri = Uri(uri::uri(&path));
            let found = report::diagnostics(&problem.diagnostics, &text, &uri, &self.client);
            if self.wrong.get(&path) != Some(&found) {
                log(&format!("{} is not right", path.display()));
                self.wrong.insert(path, found.clone());
                self.publish(uri, found);
            }
        }
    }

    /// The files that may have been mended, as far as the client does not tell.
    fn perhaps_mended(&self) -> Vec<PathBuf> {
        match self.client.watches {
            true => Vec::new(),
            false => self.wrong.keys().cloned().collect(),
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

    fn take_in(&mut self, method: &str, params: Value) -> Result<(), Refusal> {
        match method {
            "initialized" => self.introduce(),
            "textDocument/didOpen" => {
                let params: lsp::DidOpenTextDocumentParams = read(params)?;
                self.open(params.text_document.uri, params.text_document.text);
            }
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
                for path in &changed {
                    self.folders.changed(path);
                }
                self.touch_all();
                self.tell_of_wrong_files(&changed);
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
            // What nobody needs an answer to may be anything.
            _ => {}
        }
        Ok(())
    }

    /// Asks the client for what it knows and can tell from now on.
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
        let Some((_, folders)) = self.asked.take_if(|(id, _)| *id == response.id) else {
            return;
        };
        let answer = match response.response_result {
            Ok(answer) => answer,
            Err(error) => {
                log(&format!("the client refuses: {}", error.message));
                return;
            }
        };
        if let Value::Array(answers) = answer {
            let scopes = [None]
                .into_iter()
                .chain(folders.iter().map(|path| Some(&**path)));
            for (scope, configuration) in scopes.zip(&answers) {
                if !configuration.is_null() {
                    self.configure(scope, configuration);
                }
            }
            self.touch_all();
        }
    }

    fn configure(&mut self, folder: Option<&Path>, configuration: &Value) {
        for message in self.folders.configure(folder, configuration) {
            self.tell(lsp::MessageType::Warning, &message);
        }
    }

    // Buffers.

    fn open(&mut self, uri: Uri, text: String) {
        let path = match uri::path(uri.as_ref()) {
            Some(path) => paths::place_of(&path),
            None => self.folders.nowhere().join(NAMELESS),
        };
        let buffer = Buffer {
            text: Text::new(text),
            path,
            revision: 0,
        };
        self.buffers.insert(uri.clone(), buffer);
        self.touch(&uri);
    }

    /// Takes the client's changes in their order. Versions are not looked at: that order is all that counts.
    fn change(&mut self, params: Value) -> Result<(), Refusal> {
        let uri = params.pointer("/textDocument/uri").and_then(Value::as_str);
        let uri = Uri(uri.unwrap_or_default().to_owned());
        let changes = read::<Changes>(params);
        let Some(buffer) = self.buffers.get_mut(&uri) else {
            let message = format!("`{uri}` is not open");
            return Err(Refusal::new(ErrorCode::InvalidParams, message));
        };
        let changes = match changes {
            Ok(changes) => changes,
            Err(refusal) => {
                // What it holds from now on is not known.
                self.close(uri);
                return Err(refusal);
            }
        };
        let changes = changes.content_changes.into_iter();
        let changes = changes.map(|change| (change.range, change.text));
        buffer.text.change(changes, self.client.encoding);
        self.touch(&uri);
        Ok(())
    }

    fn close(&mut self, uri: Uri) {
        if self.buffers.remove(&uri).is_none() {
            return;
        }
        let paths = self.buffers.values().map(|buffer| &*buffer.path);
        self.folders.keep_others(paths);
        self.unsaid.remove(&uri);
        if self.client.diagnostics == Diagnostics::Pushed {
            self.publish(uri, Vec::new());
        }
    }
}

impl Refusal {
    fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Refusal {
            code,
            message: message.into(),
            data: None,
        }
    }
}

/// Reads what a message holds.
fn read<T: DeserializeOwned>(params: Value) -> Result<T, Refusal> {
    serde_json::from_value(params)
        .map_err(|error| Refusal::new(ErrorCode::InvalidParams, error.to_string()))
}
