//! What the benchmarks share: inputs, always the same, and a clock.
#![allow(dead_code, reason = "each benchmark takes what it needs")]

pub(crate) mod calls;
pub(crate) mod pairs;
pub(crate) mod shapes;

use cpu_time::ThreadTime;
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{env, fs};

/// Forms as people write them, some badly indented. `$` stands for a name and `%` for a number.
const FORMS: [&str; 10] = [
    "(define ($ $ $)\n  (let ((a (+ $ %)) (b ($ $)))\n    (if (null? a)\n        (list a b) (cons a (cdr b)))))\n",
    ";; What $ needs to know about $, and why it is not $.\n(define $ %)   ; $\n",
    "(define-record-type <$>\n    (make-$ $ $)\n    $?\n  ($ $-ref)\n  ($ $-other set-$-other!))\n",
    "(define ($ x . rest)\n  (cond ((assq x '(($ . %) ($ . %)))\n         => cdr)\n        ((and ($ x) (not ($ x)) (< (length rest) %)) ($ x rest))\n        (else (error '$ \"no such thing as a $ here\" x rest))))\n",
    "(let loop ((i 0) (acc '()))\n(if (< i %)\n(loop (+ i 1) (cons ($ i (vector-ref $ i)) acc))\n(reverse acc)))\n",
    "(define-syntax $\n  (syntax-rules ()\n    ((_ x body ...) (let ((x ($ x))) body ...))\n    ((_ body ...) (begin body ...))))\n",
    "(define $-table\n  '#(% % % % % % % % % % % % % % % % % % % % % % % % % % %))\n",
    "(define ($ k)\n  (call-with-current-continuation (lambda (return) (for-each (lambda ($) (when (eq? $ k) (return (string-append \"$\" \"$\")))) ($ k)) #f)))\n",
    "(export $ $ $\n        $ $)\n",
    "(test-equal \"$ of $\" '($ ($ %) ($ . \"%\")) ($-$ (list $ $ $) `(,@$ ,($ %))))\n",
];

const NAMES: [&str; 16] = [
    "x",
    "table",
    "vector-for-each",
    "lookup",
    "port",
    "string->number",
    "n",
    "hash-table-ref",
    "node",
    "list-index",
    "environment",
    "a",
    "token",
    "rest",
    "write-bytevector",
    "proc",
];

/// About `size` bytes of ordinary code, every time the same.
pub(crate) fn code(size: usize) -> String {
    let mut random = Random(1);
    let mut text = String::with_capacity(size + 1024);
    while text.len() < size {
        for c in FORMS[random.below(FORMS.len())].chars() {
            match c {
                '$' => text.push_str(NAMES[random.below(NAMES.len())]),
                '%' => text.push_str(&random.below(1000).to_string()),
                c => text.push(c),
            }
        }
        text.push('\n');
    }
    text
}

/// The generator of Knuth's MMIX.
pub(crate) struct Random(u64);

impl Random {
    /// One that gives other numbers for each seed.
    pub(crate) fn new(seed: u64) -> Self {
        Random(seed)
    }

    /// A number below a limit.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % limit
    }
}

/// The files of the folder that `SCHEMEFMT_BENCH_FILES` names, if it names one.
pub(crate) fn files() -> Option<Vec<Vec<u8>>> {
    let folder = env::var_os("SCHEMEFMT_BENCH_FILES")?;
    let mut paths: Vec<_> = fs::read_dir(folder)
        .expect("the folder can be read")
        .map(|entry| entry.expect("an entry can be read").path())
        .filter(|path| path.is_file())
        .collect();
    paths.sort();
    let read = |path| fs::read(path).expect("a file can be read");
    Some(paths.into_iter().map(read).collect())
}

/// How long `work` keeps the processor: the machine may be busy with other things.
pub(crate) fn time(work: impl FnOnce()) -> Duration {
    let start = ThreadTime::now();
    work();
    start.elapsed()
}

/// What is in a folder, in alphabetical order; nothing if it cannot be read.
pub(crate) fn children(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .map(|entries| entries.flatten().map(|entry| entry.path()).collect())
        .unwrap_or_default();
    paths.sort();
    paths
}

/// The files of Scheme in a folder and those in it.
pub(crate) fn scheme_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for path in children(folder) {
        let extension = path.extension().and_then(|extension| extension.to_str());
        if path.is_dir() {
            scheme_files(&path, files);
        } else if let Some(
            "scm" | "ss" | "sls" | "sld" | "sps" | "sch" | "stk" | "rkt" | "ily" | "mit" | "bgl",
        ) = extension
        {
            files.push(path);
        }
    }
}

/// Those files, in a random order.
pub(crate) fn shuffled_files(folder: &Path, random: &mut Random) -> Vec<PathBuf> {
    let mut files = Vec::new();
    scheme_files(folder, &mut files);
    let files = files.into_iter().map(|path| (random.below(1 << 30), path));
    let mut files: Vec<(usize, PathBuf)> = files.collect();
    files.sort();
    files.into_iter().map(|(_, path)| path).collect()
}

/// Whether a project is in the half that was not looked at.
pub(crate) fn is_held_out(folder: &Path) -> bool {
    let name = folder.file_name().unwrap_or_default().as_encoded_bytes();
    let hash = name.iter().fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01B3)
    });
    (hash >> 20) % 2 == 1
}
