//! The language server as a process: what comes in and goes out byte by byte.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

/// How long a test waits before it fails, rather than for ever.
const PATIENCE: Duration = Duration::from_secs(60);

struct Server {
    process: Child,
    /// The messages that it writes; it has no other output.
    messages: Receiver<Value>,
}

impl Server {
    fn new() -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_schemefmt"))
            .args(["lsp", "--stdio"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(process.stdout.take().unwrap());
        let (sender, messages) = mpsc::channel();
        thread::spawn(move || {
            while let Some(message) = read(&mut output) {
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        Server { process, messages }
    }

    fn open() -> Self {
        let mut server = Server::new();
        server.send(&json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": { "capabilities": {} } }));
        assert_eq!(server.next()["id"], 1);
        server
    }

    fn write(&mut self, bytes: &[u8]) {
        let input = self.process.stdin.as_mut().unwrap();
        input.write_all(bytes).unwrap();
        input.flush().unwrap();
    }

    fn send(&mut self, message: &Value) {
        self.send_text(&message.to_string());
    }

    fn send_text(&mut self, body: &str) {
        self.write(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    }

    fn next(&self) -> Value {
        self.messages
            .recv_timeout(PATIENCE)
            .expect("the server answers in time")
    }

    /// The status at the end, which has to come without anything more being said.
    fn end(mut self) -> i32 {
        // What is read to its end has no more to say.
        loop {
            match self.messages.recv_timeout(PATIENCE) {
                Ok(_) => {}
                Err(mpsc::RecvTimeoutError::Disconnected) => break,
                Err(mpsc::RecvTimeoutError::Timeout) => panic!("the server does not end"),
            }
        }
        self.process.wait().unwrap().code().unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The next message; none at the end. Anything else on the stream is a fault.
fn read(output: &mut BufReader<ChildStdout>) -> Option<Value> {
    let mut header = String::new();
    output.read_line(&mut header).unwrap();
    if header.is_empty() {
        return None;
    }
    let length = header.strip_prefix("Content-Length: ").expect("a header");
    let mut blank = String::new();
    output.read_line(&mut blank).unwrap();
    assert_eq!(blank, "\r\n");
    let mut body = vec![0; length.trim().parse().unwrap()];
    output.read_exact(&mut body).unwrap();
    Some(serde_json::from_slice(&body).unwrap())
}

#[test]
fn session_shuts_down_cleanly() {
    let mut server = Server::open();
    let document = json!({ "uri": "file:///nowhere/a.scm", "languageId": "scheme", "version": 1, "text": "(f  x)\n" });
    server.send(&json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": { "textDocument": document } }));
    let options = json!({ "tabSize": 8, "insertSpaces": false });
    server.send(&json!({
        "jsonrpc": "2.0",
        "id": "a",
        "method": "textDocument/formatting",
        "params": { "textDocument": document, "options": options },
    }));
    let answer = server.next();
    assert_eq!(
        (&answer["id"], &answer["result"][0]["newText"]),
        (&json!("a"), &json!(""))
    );
    server.send(&json!({ "jsonrpc": "2.0", "id": 2, "method": "shutdown" }));
    server.send(&json!({ "jsonrpc": "2.0", "method": "exit" }));
    assert_eq!(server.end(), 0);
}

#[test]
fn malformed_messages_are_answered() {
    let mut server = Server::open();
    for (body, code, id) in [
        ("{x}", -32700, json!(null)),
        ("", -32700, json!(null)),
        ("[]", -32600, json!(null)),
        ("17", -32600, json!(null)),
        ("{}", -32600, json!(null)),
        (r#"{"id": 7.5, "method": "shutdown"}"#, -32600, json!(7.5)),
        (
            r#"{"id": 99999999999, "method": "shutdown"}"#,
            -32600,
            json!(99_999_999_999_u64),
        ),
        (r#"{"id": 8, "method": 1}"#, -32600, json!(8)),
    ] {
        server.send_text(body);
        let answer = server.next();
        assert_eq!(
            (&answer["error"]["code"], &answer["id"]),
            (&json!(code), &id),
            "{body}"
        );
    }
    let deep = "[".repeat(100_000);
    server.send_text(&deep);
    assert_eq!(server.next()["error"]["code"], -32700);
    server.send(&json!({ "jsonrpc": "2.0", "id": 2, "method": "shutdown" }));
    assert_eq!(server.next()["result"], Value::Null);
}

#[test]
fn garbage_ends_the_server() {
    for bytes in [
        &b"\r\n\r\n"[..],
        b"hello\r\n",
        b"Content-Length: x\r\n\r\n",
        b"Content-Length: -1\r\n\r\n{}",
        b"Content-Length: 99999999999999\r\n\r\n{}",
        b"\xFF\xFE\r\n",
        &[b'a'; 10_000],
    ] {
        let mut server = Server::open();
        server.write(bytes);
        assert_eq!(
            server.end(),
            2,
            "{:?}",
            String::from_utf8_lossy(&bytes[..bytes.len().min(40)])
        );
    }
}

#[test]
fn disconnected_client_ends_the_server() {
    for bytes in [&b""[..], b"Content-Length: 100\r\n\r\n{", b"Content-"] {
        let mut server = Server::open();
        server.write(bytes);
        drop(server.process.stdin.take());
        assert_eq!(server.end(), 1);
    }
    let mut server = Server::open();
    server.send(&json!({ "jsonrpc": "2.0", "method": "exit" }));
    assert_eq!(server.end(), 1);
}

/// There may be an edit for every few bytes of a text. As values they would take 600 bytes for each of its bytes.
#[cfg(target_os = "linux")]
#[test]
fn an_answer_of_many_edits_takes_little_memory() {
    let mut server = Server::open();
    let text = "(define  (f  x  y)  (g  x  y  a  b  c  d))\n".repeat(10_000);
    let document =
        json!({ "uri": "untitled:a", "languageId": "scheme", "version": 1, "text": text });
    server.send(&json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": { "textDocument": document } }));
    server.send(&json!({
        "jsonrpc": "2.0",
        "id": 2,
        "method": "textDocument/formatting",
        "params": { "textDocument": document, "options": { "tabSize": 2, "insertSpaces": true } },
    }));
    let edits = server.next()["result"].as_array().map(Vec::len);
    assert_eq!(edits, Some(10_000 * 10));
    let path = format!("/proc/{}/status", server.process.id());
    let status = std::fs::read_to_string(path).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes: usize = peak.unwrap().replace("kB", "").trim().parse().unwrap();
    assert!(kilobytes * 1024 < text.len() * 200, "{kilobytes} kB");
}
