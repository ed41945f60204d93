//! The messages of system errors.

use std::fmt::Display;
use std::io;

use anyhow::Context as _;

use crate::project::io_message;

/// Adds context to system errors.
pub(super) trait ContextIo<T> {
    /// Prefixes the system's message, without its number, with what was being done.
    fn context_io(self, doing: impl Display + Send + Sync + 'static) -> anyhow::Result<T>;
}

impl<T> ContextIo<T> for io::Result<T> {
    fn context_io(self, doing: impl Display + Send + Sync + 'static) -> anyhow::Result<T> {
        self.map_err(|error| anyhow::anyhow!(io_message(&error)))
            .context(doing)
    }
}
