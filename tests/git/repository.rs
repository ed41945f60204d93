//! A git repository for a test, and the program in it.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::folder::Folder;

/// A folder with a git repository in it.
pub(crate) struct Repository(pub Folder);

impl Repository {
    /// An empty one.
    pub(crate) fn new() -> Self {
        let folder = Repository(Folder::new());
        folder.git(["init", "-q", "."]);
        folder
    }

    /// Writes a file.
    pub(crate) fn write(&self, name: impl AsRef<Path>, text: impl AsRef<[u8]>) -> PathBuf {
        self.0.write(name, text)
    }

    /// Checks the text of a file.
    #[track_caller]
    pub(crate) fn holds(&self, name: impl AsRef<Path>, text: &str) {
        assert_eq!(self.0.read(name), text);
    }

    /// What git prints, which must succeed.
    #[track_caller]
    pub(crate) fn git<S: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = S>) -> String {
        let output = self.try_git(arguments);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{said}");
        String::from_utf8_lossy(&output.stdout)
            .trim_end()
            .to_owned()
    }

    /// Runs git.
    pub(crate) fn try_git<S: AsRef<OsStr>>(
        &self,
        arguments: impl IntoIterator<Item = S>,
    ) -> Output {
        let mut command = Command::new("git");
        alone(&mut command).current_dir(self.0.0.path());
        for setting in [
            "user.name=n",
            "user.email=e@example.org",
            "protocol.file.allow=always",
        ] {
            command.args(["-c", setting]);
        }
        command.args(arguments).output().unwrap()
    }

    /// Commits everything.
    pub(crate) fn commit(&self) {
        self.git(["add", "--all"]);
        self.git(["commit", "-q", "--message=all"]);
    }

    /// The program, in the repository's folder.
    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_schemefmt"));
        alone(&mut command).current_dir(self.0.0.path());
        command.stdin(Stdio::null());
        command
    }

    /// Runs the program.
    pub(crate) fn run<S: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = S>) -> Ran {
        Ran(self.command().args(arguments).output().unwrap())
    }
}

/// A program that is run without what the user or a hook that these tests run in says to git.
pub(crate) fn alone(command: &mut Command) -> &mut Command {
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("GIT_") {
            command.env_remove(name);
        }
    }
    command
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env_remove("NO_COLOR")
}

/// What a run left.
pub(crate) struct Ran(pub Output);

impl Ran {
    /// Checks the exit status.
    #[track_caller]
    pub(crate) fn ends(&self, status: i32) -> &Self {
        let said = String::from_utf8_lossy(&self.0.stderr);
        assert_eq!(self.0.status.code(), Some(status), "{said}");
        self
    }

    /// Checks what is on standard output.
    #[track_caller]
    pub(crate) fn prints(&self, text: &str) -> &Self {
        assert_eq!(String::from_utf8_lossy(&self.0.stdout), text);
        self
    }

    /// Checks a part of what is on standard error.
    #[track_caller]
    pub(crate) fn says(&self, text: &str) -> &Self {
        let said = String::from_utf8_lossy(&self.0.stderr);
        assert!(said.contains(text), "expected {text:?} in {said}");
        self
    }
}
