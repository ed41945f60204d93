//! The two output streams: whether they are coloured, and how to end quietly if one is closed.

use std::io::{self, BufWriter, Write};

use anstream::{AutoStream, ColorChoice};
use anyhow::Context as _;

use super::args::Color;

/// Applies `--color` to the whole process.
pub(super) fn set_color(color: Color) {
    match color {
        Color::Auto => ColorChoice::Auto,
        Color::Always => ColorChoice::AlwaysAnsi,
        Color::Never => ColorChoice::Never,
    }
    .write_global();
}

/// Whether standard output is coloured, which depends on `--color`, `NO_COLOR`, `CLICOLOR_FORCE`, `TERM` and what it is
/// connected to.
pub(super) fn is_colored() -> bool {
    AutoStream::choice(&io::stdout()) != ColorChoice::Never
}

/// Writes the whole output to standard output.
///
/// # Errors
/// Returns an error if standard output cannot be written; a closed pipe is not an error.
pub(super) fn print(bytes: &[u8]) -> anyhow::Result<()> {
    let mut out = Stdout::new();
    out.write_all(bytes)
        .and_then(|()| out.flush())
        .context("cannot write standard output")
}

/// Writes a message to standard error, without its colours where they are disabled. Failures are ignored: there is no other
/// place to report them.
pub(super) fn message(message: &str) {
    let _ = anstream::stderr().write_all(message.as_bytes());
}

/// Buffered standard output that goes silent when its reader has gone (`schemefmt --diff | head`).
pub(super) struct Stdout {
    /// None once the reader has gone.
    out: Option<BufWriter<io::Stdout>>,
}

impl Stdout {
    /// The underlying standard output.
    pub(super) fn new() -> Self {
        Stdout {
            out: Some(BufWriter::new(io::stdout())),
        }
    }

    /// Whether the reader has gone, so that no more output has to be prepared.
    pub(super) fn is_closed(&self) -> bool {
        self.out.is_none()
    }

    /// Writes, unless the reader has gone or goes now.
    fn quietly(
        &mut self,
        write: impl FnOnce(&mut BufWriter<io::Stdout>) -> io::Result<()>,
    ) -> io::Result<()> {
        match self.out.as_mut().map(write) {
            Some(Err(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.out = None;
                Ok(())
            }
            result => result.unwrap_or(Ok(())),
        }
    }
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.quietly(|out| out.write_all(bytes))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.quietly(Write::flush)
    }
}
