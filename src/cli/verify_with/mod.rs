//! `--verify-with`: another Scheme reads each text before and after with our script, which compares the data.

mod readers;

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow, bail, ensure};
use clap::builder::PossibleValuesParser;
use schemefmt::internals::text::source::Source;

use crate::project::paths::shown;
use readers::{CHEZ, CHICKEN, GAMBIT, GUILE, MIT, PAIRS, RACKET, SCRIPT, SchemeReader};

/// The Schemes that can be asked.
const READERS: [SchemeReader; 6] = [GUILE, CHEZ, GAMBIT, CHICKEN, MIT, RACKET];

/// A parser for the names of the supported implementations.
pub(super) fn names() -> PossibleValuesParser {
    PossibleValuesParser::new(READERS.map(|reader| reader.name))
}

/// A Scheme implementation that compares the data of a text and its formatted version.
#[derive(Debug)]
pub(super) struct Implementation {
    reader: SchemeReader,
    /// The file of its interpreter.
    program: PathBuf,
    /// The time limit for a short text.
    patience: Duration,
}

/// The result of comparing a text and its formatted version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    /// They hold the same data.
    Same,
    /// They hold different data.
    Different,
    /// Only the original text can be read.
    Lost,
    /// The original text cannot be read.
    Unreadable,
    /// Labels make the data circular, or shared to such an extent that the comparison would never end.
    Endless,
}

/// The time limit, and the number of bytes for which it grows by a second.
const PATIENCE: Duration = Duration::from_secs(30);
const BYTES_A_SECOND: usize = 4096;

impl Implementation {
    /// Finds the Scheme with this name.
    ///
    /// # Errors
    /// Returns an error if it is not in any folder of `PATH`, or if this program cannot start others.
    pub(super) fn find(name: &str) -> anyhow::Result<Self> {
        ensure!(
            cfg!(not(target_family = "wasm")),
            "--verify-with {name}: a WebAssembly module cannot start other programs"
        );
        let known = READERS.into_iter().find(|reader| reader.name == name);
        let reader = known.context("unknown Scheme")?;
        let path = std::env::var_os("PATH").unwrap_or_default();
        // The meaning of a relative folder depends on the current one.
        let folders: Vec<PathBuf> = std::env::split_paths(&path)
            .filter(|folder| folder.is_absolute())
            .collect();
        let program = reader.find_in(&folders).ok_or_else(|| {
            let programs = reader.programs.join(", ");
            anyhow!("--verify-with {name}: no such program in PATH (looked for {programs})")
        })?;
        Ok(Implementation {
            reader,
            program,
            patience: PATIENCE,
        })
    }

    /// Its name.
    pub(super) fn name(&self) -> &'static str {
        self.reader.name
    }

    /// Compares a text and its formatted version.
    ///
    /// # Errors
    /// Returns an error if the implementation cannot be started, crashes or takes too long.
    pub(super) fn compare(&self, before: &[u8], after: &[u8]) -> anyhow::Result<Comparison> {
        let decode = |bytes| Source::decode(bytes).map_err(|fault| anyhow!(fault));
        let (before, after) = (decode(before)?, decode(after)?);
        let (before, after) = self.reader.seen(&before.text, &after.text);
        let folder = tempfile::Builder::new()
            .prefix("schemefmt-")
            .tempdir()
            .context("cannot make a temporary folder")?;
        let file = |name| folder.path().join(name);
        fs::write(file(SCRIPT), self.reader.script)
            .and_then(|()| fs::write(file(PAIRS), self.reader.encode([before, after])))
            .context("cannot write a temporary file")?;
        let seconds = (before.len() + after.len()) / BYTES_A_SECOND;
        let patience = self.patience + Duration::from_secs(seconds as u64);
        let status = self.run(folder.path(), patience)?;
        let output = fs::read(file(OUTPUT)).context("cannot read a temporary file")?;
        parse_comparison(&String::from_utf8_lossy(&output)).ok_or_else(|| match status.code() {
            Some(0) => anyhow!("it exited without output"),
            _ => anyhow!("it exited without output ({status})"),
        })
    }

    /// Runs the program in a folder; returns its exit status.
    fn run(&self, folder: &Path, patience: Duration) -> anyhow::Result<ExitStatus> {
        let output = File::create(folder.join(OUTPUT)).context("cannot write a temporary file")?;
        let mut child = Command::new(&self.program)
            .args(self.reader.arguments)
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(output)
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("cannot run {}", shown(&self.program)))?;
        let ended = wait(&mut child, patience);
        if !matches!(ended, Ok(Some(_))) {
            // It may have ended by now.
            let _ = child.kill();
            let _ = child.wait();
        }
        match ended.context("cannot wait for it")? {
            Some(status) => Ok(status),
            None => bail!("no answer within {} seconds", patience.as_secs()),
        }
    }
}

/// The file for the program's output.
const OUTPUT: &str = "output";

/// Waits for a process to end, up to this long.
fn wait(child: &mut Child, patience: Duration) -> io::Result<Option<ExitStatus>> {
    let start = Instant::now();
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if start.elapsed() >= patience {
            return Ok(None);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

/// Parses the program's output.
fn parse_comparison(output: &str) -> Option<Comparison> {
    let verdict = output
        .lines()
        .find_map(|line| line.strip_prefix("verdict "))?;
    match verdict {
        "same" => Some(Comparison::Same),
        "different" | "misread" => Some(Comparison::Different),
        "lost" => Some(Comparison::Lost),
        "unreadable" | "gained" => Some(Comparison::Unreadable),
        "endless" => Some(Comparison::Endless),
        _ => None,
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    /// Compares with a shell script as the implementation.
    fn ask(script: &str, patience: Duration) -> anyhow::Result<Comparison> {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let written = folder.path().join("script");
        fs::write(&written, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&written, fs::Permissions::from_mode(0o755)).unwrap();
        // `cp` writes the program, and not this process: no one can execute a file that a child of another test has open for writing.
        let program = folder.path().join("scheme");
        let mut copy = Command::new("cp");
        assert!(copy.args([&written, &program]).status().unwrap().success());
        let implementation = Implementation {
            reader: GUILE,
            program,
            patience,
        };
        implementation.compare(b"(a  b)", b"(a b)\n")
    }

    #[test]
    fn silent_implementation_is_an_error() {
        let error = |script| ask(script, PATIENCE).unwrap_err().to_string();
        assert_eq!(error("exit 0"), "it exited without output");
        assert!(error("exit 3").contains("exit status: 3"));
        assert!(error("kill -9 $$").contains("signal: 9"));
        assert!(error("echo verdict indifferent").contains("without output"));
    }

    #[test]
    fn hanging_implementation_is_killed() {
        let error = ask("exec sleep 600", Duration::ZERO).unwrap_err();
        assert_eq!(error.to_string(), "no answer within 0 seconds");
    }

    #[test]
    fn parses_verdicts() {
        for (word, comparison) in [
            ("same", Comparison::Same),
            ("different", Comparison::Different),
            ("misread", Comparison::Different),
            ("lost", Comparison::Lost),
            ("unreadable", Comparison::Unreadable),
            ("gained", Comparison::Unreadable),
            ("endless", Comparison::Endless),
        ] {
            let script = format!("echo noise; echo 'verdict {word}'");
            assert_eq!(ask(&script, PATIENCE).unwrap(), comparison, "{word}");
        }
    }

    #[test]
    fn loader_only_first_line_is_hidden_from_readers() {
        let (before, after) = ("#!/bin/sh x\r\n(a  b)\r\n", "#!/bin/sh x\n(a b)\n");
        let rest = ("\r\n(a  b)\r\n", "\n(a b)\n");
        assert_eq!(CHEZ.seen(before, after), rest);
        assert_eq!(GUILE.seen(before, after), (before, after));
        assert_eq!(CHEZ.seen(before, "(a b)\n"), (before, "(a b)\n"));
        let directive = ("#!r6rs (a  b)", "#!r6rs (a b)\n");
        assert_eq!(CHEZ.seen(directive.0, directive.1), directive);
    }
}
