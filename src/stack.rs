//! Deep nesting on small stacks.

use std::{io, panic, thread};

/// Levels of nesting for which every thread's stack is taken to be large enough.
const SHALLOW: usize = 100;

/// What the layout needs for a level, in bytes: 4 KiB in a debug build, a fourth of that in a release build, measured.
const LEVEL: usize = 8 << 10;

/// Does `work`, which goes `depth` levels down; on a stack of its own where that is deep.
///
/// # Errors
/// Where the system has no thread to give.
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
