//! Many items at once, their results in order.
//!
//! Threads take the items one after the other, so results come nearly in order and few have to wait for their turn; a pool
//! that splits the list would hold back half of them. The calling thread takes items like the others and hands results on
//! in between: a thread of its own for that would be woken for each item, at the expense of those that work.

use std::collections::BTreeMap;
use std::iter;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// Bytes of stack for a thread: those that the calling thread most often has.
const STACK: usize = 8 << 20;

/// Does `work` on every item, on up to `jobs` threads, and hands each result to `sink` in the items' order until that breaks
/// off.
pub fn in_order<T: Sync, R: Send>(
    items: &[T],
    jobs: NonZeroUsize,
    work: impl Fn(&T) -> R + Sync,
    sink: impl FnMut(R) -> ControlFlow<()>,
) {
    let next = AtomicUsize::new(0);
    let take = || {
        let index = next.fetch_add(1, Ordering::Relaxed);
        items.get(index).map(|item| (index, work(item)))
    };
    let mut results = Results {
        waiting: BTreeMap::new(),
        due: 0,
        sink,
    };
    thread::scope(|scope| {
        let (send, receive) = mpsc::channel();
        // Where not all threads can be had, those that there are do the work, and at the worst this one.
        let _ = (1..jobs.get().min(items.len())).try_for_each(|_| {
            let send = send.clone();
            let run = move || while take().is_some_and(|result| send.send(result).is_ok()) {};
            let thread = thread::Builder::new().stack_size(STACK);
            thread.spawn_scoped(scope, run).map(drop)
        });
        drop(send);
        let own = iter::from_fn(take).flat_map(|own| iter::once(own).chain(receive.try_iter()));
        let mut all = own.chain(receive.iter());
        let _ = all.try_for_each(|result| results.add(result));
        // Where the sink has broken off, the threads end after the items they are at.
        next.store(items.len(), Ordering::Relaxed);
    });
}

/// Results on their way to a sink.
struct Results<R, S> {
    /// Those whose turn has not come.
    waiting: BTreeMap<usize, R>,
    /// Whose turn it is.
    due: usize,
    sink: S,
}

impl<R, S: FnMut(R) -> ControlFlow<()>> Results<R, S> {
    /// Takes the result of an item and hands on what is due.
    fn add(&mut self, (index, result): (usize, R)) -> ControlFlow<()> {
        self.waiting.insert(index, result);
        while let Some(result) = self.waiting.remove(&self.due) {
            self.due += 1;
            (self.sink)(result)?;
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_and_stop_when_told() {
        let items: Vec<u64> = (0..500).collect();
        for jobs in [1, 2, 7] {
            let mut seen = Vec::new();
            in_order(
                &items,
                NonZeroUsize::new(jobs).unwrap(),
                |&item| {
                    thread::sleep(std::time::Duration::from_micros(item % 7 * 30));
                    item
                },
                |item| {
                    seen.push(item);
                    if item == 400 {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                },
            );
            assert_eq!(seen, items[..=400]);
        }
    }
}
