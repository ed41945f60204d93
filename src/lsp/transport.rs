//! Reads messages from a stream of bytes, and writes them to one.
//!
//! The transport of `lsp-server` ends the session at the first message that is not JSON, allocates as much memory as a header claims,
//! and holds each answer as a tree of values. Here an invalid message is answered with an error. Only an invalid header ends the
//! session: it leaves unknown where the next message begins.

use std::io::{self, BufRead, Read as _, Write};
use std::thread::{self, JoinHandle};

use crossbeam_channel::{Receiver, bounded};
use lsp_server::{ErrorCode, Message, ResponseError};
use serde::Serialize;
use serde_json::{Value, json};

/// The maximal size of a message, in bytes. It may contain a whole buffer, and JSON writes some characters with six bytes.
const MAX_BYTES: usize = 1 << 28;

/// The maximal length of a line of a header, in bytes.
const MAX_OF_HEADER: u64 = 1 << 12;

/// The number of messages that are read before they are asked for.
const AHEAD: usize = 16;

/// A message that has come; or, if it is invalid, the answer to it.
pub(super) type Incoming = Result<Message, Value>;

/// Reads messages on a thread of their own until the stream ends, the last message has come, or the receiver is gone. What the thread
/// returns is an error when reading, or an invalid header.
///
/// # Errors
/// The system cannot start a thread.
pub(super) fn listen(
    mut input: impl BufRead + Send + 'static,
) -> io::Result<(Receiver<Incoming>, JoinHandle<io::Result<()>>)> {
    let (sender, receiver) = bounded(AHEAD);
    let read = move || {
        while let Some(body) = read_frame(&mut input)? {
            let message = parse(&body);
            let is_last = matches!(&message, Ok(Message::Notification(it)) if it.method == "exit");
            if sender.send(message).is_err() || is_last {
                break;
            }
        }
        Ok(())
    };
    let reader = thread::Builder::new()
        .name("reader".to_owned())
        .spawn(read)?;
    Ok((receiver, reader))
}

/// Parses the body of a message. The error is the answer to an invalid one, with the identifier of the request if it has one.
fn parse(body: &[u8]) -> Incoming {
    let answer = |id: Option<&Value>, code: ErrorCode, reason: &str| {
        let id = id.filter(|id| id.is_number() || id.is_string());
        let message = format!("invalid message: {reason}");
        json!({ "id": id, "error": refusal(code, message) })
    };
    let value: Value = serde_json::from_slice(body)
        .map_err(|error| answer(None, ErrorCode::ParseError, &error.to_string()))?;
    let id = value.get("id").cloned();
    let invalid = |reason: &str| answer(id.as_ref(), ErrorCode::InvalidRequest, reason);
    match serde_json::from_value(value) {
        // A request with an invalid identifier would pass for a notification.
        Ok(Message::Notification(_)) if id.is_some() => {
            Err(invalid("`id` is neither a string nor a 32-bit integer"))
        }
        Ok(message) => Ok(message),
        Err(error) => Err(invalid(&error.to_string())),
    }
}

/// The error that a request is answered with.
pub(super) fn refusal(code: ErrorCode, message: impl Into<String>) -> ResponseError {
    ResponseError {
        code: code as i32,
        message: message.into(),
        data: None,
    }
}

/// Writes a message.
///
/// # Errors
/// An error when writing, and a message that JSON cannot express.
pub(super) fn write(output: &mut impl Write, message: impl Serialize) -> io::Result<()> {
    #[derive(Serialize)]
    struct Envelope<T> {
        jsonrpc: &'static str,
        #[serde(flatten)]
        message: T,
    }
    let jsonrpc = "2.0";
    let body = serde_json::to_string(&Envelope { jsonrpc, message })?;
    write!(output, "Content-Length: {}\r\n\r\n{body}", body.len())?;
    output.flush()
}

/// Reads the body of the next message; none at the end of the stream.
fn read_frame(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let invalid = |message: &str| io::Error::new(io::ErrorKind::InvalidData, message);
    let mut length = None;
    loop {
        let mut line = Vec::new();
        input.take(MAX_OF_HEADER).read_until(b'\n', &mut line)?;
        if line.len() as u64 == MAX_OF_HEADER {
            return Err(invalid("a line in the header of a message is too long"));
        }
        if !line.ends_with(b"\n") {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(line.trim_ascii());
        if line.is_empty() {
            break;
        }
        let field = line.split_once(':');
        let (name, value) =
            field.ok_or_else(|| invalid("a line in the header of a message has no `:`"))?;
        if name.eq_ignore_ascii_case("Content-Length") {
            length = value.trim().parse::<usize>().ok();
        }
    }
    let length =
        length.ok_or_else(|| invalid("the header of a message has no valid Content-Length"))?;
    if length > MAX_BYTES {
        return Err(invalid("a message is too long"));
    }
    // Allocated as the bytes come in: the header may claim more.
    let mut body = Vec::new();
    input.take(length as u64).read_to_end(&mut body)?;
    Ok((body.len() == length).then_some(body))
}
