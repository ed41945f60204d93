//! Asks git which files of a work tree have changed, and in which lines; and has it merge texts.
//!
//! Git is found through `PATH` and never run through a shell. It starts no pager, hook, external diff or textconv filter,
//! and changes nothing, not even its index. Names are terminated by NUL bytes wherever git offers that. Settings by which
//! the user's configuration could change the output are overridden.

use std::collections::{BTreeMap, HashMap};
use std::path::{self, Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::{env, io};

use anyhow::{Context as _, anyhow, bail, ensure};

use super::region::Portion;
use crate::project::is_hidden;
use crate::project::paths::{path_of_bytes, paths_of, shown};

/// A comparison in a work tree.
#[derive(Debug)]
pub(super) struct GitComparison {
    /// The top folder of the work tree, an absolute path without links.
    top: PathBuf,
    /// The argument of `git diff` that says what to compare with: a commit, or [`CACHED`].
    side: String,
}

/// The argument of `git diff` for what is staged.
const CACHED: &str = "--cached";

/// How a file changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum GitChange {
    /// It did not exist.
    New,
    /// It had other contents, at this path.
    Edited(PathBuf),
    /// It cannot be formatted in part, for this reason.
    Refused(&'static str),
}

/// The error for a partly staged file: its formatted text would match neither the index nor the file.
const PARTLY_STAGED: &str = "only some of the changes in this file are staged, so it is left as it is; stage the rest, or set it \
     aside with `git stash --keep-index`";

/// The error for a file with merge conflicts, of which git has several versions.
const UNMERGED: &str = "unresolved merge conflicts; resolve them first";

/// Settings that override those by which the user could change the output.
const SETTINGS: [&str; 5] = [
    "core.quotePath=true",
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "diff.relative=false",
    "diff.interHunkContext=0",
];

/// Environment variables by which the user could change the output.
const VARIABLES: [&str; 4] = [
    "GIT_DIFF_OPTS",
    "GIT_GLOB_PATHSPECS",
    "GIT_NOGLOB_PATHSPECS",
    "GIT_ICASE_PATHSPECS",
];

/// The arguments that `git diff` always gets.
const DIFF: [&str; 6] = [
    "diff",
    "--no-ext-diff",
    "--no-textconv",
    "--no-color",
    "--ignore-submodules=all",
    "--find-renames",
];

/// The number of names passed to git at once, far below the limit for a command line.
const NAMES: usize = 200;

/// What the mode of a regular file starts with, as opposed to a link, a folder or a submodule.
const REGULAR: &[u8] = b"100";

/// The last commit.
pub(super) const HEAD: &str = "HEAD";

impl GitComparison {
    /// Prepares a comparison with a commit in the work tree that contains a folder, or of what is staged with the last commit.
    ///
    /// # Errors
    /// Returns an error if there is no git or no work tree, or if the revision is not a commit.
    pub(super) fn of(folder: &Path, since: Option<&str>) -> anyhow::Result<Self> {
        let output = succeed(command(folder).args(["rev-parse", "--show-toplevel"]))
            .with_context(|| shown(folder))?;
        let top = path_of_bytes(output.strip_suffix(b"\n").unwrap_or(&output));
        let top = top.canonicalize().unwrap_or(top);
        let side = match since {
            None => CACHED.to_owned(),
            Some(revision) => commit(&top, revision)?,
        };
        Ok(GitComparison { top, side })
    }

    /// The files that have changed, by their absolute paths, except for deleted files, links and submodules.
    ///
    /// # Errors
    /// Returns an error if git does.
    pub(super) fn changes(&self) -> anyhow::Result<BTreeMap<PathBuf, GitChange>> {
        let raw = succeed(self.diff().args(["--raw", "-z", &self.side, "--"]))?;
        let mut changes = read_raw(&raw).context("cannot parse git diff output")?;
        if self.side == CACHED {
            for path in paths_of(&succeed(self.diff().args(["--name-only", "-z"]))?) {
                changes
                    .entry(path)
                    .and_modify(|change| *change = GitChange::Refused(PARTLY_STAGED));
            }
        } else {
            let mut others = command(&self.top);
            others.args(["ls-files", "-z", "--others", "--exclude-standard"]);
            let others = paths_of(&succeed(&mut others)?).into_iter();
            // A name that ends with a slash is a nested repository. What is hidden counts if git tracks it.
            let is_file = |path: &PathBuf| {
                let is_hidden = path.iter().any(is_hidden);
                !is_hidden && !path.as_os_str().as_encoded_bytes().ends_with(b"/")
            };
            changes.extend(others.filter(is_file).map(|path| (path, GitChange::New)));
        }
        let mut unmerged = self.diff();
        unmerged.args(["--name-only", "-z", "--diff-filter=U"]);
        for path in paths_of(&succeed(&mut unmerged)?) {
            changes.insert(path, GitChange::Refused(UNMERGED));
        }
        let changes = changes.into_iter();
        Ok(changes
            .map(|(path, change)| (self.top.join(path), change))
            .collect())
    }

    /// The lines that are new or changed in edited files, by their absolute paths; each is given with its path before. If lines were
    /// only deleted, there are none.
    ///
    /// # Errors
    /// Returns an error if git does.
    pub(super) fn lines(
        &self,
        edits: &[(&Path, &Path)],
    ) -> anyhow::Result<HashMap<PathBuf, Vec<Portion>>> {
        let mut lines = HashMap::new();
        for some in edits.chunks(NAMES) {
            let mut command = self.diff();
            command.args([
                "--patch",
                "--unified=0",
                "--text",
                "--src-prefix=a/",
                "--dst-prefix=b/",
            ]);
            command.args([&self.side, "--"]);
            for (after, before) in some {
                let after = after.strip_prefix(&self.top).unwrap_or(after);
                command.arg(after);
                command.args((*before != after).then_some(before));
            }
            let patch = succeed(&mut command)?;
            let found = read_patch(&patch).context("cannot parse git diff output")?;
            let found = found.into_iter();
            lines.extend(found.map(|(path, spans)| (self.top.join(path), spans)));
        }
        Ok(lines)
    }

    fn diff(&self) -> Command {
        let mut command = command(&self.top);
        command.args(DIFF);
        command
    }
}

/// The result of a merge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Merged {
    /// The merged text, with a pair of markers around each conflict.
    pub text: Vec<u8>,
    /// The number of conflicts; git counts to 127.
    pub conflicts: i32,
}

/// The status of `git merge-file` up to which it is a number of conflicts.
const MAX_CONFLICTS: i32 = 127;

/// Merges three files line by line: ours, the common base, and theirs, with these labels beside the markers.
///
/// # Errors
/// Returns an error if git does, for instance on bytes that it takes for binary.
pub(super) fn merge(
    files: &[PathBuf],
    labels: &[String],
    marker_size: usize,
) -> anyhow::Result<Merged> {
    let mut command = command(Path::new("."));
    command.args(["merge-file", "--stdout"]);
    command.arg(format!("--marker-size={marker_size}"));
    command.args(labels.iter().flat_map(|label| ["-L", label]));
    let output = output(command.args(files))?;
    match output.status.code() {
        Some(conflicts) if conflicts <= MAX_CONFLICTS => Ok(Merged {
            text: output.stdout,
            conflicts,
        }),
        _ => Err(failure(&output)),
    }
}

/// A git command to be run in a folder.
fn command(folder: &Path) -> Command {
    let mut command = Command::new("git");
    command.arg("-C").arg(folder);
    command.args(["--no-pager", "--no-optional-locks", "--literal-pathspecs"]);
    command.args(SETTINGS.iter().flat_map(|setting| ["-c", setting]));
    for variable in VARIABLES {
        command.env_remove(variable);
    }
    // These are relative to our folder.
    for variable in ["GIT_DIR", "GIT_WORK_TREE"] {
        let there = env::var_os(variable).and_then(|it| path::absolute(it).ok());
        command.envs(there.map(|it| (variable, it)));
    }
    command.stdin(Stdio::null());
    command
}

/// Runs git to completion.
fn output(command: &mut Command) -> anyhow::Result<Output> {
    match command.output() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            bail!("git not found in PATH")
        }
        output => output.context("cannot run git"),
    }
}

/// The output of git, if it succeeds; otherwise, its own error message.
fn succeed(command: &mut Command) -> anyhow::Result<Vec<u8>> {
    let output = output(command)?;
    if output.status.success() {
        Ok(output.stdout)
    } else {
        Err(failure(&output))
    }
}

/// The error message of git.
fn failure(output: &Output) -> anyhow::Error {
    let stderr = String::from_utf8_lossy(&output.stderr);
    let message = stderr.trim().trim_start_matches("fatal: ");
    match message.trim_start_matches("error: ") {
        "" => anyhow!("git failed"),
        message => anyhow!("git: {message}"),
    }
}

/// The unambiguous name of a commit. Before the first commit, `HEAD` stands for the empty tree.
fn commit(top: &Path, revision: &str) -> anyhow::Result<String> {
    let no_commit = || format!("`{revision}` is not a commit in {}", shown(top));
    ensure!(
        !revision.starts_with('-') && !revision.is_empty(),
        no_commit()
    );
    let ask = |arguments: &[&str]| {
        let output = succeed(command(top).args(arguments)).ok()?;
        Some(String::from_utf8_lossy(&output).trim_end().to_owned())
    };
    let commit = format!("{revision}^{{commit}}");
    let mut found = ask(&["rev-parse", "--verify", "--quiet", &commit]);
    if found.is_none() && revision == HEAD && ask(&["symbolic-ref", "--quiet", HEAD]).is_some() {
        found = ask(&["hash-object", "-t", "tree", "--stdin"]);
    }
    // Of `^HEAD`, for example, git prints more than a name.
    let is_name = |name: &String| name.bytes().all(|byte| byte.is_ascii_hexdigit());
    found.filter(is_name).with_context(no_commit)
}

/// Parses the output of `git diff --raw -z`: for each file `:MODE MODE HASH HASH STATUS`, and then its path, preceded for a
/// renamed file by the old path; all of them end with a NUL byte. None if the output is malformed.
fn read_raw(output: &[u8]) -> Option<BTreeMap<PathBuf, GitChange>> {
    let mut fields = output.split(|byte| *byte == 0);
    let mut changes = BTreeMap::new();
    while let Some(head) = fields.next().filter(|head| !head.is_empty()) {
        let mut words = head.strip_prefix(b":")?.split(|byte| *byte == b' ');
        let mode = words.nth(1)?;
        let status = *words.nth(2)?.first()?;
        let before = path_of_bytes(fields.next()?);
        let after = match status {
            b'R' | b'C' => path_of_bytes(fields.next()?),
            _ => before.clone(),
        };
        let change = match status {
            _ if !mode.starts_with(REGULAR) => continue,
            b'A' => GitChange::New,
            _ => GitChange::Edited(before),
        };
        changes.insert(after, change);
    }
    Some(changes)
}

/// Parses the paths and the new lines in a patch without context. None if it is malformed.
fn read_patch(patch: &[u8]) -> Option<HashMap<PathBuf, Vec<Portion>>> {
    let mut files = HashMap::new();
    let mut file = None;
    let mut lines = patch.split(|byte| *byte == b'\n');
    while let Some(line) = lines.next() {
        if line.starts_with(b"diff --git ") {
            file = None;
        } else if let Some(name) = line.strip_prefix(b"+++ ") {
            let name = unquoted(name)?;
            file = Some(path_of_bytes(name.strip_prefix(b"b/").unwrap_or(&name)));
        } else if let Some(hunk) = line.strip_prefix(b"@@ ") {
            let (old, new) = read_hunk(hunk)?;
            // Skip the contents of the lines.
            (0..old.1 + new.1).try_for_each(|_| lines.next().map(|_| ()))?;
            let portions: &mut Vec<Portion> = files.entry(file.clone()?).or_default();
            portions.extend((new.1 > 0).then(|| Portion::Lines {
                first: new.0,
                last: Some(new.0 + new.1 - 1),
            }));
        }
    }
    Some(files)
}

/// Parses the first line and the number of lines on both sides of `-START,COUNT +START,COUNT @@`; a count of 1 is omitted.
fn read_hunk(hunk: &[u8]) -> Option<((usize, usize), (usize, usize))> {
    let hunk =
        std::str::from_utf8(hunk.get(..hunk.iter().position(|byte| *byte == b'@')?)?).ok()?;
    let mut sides = hunk.split(' ');
    let mut side = |sign| {
        let side = sides.next()?.strip_prefix(sign)?;
        let (start, count) = side.split_once(',').unwrap_or((side, "1"));
        Some((start.parse().ok()?, count.parse().ok()?))
    };
    Some((side('-')?, side('+')?))
}

/// A name as git writes it in a patch: literally, followed by a tab if it contains blanks, or quoted as in C.
fn unquoted(name: &[u8]) -> Option<Vec<u8>> {
    let name = name.strip_suffix(b"\t").unwrap_or(name);
    let Some(quoted) = name.strip_prefix(b"\"") else {
        return Some(name.to_owned());
    };
    let mut bytes = quoted.strip_suffix(b"\"")?.iter().copied();
    let mut plain = Vec::with_capacity(quoted.len());
    while let Some(byte) = bytes.next() {
        plain.push(match byte {
            b'\\' => match bytes.next()? {
                // Three octal digits.
                high @ b'0'..=b'3' => {
                    let mut digit = || bytes.next().filter(|digit| (b'0'..=b'7').contains(digit));
                    (high - b'0') << 6 | (digit()? - b'0') << 3 | (digit()? - b'0')
                }
                // The names of the control characters from 7 on.
                letter => match (7..).zip(*b"abtnvfr").find(|(_, name)| *name == letter) {
                    Some((control, _)) => control,
                    None => letter,
                },
            },
            byte => byte,
        });
    }
    Some(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn portions(lines: &[(usize, usize)]) -> Vec<Portion> {
        let portion = |&(first, last)| Portion::Lines {
            first,
            last: Some(last),
        };
        lines.iter().map(portion).collect()
    }

    #[test]
    fn parses_raw_changes() {
        let raw = b":100644 100644 1 0 M\0a b\n.scm\0:100644 000000 1 0 D\0gone.scm\0\
            :100644 100755 1 2 R082\0old.scm\0new.scm\0:000000 100644 0 3 A\0added.scm\0\
            :120000 120000 1 2 M\0link.scm\0:160000 160000 1 2 M\0module\0:120000 100644 1 2 T\0was-link.scm\0\
            :100644 000000 1 0 U\0merged.scm\0";
        let edited = |before: &str| GitChange::Edited(before.into());
        let expected = [
            ("a b\n.scm", edited("a b\n.scm")),
            ("new.scm", edited("old.scm")),
            ("added.scm", GitChange::New),
            ("was-link.scm", edited("was-link.scm")),
        ];
        let expected = expected.map(|(path, change)| (PathBuf::from(path), change));
        assert_eq!(read_raw(raw), Some(BTreeMap::from(expected)));
        assert_eq!(read_raw(b""), Some(BTreeMap::new()));
        for wrong in [
            &b"M\0a\0"[..],
            b":100644 100644 1 0 M",
            b":100644\0a\0",
            b":1 1 1 1 R1\0a\0",
        ] {
            let is_nothing = read_raw(wrong).is_none_or(|changes| changes.is_empty());
            assert!(is_nothing, "{wrong:?}");
        }
    }

    #[test]
    fn parses_new_lines_of_a_patch() {
        // Lines of the text that look like lines of a patch.
        let patch = b"diff --git a/a.scm b/a.scm\nindex 1..2 100644\n--- a/a.scm\n+++ b/a.scm\n\
            @@ -2 +2 @@ (f)\n--- old\n+++ new\n@@ -4,2 +3,0 @@\n-@@ -1 +1 @@\n-diff --git a/b b/b\n@@ -9,0 +8,3 @@\n+a\n+b\n+c\n\
            \\ No newline at end of file\n\
            diff --git a/mode.scm b/mode.scm\nold mode 100644\nnew mode 100755\n\
            diff --git \"a/x\\ty\" \"b/x\\ty\"\n--- \"a/x\\ty\"\n+++ \"b/x\\ty\"\n@@ -1 +1,2 @@\n-a\n+b\n+c\n\
            diff --git a/a b.scm b/a b.scm\n--- a/a b.scm\t\n+++ b/a b.scm\t\n@@ -1,2 +0,0 @@\n-a\n-b\n";
        let expected = [
            ("a.scm", portions(&[(2, 2), (8, 10)])),
            ("x\ty", portions(&[(1, 2)])),
            ("a b.scm", portions(&[])),
        ];
        let expected = expected.map(|(name, spans)| (PathBuf::from(name), spans));
        assert_eq!(read_patch(patch), Some(HashMap::from(expected)));
        assert_eq!(read_patch(b""), Some(HashMap::new()));
        for cut in [
            "@@ -1 +1 @@\n-a\n+b\n",
            "+++ b/a\n@@ -1 +1",
            "+++ b/a\n@@ -1,9 +1 @@\n-a\n",
            "+++ \"b/a\n",
        ] {
            assert_eq!(read_patch(cut.as_bytes()), None, "{cut}");
        }
    }

    #[test]
    fn names_are_unquoted() {
        for (name, plain) in [
            ("b/a", "b/a"),
            ("b/a b\t", "b/a b"),
            (r#""b/\"\\\a\b\t\n\v\f\r""#, "b/\"\\\x07\x08\t\n\x0B\x0C\r"),
            (r#""b/\316\273""#, "b/λ"),
        ] {
            assert_eq!(unquoted(name.as_bytes()), Some(plain.as_bytes().to_vec()));
        }
        for wrong in [r#""a"#, r#""a\""#, r#""\31""#, r#""\389""#] {
            assert_eq!(unquoted(wrong.as_bytes()), None, "{wrong}");
        }
    }
}
