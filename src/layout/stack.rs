//! Deep nesting on small stacks.

use crate::text::diagnostics::Diagnostic;

/// Runs `work`, which recurses `depth` levels, on a stack of its own if that is deep.
///
/// # Errors
/// Returns an error if the system cannot provide a thread.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn with_room<T: Send>(
    depth: usize,
    work: impl FnOnce() -> T + Send,
) -> Result<T, Diagnostic> {
    use std::{panic, thread};

    /// Levels of nesting for which every thread's stack is taken to be large enough.
    const SHALLOW: usize = 100;
    /// What the layout needs for a level, in bytes: 4 KiB in a debug build, a fourth of that in a release build, measured.
    const LEVEL: usize = 8 << 10;

    if depth <= SHALLOW {
        return Ok(work());
    }
    thread::scope(|scope| {
        let worker = thread::Builder::new()
            .stack_size((depth + SHALLOW) * LEVEL)
            .spawn_scoped(scope, work)
            .map_err(|error| {
                let message = format!("lists nest too deeply for the available memory: {error}");
                Diagnostic::error("too-deep", message, 0..0)
            })?;
        worker.join().or_else(|panic| panic::resume_unwind(panic))
    })
}

/// Does `work`. WebAssembly has one thread: whoever links a module gives its stack room for the deepest text, as
/// `packages/wasm/build.rs` does.
///
/// # Errors
/// None.
#[cfg(target_family = "wasm")]
pub(crate) fn with_room<T: Send>(
    _depth: usize,
    work: impl FnOnce() -> T + Send,
) -> Result<T, Diagnostic> {
    Ok(work())
}
