//! The progress that a run of more than a second shows on a terminal.

use std::time::{Duration, Instant};

use super::terminal;

/// A run shorter than this shows nothing.
const DELAY: Duration = Duration::from_secs(1);

/// The time between two updates.
const PAUSE: Duration = Duration::from_millis(100);

/// The progress of a run.
pub struct Progress {
    total: usize,
    done: usize,
    /// None without a terminal.
    started: Option<Instant>,
    /// The time after the start at which to draw next.
    due: Duration,
    /// Whether it is on the terminal.
    is_shown: bool,
}

impl Progress {
    /// Starts with nothing done. Nothing is shown without a terminal, or for a single file.
    pub fn new(total: usize, wanted: bool) -> Self {
        let is_interactive = wanted && total > 1 && terminal::is_interactive();
        Progress {
            total,
            done: 0,
            started: is_interactive.then(Instant::now),
            due: DELAY,
            is_shown: false,
        }
    }

    /// Records that one more file is done, and shows it unless it was drawn just now.
    pub fn step(&mut self) {
        self.done += 1;
        let Some(started) = self.started else { return };
        let elapsed = started.elapsed();
        if elapsed >= self.due {
            terminal::show_line(&format!("{} of {} files", self.done, self.total));
            self.is_shown = true;
            self.due = elapsed + PAUSE;
        }
    }

    /// Removes the line; the next step draws it again.
    pub fn clear(&mut self) {
        if std::mem::take(&mut self.is_shown) {
            terminal::show_line("");
            self.due = DELAY;
        }
    }

    /// Removes the line. If not all files are done, returns how many of how many are.
    pub fn finish(mut self) -> Option<(usize, usize)> {
        self.clear();
        (self.done < self.total).then_some((self.done, self.total))
    }
}
