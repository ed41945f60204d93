//! The conversation with a client: takes its messages one by one, and has each handled by its type.

use std::collections::VecDeque;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError};
use gen_lsp_types::{self as lsp, LspNotificationMethod, LspRequestMethod, Uri};
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response, ResponseError};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};

use super::actions;
use super::session::{Answer, LINE_BREAK, Session, read};
use super::transport::{Incoming, refusal};

/// How a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// The client requested the shutdown, and then announced its exit.
    Agreed,
    /// It did not request the shutdown, or the connection was lost.
    Abrupt,
}

/// The number of waiting messages that the server looks at in advance.
const LOOK_AHEAD: usize = 64;

/// Diagnostics are pushed after this time without messages, so that they are not computed at every key.
const PAUSE: Duration = Duration::from_millis(100);

/// The server's own formatting option for indenting lines without other changes.
const INDENT_ONLY: &str = "/options/indentOnly";

/// A server and the state of its conversation.
pub(super) struct Server<W> {
    session: Session<W>,
    phase: Phase,
    /// Messages that have been received but not handled.
    waiting: VecDeque<Incoming>,
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

/// The answer to a request, as text: there may be an edit for every few bytes of a buffer, and as values these would take hundreds of bytes
/// for each of its bytes.
#[derive(Serialize)]
struct Answered {
    id: RequestId,
    result: Box<RawValue>,
}

impl<W: Write> Server<W> {
    /// A server that writes its messages to `output`.
    pub(super) fn new(output: W) -> Self {
        Server {
            session: Session::new(output),
            phase: Phase::Greeting,
            waiting: VecDeque::new(),
        }
    }

    /// Handles messages until the client ends the session.
    pub(super) fn run(mut self, receiver: &Receiver<Incoming>) -> End {
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
                Ok(Message::Response(response)) => self.session.take_answer(response),
                Err(refusal) => self.session.out.send(refusal),
            }
        }
        End::Abrupt
    }

    /// The next message; none if the client has gone. Fills [`Server::waiting`].
    fn next(&mut self, receiver: &Receiver<Incoming>) -> Option<Incoming> {
        if self.waiting.is_empty() && self.session.is_due() {
            match receiver.recv_timeout(PAUSE) {
                Ok(message) => self.waiting.push_back(message),
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => self.session.push_diagnostics(),
            }
        }
        if self.waiting.is_empty() {
            self.waiting.push_back(receiver.recv().ok()?);
        }
        while self.waiting.len() < LOOK_AHEAD
            && let Ok(message) = receiver.try_recv()
        {
            self.waiting.push_back(message);
        }
        self.waiting.pop_front()
    }

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
            Ok(result) => self.session.out.send(Answered { id, result }),
            Err(error) => self.session.out.send(Response {
                id,
                response_result: Err(error),
            }),
        }
        self.session.publish_wrong_files(&[]);
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

    fn answer_to(&mut self, method: &str, params: Value) -> Answer<Box<RawValue>> {
        let reason = match (self.phase, method) {
            (Phase::Greeting, "initialize") => return raw(&self.initialize(&params)),
            (Phase::Greeting, _) => {
                let reason = "the first request must be `initialize`";
                return Err(refusal(ErrorCode::ServerNotInitialized, reason));
            }
            (Phase::Open, "initialize") => "the server has been initialized already",
            (Phase::Open, _) => return self.serve(method, params),
            (Phase::Closing, _) => "no request is allowed after `shutdown`",
        };
        Err(refusal(ErrorCode::InvalidRequest, reason))
    }

    /// Whether a waiting message requests the diagnostics of a buffer again.
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
        self.session
            .out
            .show_message(lsp::MessageType::Error, &format!("{method}: {problem}"));
    }

    /// The answer to a request of an open session.
    fn serve(&mut self, method: &str, params: Value) -> Answer<Box<RawValue>> {
        use LspRequestMethod as Method;
        let session = &mut self.session;
        match Method::from(method) {
            Method::Shutdown => {
                self.phase = Phase::Closing;
                raw(&())
            }
            Method::TextDocumentFormatting => on::<lsp::DocumentFormattingRequest>(params, |it| {
                session.format(&it.text_document.uri, None)
            }),
            Method::TextDocumentRangeFormatting => {
                let indents = params.pointer(INDENT_ONLY) == Some(&Value::Bool(true));
                on::<lsp::DocumentRangeFormattingRequest>(params, |it| {
                    let uri = &it.text_document.uri;
                    if indents {
                        return Ok(session.indent_lines(uri, it.range));
                    }
                    session.format(uri, Some(&[it.range]))
                })
            }
            Method::TextDocumentRangesFormatting => {
                on::<lsp::DocumentRangesFormattingRequest>(params, |it| {
                    session.format(&it.text_document.uri, Some(&it.ranges))
                })
            }
            Method::TextDocumentOnTypeFormatting => {
                on::<lsp::DocumentOnTypeFormattingRequest>(params, |it| Ok(session.indent(&it)))
            }
            Method::TextDocumentCodeAction => on::<lsp::CodeActionRequest>(params, |it| {
                let actions = session.actions(&it).into_iter();
                Ok(Some(actions.map(lsp::CodeActionResponse::from).collect()))
            }),
            Method::TextDocumentSelectionRange => {
                on::<lsp::SelectionRangeRequest>(params, |it| Ok(session.selections(&it)))
            }
            Method::TextDocumentFoldingRange => {
                on::<lsp::FoldingRangeRequest>(params, |it| Ok(session.folds(&it)))
            }
            Method::TextDocumentDocumentSymbol => {
                on::<lsp::DocumentSymbolRequest>(params, |it| Ok(session.symbols(&it)))
            }
            Method::TextDocumentDiagnostic => self.diagnose(params),
            _ => {
                let message = format!("`{method}` is not supported");
                Err(refusal(ErrorCode::MethodNotFound, message))
            }
        }
    }

    fn diagnose(&mut self, params: Value) -> Answer<Box<RawValue>> {
        on::<lsp::DocumentDiagnosticRequest>(params, |it| {
            if self.is_asked_again(&it.text_document.uri) {
                return Err(ResponseError {
                    data: Some(json!(lsp::DiagnosticServerCancellationData::new(false))),
                    ..refusal(ErrorCode::ServerCancelled, "superseded by a later request")
                });
            }
            Ok(self.session.pull_diagnostics(&it))
        })
    }

    fn initialize(&mut self, params: &Value) -> Value {
        self.phase = Phase::Open;
        self.session.begin(params);
        json!({
            "capabilities": self.capabilities(),
            "serverInfo": { "name": "schemefmt", "version": env!("CARGO_PKG_VERSION") },
        })
    }

    /// The capabilities of the server for this client.
    fn capabilities(&self) -> Value {
        let mut capabilities = json!({
            "positionEncoding": self.session.client.encoding,
            "textDocumentSync": {
                "openClose": true,
                "change": lsp::TextDocumentSyncKind::Incremental,
            },
            "documentFormattingProvider": true,
            "documentRangeFormattingProvider": { "rangesSupport": true },
            "documentOnTypeFormattingProvider": { "firstTriggerCharacter": LINE_BREAK },
            "selectionRangeProvider": true,
            "foldingRangeProvider": true,
            "documentSymbolProvider": true,
            "codeActionProvider": { "codeActionKinds": actions::kinds() },
            "workspace": {
                "workspaceFolders": { "supported": true, "changeNotifications": true },
            },
        });
        if self.session.client.pulls {
            capabilities["diagnosticProvider"] =
                json!({ "interFileDependencies": false, "workspaceDiagnostics": false });
        }
        capabilities
    }

    fn take_in(&mut self, method: &str, params: Value) -> Result<(), ResponseError> {
        use LspNotificationMethod as Method;
        let session = &mut self.session;
        match Method::from(method) {
            Method::Initialized => session.introduce(),
            Method::TextDocumentDidOpen => session.open(read(params)?),
            Method::TextDocumentDidChange => session.change(params)?,
            Method::TextDocumentDidClose => {
                let params: lsp::DidCloseTextDocumentParams = read(params)?;
                session.close(params.text_document.uri);
            }
            Method::WorkspaceDidChangeWatchedFiles => session.files_changed(&read(params)?),
            Method::WorkspaceDidChangeWorkspaceFolders => session.folders_changed(&read(params)?),
            Method::WorkspaceDidChangeConfiguration => session.configuration_changed(&params),
            // The protocol requires unknown notifications to be ignored.
            _ => {}
        }
        Ok(())
    }
}

/// Handles a request of one type.
fn on<R: lsp::Request>(
    params: Value,
    handle: impl FnOnce(R::Params) -> Answer<R::Result>,
) -> Answer<Box<RawValue>> {
    raw(&handle(read(params)?)?)
}

fn raw(result: &impl Serialize) -> Answer<Box<RawValue>> {
    to_raw_value(result).map_err(|error| refusal(ErrorCode::InternalError, error.to_string()))
}
