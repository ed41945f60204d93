//! Messages to the client.

use std::io::Write;
use std::path::PathBuf;

use gen_lsp_types::{self as lsp, Uri};
use lsp_server::{Notification, ReqQueue, RequestId};
use serde::Serialize;

use super::{log, transport};

/// Sends messages to the client, and remembers the requests that it has not answered.
pub(super) struct Outbox<W> {
    output: W,
    asked: ReqQueue<(), Option<Purpose>>,
}

/// What the answer to a request to the client is for.
pub(super) enum Purpose {
    /// To configure all folders, and each of these.
    Configure(Vec<PathBuf>),
    /// To repair this buffer, if the user agrees.
    Repair(Uri),
}

impl<W: Write> Outbox<W> {
    /// Writes messages to `output`.
    pub(super) fn new(output: W) -> Self {
        Outbox {
            output,
            asked: ReqQueue::default(),
        }
    }

    /// Sends a message.
    pub(super) fn send(&mut self, message: impl Serialize) {
        if let Err(error) = transport::write(&mut self.output, message) {
            log(&format!("cannot write a message: {error}"));
        }
    }

    /// Sends a notification.
    pub(super) fn notify(&mut self, method: &str, params: impl Serialize) {
        self.send(Notification::new(method.to_owned(), params));
    }

    /// Sends a request. Without a purpose, its answer is ignored.
    pub(super) fn ask(&mut self, method: &str, params: impl Serialize, purpose: Option<Purpose>) {
        let outgoing = &mut self.asked.outgoing;
        let request = outgoing.register(method.to_owned(), params, purpose);
        self.send(request);
    }

    /// Writes to the client's log, and to the server's own.
    pub(super) fn show_message(&mut self, kind: lsp::MessageType, message: &str) {
        log(message);
        let params = lsp::LogMessageParams::new(kind, message.to_owned());
        self.notify("window/logMessage", params);
    }

    /// The purpose of the request that was answered; none if it had none, or if there was no such request.
    pub(super) fn purpose(&mut self, answered: RequestId) -> Option<Purpose> {
        self.asked.outgoing.complete(answered).flatten()
    }
}
