//! Processes many items in parallel, with their results in order.
//!
//! The threads take items one after the other, so results are nearly in order and few have to wait for their turn; a pool
//! that splits the list would hold back half of them. The calling thread takes items like the others, and passes on results
//! in between. A separate thread for that would have to be woken for each item, at the expense of the working threads.

use std::collections::BTreeMap;
use std::iter;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// The stack size of a thread, in bytes: the usual size for the calling thread.
const STACK: usize = 8 << 20;

/// Applies `work` to every item, on up to `jobs` threads, and passes the results to `sink` in the order of the items until
/// that breaks.
pub(crate) fn in_order<T: Sync, R: Send>(
    items: &[T],
    jobs: NonZeroUsize,
    work: impl Fn(&T) -> R + Sync,
    mut sink: impl FnMut(R) -> ControlFlow<()>,
) {
    let next = AtomicUsize::new(0);
    let take = || {
        let index = next.fetch_add(1, Ordering::Relaxed);
        items.get(index).map(|item| (index, work(item)))
    };
    // The results that are waiting for their turn, and the index of the next one to pass on.
    let (mut waiting, mut due) = (BTreeMap::new(), 0);
    thread::scope(|scope| {
        let (send, receive) = mpsc::channel();
        // If not all threads can be started, the others do the work; in the worst case only this one.
        let _ = (1..jobs.get().min(items.len())).try_for_each(|_| {
            let send = send.clone();
            let run = move || while take().is_some_and(|result| send.send(result).is_ok()) {};
            let thread = thread::Builder::new().stack_size(STACK);
            thread.spawn_scoped(scope, run).map(drop)
        });
        drop(send);
        let own = iter::from_fn(take).flat_map(|own| iter::once(own).chain(receive.try_iter()));
        let mut all = own.chain(receive.iter());
        let _ = all.try_for_each(|(index, result)| {
            waiting.insert(index, result);
            while let Some(result) = waiting.remove(&due) {
                due += 1;
                sink(result)?;
            }
            ControlFlow::Continue(())
        });
        // If the sink takes no more, the threads finish their current items and end.
        next.store(items.len(), Ordering::Relaxed);
    });
}

/// The number of processors, which is that of threads to work with.
pub(crate) fn processors() -> NonZeroUsize {
    thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// The results of `work` for each of some items.
pub(crate) fn on_each<T: Sync, R: Send>(
    items: &[T],
    jobs: NonZeroUsize,
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let mut results = Vec::with_capacity(items.len());
    in_order(items, jobs, work, |result| {
        results.push(result);
        ControlFlow::Continue(())
    });
    results
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_arrive_in_order_and_stop_on_request() {
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
