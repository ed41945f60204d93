//! The progress bar that a run of more than a second shows on a terminal.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::terminal;

/// A run shorter than this shows nothing.
const DELAY: Duration = Duration::from_secs(1);

/// What is shown.
const TEMPLATE: &str = "{bar:40} {pos}/{len} files, {eta} left";

/// The progress of a run.
pub struct Progress {
    bar: ProgressBar,
    /// When to show the bar; none if it is shown, or if nobody watches.
    due: Option<Instant>,
}

impl Progress {
    /// Starts with nothing done. Nothing is ever shown if nobody watches, or for a single file.
    pub fn new(total: usize, wanted: bool) -> Self {
        let is_watched = wanted && total > 1 && terminal::is_watched();
        Progress {
            bar: ProgressBar::with_draw_target(Some(total as u64), ProgressDrawTarget::hidden()),
            due: is_watched.then(|| Instant::now() + DELAY),
        }
    }

    /// Records that one more file is done.
    pub fn step(&mut self) {
        self.bar.inc(1);
        if self.due.take_if(|due| *due <= Instant::now()).is_some() {
            let style = ProgressStyle::with_template(TEMPLATE);
            let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
            self.bar.set_style(style.progress_chars("█░░"));
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }

    /// Prints something else, with the bar out of the way.
    pub fn aside<R>(&self, print: impl FnOnce() -> R) -> R {
        self.bar.suspend(print)
    }

    /// Removes the bar. If not all files are done, returns how many of how many are.
    pub fn finish(self) -> Option<(u64, u64)> {
        let (done, total) = (self.bar.position(), self.bar.length()?);
        self.bar.finish_and_clear();
        (done < total).then_some((done, total))
    }
}
