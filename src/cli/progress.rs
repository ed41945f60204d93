//! The bar that a run of more than a second shows on a terminal.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::terminal;

/// Shorter runs show nothing.
const DELAY: Duration = Duration::from_secs(1);

/// How far a run is.
pub struct Progress {
    total: usize,
    started: Instant,
    bar: Option<ProgressBar>,
    wanted: bool,
}

impl Progress {
    /// Begins with nothing done; never shows anything where nobody watches.
    pub fn new(total: usize, wanted: bool) -> Self {
        Progress {
            total,
            started: Instant::now(),
            bar: None,
            wanted: wanted && terminal::is_watched(),
        }
    }

    /// One more is done.
    pub fn step(&mut self, done: usize) {
        if !self.wanted || (self.bar.is_none() && self.started.elapsed() < DELAY) {
            return;
        }
        self.bar
            .get_or_insert_with(|| new_bar(self.total))
            .set_position(done as u64);
    }

    /// Prints something else, with the bar out of the way.
    pub fn aside<R>(&self, print: impl FnOnce() -> R) -> R {
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn new_bar(total: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {human_pos}/{human_len} files, {eta} left");
    let bar = ProgressBar::new(total as u64);
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
