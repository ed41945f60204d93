//! Conversations with the server in memory.

use std::collections::VecDeque;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, unbounded};
use lsp_server::{Message, Notification, Request, Response};
use schemefmt::internals::dialects::foreign;
use serde_json::{Value, json};

use super::server::{End, Server};
use super::text::{ColumnUnit, Text};
use super::transport::Incoming;
use super::uri;

/// How long a test waits for an answer before it fails, rather than for ever.
const PATIENCE: Duration = Duration::from_secs(60);

/// The client's side of a conversation.
struct Client {
    sender: Sender<Incoming>,
    receiver: Receiver<Message>,
    server: JoinHandle<End>,
    /// What has come and has not been asked for.
    come: VecDeque<Message>,
    next: i32,
    folder: tempfile::TempDir,
    /// What the server announced.
    capabilities: Value,
}

/// Where the server writes its messages: each ends with a flush.
struct Output {
    written: Vec<u8>,
    messages: Sender<Message>,
}

impl io::Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.written.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        let written = String::from_utf8(std::mem::take(&mut self.written)).unwrap();
        let (header, body) = written.split_once("\r\n\r\n").unwrap();
        assert_eq!(header, format!("Content-Length: {}", body.len()));
        let value: Value = serde_json::from_str(body).unwrap();
        assert_eq!(value["jsonrpc"], "2.0", "{body}");
        let message = serde_json::from_value(value).unwrap();
        // A client that has gone reads nothing.
        let _ = self.messages.send(message);
        Ok(())
    }
}

/// A server, and the messages that it writes.
fn server() -> (Server<Output>, Receiver<Message>) {
    let (messages, receiver) = unbounded();
    let output = Output {
        written: Vec::new(),
        messages,
    };
    (Server::new(output), receiver)
}

impl Client {
    /// A client with these capabilities, whose only folder is a new one.
    fn new(capabilities: Value) -> Self {
        Client::with(json!({ "capabilities": capabilities }))
    }

    fn with(mut params: Value) -> Self {
        let mut client = Client::silent();
        if params.get("workspaceFolders").is_none() {
            params["workspaceFolders"] = json!([{ "uri": client.uri(""), "name": "it" }]);
        }
        let answer = client.ask("initialize", params).unwrap();
        client.capabilities = answer["capabilities"].clone();
        client.say("initialized", json!({}));
        client
    }

    /// A client before its first message.
    fn silent() -> Self {
        let (sender, incoming) = unbounded();
        let (server, receiver) = server();
        let server = thread::spawn(move || server.run(&incoming));
        Client {
            sender,
            receiver,
            server,
            come: VecDeque::new(),
            next: 1000,
            folder: tempfile::tempdir().unwrap(),
            capabilities: Value::Null,
        }
    }

    /// The URI of a file in its folder.
    fn uri(&self, name: &str) -> String {
        uri::uri(&self.folder.path().canonicalize().unwrap().join(name))
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    fn send(&self, message: impl Into<Message>) {
        self.sender.send(Ok(message.into())).unwrap();
    }

    fn say(&self, method: &str, params: Value) {
        self.send(Notification::new(method.to_owned(), params));
    }

    /// Sends a request and gives its number.
    fn request(&mut self, method: &str, params: Value) -> i32 {
        self.next += 1;
        self.send(Request::new(self.next.into(), method.to_owned(), params));
        self.next
    }

    fn next_message(&self) -> Message {
        let message = self.receiver.recv_timeout(PATIENCE);
        message.expect("the server says something in time")
    }

    /// The answer to a request; what else comes before is kept.
    fn answer(&mut self, id: i32) -> Result<Value, i32> {
        loop {
            match self.next_message() {
                Message::Response(Response {
                    id: it,
                    response_result,
                }) if it == id.into() => {
                    return response_result.map_err(|error| error.code);
                }
                other => self.come.push_back(other),
            }
        }
    }

    fn ask(&mut self, method: &str, params: Value) -> Result<Value, i32> {
        let id = self.request(method, params);
        self.answer(id)
    }

    /// Whether a notification or a request of this name has come before the last answer.
    fn has_come(&self, method: &str) -> bool {
        self.come.iter().any(|message| is_called(message, method))
    }

    /// The next notification or request of the server of this name.
    fn await_message(&mut self, method: &str) -> Value {
        let is_it = |message: &Message| is_called(message, method);
        let index = match self.come.iter().position(is_it) {
            Some(index) => index,
            None => loop {
                let message = self.next_message();
                self.come.push_back(message);
                if self.come.back().is_some_and(is_it) {
                    break self.come.len() - 1;
                }
            },
        };
        match self.come.remove(index).unwrap() {
            Message::Notification(it) => it.params,
            Message::Request(it) => json!({ "id": it.id, "params": it.params }),
            Message::Response(_) => unreachable!(),
        }
    }

    /// The diagnostics that are pushed next for a file.
    fn pushed(&mut self, uri: &str) -> Vec<Value> {
        loop {
            let params = self.await_message("textDocument/publishDiagnostics");
            if params["uri"] == uri {
                return params["diagnostics"].as_array().unwrap().clone();
            }
        }
    }

    fn open(&self, uri: &str, text: &str) {
        self.open_as("scheme", uri, text);
    }

    fn open_as(&self, language: &str, uri: &str, text: &str) {
        let item = json!({ "uri": uri, "languageId": language, "version": 1, "text": text });
        self.say("textDocument/didOpen", json!({ "textDocument": item }));
    }

    fn close(&self, uri: &str) {
        self.say("textDocument/didClose", of_document(uri));
    }

    /// Sets the settings of the client.
    fn configure(&self, settings: Value) {
        let params = json!({ "settings": settings });
        self.say("workspace/didChangeConfiguration", params);
    }

    /// Tells that a watched file in its folder has changed.
    fn tell_change(&self, name: &str) {
        let changes = json!([{ "uri": self.uri(name), "type": 2 }]);
        let params = json!({ "changes": changes });
        self.say("workspace/didChangeWatchedFiles", params);
    }

    fn change(&self, uri: &str, changes: Value) {
        let document = json!({ "uri": uri, "version": 2 });
        let params = json!({ "textDocument": document, "contentChanges": changes });
        self.say("textDocument/didChange", params);
    }

    /// The diagnostics of a file, which a client asks for if it can.
    fn report(&mut self, uri: &str) -> Value {
        self.ask("textDocument/diagnostic", of_document(uri))
            .unwrap()
    }

    /// What is offered at a position of a text, which is open: actions, each with the text after it.
    fn actions(
        &mut self,
        uri: &str,
        text: &str,
        (line, character): (u32, u32),
        context: Value,
    ) -> Vec<(Value, String)> {
        let at = json!({ "line": line, "character": character });
        let mut params = of_document(uri);
        params["range"] = json!({ "start": at, "end": at });
        params["context"] = context;
        let Value::Array(actions) = self.ask("textDocument/codeAction", params).unwrap() else {
            panic!("actions are in a list");
        };
        let encoding = self.encoding();
        let actions = actions.into_iter().map(|action| {
            let after = applied(text, &action["edit"]["changes"][uri], encoding);
            (action, after)
        });
        actions.collect()
    }

    /// The next message that is shown to the user.
    fn shown(&mut self) -> String {
        let shown = self.await_message("window/showMessage");
        shown["message"].as_str().unwrap().to_owned()
    }

    /// What a method of formatting gives for a file.
    fn edits(&mut self, method: &str, uri: &str, mut params: Value) -> Value {
        params["textDocument"] = json!({ "uri": uri });
        params["options"] = json!({ "tabSize": 2, "insertSpaces": true });
        self.ask(&format!("textDocument/{method}"), params).unwrap()
    }

    fn formatting(&mut self, uri: &str) -> Value {
        self.edits("formatting", uri, json!({}))
    }

    /// Opens a text and gives it back as the server would have it.
    fn formatted(&mut self, uri: &str, text: &str) -> String {
        let encoding = self.encoding();
        self.open(uri, text);
        applied(text, &self.formatting(uri), encoding)
    }

    fn encoding(&self) -> ColumnUnit {
        match self.capabilities["positionEncoding"].as_str().unwrap() {
            "utf-8" => ColumnUnit::Utf8,
            "utf-16" => ColumnUnit::Utf16,
            _ => ColumnUnit::Utf32,
        }
    }

    /// Ends the conversation as it is agreed.
    fn leave(mut self) {
        assert_eq!(self.ask("shutdown", Value::Null), Ok(Value::Null));
        self.say("exit", Value::Null);
        assert_eq!(self.server.join().unwrap(), End::Agreed);
    }
}

/// The parameters that say which document is meant.
fn of_document(uri: &str) -> Value {
    json!({ "textDocument": { "uri": uri } })
}

/// Whether a message is a notification or a request of this name.
fn is_called(message: &Message, method: &str) -> bool {
    match message {
        Message::Notification(it) => it.method == method,
        Message::Request(it) => it.method == method,
        Message::Response(_) => false,
    }
}

/// A text with edits of the protocol in it. Their positions are found by counting, without the server's own tables.
fn applied(text: &str, edits: &Value, encoding: ColumnUnit) -> String {
    let Some(edits) = edits.as_array() else {
        assert!(edits.is_null());
        return text.to_owned();
    };
    let lines = lines_of(text);
    let mut places: Vec<(usize, usize, &str)> = edits
        .iter()
        .map(|edit| {
            let offset_at = |at: &str| {
                let number = |name| edit["range"][at][name].as_u64().unwrap() as u32;
                let position = (number("line"), number("character"));
                let (offset, is_there) = offset(text, &lines, position, encoding);
                assert!(is_there, "there is no {position:?}");
                offset
            };
            (
                offset_at("start"),
                offset_at("end"),
                edit["newText"].as_str().unwrap(),
            )
        })
        .collect();
    places.sort_by_key(|(start, ..)| *start);
    let mut output = String::new();
    let mut written = 0;
    assert!(
        places.windows(2).all(|pair| pair[0].0 < pair[1].0),
        "two edits at one position"
    );
    for (start, end, new) in places {
        assert!(start >= written, "edits overlap");
        output.push_str(&text[written..start]);
        output.push_str(new);
        written = end;
    }
    output + &text[written..]
}

/// The lines of a text without their ends, by the protocol's rules.
fn lines_of(text: &str) -> Vec<Range<usize>> {
    let mut lines = vec![];
    let mut start = 0;
    while let Some(length) = text[start..].find(['\n', '\r']) {
        let end = start + length;
        lines.push(start..end);
        let is_pair = text[end..].starts_with("\r\n");
        start = end + 1 + usize::from(is_pair);
    }
    lines.push(start..text.len());
    lines
}

/// The offset of a position as the protocol has it, and whether the text has such a position.
fn offset(
    text: &str,
    lines: &[Range<usize>],
    (line, column): (u32, u32),
    encoding: ColumnUnit,
) -> (usize, bool) {
    let Some(line) = lines.get(line as usize) else {
        return (text.len(), false);
    };
    let mut units = 0;
    for (at, c) in text[line.clone()].char_indices() {
        let after = units
            + match encoding {
                ColumnUnit::Utf8 => c.len_utf8(),
                ColumnUnit::Utf16 => c.len_utf16(),
                ColumnUnit::Utf32 => 1,
            } as u32;
        if after > column {
            return (line.start + at, units == column);
        }
        units = after;
    }
    (line.end, units == column)
}

const MESSY: &str = "(define  (λ x)\r\n(\"😀\"   x))\r\n(f   \"😀\"  )";
const TIDY: &str = "(define (λ x)\r\n  (\"😀\" x))\r\n(f \"😀\")\r\n";

#[test]
fn a_buffer_is_formatted_in_every_encoding() {
    for encodings in [
        json!(["utf-8"]),
        json!(["utf-32", "utf-8"]),
        json!(["x", "utf-16"]),
        json!(null),
    ] {
        let general = json!({ "positionEncodings": encodings });
        let mut client = Client::new(json!({ "general": general }));
        let expected = match encodings[0].as_str() {
            Some("x") | None => "utf-16",
            Some(first) => first,
        };
        assert_eq!(client.capabilities["positionEncoding"], expected);
        let uri = client.uri("a b/λ.scm");
        assert_eq!(client.formatted(&uri, MESSY), TIDY);
        assert_eq!(client.formatted(&uri, TIDY), TIDY);
        assert_eq!(client.formatting(&uri), Value::Null);
        client.leave();
    }
}

#[test]
fn the_edits_are_small() {
    let mut client = Client::new(json!({}));
    let uri = client.uri("a.scm");
    client.open(&uri, "(f a)\n(f  #T)\n");
    let edits = client.formatting(&uri);
    let edit = |from: usize, to: usize, text: &str| {
        json!({
            "range": {
                "start": { "line": 1, "character": from },
                "end": { "line": 1, "character": to },
            },
            "newText": text,
        })
    };
    assert_eq!(edits, json!([edit(3, 4, ""), edit(5, 6, "t")]));
    // What ends the comment for this client is a part of it.
    for text in ["(a)\n; c\r", "(a)\n; c\r\r", "(a)\n; c \r", "(a\n; c\r)"] {
        let formatted = schemefmt::format(text.as_bytes(), &schemefmt::Options::default());
        let expected = formatted.map_or(text.into(), |formatted| formatted.output);
        assert_eq!(
            client.formatted(&uri, text).as_bytes(),
            expected,
            "{text:?}"
        );
    }
}

#[test]
fn unreadable_forms_keep_no_others_from_being_formatted() {
    let mut client = Client::new(json!({}));
    let uri = client.uri("a.scm");
    let text = "(a  b)\n\n(c  (d\n\n(e  f)\n";
    assert_eq!(client.formatted(&uri, text), "(a b)\n\n(c  (d\n\n(e f)\n");
    let library = "(library (a)\n  (b   c)\n\n  (d  (e\n\n  (f   g))\n";
    assert_eq!(
        client.formatted(&uri, library),
        "(library (a)\n  (b c)\n\n  (d  (e\n\n  (f g))\n"
    );
    // Unless the client is not tolerant.
    for (tolerant, expected) in [(false, text), (true, "(a b)\n\n(c  (d\n\n(e f)\n")] {
        client.configure(json!({ "tolerant": tolerant }));
        assert_eq!(client.formatted(&uri, text), expected);
    }
    client.leave();
}

#[test]
fn conflicts_are_told_and_nothing_is_formatted() {
    let mut client = Client::new(json!({ "textDocument": { "diagnostic": {} } }));
    let uri = client.uri("a.scm");
    let text = "(a  b)\n<<<<<<< HEAD\n(c  (d)\n=======\n(c\nd))\n>>>>>>> it's\n(e  f)\n";
    client.open(&uri, text);
    assert_eq!(client.formatting(&uri), Value::Null);
    let whole = json!({ "range": lines(0, 8) });
    assert_eq!(client.edits("rangeFormatting", &uri, whole), Value::Null);
    for line in 1..7 {
        let range = json!({ "range": lines(line, line + 1) });
        assert_eq!(client.edits("rangeFormatting", &uri, range), Value::Null);
        assert_eq!(indented(&mut client, &uri, text, [line, line + 1]), text);
        assert_eq!(offered(&mut client, &uri, text, line), []);
    }
    let report = client.report(&uri);
    assert_eq!(report["items"][0]["code"], "merge-conflict");
    assert_eq!(report["items"][0]["range"]["start"]["line"], 1);
    assert_eq!(report["items"][1], Value::Null);
    client.leave();
}

/// Neither the blanks in a raw string nor its brackets belong to the program around it.
#[test]
fn raw_strings_stay() {
    let mut client = Client::new(json!({ "textDocument": { "diagnostic": {} } }));
    let uri = client.uri("a.scm");
    let text =
        "(define  (f)\n(g  #\"\"a  (\n  b ;\"\"\n#\"-\" )  \"x\"-\"))\n(h  #\"\"one; two\"\")\n";
    let expected = "(define (f)\n  (g #\"\"a  (\n  b ;\"\"\n     #\"-\" )  \"x\"-\"))\n(h #\"\"one; two\"\")\n";
    assert_eq!(client.formatted(&uri, text), expected);
    let range = json!({ "range": lines(0, 5) });
    let edits = client.edits("rangeFormatting", &uri, range);
    assert_eq!(applied(text, &edits, client.encoding()), expected);
    let moved = text.replace("(g", "  (g").replace("#\"-", "     #\"-");
    assert_eq!(indented(&mut client, &uri, text, [0, 5]), moved);
    for line in 0..5 {
        let actions = offered(&mut client, &uri, text, line);
        assert!(actions.iter().all(|it| it.1 == "refactor.rewrite"));
        assert!(actions.iter().all(|it| it.3.contains("a  (\n  b ;\"\"")));
    }
    let report = client.report(&uri);
    assert_eq!(report["items"], json!([]));
    for (text, expected) in [
        ("(g #\"\"a\n¦", None),
        ("(g #\"\"a\n¦)\"\")", None),
        ("(g x #\"\"a (\"\"\n¦", Some("(g x #\"\"a (\"\"\n   ")),
    ] {
        let found = after_enter(&mut client, text);
        assert_eq!(found.as_deref(), expected, "{text}");
    }
    client.leave();
}

/// What public reports of formatters found: the text is formatted at once, and a second time not at all.
#[test]
fn what_is_often_misread_is_formatted_once() {
    let mut client = Client::new(json!({ "textDocument": { "diagnostic": {} } }));
    for (name, settings, text, expected, codes) in [
        (
            "comments.scm",
            json!({}),
            "#|A|# #|B|#\n(define   x 1)\n",
            "#|A|# #|B|#\n(define x 1)\n",
            json!([]),
        ),
        (
            "encoding.scm",
            json!({}),
            ";; © encoding: the following\n(f   x)\n",
            ";; © encoding: the following\n(f x)\n",
            json!([]),
        ),
        (
            "numbers.scm",
            json!({ "lineBreaks": "keep" }),
            "(define a  '( 1.0\n             -0.45\n              0.63\n             -0.17))\n",
            "(define a '( 1.0\n            -0.45\n             0.63\n            -0.17))\n",
            json!([]),
        ),
        (
            "keyword.rkt",
            json!({}),
            "#lang racket\n(f #:a(b))\n",
            "#lang racket\n(f #:a (b))\n",
            json!([]),
        ),
        (
            "language.rkt",
            json!({}),
            "#lang unknown/x\n(f @name   x . < . y)\n",
            "#lang unknown/x\n(f @name x . < . y)\n",
            json!([]),
        ),
        (
            "escapes.scm",
            json!({ "dialect": "r7rs" }),
            "(f   #\\qqq \"\\q\")\n",
            "(f #\\qqq \"\\q\")\n",
            json!(["character-name", "string-escape"]),
        ),
    ] {
        let uri = client.uri(name);
        client.configure(settings);
        assert_eq!(client.formatted(&uri, text), expected);
        client.change(&uri, json!([{ "text": expected }]));
        assert_eq!(client.formatting(&uri), Value::Null, "{name}");
        let report = client.report(&uri);
        let items = report["items"].as_array().unwrap().iter();
        let found: Value = items.map(|item| item["code"].clone()).collect();
        assert_eq!(found, codes, "{name}");
    }
    client.leave();
}

/// The range from the start of a line to that of another.
fn lines(from: u32, to: u32) -> Value {
    json!({ "start": { "line": from, "character": 0 }, "end": { "line": to, "character": 0 } })
}

/// An open text after the lines of a range were indented.
fn indented(client: &mut Client, uri: &str, text: &str, [from, to]: [u32; 2]) -> String {
    let mut params = of_document(uri);
    params["range"] = lines(from, to);
    params["options"] = json!({ "tabSize": 2, "insertSpaces": true, "indentOnly": true });
    let edits = client.ask("textDocument/rangeFormatting", params).unwrap();
    applied(text, &edits, client.encoding())
}

#[test]
fn ranges_are_formatted() {
    let mut client = Client::new(json!({}));
    let uri = client.uri("a.scm");
    let text = "(a  b)\n(c  d)\n(e  f)\n";
    client.open(&uri, text);
    let line = |line: u32| lines(line, line + 1);
    let encoding = client.encoding();
    let one = client.edits("rangeFormatting", &uri, json!({ "range": line(1) }));
    assert_eq!(applied(text, &one, encoding), "(a  b)\n(c d)\n(e  f)\n");
    let two = client.edits(
        "rangesFormatting",
        &uri,
        json!({ "ranges": [line(2), line(0)] }),
    );
    assert_eq!(applied(text, &two, encoding), "(a b)\n(c  d)\n(e f)\n");
    let none = client.edits("rangesFormatting", &uri, json!({ "ranges": [] }));
    assert_eq!(none, Value::Null);
}

/// A text after Enter has been pressed at its mark, and the cursor put where the server wants it; none if it is left to the client. What
/// stands before the mark on its line may be what the client has indented by itself.
fn after_enter(client: &mut Client, text: &str) -> Option<String> {
    let uri = client.uri("a.scm");
    let encoding = client.encoding();
    let (before, after) = text.split_once('¦').unwrap();
    let whole = [before, after].concat();
    client.open(&uri, &whole);
    let at = Text::new(&whole, encoding).position(before.len());
    let edits = client.edits(
        "onTypeFormatting",
        &uri,
        json!({ "position": at, "ch": "\n" }),
    );
    edits.is_array().then(|| applied(&whole, &edits, encoding))
}

#[test]
fn the_code_in_a_document_is_formatted() {
    let mut client = Client::new(json!({}));
    let uri = client.uri("a.md");
    let text = "\u{FEFF}(f  😀)\r\n\r\n```scheme\r\n(a)\r\n(f  x\r\ny)\r\n```\r\n";
    client.open(&uri, text);
    let edit = |line: usize, characters: [usize; 2], text: &str| {
        let [start, end] = characters.map(|at| json!({ "line": line, "character": at }));
        json!({ "range": { "start": start, "end": end }, "newText": text })
    };
    let edits = json!([edit(4, [3, 4], ""), edit(5, [0, 0], "   ")]);
    assert_eq!(client.formatting(&uri), edits);
    let actions = client.actions(&uri, text, (5, 0), json!({ "diagnostics": [] }));
    assert_eq!(actions, []);
    let typed = json!({ "position": { "line": 5, "character": 0 }, "ch": "\n" });
    assert_eq!(client.edits("onTypeFormatting", &uri, typed), Value::Null);
}

#[test]
fn a_new_line_is_indented() {
    let mut client = Client::new(json!({}));
    let provider = &client.capabilities["documentOnTypeFormattingProvider"];
    assert_eq!(provider, &json!({ "firstTriggerCharacter": "\n" }));
    for (text, expected) in [
        ("(define (f x)\n¦", Some("(define (f x)\n  ")),
        ("(define (f x)\n¦)", Some("(define (f x)\n  )")),
        (
            "(define (λ \"😀\"\r\n\t ¦)\r\n(g)",
            Some("(define (λ \"😀\"\r\n           )\r\n(g)"),
        ),
        ("(f a\n     ¦b)\n", Some("(f a\n   b)\n")),
        ("(f a\n   ¦b)\n", Some("(f a\n   b)\n")),
        ("(f)\n¦", Some("(f)\n")),
        ("(f)\n  ¦", Some("(f)\n")),
        ("(f \"a\n ¦", None),
        ("(f a\n  \t\n¦", Some("(f a\n\n   ")),
        (
            "(a (b\n\n(define (f)\n¦\n(define",
            Some("(a (b\n\n(define (f)\n  \n(define"),
        ),
    ] {
        assert_eq!(
            after_enter(&mut client, text).as_deref(),
            expected,
            "{text}"
        );
    }
    let uri = client.uri("b.scm");
    client.open(&uri, "(f x\n)");
    let typed = json!({ "position": { "line": 1, "character": 1 }, "ch": ")" });
    assert_eq!(client.edits("onTypeFormatting", &uri, typed), Value::Null);
    let nowhere = json!({ "position": { "line": 4_000_000_000_u32, "character": 1 }, "ch": "\n" });
    assert_eq!(client.edits("onTypeFormatting", &uri, nowhere), Value::Null);
    client.write("schemefmt.toml", "[forms]\nmine = 1\n");
    client.write(".schemefmtignore", "c.scm\n");
    assert_eq!(
        after_enter(&mut client, "(mine 1\n¦").as_deref(),
        Some("(mine 1\n  ")
    );
    client.write("schemefmt.toml", "indentation = \"tabs\"\n");
    for (text, expected) in [
        ("(list-copy a\n¦b)", Some("(list-copy a\n\t   b)")),
        ("(list-copy a\n\t ¦b)", Some("(list-copy a\n\t   b)")),
        ("(list-copy a\n        ¦b)", Some("(list-copy a\n\t   b)")),
        ("(list-copy a\n\t   ¦b)", Some("(list-copy a\n\t   b)")),
    ] {
        assert_eq!(
            after_enter(&mut client, text).as_deref(),
            expected,
            "{text}"
        );
    }
    // The lines of the whole text show columns.
    client.write("schemefmt.toml", "line-breaks = \"keep\"\n");
    let whens = "\n(when a\n   (b))".repeat(3);
    assert_eq!(
        after_enter(&mut client, &format!("(when a\n¦(b)){whens}")),
        Some(format!("(when a\n   (b)){whens}"))
    );
    let uri = client.uri("c.scm");
    client.open(&uri, "(f\n");
    let typed = json!({ "position": { "line": 1, "character": 0 }, "ch": "\n" });
    assert_eq!(client.edits("onTypeFormatting", &uri, typed), Value::Null);
}

/// Whoever types a program and never a blank at the start of a line gets it as the formatter writes it.
#[test]
fn program_is_indented_while_typed() {
    let mut client = Client::new(json!({}));
    for program in [
        include_str!("../../testdata/typed/r7rs.scm"),
        include_str!("../../testdata/typed/guile.scm"),
        include_str!("../../testdata/typed/gauche.scm"),
        include_str!("../../testdata/typed/racket.rkt"),
    ] {
        let mut typed = String::from("¦");
        for line in program.lines() {
            let so_far = typed.replace('¦', line.trim_start()) + "\n¦";
            let indented = after_enter(&mut client, &so_far);
            typed = indented.unwrap_or_else(|| so_far.replace('¦', "")) + "¦";
        }
        assert_eq!(typed.trim_end_matches('¦'), program);
    }
}

#[test]
fn the_other_forms_of_an_unreadable_text_have_actions() {
    let mut client = Client::new(json!({}));
    let uri = client.uri("a.scm");
    let text = "(define (f)\n  (g)\n\n(define (h x)\n  (list  x))\n";
    let titles = |client: &mut Client, line: u32| {
        let offered = offered(client, &uri, text, line);
        offered
            .into_iter()
            .filter(|it| it.1 == "refactor.rewrite")
            .map(|it| it.0)
            .collect::<Vec<_>>()
    };
    let of_form = ["Format this form", "Skip this form when formatting"];
    assert_eq!(titles(&mut client, 4), of_form);
    assert_eq!(titles(&mut client, 1), [] as [&str; 0]);
}

/// A request whose parameters and result are those of the protocol.
fn typed<R: gen_lsp_types::Request>(client: &mut Client, params: Value) -> R::Result {
    let params: R::Params = serde_json::from_value(params).unwrap();
    let answer = client.ask(R::METHOD.as_str(), json!(params)).unwrap();
    serde_json::from_value(answer).unwrap()
}

#[test]
fn the_structure_of_a_text_is_shown() {
    use gen_lsp_types as lsp;
    let mut client = Client::new(json!({}));
    for provider in ["selectionRange", "foldingRange", "documentSymbol"] {
        assert_eq!(client.capabilities[format!("{provider}Provider")], true);
    }
    let uri = client.uri("a.sld");
    let text = "\u{FEFF}; of\n; it\n(define-library (a)\n  (begin\n    (define (f 😀 x)\n      x)))\n(define (g\n";
    client.open(&uri, text);
    let document = json!({ "uri": uri });
    let range = |from: (u32, u32), to: (u32, u32)| {
        let position = |(line, character)| lsp::Position { line, character };
        lsp::Range::new(position(from), position(to))
    };

    let params = json!({ "textDocument": document, "positions": [{ "line": 4, "character": 17 }] });
    let found = typed::<lsp::SelectionRangeRequest>(&mut client, params).unwrap();
    let mut ranges = Vec::new();
    let mut next = Some(&found[0]);
    while let Some(it) = next {
        ranges.push(it.range);
        next = it.parent.as_deref();
    }
    let expected = [
        range((4, 15), (4, 17)),
        range((4, 13), (4, 19)),
        range((4, 12), (4, 20)),
        range((4, 5), (5, 7)),
        range((4, 4), (5, 8)),
    ];
    assert_eq!(ranges[..5], expected);
    assert_eq!(ranges.last(), Some(&range((2, 0), (5, 10))));

    let params = json!({ "textDocument": document });
    let found = typed::<lsp::FoldingRangeRequest>(&mut client, params.clone()).unwrap();
    let lines = found
        .iter()
        .map(|it| (it.start_line, it.end_line, it.kind.is_some()));
    let expected = [(0, 1, true), (2, 5, false), (3, 5, false), (4, 5, false)];
    assert_eq!(lines.collect::<Vec<_>>(), expected);

    let found = typed::<lsp::DocumentSymbolRequest>(&mut client, params).unwrap();
    let lsp::DocumentSymbolResponse::DocumentSymbolList(symbols) = found else {
        panic!("{found:?}");
    };
    let names: Vec<&str> = symbols.iter().map(|it| &*it.name).collect();
    assert_eq!(names, ["(a)", "g"]);
    let inner = &symbols[0].children.as_ref().unwrap()[0];
    assert_eq!((&*inner.name, inner.kind), ("f", lsp::SymbolKind::Function));
    assert_eq!(inner.range, range((4, 4), (5, 8)));
    assert_eq!(inner.selection_range, range((4, 13), (4, 14)));
}

#[test]
fn forms_are_formatted_or_skipped_by_actions() {
    let mut client = Client::new(json!({}));
    let uri = client.uri("a.scm");
    let text = "(a  b)\r\n(let ((x  1))\r\n  (f  a\r\n b))\r\n";
    client.open(&uri, text);
    let mut actions = |line: u32, character: u32, context: Value| {
        let actions = client.actions(&uri, text, (line, character), context);
        let actions = actions.into_iter();
        let titled = actions.map(|(action, after)| (action["title"].clone(), after));
        titled.collect::<Vec<_>>()
    };
    let all = json!({ "diagnostics": [] });
    let expected = [
        (
            "Format this form",
            "(a  b)\r\n(let ((x  1))\r\n  (f a b))\r\n",
        ),
        (
            "Format this form, keeping its lines",
            "(a  b)\r\n(let ((x  1))\r\n  (f a\r\n     b))\r\n",
        ),
        (
            "Skip this form when formatting",
            "(a  b)\r\n(let ((x  1))\r\n  ; schemefmt: skip\r\n  (f  a\r\n b))\r\n",
        ),
    ];
    let expected = expected.map(|(title, text)| (json!(title), text.to_owned()));
    assert_eq!(actions(2, 5, all.clone()), expected);
    assert_eq!(actions(0, 0, all.clone()).len(), 2);
    assert_eq!(
        actions(0, 0, all.clone())[0].1,
        text.replacen("a  b", "a b", 1)
    );
    assert_eq!(actions(9, 9, all), []);
    for (only, count) in [
        ("refactor", 3),
        ("refactor.rewrite", 3),
        ("refactor.rewrite.x", 0),
        ("ref", 0),
        ("quickfix", 0),
        ("source", 0),
    ] {
        assert_eq!(
            actions(2, 5, json!({ "diagnostics": [], "only": [only] })).len(),
            count,
            "{only}"
        );
    }
}

/// A text in which it is certain what is missing, what it is in full, and one in which there are two ways.
const CERTAIN: &str =
    "(define (f λ)\n  (let ((y (g λ)))\n    (h y λ))\n\n(define (g x)\n  (car (cdr x)))\n";
const REPAIRED: &str =
    "(define (f λ)\n  (let ((y (g λ)))\n    (h y λ)))\n\n(define (g x)\n  (car (cdr x)))\n";
const DOUBTFUL: &str =
    "(define (f x y)\n  (list (g x (y z) (g y)))\n\n(define (g x)\n  (car (cdr x)))\n";

/// What is offered at the start of a line: title, kind, whether it is preferred, and the text after it.
fn offered(
    client: &mut Client,
    uri: &str,
    text: &str,
    line: u32,
) -> Vec<(String, String, bool, String)> {
    client.open(uri, text);
    let actions = client.actions(uri, text, (line, 0), json!({ "diagnostics": [] }));
    let offered = actions.into_iter().map(|(action, after)| {
        let word = |name: &str| action[name].as_str().unwrap().to_owned();
        let is_preferred = action["isPreferred"] == true;
        (word("title"), word("kind"), is_preferred, after)
    });
    offered.collect()
}

#[test]
fn imports_are_sorted_by_an_action() {
    let mut client = Client::new(json!({}));
    let uri = client.uri("a.scm");
    let text = "(define-library (λ)\n  (import (b) (a))\n  (export  d c)\n  (begin (f  x)))\n";
    let all = offered(&mut client, &uri, text, 0);
    let sorted = all.iter().find(|it| it.1 == "source.organizeImports");
    let (title, _, _, after) = sorted.expect("it is offered");
    assert_eq!(title, "Sort Imports");
    assert_eq!(*after, text.replace("(b) (a)", "(a) (b)"));
    let none = offered(&mut client, &uri, after, 0);
    assert!(none.iter().all(|it| it.1 != "source.organizeImports"));
    // Readers that take a bar otherwise do not matter where the language is known.
    let racket = client.uri("a.rkt");
    let text = "#lang racket\n(require b a)\n(f '|x\\|)\n";
    let all = offered(&mut client, &racket, text, 1);
    let sorted = all.iter().find(|it| it.1 == "source.organizeImports");
    let expected = text.replace("b a", "a b");
    assert_eq!(sorted.map(|it| &*it.3), Some(&*expected));
}

#[test]
fn brackets_are_repaired_by_actions() {
    let mut client = Client::new(json!({}));
    let uri = client.uri("a.scm");
    let [fix, all] = &offered(&mut client, &uri, CERTAIN, 2)[..] else {
        panic!("one fix, and one for the whole text");
    };
    assert_eq!(
        (&*fix.0, &*fix.1, fix.2),
        ("Insert `)` at 3:13", "quickfix", true)
    );
    assert_eq!(
        (&*all.0, &*all.1, all.2),
        ("Repair Brackets", "source.repair", false)
    );
    assert_eq!((&*fix.3, &*all.3), (REPAIRED, REPAIRED));
    let message = &client.pushed(&uri)[0]["message"];
    let note = "a `)` is probably missing here\na quick fix is available";
    assert_eq!(message, note);
    // So are quotation marks.
    let text = "(define (f)\n  (display \"\"Cannot open\")\n  (newline))\n\n(define (g)\n  (display \"b\"))\n";
    let [fix, ..] = &offered(&mut client, &uri, text, 1)[..] else {
        panic!("one fix");
    };
    assert_eq!((&*fix.0, fix.2), ("Remove `\"` at 2:12", true));
    assert_eq!(fix.3, text.replace("\"\"Cannot", "\"Cannot"));
    // Brackets that are missing at one position are one error.
    let text = "(define (f x)\n  (g (h x)\n\n(define b 1)\n";
    let [fix, _] = &offered(&mut client, &uri, text, 1)[..] else {
        panic!("one fix, and one for the whole text");
    };
    assert_eq!(fix.0, "Insert `))` at 2:11");
    assert_eq!(client.pushed(&uri).len(), 1);
    // A form that can be read has its own actions, and the others are reported.
    let kinds = offered(&mut client, &uri, CERTAIN, 5)
        .into_iter()
        .map(|it| it.1);
    assert_eq!(
        kinds.collect::<Vec<_>>(),
        ["refactor.rewrite", "source.repair"]
    );
    let ways = offered(&mut client, &uri, DOUBTFUL, 1);
    assert!(ways.len() > 1, "{ways:?}");
    for (title, kind, is_preferred, after) in ways {
        assert_eq!((&*kind, is_preferred), ("quickfix", false));
        assert!(title.contains(" at 2:"), "{title}");
        assert!(schemefmt::format(after.as_bytes(), &schemefmt::Options::default()).is_ok());
    }
}

#[test]
fn typographic_quotation_marks_are_replaced_by_actions() {
    let mut client = Client::new(json!({}));
    let uri = client.uri("a.scm");
    for (item, expected) in [
        ("“λ x”", &["\"λ x\""][..]),
        ("„λ“", &["\"λ\""]),
        ("‘(1 2)", &["'(1 2)", "`(1 2)"]),
        ("’a)\n(f", &["'a)\n(f"]),
        // Where it ends, or what it is, is in doubt.
        ("“a (f “b”", &[]),
        ("“a \"b\"”", &[]),
        ("‘a’", &[]),
        ("a “b”", &[]),
    ] {
        let text = format!("(f\n{item} 1)\n");
        let all = offered(&mut client, &uri, &text, 1);
        let fixes = all.iter().filter(|it| it.0.starts_with("Replace"));
        let after: Vec<&str> = fixes.map(|it| &*it.3).collect();
        let expected = expected.iter().map(|new| text.replace(item, new));
        assert_eq!(after, expected.collect::<Vec<_>>(), "{text}");
    }
    let all = offered(&mut client, &uri, "(f\n“a”)\n", 1);
    let fix = all.iter().find(|it| it.1 == "quickfix").expect("one fix");
    assert_eq!(fix.0, "Replace `“` by `\"`");
}

#[test]
fn unreadable_text_is_explained_once() {
    let mut client = Client::new(json!({}));
    let uri = client.uri("a.scm");
    for (text, shown) in [
        (
            CERTAIN,
            "a.scm:3:13 cannot be formatted: a `)` is probably missing here. A quick fix is available",
        ),
        (
            DOUBTFUL,
            "a.scm:2:27 cannot be formatted: a `)` is perhaps missing here. Quick fixes there offer candidates",
        ),
        (
            "(f \"a",
            "a.scm:1:4 cannot be formatted: unterminated string",
        ),
    ] {
        client.open(&uri, text);
        assert_eq!(client.formatting(&uri), Value::Null);
        let message = client.await_message("window/showMessage");
        assert_eq!(message, json!({ "type": 2, "message": shown }));
        // A key more, and it is saved again.
        client.change(&uri, json!([{ "text": format!("{text} ") }]));
        client.formatting(&uri);
        client.pushed(&uri);
        assert!(!client.has_come("window/showMessage"));
        // When it can be read in between, the next fault is reported.
        client.change(&uri, json!([{ "text": "" }]));
        client.pushed(&uri);
    }
}

#[test]
fn capable_clients_are_offered_the_repair() {
    let mut client = Client::new(json!({ "experimental": { "messageOffers": true } }));
    let uri = client.uri("a.scm");
    for (chosen, is_repaired) in [
        (json!({ "title": "Repair Brackets" }), true),
        (Value::Null, false),
    ] {
        client.open(&uri, CERTAIN);
        client.formatting(&uri);
        let offer = client.await_message("window/showMessageRequest");
        assert_eq!(
            offer["params"]["actions"],
            json!([{ "title": "Repair Brackets" }])
        );
        let id: lsp_server::RequestId = serde_json::from_value(offer["id"].clone()).unwrap();
        client.send(Response::new_ok(id, chosen));
        client.formatting(&uri);
        assert_eq!(client.has_come("workspace/applyEdit"), is_repaired);
        if is_repaired {
            let asked = client.await_message("workspace/applyEdit");
            let edits = &asked["params"]["edit"]["changes"][&uri];
            assert_eq!(applied(CERTAIN, edits, ColumnUnit::Utf16), REPAIRED);
        }
    }
    // Where nothing is certain, there is nothing to choose.
    client.open(&uri, DOUBTFUL);
    client.formatting(&uri);
    client.await_message("window/showMessage");
}

#[test]
fn unreadable_text_is_reported_and_kept() {
    let mut client = Client::new(json!({ "textDocument": { "diagnostic": {} } }));
    let uri = client.uri("a.scm");
    client.open(&uri, "(f\n  \"λ\" (g x)\n");
    assert_eq!(client.formatting(&uri), Value::Null);
    let report = client.report(&uri);
    assert_eq!(report["kind"], "full");
    assert_eq!(report["items"].as_array().unwrap().len(), 1);
    let item = &report["items"][0];
    assert_eq!(
        (&item["severity"], &item["source"]),
        (&json!(1), &json!("schemefmt"))
    );
    assert_eq!(item["code"], "unclosed-list");
    client.change(&uri, json!([{ "text": "(f x)\n" }]));
    let report = client.report(&uri);
    assert_eq!(report["items"], json!([]));
    assert!(!client.has_come("textDocument/publishDiagnostics"));
}

#[test]
fn diagnostics_are_pushed_to_older_clients() {
    let mut client = Client::new(json!({}));
    assert_eq!(client.capabilities["diagnosticProvider"], Value::Null);
    let uri = client.uri("a.scm");
    client.open(&uri, "(f");
    assert_eq!(client.pushed(&uri)[0]["code"], "unclosed-list");
    let end = json!({ "line": 0, "character": 2 });
    client.change(
        &uri,
        json!([{ "range": { "start": end, "end": end }, "text": ")" }]),
    );
    assert_eq!(client.pushed(&uri), [] as [Value; 0]);
    client.change(&uri, json!([{ "text": ")" }]));
    assert_eq!(client.pushed(&uri).len(), 1);
    client.close(&uri);
    assert_eq!(client.pushed(&uri), [] as [Value; 0]);
}

#[test]
fn a_buffer_without_a_file_is_formatted() {
    let mut client = Client::new(json!({}));
    client.write("schemefmt.toml", "line-width = 8\n");
    let formatted = client.formatted("untitled:Untitled-1", "(f a b c)");
    assert_eq!(formatted, "(f a b\n   c)\n");
}

#[test]
fn skipped_files_are_not_formatted() {
    let mut client = Client::new(json!({}));
    client.write(".schemefmtignore", "b.scm\n");
    client.write("schemefmt.toml", "exclude = [\"c.scm\"]\n");
    let text = "(f   x)";
    for (name, is_formatted) in [("a.scm", true), ("b.scm", false), ("c.scm", false)] {
        let uri = client.uri(name);
        let formatted = client.formatted(&uri, text);
        assert_eq!(formatted != text, is_formatted, "{name}");
    }
    let uri = client.uri("queries/highlights.scm");
    let query = "(comment)   @comment\n";
    assert_eq!(client.formatted(&uri, query), query);
}

#[test]
fn invalid_configuration_is_reported_once_and_the_last_one_stays() {
    for watches in [true, false] {
        let watched = json!({ "dynamicRegistration": watches });
        let mut client = Client::new(json!({ "workspace": { "didChangeWatchedFiles": watched } }));
        let (toml, uri) = (client.uri("schemefmt.toml"), client.uri("a.scm"));
        let write = |client: &Client, text: &str| {
            client.write("schemefmt.toml", text);
            if watches {
                client.tell_change("schemefmt.toml");
            }
        };
        write(&client, "line-width = 8\n");
        let narrow = "(f a b\n   c)\n";
        assert_eq!(client.formatted(&uri, "(f a b c)"), narrow);
        write(&client, "line-width = 8\nline-width = 80\n");
        assert_eq!(client.formatted(&uri, "(f a b c)"), narrow);
        let wrong = client.pushed(&toml);
        assert_eq!(
            (wrong.len(), &wrong[0]["range"]["start"]["line"]),
            (1, &json!(1))
        );
        assert_eq!(client.formatted(&uri, "(f a b c)"), narrow);
        let shown = client.shown();
        assert!(
            shown.starts_with("schemefmt.toml:2:1: ")
                && shown.ends_with("; the settings from before stay in effect"),
            "{shown}"
        );
        assert!(!client.has_come("window/showMessage"), "it is shown once");
        write(&client, "line-width = 80\n");
        assert_eq!(client.formatted(&uri, "(f a b c)"), "(f a b c)\n");
        assert_eq!(client.pushed(&toml), [] as [Value; 0]);
        // Where another version is required, this one does not go on.
        write(&client, "required-version = \"=9.9.9\"\n");
        client.open(&uri, "(f a b c)");
        assert_eq!(client.formatting(&uri), Value::Null);
        client.leave();
    }
}

#[test]
fn a_configuration_that_is_wrong_from_the_start_is_reported() {
    let mut client = Client::new(json!({}));
    let uri = client.uri("a.scm");
    assert_eq!(client.formatted(&uri, "(f  x)"), "(f x)\n");
    client.write("schemefmt.toml", "line-widht = 60\n");
    assert_eq!(
        client.formatted(&uri, "(f  x)"),
        "(f x)\n",
        "the defaults stay"
    );
    let shown = client.shown();
    assert!(
        shown.starts_with("schemefmt.toml:1:1: ") && shown.contains("`line-widht`"),
        "{shown}"
    );
    assert!(
        shown.ends_with("; the settings from before stay in effect"),
        "{shown}"
    );
    client.write("sub/schemefmt.toml", "line-widht = 60\n");
    let uri = client.uri("sub/a.scm");
    assert_eq!(client.formatted(&uri, "(f  x)"), "(f  x)");
    let shown = client.shown();
    assert!(
        shown.ends_with("; nothing is formatted until it is fixed"),
        "{shown}"
    );
}

#[test]
fn other_languages_are_not_formatted() {
    let mut client = Client::new(json!({}));
    let python = "def f(x):\n    return  1\n";
    let open = |client: &mut Client, uri: &str, language: &str, text: &str| {
        client.open_as(language, uri, text);
        client.formatting(uri)
    };
    let file = client.uri("b.py");
    let nowhere = "untitled:Untitled-1";
    for uri in [&*file, nowhere] {
        assert_eq!(open(&mut client, uri, "python", python), Value::Null);
        assert_eq!(open(&mut client, uri, "plaintext", python), Value::Null);
        assert_ne!(
            open(&mut client, uri, "python", "(f  x)\n"),
            Value::Null,
            "it may be Scheme"
        );
        assert_ne!(
            open(&mut client, uri, "scheme", "f  x\n"),
            Value::Null,
            "the client knows"
        );
        assert_ne!(open(&mut client, uri, "racket", "f  x\n"), Value::Null);
    }
    let scheme = client.uri("b.scm");
    assert_ne!(
        open(&mut client, &scheme, "lisp", "(f  x)\n"),
        Value::Null,
        "the name decides"
    );
    // The client only knows the name.
    let mut client = Client::new(json!({}));
    let salt = client.uri("top.sls");
    let yaml = "base:\n  '*':\n    - nginx\n";
    assert_eq!(open(&mut client, &salt, "scheme", yaml), Value::Null);
    let said = client.await_message("window/logMessage")["message"].clone();
    assert_eq!(
        said,
        "top.sls is left alone: not Scheme, judging by its name and first lines"
    );
    assert_eq!(client.formatting(&salt), Value::Null);
}

#[test]
fn the_lines_of_a_range_are_indented_and_nothing_else() {
    let mut client = Client::new(json!({}));
    let uri = client.uri("a.scm");
    let text = "(define (f x)\n(g  x\n😀\n#T))\n(h\n1)\n";
    client.open(&uri, text);
    let whole = "(define (f x)\n  (g  x\n     😀\n     #T))\n(h\n 1)\n";
    assert_eq!(indented(&mut client, &uri, text, [0, 6]), whole);
    let part = "(define (f x)\n  (g  x\n     😀\n#T))\n(h\n1)\n";
    assert_eq!(indented(&mut client, &uri, text, [0, 3]), part);
}

#[test]
fn changed_files_are_reloaded() {
    let mut client = Client::new(json!({
        "textDocument": { "diagnostic": {} },
        "workspace": {
            "didChangeWatchedFiles": { "dynamicRegistration": true, "relativePatternSupport": true },
            "diagnostics": { "refreshSupport": true },
        },
    }));
    let registered = client.await_message("client/registerCapability");
    let registered = &registered["params"]["registrations"][0];
    assert_eq!(registered["method"], "workspace/didChangeWatchedFiles");
    let watchers = registered["registerOptions"]["watchers"]
        .as_array()
        .unwrap();
    for name in [
        "schemefmt.toml",
        ".schemefmt.toml",
        ".editorconfig",
        ".gitignore",
        ".schemefmtignore",
        "*.el",
    ] {
        let below = watchers[0]["globPattern"].as_str().unwrap();
        assert!(below.starts_with("**/") && below.contains(name));
    }
    // Those of the folders above, the root among them, are watched one by one.
    let root = json!({ "baseUri": "file:///", "pattern": watchers[1]["globPattern"]["pattern"] });
    assert_eq!(watchers[1]["globPattern"], root);
    let uri = client.uri("sub/a.scm");
    let text = "(mine a\n  b)\n";
    client.open(&uri, text);
    let locals = "((scheme-mode (eval . (put 'mine 'scheme-indent-function 1))))\n";
    for (name, content, expected) in [
        ("a", "", "(mine a b)\n"),
        (
            "schemefmt.toml",
            "line-breaks = \"keep\"\n",
            "(mine a\n      b)\n",
        ),
        (".dir-locals.el", locals, text),
        ("sub/schemefmt.toml", "", "(mine a b)\n"),
        (".editorconfig", "[*]\nmax_line_length = 8\n", text),
        (
            "sub/.editorconfig",
            "[*]\nmax_line_length = 80\n",
            "(mine a b)\n",
        ),
        ("sub/.schemefmtignore", "a.scm\n", text),
        ("sub/.schemefmtignore", "b.scm\n", "(mine a b)\n"),
        (".git/HEAD", "", "(mine a b)\n"),
        (".gitignore", "sub/\n", text),
    ] {
        client.write(name, content);
        client.tell_change(name);
        client.await_message("workspace/diagnostic/refresh");
        let edits = client.formatting(&uri);
        assert_eq!(applied(text, &edits, ColumnUnit::Utf16), expected, "{name}");
    }
}

#[test]
fn unchanged_diagnostics_are_not_resent() {
    let watched = json!({ "dynamicRegistration": true });
    let mut client = Client::new(json!({
        "textDocument": { "diagnostic": {} },
        "workspace": { "didChangeWatchedFiles": watched },
    }));
    let uri = client.uri("a.scm");
    client.open(&uri, "(f");
    let first = client.report(&uri);
    let mut params = of_document(&uri);
    params["previousResultId"] = first["resultId"].clone();
    let again = client
        .ask("textDocument/diagnostic", params.clone())
        .unwrap();
    assert_eq!(
        again,
        json!({ "kind": "unchanged", "resultId": first["resultId"] })
    );
    client.change(&uri, json!([{ "text": "(g" }]));
    let changed = client.ask("textDocument/diagnostic", params).unwrap();
    assert_eq!(changed["kind"], "full");
}

#[test]
fn a_thousand_buffers_come_and_go() {
    let mut client = Client::new(json!({}));
    for number in 0..1000 {
        client.open(&client.uri(&format!("{number}/a.scm")), "(f  x)\n");
    }
    let last = client.uri("999/a.scm");
    assert!(client.formatting(&last).is_array());
    for number in 0..1000 {
        client.close(&client.uri(&format!("{number}/a.scm")));
    }
    assert!(client.formatting(&last).is_null());
    client.leave();
}

#[test]
fn client_settings_apply_below_files() {
    let options = json!({ "lineWidth": 8 });
    let mut client = Client::with(json!({ "capabilities": {}, "initializationOptions": options }));
    let uri = client.uri("a.scm");
    assert_eq!(client.formatted(&uri, "(f a b c)"), "(f a b\n   c)\n");
    client.configure(json!({ "schemefmt": { "lineBreaks": "keep" } }));
    assert_eq!(client.formatted(&uri, "(f a\n    b c)"), "(f a\n   b c)\n");
    client.configure(json!({ "schemefmt": { "lineBreaks": "persistent" } }));
    // Only where lines are kept does one stay too long.
    let long = "a".repeat(45);
    assert_eq!(
        client.formatted(&uri, &format!("({long} {long})")),
        format!("({long}\n {long})\n")
    );
    client.write("schemefmt.toml", "line-breaks = \"canonical\"\n");
    assert_eq!(client.formatted(&uri, "(f a\n b c)"), "(f a b c)\n");
    client.configure(json!({ "lineWidth": "x" }));
    let log = client.await_message("window/logMessage");
    assert!(
        log["message"]
            .as_str()
            .unwrap()
            .contains("schemefmt.lineWidth")
    );
}

#[test]
fn the_client_is_asked_for_its_configuration() {
    let mut client = Client::new(json!({ "workspace": { "configuration": true } }));
    let uri = client.uri("a.scm");
    let asked = client.await_message("workspace/configuration");
    let items = asked["params"]["items"].as_array().unwrap();
    let folder = client.uri("");
    let folder = folder.trim_end_matches('/');
    assert_eq!(items.len(), 2);
    assert_eq!(items[0], json!({ "section": "schemefmt" }));
    assert_eq!(
        items[1],
        json!({ "section": "schemefmt", "scopeUri": folder })
    );
    let id = serde_json::from_value(asked["id"].clone()).unwrap();
    let answers = json!([{ "lineWidth": 100 }, { "lineWidth": 8 }]);
    client.send(Response::new_ok(id, answers));
    assert_eq!(client.formatted(&uri, "(f a b c)"), "(f a b\n   c)\n");
}

#[test]
fn folders_come_and_go() {
    let mut client = Client::with(json!({ "capabilities": {}, "workspaceFolders": [] }));
    client.write("one/schemefmt.toml", "line-width = 8\n");
    let uri = client.uri("one/a.scm");
    assert_eq!(client.formatted(&uri, "(f a b c)"), "(f a b\n   c)\n");
    let folder = json!([{ "uri": client.uri("one"), "name": "one" }]);
    let change = |client: &Client, event: Value| {
        client.say(
            "workspace/didChangeWorkspaceFolders",
            json!({ "event": event }),
        );
    };
    change(&client, json!({ "added": folder, "removed": [] }));
    assert_eq!(client.formatted(&uri, "(f a b c)"), "(f a b\n   c)\n");
    change(&client, json!({ "added": [], "removed": folder }));
    assert_eq!(client.formatted(&uri, "(f a b c)"), "(f a b\n   c)\n");
}

#[test]
fn cancelled_requests_are_answered() {
    let (sender, incoming) = unbounded();
    let (server, receiver) = server();
    let request = |id: i32, method: &str, params: Value| {
        sender
            .send(Ok(Request::new(id.into(), method.to_owned(), params).into()))
            .unwrap();
    };
    let document = json!({ "uri": "untitled:a" });
    let options = json!({ "tabSize": 2, "insertSpaces": true });
    let format = json!({ "textDocument": document, "options": options });
    request(
        1,
        "initialize",
        json!({ "capabilities": { "textDocument": { "diagnostic": {} } } }),
    );
    request(2, "textDocument/formatting", format.clone());
    request(3, "textDocument/formatting", format);
    request(
        4,
        "textDocument/diagnostic",
        json!({ "textDocument": document }),
    );
    request(
        5,
        "textDocument/diagnostic",
        json!({ "textDocument": document }),
    );
    for id in [json!(2), json!(99), json!("3"), json!(null)] {
        let cancel = Notification::new("$/cancelRequest".to_owned(), json!({ "id": id }));
        sender.send(Ok(cancel.into())).unwrap();
    }
    request(6, "shutdown", Value::Null);
    sender
        .send(Ok(Notification::new("exit".to_owned(), Value::Null).into()))
        .unwrap();
    // All of it waits before the server begins.
    assert_eq!(server.run(&incoming), End::Agreed);
    let answers: Vec<(String, Option<i32>)> = receiver
        .iter()
        .filter_map(|message| match message {
            Message::Response(Response {
                id,
                response_result,
            }) => Some((
                id.to_string(),
                response_result.err().map(|error| error.code),
            )),
            _ => None,
        })
        .collect();
    let expected = [
        ("1", None),
        ("2", Some(-32800)),
        ("3", None),
        ("4", Some(-32802)),
        ("5", None),
        ("6", None),
    ];
    assert_eq!(answers, expected.map(|(id, code)| (id.to_owned(), code)));
}

#[test]
fn requests_out_of_order_are_refused() {
    let mut client = Client::silent();
    assert_eq!(
        client.ask("textDocument/formatting", json!({})),
        Err(-32002)
    );
    client.say("textDocument/didOpen", json!({ "nonsense": 1 }));
    assert!(client.ask("initialize", json!({})).is_ok());
    assert_eq!(client.ask("initialize", json!({})), Err(-32600));
    assert_eq!(client.ask("textDocument/hover", json!({})), Err(-32601));
    assert_eq!(
        client.ask("textDocument/formatting", json!({})),
        Err(-32602)
    );
    assert_eq!(client.ask("shutdown", Value::Null), Ok(Value::Null));
    assert_eq!(client.ask("shutdown", Value::Null), Err(-32600));
    client.say("exit", Value::Null);
    assert_eq!(client.server.join().unwrap(), End::Agreed);
    for end in ["exit", ""] {
        let client = Client::new(json!({}));
        if end == "exit" {
            client.say(end, Value::Null);
        }
        drop(client.sender);
        assert_eq!(client.server.join().unwrap(), End::Abrupt);
    }
}

#[test]
fn text_is_unknown_after_an_invalid_change_until_all_of_it_comes() {
    let mut client = Client::new(json!({}));
    let uri = client.uri("a.scm");
    let zero = json!({ "line": 0, "character": 0 });
    client.open(&uri, "(f   x)");
    for wrong in [
        json!([{ "range": { "start": { "line": -1, "character": 0 }, "end": zero }, "text": "" }]),
        json!([{ "range": { "start": zero }, "text": "" }]),
        json!([{ "range": { "start": { "line": 1e20, "character": 0 }, "end": zero }, "text": "" }]),
        json!([{ "range": { "start": zero, "end": zero } }]),
        json!({}),
        json!(null),
    ] {
        client.change(&uri, wrong.clone());
        assert_eq!(client.formatting(&uri), Value::Null, "{wrong}");
        let log = client.await_message("window/logMessage");
        assert_eq!(log["type"], 1);
        let insertion = json!({ "range": { "start": zero, "end": zero }, "text": " " });
        client.change(&uri, json!([insertion]));
        assert_eq!(client.formatting(&uri), Value::Null, "{wrong}");
        client.change(&uri, json!([insertion, { "text": "(f   x)" }, insertion]));
        let edits = client.formatting(&uri);
        assert_eq!(edits[0]["range"]["start"], zero, "{wrong}");
        assert_eq!(edits[0]["range"]["end"]["character"], 1, "{wrong}");
    }
}

/// A change at random: where, of what length, and what comes there.
type Script = Vec<((u32, u32), (u32, u32), String)>;

fn scripts() -> impl proptest::strategy::Strategy<Value = Script> {
    use proptest::collection::vec;
    let position = || (0..6u32, 0..12u32);
    let text = vec(
        proptest::sample::select(
            &["(", ")", "a", " ", "λ", "😀", "\n", "\r", "\r\n", "\u{301}"][..],
        ),
        0..6,
    );
    use proptest::strategy::Strategy as _;
    vec(
        (
            position(),
            position(),
            text.prop_map(|pieces| pieces.concat()),
        ),
        0..12,
    )
}

proptest::proptest! {
    /// The text is always what a plain model makes of the same changes, and so are its lines.
    #[test]
    fn the_text_is_the_clients(script in scripts(), which in 0..3usize) {
        let encoding = [ColumnUnit::Utf8, ColumnUnit::Utf16, ColumnUnit::Utf32][which];
        let mut text = Text::new("(a λ😀b)\r\n(c)\n\r\r\nd", encoding);
        let mut model = text.to_string();
        for (start, end, new) in script {
            let position = |(line, character)| gen_lsp_types::Position { line, character };
            let range = gen_lsp_types::Range { start: position(start), end: position(end) };
            let lines = lines_of(&model);
            let [a, b] = [start, end].map(|it| offset(&model, &lines, it, encoding).0);
            model.replace_range(a.min(b)..a.max(b), &new);
            text.change(Some(range), &new);
            proptest::prop_assert_eq!(&text.to_string(), &model);
            let lines = lines_of(&model);
            for (at, _) in model.char_indices() {
                let is_within_line_end = model[..at].ends_with('\r') && model[at..].starts_with('\n');
                let expected = if is_within_line_end { at - 1 } else { at };
                let position = text.position(at);
                let position = (position.line, position.character);
                proptest::prop_assert_eq!(offset(&model, &lines, position, encoding), (expected, true));
            }
        }
    }
}

#[test]
fn edits_do_not_split_line_ends() {
    let edit = |span: Range<usize>, text: &str| schemefmt::Edit {
        span,
        text: text.into(),
    };
    for (text, edits, expected) in [
        ("a\r\nb", vec![edit(1..2, "")], "a\nb"),
        ("a\nb", vec![edit(1..1, "\r")], "a\r\nb"),
        ("a\r\nb", vec![edit(2..3, "")], "a\rb"),
        ("a\rxx\nb", vec![edit(2..4, "")], "a\r\nb"),
        ("a\r\nb", vec![edit(2..2, "x")], "a\rx\nb"),
        ("a\r\n\r\nb", vec![edit(1..2, ""), edit(3..4, "")], "a\n\nb"),
    ] {
        let protocols = Text::new(text, ColumnUnit::Utf16).text_edits(edits);
        for edit in &protocols {
            assert!(
                !edit.new_text.ends_with('\r') || !text.contains('\n') || expected.contains("\rb"),
                "{edit:?}"
            );
        }
        assert_eq!(
            applied(text, &json!(protocols), ColumnUnit::Utf16),
            expected,
            "{text:?}"
        );
    }
}

/// The cases of the tests, formatted by edits and as the command does it.
#[test]
fn edits_match_the_command() {
    let mut client = Client::with(json!({ "capabilities": {}, "workspaceFolders": [] }));
    let mut files: Vec<PathBuf> = files_below(Path::new("testdata")).collect();
    let mut least = 150;
    if let Some(corpus) = std::env::var_os("SCHEMEFMT_CORPUS") {
        files.extend(files_below(Path::new(&corpus)));
        least += 500;
    }
    let mut compared = 0;
    for path in files {
        let Ok(text) = std::fs::read_to_string(&path) else {
            continue;
        };
        if foreign::reason(&path, text.as_bytes()).is_some() {
            continue;
        }
        let uri = uri::uri(&path.canonicalize().unwrap());
        let formatted = client.formatted(&uri, &text);
        let options = {
            let absolute = crate::project::paths::absolute_path(&path);
            let mut project =
                crate::project::Project::without_request(std::env::current_dir().unwrap());
            let target = project.target(&absolute).unwrap();
            target.settings().options
        };
        match schemefmt::format(text.as_bytes(), &options) {
            Ok(it) => assert_eq!(formatted.as_bytes(), it.output, "{}", path.display()),
            Err(_) => assert_eq!(formatted, text, "{}", path.display()),
        }
        client.close(&uri);
        compared += 1;
    }
    assert!(compared >= least, "{compared} files");
    client.leave();
}

/// The Scheme files of a folder, in order.
fn files_below(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = walkdir::WalkDir::new(folder).sort_by_file_name();
    let paths = entries.into_iter().map(|entry| entry.unwrap().into_path());
    paths.filter(|path| {
        let extension = path.extension().and_then(|it| it.to_str());
        extension
            .is_some_and(|it| schemefmt::internals::config::selection::EXTENSIONS.contains(&it))
    })
}
