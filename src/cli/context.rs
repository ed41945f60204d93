//! The messages of system errors.

use std::fmt::Display;
use std::io;

use anyhow::Context as _;

use crate::project::io_message;

/// Prefixes the system's message with what was being done.
pub trait ContextIo<T> {
    /// Has the error say what was being done, and then what the system says, without its number.
    fn context_io(self, doing: impl Display + Send + Sync + 'static) -> anyhow::Result<T>;
}

impl<T> ContextIo<T> for io::Result<T> {
    fn context_io(self, doing: impl Display + Send + Sync + 'static) -> anyhow::Result<T> {
        self.map_err(|error| anyhow::anyhow!(io_message(&error)))
            .context(doing)
    }
}
