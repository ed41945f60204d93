//! `--since`, `--changed` and `--staged` in repositories that each test makes.
//!

use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};

use crate::repository::{Ran, Repository};

trials! {
    formats_only_changed_lines,
    changed_lists_stay_broken,
    columns_are_learned_from_unchanged_lines,
    new_files_are_formatted_whole_unless_git_ignores_them,
    formats_changed_data_in_document_blocks,
    ignored_changes_are_skipped,
    what_git_tracks_in_hidden_folders_is_formatted,
    a_relative_repository_is_found,
    paths_limit_the_search,
    handles_every_file_name,
    renamed_file_is_compared_with_its_old_version,
    deleted_lines_select_nothing,
    line_ends_are_those_of_the_work_tree,
    skips_changes_that_are_not_file_text,
    diff_attributes_are_ignored,
    a_submodule_is_a_work_tree_of_its_own,
    linked_work_tree_has_its_own_changes,
    before_the_first_commit_every_file_is_new,
    rejects_invalid_revisions,
    without_a_work_tree_there_is_nothing_to_compare,
    staged_lines_are_formatted_and_partly_staged_files_are_not,
    a_conflict_is_left_alone,
    git_configuration_runs_and_changes_nothing,
    conflicting_flags_are_rejected,
}

/// Three forms, none of them formatted.
const OLD: &str = "(define (a)   1)\n\n(define (b)   2)\n\n(define (c)   3)\n";
/// The second one edited.
const EDITED: &str = "(define (a)   1)\n\n(define (b)   22)\n\n(define (c)   3)\n";
/// The same after a run about what changed.
const DONE: &str = "(define (a)   1)\n\n(define (b)\n  22)\n\n(define (c)   3)\n";
/// The first text after a run about everything.
const WHOLE: &str = "(define (a)\n  1)\n\n(define (b)\n  2)\n\n(define (c)\n  3)\n";

impl Repository {
    /// The path of something in it.
    fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.0.path(name)
    }

    /// One with a commit of these files, each with the text [`OLD`].
    fn with(names: &[&str]) -> Self {
        let folder = Repository::new();
        for name in names {
            folder.write(name, OLD);
        }
        folder.commit();
        folder
    }
}

fn formats_only_changed_lines() {
    let folder = Repository::with(&["a.scm", "b.scm"]);
    folder.write("a.scm", EDITED);
    folder
        .run(["--changed", "--check"])
        .ends(1)
        .prints("Would reformat: a.scm\n")
        .says("1 file would be reformatted\nTo fix only these changes, run: schemefmt --changed\n");
    folder
        .run(["--since", "HEAD", "-l", "."])
        .ends(1)
        .prints("a.scm\n")
        .says("To fix only these changes, run: schemefmt --since HEAD .\n");
    folder.run(["--changed", "--diff"]).ends(1).prints(
        "--- a.scm\n+++ a.scm\n@@ -1,5 +1,6 @@\n (define (a)   1)\n \n-(define (b)   22)\n+(define (b)\n+  22)\n \n \
         (define (c)   3)\n",
    );
    let github = "::error file=a.scm,line=3,endLine=3,title=schemefmt unformatted::\
                  not formatted; run `schemefmt --changed`:%0A(define (b)%0A  22)\n";
    let arguments = ["--changed", "--check", "--output-format", "github"];
    folder.run(arguments).ends(1).prints(github);
    folder.holds("a.scm", EDITED);

    folder
        .run(["--changed"])
        .ends(0)
        .says("1 file reformatted\n");
    folder.holds("a.scm", DONE);
    folder.holds("b.scm", OLD);
    folder.run(["--changed", "--check"]).ends(0).prints("");
    folder.commit();
    folder.run(["--changed"]).ends(0).says("Nothing to do\n");
    folder.run(["--since", "HEAD~1", "--check"]).ends(0);
}

fn columns_are_learned_from_unchanged_lines() {
    let folder = Repository::new();
    folder.write("schemefmt.toml", "line-breaks = \"keep\"\n");
    let before = "(when a\n   (b))\n".repeat(4);
    folder.write("a.scm", &before);
    folder.commit();
    let after = |body: &str| format!("(when c\n{body})\n{before}");
    folder.write("a.scm", after("    (d)"));
    folder.run(["--changed"]).ends(0);
    folder.holds("a.scm", &after("   (d)"));
}

fn changed_lists_stay_broken() {
    let folder = Repository::new();
    folder.write("schemefmt.toml", "line-breaks = \"persistent\"\n");
    folder.write("a.scm", "(list 1\n      2)\n\n(list 3\n  4)\n");
    folder.commit();
    folder.write("a.scm", "(list 1\n      2)\n\n(list 3\n  44)\n");
    folder.run(["--changed"]).ends(0);
    folder.holds("a.scm", "(list 1\n      2)\n\n(list 3\n      44)\n");
}

fn new_files_are_formatted_whole_unless_git_ignores_them() {
    let folder = Repository::with(&["a.scm"]);
    folder.write(".gitignore", "ignored.scm\n");
    for name in [
        "new.scm",
        "sub/new.scm",
        "ignored.scm",
        "staged.scm",
        "intended.scm",
    ] {
        folder.write(name, OLD);
    }
    folder.write("new.txt", OLD);
    folder.git(["add", "staged.scm"]);
    folder.git(["add", "--intent-to-add", "intended.scm"]);
    folder.git(["init", "-q", "other"]);
    folder.write("other/theirs.scm", OLD);
    folder
        .run(["--changed"])
        .ends(0)
        .says("4 files reformatted\n");
    for name in ["new.scm", "sub/new.scm", "staged.scm", "intended.scm"] {
        folder.holds(name, WHOLE);
    }
    for name in ["a.scm", "ignored.scm", "other/theirs.scm", "new.txt"] {
        folder.holds(name, OLD);
    }
}

fn formats_changed_data_in_document_blocks() {
    let folder = Repository::with(&["a.scm"]);
    let old = "```scheme\n(f   1)\n\n(g   1)\n```\n\n```scheme\n(h   1)\n```\n";
    folder.write("a.md", old);
    folder.commit();
    let edited = old.replace("(g   1)", "(g   22)");
    folder.write("a.md", &edited);
    folder.run(["--changed"]).ends(0).says("Nothing to do\n");
    folder.holds("a.md", &edited);
    folder
        .run(["--changed", "--include", "*.md"])
        .ends(0)
        .says("1 file reformatted\n");
    folder.holds("a.md", &old.replace("(g   1)", "(g 22)"));
}

fn ignored_changes_are_skipped() {
    let names = [
        "a.scm",
        "made/a.scm",
        ".hidden/a.scm",
        "vendor/a.scm",
        "ours.txt",
    ];
    let folder = Repository::with(&names);
    folder.write("schemefmt.toml", "exclude = [\"/made/\"]\n");
    for name in names {
        folder.write(name, EDITED);
    }
    // Git tracks the hidden one.
    let expected = ".hidden/a.scm\na.scm\n";
    folder.run(["--changed", "-l"]).ends(1).prints(expected);
    let more = ["--changed", "-l", "--include", "*.txt"];
    let expected = ".hidden/a.scm\na.scm\nours.txt\n";
    folder.run(more).ends(1).prints(expected);
    folder
        .run(["--changed", "-l", "--exclude", "a.scm"])
        .ends(0)
        .prints("");
    // What is named is meant, as elsewhere.
    let named = ["--changed", "-l", "made/a.scm", "vendor"];
    folder
        .run(named)
        .ends(1)
        .prints("made/a.scm\nvendor/a.scm\n");
    let hook = ["--changed", "-l", "--force-exclude", "made/a.scm", "a.scm"];
    folder.run(hook).ends(1).prints("a.scm\n");
    fs::remove_file(folder.path("schemefmt.toml")).unwrap();
    folder.write(".schemefmtignore", "made/\n");
    folder
        .run(["--changed", "-l"])
        .ends(1)
        .prints(".hidden/a.scm\na.scm\n");
    let all = ["--changed", "-l", "--no-ignore"];
    folder
        .run(all)
        .ends(1)
        .prints(".hidden/a.scm\na.scm\nmade/a.scm\n");
}

fn what_git_tracks_in_hidden_folders_is_formatted() {
    let folder = Repository::with(&[".guix/a.scm"]);
    folder.write(".guix/a.scm", EDITED);
    folder.write(".guix/new.scm", OLD);
    folder.run(["--changed"]).ends(0);
    folder.holds(".guix/a.scm", DONE);
    folder.holds(".guix/new.scm", OLD);
}

fn a_relative_repository_is_found() {
    let folder = Repository::with(&["sub/a.scm"]);
    folder.write("sub/a.scm", EDITED);
    let mut command = folder.command();
    command.current_dir(folder.path("sub"));
    command.env("GIT_DIR", "../.git").arg("--changed");
    Ran(command.output().unwrap()).ends(0);
    folder.holds("sub/a.scm", DONE);
}

fn paths_limit_the_search() {
    let folder = Repository::with(&["a.scm", "sub/b.scm", "sub/deep/c.scm"]);
    for name in ["a.scm", "sub/b.scm", "sub/deep/c.scm"] {
        folder.write(name, EDITED);
    }
    symlink("a.scm", folder.path("link.scm")).unwrap();
    let below = |path: &str, paths: &str| {
        folder
            .run(["--changed", "-l", path])
            .ends(i32::from(!paths.is_empty()))
            .prints(paths);
    };
    below(".", "a.scm\nsub/b.scm\nsub/deep/c.scm\n");
    below("sub", "sub/b.scm\nsub/deep/c.scm\n");
    below("sub/deep/../b.scm", "sub/deep/../b.scm\n");
    below("link.scm", "link.scm\n");
    let mut inside = folder.command();
    inside.current_dir(folder.path("sub"));
    let inside = Ran(inside.args(["--changed", "-l"]).output().unwrap());
    inside.ends(1).prints("b.scm\ndeep/c.scm\n");
    let listed = folder.write("list", "sub/b.scm\0a.scm\0");
    let listed = ["--changed", "-l", "--files0-from", listed.to_str().unwrap()];
    folder.run(listed).ends(1).prints("sub/b.scm\na.scm\n");
    folder
        .run(["--changed", "none.scm"])
        .ends(2)
        .says("none.scm: no such file or folder");
    folder
        .run(["--changed", "-"])
        .ends(2)
        .says("standard input is not a file");
}

fn handles_every_file_name() {
    let names = [
        "a b.scm",
        "a\nb.scm",
        "a\tb.scm",
        "\"q\".scm",
        "'q'.scm",
        "back\\slash.scm",
        "-x.scm",
        "λ.scm",
        "[a]*?.scm",
        ":(top)a.scm",
        "+++ b.scm",
        " b/ c.scm",
    ];
    let folder = Repository::with(&names);
    for name in names {
        folder.write(name, EDITED);
    }
    folder
        .run(["--changed"])
        .ends(0)
        .says("12 files reformatted\n");
    for name in names {
        folder.holds(name, DONE);
    }
}

fn renamed_file_is_compared_with_its_old_version() {
    let folder = Repository::with(&["a.scm"]);
    folder.git(["mv", "a.scm", "b.scm"]);
    folder.run(["--changed", "--check"]).ends(0);
    folder.write("b.scm", EDITED);
    folder.run(["--changed", "b.scm"]).ends(0);
    folder.holds("b.scm", DONE);
    folder.commit();
    folder.run(["--since", "HEAD~1", "--check"]).ends(0);
}

fn deleted_lines_select_nothing() {
    let folder = Repository::new();
    folder.write("a.scm", "(f   1\n   2\n   3)\n");
    folder.write("gone.scm", OLD);
    folder.commit();
    let text = "(f   1\n   3)\n";
    folder.write("a.scm", text);
    fs::remove_file(folder.path("gone.scm")).unwrap();
    folder.run(["--changed"]).ends(0).says("Nothing to do\n");
    folder.run(["--changed", "a.scm"]).ends(0);
    folder.holds("a.scm", text);
}

fn line_ends_are_those_of_the_work_tree() {
    let folder = Repository::new();
    let crlf = |text: &str| text.replace('\n', "\r\n");
    folder.write("kept.scm", crlf(OLD));
    folder.write("plain.scm", OLD);
    folder.write("returns.scm", OLD.replace('\n', "\r"));
    folder.commit();
    folder.write("kept.scm", crlf(EDITED));
    // Line ends alone, as git converts them.
    folder.git(["config", "core.autocrlf", "true"]);
    folder.write("plain.scm", crlf(EDITED));
    folder.write("returns.scm", EDITED.replace('\n', "\r"));
    folder
        .run(["--changed"])
        .ends(0)
        .says("3 files reformatted\n");
    folder.holds("kept.scm", &crlf(DONE));
    folder.holds("plain.scm", &crlf(DONE));
    // Git takes it for a single line.
    let returns = fs::read_to_string(folder.path("returns.scm")).unwrap();
    assert!(returns.contains("(define (a)\r  1)\r\r"), "{returns:?}");
}

fn skips_changes_that_are_not_file_text() {
    let folder = Repository::with(&["a.scm", "mode.scm", "touched.scm"]);
    symlink("a.scm", folder.path("link.scm")).unwrap();
    folder.commit();
    fs::remove_file(folder.path("link.scm")).unwrap();
    symlink("mode.scm", folder.path("link.scm")).unwrap();
    fs::set_permissions(folder.path("mode.scm"), fs::Permissions::from_mode(0o755)).unwrap();
    folder.write("touched.scm", OLD);
    // A repository inside that is named like a file.
    folder.git(["init", "--quiet", "nested.scm"]);
    folder.write("nested.scm/b.scm", OLD);
    folder.run(["--changed"]).ends(0).says("Nothing to do\n");
}

fn diff_attributes_are_ignored() {
    let folder = Repository::with(&["a.scm"]);
    folder.write(".gitattributes", "*.scm binary\n");
    folder.write("a.scm", EDITED);
    folder.run(["--changed", "a.scm"]).ends(0);
    folder.holds("a.scm", DONE);
}

fn a_submodule_is_a_work_tree_of_its_own() {
    let theirs = Repository::with(&["a.scm"]);
    let folder = Repository::with(&["b.scm"]);
    let origin = theirs.0.0.path().to_str().unwrap();
    folder.git(["submodule", "--quiet", "add", origin, "sub"]);
    folder.commit();
    folder.write("sub/a.scm", EDITED);
    folder.write("b.scm", EDITED);
    folder
        .run(["--changed"])
        .ends(0)
        .says("1 file reformatted\n");
    folder.holds("sub/a.scm", EDITED);
    folder
        .run(["--changed", ".", "sub"])
        .ends(0)
        .says("1 file reformatted, 1 file left unchanged\n");
    folder.holds("sub/a.scm", DONE);
    folder.holds("b.scm", DONE);
}

fn linked_work_tree_has_its_own_changes() {
    let folder = Repository::with(&["a.scm"]);
    let other = tempfile::tempdir().unwrap();
    let other = other.path().join("tree");
    folder.git([
        "worktree",
        "add",
        "--quiet",
        "-b",
        "other",
        other.to_str().unwrap(),
    ]);
    fs::write(other.join("a.scm"), EDITED).unwrap();
    folder.run(["--changed", "--check"]).ends(0);
    folder
        .run([OsStr::new("--changed"), other.as_os_str()])
        .ends(0);
    assert_eq!(fs::read_to_string(other.join("a.scm")).unwrap(), DONE);
    folder.holds("a.scm", OLD);
}

fn before_the_first_commit_every_file_is_new() {
    let folder = Repository::new();
    folder.write("staged.scm", OLD);
    folder.git(["add", "staged.scm"]);
    folder.write("new.scm", OLD);
    folder
        .run(["--staged", "-l"])
        .ends(1)
        .prints("staged.scm\n");
    folder
        .run(["--changed", "-l"])
        .ends(1)
        .prints("new.scm\nstaged.scm\n");
    folder
        .run(["--since", "main"])
        .ends(2)
        .says("`main` is not a commit");
}

fn rejects_invalid_revisions() {
    let folder = Repository::with(&["a.scm"]);
    folder.write("a.scm", EDITED);
    folder.git(["branch", "side"]);
    for revision in [
        "none",
        "",
        "HEAD~7",
        "HEAD:a.scm",
        "HEAD..side",
        "^HEAD",
        "-x",
        "--output=stolen",
        "--all",
    ] {
        let since = format!("--since={revision}");
        let expected = format!("`{revision}` is not a commit in ");
        folder.run([&since]).ends(2).says(&expected);
    }
    folder.holds("a.scm", EDITED);
    assert!(!folder.path("stolen").exists());
    let commit = folder.git(["rev-parse", "HEAD"]);
    for revision in [
        "side",
        "HEAD^0",
        "HEAD^{tree}^{commit}",
        &commit,
        &commit[..8],
    ] {
        let status = i32::from(revision.contains("tree")) + 1;
        folder.run(["-l", "--since", revision]).ends(status);
    }
}

fn without_a_work_tree_there_is_nothing_to_compare() {
    let folder = Repository::new();
    let nowhere = tempfile::tempdir().unwrap();
    fs::write(nowhere.path().join("a.scm"), OLD).unwrap();
    let at = |arguments: &[&str]| {
        let mut command = folder.command();
        // No repository may stand above it.
        command
            .current_dir(nowhere.path())
            .env("GIT_CEILING_DIRECTORIES", nowhere.path().parent().unwrap());
        Ran(command.args(arguments).output().unwrap())
    };
    at(&["--changed"]).ends(2).says("git: not a git repository");
    folder.git([
        OsStr::new("init"),
        "-q".as_ref(),
        "--bare".as_ref(),
        nowhere.path().join("b.git").as_os_str(),
    ]);
    at(&["--changed", "b.git"])
        .ends(2)
        .says("git: this operation must be run in a work tree");
    let mut command = folder.command();
    let without = command
        .env("PATH", nowhere.path())
        .arg("--changed")
        .output()
        .unwrap();
    Ran(without).ends(2).says("git not found in PATH");
    assert_eq!(
        fs::read_to_string(nowhere.path().join("a.scm")).unwrap(),
        OLD
    );
}

fn staged_lines_are_formatted_and_partly_staged_files_are_not() {
    let folder = Repository::with(&["a.scm", "part.scm", "not.scm"]);
    folder.write("gone.scm", "(gone)\n");
    folder.commit();
    for name in ["a.scm", "part.scm", "not.scm"] {
        folder.write(name, EDITED);
    }
    folder.write("new.scm", OLD);
    folder.git(["rm", "-q", "gone.scm"]);
    folder.git(["add", "a.scm", "part.scm", "new.scm"]);
    folder.write("untracked.scm", OLD);
    let partly = EDITED.replace("(a)   1", "(a)   11");
    folder.write("part.scm", &partly);
    let refused = "part.scm: only some of the changes in this file are staged";
    folder.run(["--staged", "--check"]).ends(2).says(refused);
    folder
        .run(["--staged"])
        .ends(2)
        .says(refused)
        .says("2 files reformatted, 1 file failed\n");
    folder.holds("a.scm", DONE);
    folder.holds("new.scm", WHOLE);
    folder.holds("part.scm", &partly);
    folder.holds("not.scm", EDITED);
    folder.holds("untracked.scm", OLD);
    // Nothing is staged on anybody's behalf: now there is more to stage.
    folder
        .run(["--staged", "a.scm"])
        .ends(2)
        .says("a.scm: only some of the changes");
    folder.git(["add", "a.scm", "new.scm"]);
    folder
        .run(["--staged", "--check", "a.scm", "new.scm"])
        .ends(0);
}

fn a_conflict_is_left_alone() {
    let folder = Repository::with(&["a.scm"]);
    folder.git(["switch", "-q", "-c", "side"]);
    folder.write("a.scm", EDITED);
    folder.commit();
    folder.git(["switch", "-q", "-"]);
    folder.write("a.scm", EDITED.replace("22", "23"));
    folder.commit();
    let merge = folder.try_git(["merge", "-q", "side"]);
    assert!(!merge.status.success());
    let before = fs::read_to_string(folder.path("a.scm")).unwrap();
    for flag in ["--changed", "--staged"] {
        folder
            .run([flag])
            .ends(2)
            .says("a.scm: unresolved merge conflicts");
        folder.holds("a.scm", &before);
    }
}

fn git_configuration_runs_and_changes_nothing() {
    let folder = Repository::with(&["a b.scm", "sub/c.scm"]);
    folder.write(".gitattributes", "*.scm diff=mine\n");
    let program = folder.write("run", "#!/bin/sh\necho ran >> \"$MARKER\"\ncat \"$1\"\n");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let program = program.to_str().unwrap();
    for (key, value) in [
        ("core.pager", program),
        ("core.fsmonitor", program),
        ("core.quotePath", "false"),
        ("core.hooksPath", "."),
        ("color.ui", "always"),
        ("diff.external", program),
        ("diff.mine.command", program),
        ("diff.mine.textconv", program),
        ("diff.noprefix", "true"),
        ("diff.mnemonicPrefix", "true"),
        ("diff.relative", "true"),
        ("diff.renames", "false"),
        ("diff.interHunkContext", "9"),
        ("diff.context", "9"),
        ("diff.ignoreSubmodules", "none"),
        ("diff.algorithm", "minimal"),
    ] {
        folder.git(["config", key, value]);
    }
    fs::copy(folder.path("run"), folder.path("post-index-change")).unwrap();
    folder.write("a b.scm", EDITED);
    folder.git([
        "-c",
        "core.fsmonitor=false",
        "-c",
        "core.hooksPath=/dev/null",
        "mv",
        "sub/c.scm",
        "sub/d.scm",
    ]);
    folder.write("sub/d.scm", EDITED);
    let marker = folder.path("marker");
    let index = fs::read(folder.path(".git/index")).unwrap();
    let mut command = folder.command();
    command
        .env("MARKER", &marker)
        .env("GIT_PAGER", program)
        .env("GIT_EXTERNAL_DIFF", program);
    command
        .env("GIT_DIFF_OPTS", "--unified=9")
        .env("GIT_GLOB_PATHSPECS", "1");
    Ran(command
        .args(["--changed", "a b.scm", "sub"])
        .output()
        .unwrap())
    .ends(0);
    folder.holds("a b.scm", DONE);
    folder.holds("sub/d.scm", DONE);
    assert!(!marker.exists());
    assert!(fs::read(folder.path(".git/index")).unwrap() == index);
}

fn conflicting_flags_are_rejected() {
    let folder = Repository::with(&["a.scm"]);
    for flags in [
        ["--changed", "--staged"].as_slice(),
        &["--changed", "--since=HEAD"],
        &["--staged", "--since=HEAD"],
        &["--lines=1", "--changed"],
        &["--range=1:1-1:2", "--staged"],
        &["--lines=1", "--since=HEAD"],
    ] {
        folder.run(flags).ends(2).says("cannot be used with");
    }
}
