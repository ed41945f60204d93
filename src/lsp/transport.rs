//! Messages in and out of streams of bytes.
//!
//! `lsp-server` has a transport of its own, which ends the connection at the first message that is no JSON, and takes as much
//! memory as a header says. Here such a message is answered with an error, and only a header that cannot be read ends the
//! connection: where the next message begins is not known then.

use std::io::{self, BufRead, Read as _, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crossbeam_channel::{Receiver, Sender, bounded};
use lsp_server::{Connection, ErrorCode, Message};
use serde_json::{Value, json};

/// Bytes that a message may have. A buffer comes in one, and JSON writes some characters with six bytes.
const MOST_BYTES: usize = 1 << 28;

/// Bytes that a line of a header may have.
const MOST_OF_HEADER: u64 = 1 << 12;

/// Messages that wait on either side before the one that writes them has to wait itself.
const WAITING: usize = 16;

/// What carries the messages of a connection.
pub struct Carriers {
    writer: thread::JoinHandle<io::Result<()>>,
    reader: thread::JoinHandle<io::Result<()>>,
}

impl Carriers {
    /// Waits until everything has been read and written, once the client has ended the conversation and nobody says more.
    ///
    /// # Errors
    /// What hinders reading and writing, and a header that cannot be read.
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
/// A system that has no threads to give.
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

fn write_all(messages: &Receiver<Message>, output: &Mutex<impl Write>) -> io::Result<()> {
    for message in messages {
        let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
        message.write(&mut *output)?;
    }
    Ok(())
}

/// Reads messages until the stream ends, the last one has come, or nobody takes them any more. What is none is answered here.
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
                write_frame(&mut *output, &refusal)?;
            }
        }
    }
    Ok(())
}

/// The message in a body; an error is the answer to what is none, addressed to whoever can be told to have sent it.
fn message(body: &[u8]) -> Result<Message, Value> {
    let refusal = |code: ErrorCode, id: Option<&Value>, reason: &str| {
        json!({
            "jsonrpc": "2.0",
            "id": id.filter(|id| id.is_number() || id.is_string()),
            "error": { "code": code as i32, "message": format!("this is no message: {reason}") },
        })
    };
    let value: Value = serde_json::from_slice(body)
        .map_err(|error| refusal(ErrorCode::ParseError, None, &error.to_string()))?;
    let id = value.get("id").cloned();
    let refusal = |reason: &str| refusal(ErrorCode::InvalidRequest, id.as_ref(), reason);
    match serde_json::from_value(value) {
        // A request with an identifier that is none would pass for a notification.
        Ok(Message::Notification(_)) if id.is_some() => Err(refusal("its `id` is none")),
        Ok(message) => Ok(message),
        Err(error) => Err(refusal(&error.to_string())),
    }
}

fn write_frame(output: &mut impl Write, message: &Value) -> io::Result<()> {
    let body = message.to_string();
    write!(output, "Content-Length: {}\r\n\r\n{body}", body.len())?;
    output.flush()
}

/// The body of the next message; none at the end of the stream.
fn read_frame(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let invalid = |message: &str| io::Error::new(io::ErrorKind::InvalidData, message);
    let mut length = None;
    loop {
        let mut line = Vec::new();
        input.take(MOST_OF_HEADER).read_until(b'\n', &mut line)?;
        if !line.ends_with(b"\n") {
            return match line.len() as u64 {
                MOST_OF_HEADER.. => Err(invalid("a line of a message's header is too long")),
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
        let (name, value) = field.ok_or_else(|| invalid("a message's header has no `:`"))?;
        if name.eq_ignore_ascii_case("Content-Length") {
            length = value.trim().parse::<usize>().ok();
        }
    }
    let length = length.ok_or_else(|| invalid("a message's header does not say its length"))?;
    if length > MOST_BYTES {
        return Err(invalid("a message is too long"));
    }
    // As the bytes come, not as many as the header says.
    let mut body = Vec::new();
    input.take(length as u64).read_to_end(&mut body)?;
    match body.len() == length {
        true => Ok(Some(body)),
        false => Ok(None),
    }
}
