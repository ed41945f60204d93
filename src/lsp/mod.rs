//! The language server, `schemefmt lsp`: it gives editors the library and the project layer, over standard input and output.
//!
//! In reading order: [`transport`] reads and writes messages; [`server`] takes them one by one and has each handled by its type, in a
//! [`session`]; [`outbox`] sends messages to the client, and [`client`] has its capabilities; [`text`] is the text of a buffer, which the
//! client edits; [`uri`] finds its file, and [`settings`] reads the client's own configuration; [`diagnostics`] decides when to show the
//! diagnostics that [`report`] converts; [`structure`] gives folds and definitions; [`actions`] has the code actions.
//!
//! Invariants: only messages are written to standard output. A buffer contains exactly the text that its client has; an invalid change
//! closes the buffer. Requests are answered one at a time. Before each, the server looks at the waiting messages, so that a request that
//! has been cancelled or superseded costs nothing.

mod actions;
mod client;
mod diagnostics;
mod folders;
mod outbox;
mod report;
mod server;
mod session;
mod settings;
mod structure;
#[cfg(test)]
mod tests;
mod text;
mod transport;
mod uri;

use std::io;

use anstream::eprintln;
pub(crate) use server::End;
use server::Server;

/// Serves the client at standard input and output until it ends the session.
///
/// # Errors
/// An error when reading or writing, and input that is not in the format of messages.
pub(crate) fn serve() -> io::Result<End> {
    let (messages, reader) = transport::listen(io::BufReader::new(io::stdin()))?;
    let end = Server::new(io::stdout()).run(&messages);
    let failed = |_| Err(io::Error::other("the transport broke down"));
    reader.join().unwrap_or_else(failed)?;
    Ok(end)
}

/// Writes to the server's log.
fn log(message: &str) {
    eprintln!("schemefmt: {message}");
}
