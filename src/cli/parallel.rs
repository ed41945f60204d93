//! Many items at once, their results in order.
//!
//! Threads take the items one after the other, so results come nearly in order and few have to wait for their turn; a pool
//! that splits the list would hold back half of them. One item, or one job, needs no thread at all.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// Bytes of stack for a thread: those of a main thread, so that the number of files makes no difference.
const STACK: usize = 8 << 20;

/// Does `work` on every item, on up to `jobs` threads, and hands each result to `sink` in the items' order until that breaks
/// off.
pub fn in_order<T: Sync, R: Send>(
    items: &[T],
    jobs: NonZeroUsize,
    work: impl Fn(&T) -> R + Sync,
    mut sink: impl FnMut(R) -> ControlFlow<()>,
) {
    let jobs = jobs.get().min(items.len());
    if jobs <= 1 {
        let _ = items.iter().try_for_each(|item| sink(work(item)));
        return;
    }
    let next = AtomicUsize::new(0);
    let take = || {
        let index = next.fetch_add(1, Ordering::Relaxed);
        items.get(index).map(|item| (index, item))
    };
    let run = |send: mpsc::Sender<(usize, R)>| {
        while let Some((index, item)) = take() {
            if send.send((index, work(item))).is_err() {
                break;
            }
        }
    };
    thread::scope(|scope| {
        let (send, receive) = mpsc::channel();
        let spawned = (0..jobs).filter(|_| {
            let send = send.clone();
            let thread = thread::Builder::new().stack_size(STACK);
            thread.spawn_scoped(scope, || run(send)).is_ok()
        });
        // Where not all threads can be had, those that there are do the work, and at the worst this one.
        if spawned.count() == 0 {
            run(send.clone());
        }
        drop(send);
        let mut waiting = BTreeMap::new();
        let mut due = 0;
        for (index, result) in receive {
            waiting.insert(index, result);
            while let Some(result) = waiting.remove(&due) {
                due += 1;
                if sink(result).is_break() {
                    // Dropping the receiver, at the end of this block, ends the threads after the items they are at.
                    next.store(items.len(), Ordering::Relaxed);
                    return;
                }
            }
        }
    });
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
