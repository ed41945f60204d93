//! The progress bar that a run of more than a second shows on a terminal.

use std::time::{Duration, Instant};

use super::terminal;

/// A run shorter than this shows nothing.
const DELAY: Duration = Duration::from_secs(1);

/// The time between two updates.
const PAUSE: Duration = Duration::from_millis(100);

/// The length of the bar, in columns.
const LENGTH: usize = 40;

/// The progress of a run.
pub struct Progress {
    total: usize,
    done: usize,
    /// None without a terminal.
    started: Option<Instant>,
    /// The time after the start at which to draw next.
    due: Duration,
    /// Whether the bar is on the terminal.
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

    /// Records that one more file is done, and shows it unless the bar was drawn just now.
    pub fn step(&mut self) {
        self.done += 1;
        let Some(started) = self.started else { return };
        let elapsed = started.elapsed();
        if elapsed >= self.due {
            terminal::show_line(&line(self.done, self.total, elapsed));
            self.is_shown = true;
            self.due = elapsed + PAUSE;
        }
    }

    /// Removes the bar; the next step draws it again.
    pub fn clear(&mut self) {
        if std::mem::take(&mut self.is_shown) {
            terminal::clear_line();
            self.due = DELAY;
        }
    }

    /// Removes the bar. If not all files are done, returns how many of how many are.
    pub fn finish(mut self) -> Option<(usize, usize)> {
        self.clear();
        (self.done < self.total).then_some((self.done, self.total))
    }
}

/// What to show when `done` of `total` files, at least one, are done after this time; the remaining time is extrapolated.
fn line(done: usize, total: usize, elapsed: Duration) -> String {
    let full = LENGTH * done / total;
    let left = elapsed.as_secs_f64() / done as f64 * (total - done) as f64;
    let left = match left as u64 {
        seconds @ ..60 => format!("{seconds}s"),
        seconds => format!("{}m {}s", seconds / 60, seconds % 60),
    };
    let bar = "█".repeat(full) + &"░".repeat(LENGTH - full);
    format!("{bar} {done}/{total} files, {left} left")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_line_shows_counts() {
        let line = |done, total, seconds| line(done, total, Duration::from_secs(seconds));
        let bar = |full| "█".repeat(full) + &"░".repeat(LENGTH - full);
        assert_eq!(line(1, 4, 3), bar(10) + " 1/4 files, 9s left");
        assert_eq!(line(1, 4567, 1), bar(0) + " 1/4567 files, 76m 6s left");
        assert_eq!(line(150, 400, 90), bar(15) + " 150/400 files, 2m 30s left");
        assert_eq!(line(7, 7, 2), bar(40) + " 7/7 files, 0s left");
    }
}
