//! Reads messages from a stream of bytes, and writes them to one.
//!
//! The transport of `lsp-server` closes the connection at the first message that is not JSON, and allocates as much memory as a header
//! claims. Here such a message is answered with an error. Only an invalid header closes the connection: it leaves unknown where
//! the next message begins.

use std::io::{self, BufRead, Read as _, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crossbeam_channel::{Receiver, Sender, bounded};
use lsp_server::{ErrorCode, Message};
use serde_json::{Value, json};

/// The maximal size of a message, in bytes. It may contain a whole buffer, and JSON writes some characters with six bytes.
const MOST_BYTES: usize = 1 << 28;

/// The maximal length of a line of a header, in bytes.
const MOST_OF_HEADER: u64 = 1 << 12;

/// The capacity of the queue of messages in each direction.
const WAITING: usize = 16;

/// A connection to a client.
pub struct Connection {
    /// Messages to the client, as JSON.
    pub sender: Sender<String>,
    /// Messages from it.
    pub receiver: Receiver<Message>,
}

/// The threads that read and write the messages of a connection.
pub struct Carriers {
    writer: thread::JoinHandle<io::Result<()>>,
    reader: thread::JoinHandle<io::Result<()>>,
}

impl Carriers {
    /// Waits until everything has been read and written. Both ends of the session have to have finished: the client has sent its last
    /// message, and the sender of the [`Connection`] has been dropped.
    ///
    /// # Errors
    /// An error when reading or writing, and an invalid header.
    pub fn finish(self) -> io::Result<()> {
        let ended = |thread: thread::JoinHandle<io::Result<()>>| {
            let broken = |_| Err(io::Error::other("the transport broke down"));
            thread.join().unwrap_or_else(broken)
        };
        ended(self.reader).and(ended(self.writer))
    }
}

/// Opens a connection over two streams.
///
/// # Errors
/// The system cannot start a thread.
pub fn connect(
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
) -> io::Result<(Connection, Carriers)> {
    let output = Arc::new(Mutex::new(output));
    let (sender, outgoing) = bounded(WAITING);
    let (incoming, receiver) = bounded(WAITING);
    let writer = thread::Builder::new().name("writer".to_owned()).spawn({
        let output = Arc::clone(&output);
        move || write_all(&outgoing, &output)
    })?;
    let reader = thread::Builder::new()
        .name("reader".to_owned())
        .spawn(move || read_all(input, &incoming, &output))?;
    Ok((Connection { sender, receiver }, Carriers { writer, reader }))
}

fn write_all(messages: &Receiver<String>, output: &Mutex<impl Write>) -> io::Result<()> {
    for message in messages {
        let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
        write_frame(&mut *output, &message)?;
    }
    Ok(())
}

/// Reads messages until the stream ends, the last message has come, or the receiver is gone. Answers invalid messages itself.
fn read_all(
    mut input: impl BufRead,
    messages: &Sender<Message>,
    output: &Mutex<impl Write>,
) -> io::Result<()> {
    while let Some(body) = read_frame(&mut input)? {
        match message(&body) {
            Ok(message) => {
                let is_last = matches!(&message, Message::Notification(it) if it.method == "exit");
                if messages.send(message).is_err() || is_last {
                    return Ok(());
                }
            }
            Err(refusal) => {
                let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
                write_frame(&mut *output, &refusal.to_string())?;
            }
        }
    }
    Ok(())
}

/// Parses the body of a message. The error is the answer to an invalid one, with the identifier of the request if it has one.
fn message(body: &[u8]) -> Result<Message, Value> {
    let refusal = |code: ErrorCode, id: Option<&Value>, reason: &str| {
        json!({
            "jsonrpc": "2.0",
            "id": id.filter(|id| id.is_number() || id.is_string()),
            "error": { "code": code as i32, "message": format!("invalid message: {reason}") },
        })
    };
    let value: Value = serde_json::from_slice(body)
        .map_err(|error| refusal(ErrorCode::ParseError, None, &error.to_string()))?;
    let id = value.get("id").cloned();
    let refusal = |reason: &str| refusal(ErrorCode::InvalidRequest, id.as_ref(), reason);
    match serde_json::from_value(value) {
        // A request with an invalid identifier would pass for a notification.
        Ok(Message::Notification(_)) if id.is_some() => {
            Err(refusal("`id` is neither a string nor a 32-bit integer"))
        }
        Ok(message) => Ok(message),
        Err(error) => Err(refusal(&error.to_string())),
    }
}

fn write_frame(output: &mut impl Write, body: &str) -> io::Result<()> {
    write!(output, "Content-Length: {}\r\n\r\n{body}", body.len())?;
    output.flush()
}

/// Reads the body of the next message; none at the end of the stream.
fn read_frame(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let invalid = |message: &str| io::Error::new(io::ErrorKind::InvalidData, message);
    let mut length = None;
    loop {
        let mut line = Vec::new();
        input.take(MOST_OF_HEADER).read_until(b'\n', &mut line)?;
        if !line.ends_with(b"\n") {
            return match line.len() as u64 {
                MOST_OF_HEADER.. => Err(invalid("a line in the header of a message is too long")),
                _ => Ok(None),
            };
        }
        let line = line.trim_ascii();
        if line.is_empty() {
            break;
        }
        let field = std::str::from_utf8(line)
            .ok()
            .and_then(|line| line.split_once(':'));
        let (name, value) =
            field.ok_or_else(|| invalid("a line in the header of a message has no `:`"))?;
        if name.eq_ignore_ascii_case("Content-Length") {
            length = value.trim().parse::<usize>().ok();
        }
    }
    let length =
        length.ok_or_else(|| invalid("the header of a message has no valid Content-Length"))?;
    if length > MOST_BYTES {
        return Err(invalid("a message is too long"));
    }
    // Allocated as the bytes come in: the header may claim more.
    let mut body = Vec::new();
    input.take(length as u64).read_to_end(&mut body)?;
    match body.len() == length {
        true => Ok(Some(body)),
        false => Ok(None),
    }
}
