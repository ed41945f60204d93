//! The language server, `schemefmt lsp`: the library and the project layer for editors, over standard input and output.
//!
//! In reading order: [`transport`] carries messages; [`server`] takes one after the other and answers; [`client`] says what the
//! client can do; [`text`] is a buffer as the client edits it, [`uri`] which file it stands for, [`folders`] what holds for that
//! file, and [`settings`] what the client's own configuration says of it; [`report`] words diagnostics, and [`actions`] are what can be
//! done to one form.
//!
//! Invariants: nothing but messages goes to standard output. What a buffer holds is what its client sent, and a message that
//! would leave that in doubt closes the buffer. One message is answered at a time, and those that wait are looked at before:
//! what has been cancelled, or is asked again, is not computed.

mod actions;
mod client;
mod folders;
mod report;
mod server;
mod settings;
#[cfg(test)]
mod tests;
mod text;
mod transport;
mod uri;

use std::io;

use anstream::eprintln;
pub use server::End;
use server::Server;

/// Serves the client at standard input and output until it ends the conversation.
///
/// # Errors
/// Whatever hinders reading or writing, and what is no message at all.
pub fn serve() -> io::Result<End> {
    let input = io::BufReader::new(io::stdin());
    let (connection, carriers) = transport::connect(input, io::stdout())?;
    let end = Server::new(connection.sender).run(&connection.receiver);
    carriers.finish()?;
    Ok(end)
}

/// Tells whoever reads the server's log.
fn log(message: &str) {
    eprintln!("schemefmt: {message}");
}
