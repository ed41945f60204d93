//! Deep nesting on small stacks.

use std::{io, panic, thread};

/// Nesting levels for which every thread's stack is assumed to be large enough.
const SHALLOW: usize = 100;

/// The stack space that the layout needs per level, in bytes: 4 KiB in a debug build, a quarter of that in a release build,
/// as measured.
const LEVEL: usize = 8 << 10;

/// Runs `work`, which recurses `depth` levels, on a stack of its own if that is deep.
///
/// # Errors
/// Returns an error if the system cannot provide a thread.
pub(crate) fn with_room<T: Send>(depth: usize, work: impl FnOnce() -> T + Send) -> io::Result<T> {
    if depth <= SHALLOW {
        return Ok(work());
    }
    thread::scope(|scope| {
        let worker = thread::Builder::new()
            .stack_size((depth + SHALLOW) * LEVEL)
            .spawn_scoped(scope, work)?;
        worker.join().or_else(|panic| panic::resume_unwind(panic))
    })
}
