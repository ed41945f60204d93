//! `schemefmt merge`, called by git, in repositories that each test makes.

use crate::folder::Folder;
use crate::repository::Repository;

trials! {
    open_branch_merges_across_formatting,
    branch_rebases_across_formatting,
    real_conflict_has_git_labels,
    merges_changes_joined_on_one_formatted_line,
    document_prose_is_not_reflowed,
    unformattable_versions_are_merged_as_they_are,
    unparsable_merge_is_a_conflict,
    missing_or_binary_version_is_an_error,
    markers_have_a_maximum_length,
    forms_without_changes_keep_their_rows,
    labels_may_begin_with_a_hyphen,
    line_ends_are_those_of_our_version,
}

/// Two procedures as their author has written them.
const OLD: &str = "(define (area width height) (* width height))
(define (show shape)
    (let ((name (car shape))
          (size (cdr shape)))
        (display name) (display size)
        (newline)))
";

/// A repository with [`OLD`] in `a.scm`, a branch `open` on which one text is replaced by another there, and `main`, where it is
/// formatted; git calls `schemefmt merge` on it.
fn with_open_branch(from: &str, to: &str) -> Repository {
    let folder = Repository::new();
    folder.git(["checkout", "-q", "-b", "main"]);
    folder.write("a.scm", OLD);
    folder.commit();
    folder.git(["checkout", "-q", "-b", "open"]);
    assert!(OLD.contains(from));
    folder.write("a.scm", OLD.replace(from, to));
    folder.commit();
    folder.git(["checkout", "-q", "main"]);
    folder.write(".gitattributes", "*.scm merge=schemefmt\n");
    folder.run(["."]).ends(0).says("1 file reformatted\n");
    folder.commit();
    let program = env!("CARGO_BIN_EXE_schemefmt");
    let driver = format!("'{program}' merge --marker-size %L --labels %X %S %Y -- %O %A %B %P");
    folder.git(["config", "merge.schemefmt.driver", &driver]);
    folder
}

/// What is in `a.scm` once it is formatted.
fn formatted(text: &str) -> String {
    let folder = Folder::new();
    folder.write("a.scm", text);
    let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_schemefmt"));
    assert!(
        program
            .arg(folder.path("a.scm"))
            .status()
            .unwrap()
            .success()
    );
    folder.read("a.scm")
}

fn open_branch_merges_across_formatting() {
    let (from, to) = ("(display size)", "(write size)");
    let folder = with_open_branch(from, to);
    folder.git(["merge", "-q", "--no-edit", "open"]);
    folder.holds("a.scm", &formatted(&OLD.replace(from, to)));
    // Git alone finds a conflict there.
    folder.git(["reset", "-q", "--hard", "HEAD~1"]);
    folder.git(["config", "--unset", "merge.schemefmt.driver"]);
    let alone = folder.try_git(["merge", "-q", "open"]);
    assert!(!alone.status.success());
}

fn branch_rebases_across_formatting() {
    let (from, to) = ("(car shape)", "(shape-name shape)");
    let folder = with_open_branch(from, to);
    folder.write(
        "a.scm",
        folder
            .0
            .read("a.scm")
            .replace("(newline)", "(newline port)"),
    );
    folder.commit();
    folder.git(["rebase", "-q", "main", "open"]);
    let both = OLD.replace(from, to).replace("(newline)", "(newline port)");
    folder.holds("a.scm", &formatted(&both));
}

fn real_conflict_has_git_labels() {
    let folder = with_open_branch("(display size)", "(write size)");
    let text = folder.0.read("a.scm");
    let ours = text.replace("(display size)", "(print size)");
    folder.write("a.scm", &ours);
    folder.commit();
    assert!(!folder.try_git(["merge", "-q", "open"]).status.success());
    let conflict = "<<<<<<< HEAD\n    (print size)\n=======\n    (write size)\n>>>>>>> open\n";
    let both = text.replace("    (display size)\n", conflict);
    folder.holds("a.scm", &both);
    assert_eq!(
        folder
            .git(["ls-files", "--unmerged", "a.scm"])
            .lines()
            .count(),
        3
    );
}

fn merges_changes_joined_on_one_formatted_line() {
    let folder = Repository::new();
    let text = |a: &str, b: &str| format!("(list {a}\n      2\n      3\n      {b})\n");
    folder.write("base.scm", text("1", "4"));
    folder.write("ours.scm", text("one", "4"));
    folder.write("theirs.scm", text("1", "four"));
    folder
        .run(["merge", "base.scm", "ours.scm", "theirs.scm"])
        .ends(0);
    folder.holds("ours.scm", "(list one 2 3 four)\n");
    // Even if one side is formatted already.
    folder.write("ours.scm", "(list one 2 3 4)\n");
    folder
        .run(["merge", "base.scm", "ours.scm", "theirs.scm"])
        .ends(0);
    folder.holds("ours.scm", "(list one 2 3 four)\n");
    // If lists stay broken, both sides changed one line, and a side that has joined all of them the whole list.
    folder.write("schemefmt.toml", "line-breaks = \"persistent\"\n");
    folder.write("ours.scm", text("one", "4"));
    folder
        .run(["merge", "base.scm", "ours.scm", "theirs.scm"])
        .ends(0);
    folder.holds("ours.scm", &text("one", "four"));
    folder.write("ours.scm", "(list one 2 3 4)\n");
    folder
        .run(["merge", "base.scm", "ours.scm", "theirs.scm"])
        .ends(1);
    // If lines are kept, they are what is merged.
    folder.write("ours.scm", "(list one 2 3 4)\n");
    folder.write("schemefmt.toml", "line-breaks = \"keep\"\n");
    folder
        .run(["merge", "base.scm", "ours.scm", "theirs.scm"])
        .ends(1);
}

fn document_prose_is_not_reflowed() {
    let folder = Repository::new();
    folder.write(
        "schemefmt.toml",
        "include = [\"*.md\"]\nline-breaks = \"canonical\"\n",
    );
    let text = |a: &str, b: &str| format!("({a} words of prose,   {b})\n\n    code\n");
    folder.write("base.md", text("some", "here"));
    folder.write("ours.md", text("my", "here"));
    folder.write("theirs.md", text("some", "there"));
    folder
        .run(["merge", "base.md", "ours.md", "theirs.md"])
        .ends(1);
    let conflict = "<<<<<<< ours\n(my words of prose,   here)\n=======\n(some words of prose,   there)\n>>>>>>> theirs\n";
    folder.holds("ours.md", &format!("{conflict}\n    code\n"));
}

fn unformattable_versions_are_merged_as_they_are() {
    let folder = Repository::new();
    let text = |a: &str, b: &str| format!("(define a   {a})\n\n(\n\n(define b   {b})\n");
    folder.write("base.scm", text("1", "2"));
    folder.write("ours.scm", text("one", "2"));
    folder.write("theirs.scm", text("1", "two"));
    folder
        .run(["merge", "base.scm", "ours.scm", "theirs.scm", "sub/a.scm"])
        .ends(0)
        .prints("")
        .says("schemefmt: sub/a.scm: cannot format all versions");
    folder.holds("ours.scm", &text("one", "two"));
    // So is what is not to be formatted, and nothing is said of it.
    let whole = |a: &str, b: &str| text(a, b).replace("(\n\n", "");
    folder.write("base.scm", whole("1", "2"));
    folder.write("ours.scm", whole("one", "2"));
    folder.write("theirs.scm", whole("1", "two"));
    folder.write("schemefmt.toml", "exclude = [\"/sub/\"]\n");
    let merge = ["merge", "base.scm", "ours.scm", "theirs.scm", "sub/a.scm"];
    let ran = folder.run(merge);
    assert!(ran.0.stderr.is_empty());
    folder.holds("ours.scm", &whole("one", "two"));
}

fn unparsable_merge_is_a_conflict() {
    let folder = Repository::new();
    // One side takes the comment away, the other divides it.
    let base = "(a)\n#|\n(one)\n(two)\n(three)\n(four)\n|#\n(b)\n";
    let ours = base.replace("#|\n", "").replace("|#\n", "");
    let theirs = base.replace("(three)\n", "|#\n(new \"|\")\n#|\n(three)\n");
    folder.write("base.scm", base);
    folder.write("ours.scm", ours);
    folder.write("theirs.scm", theirs);
    folder
        .run(["merge", "base.scm", "ours.scm", "theirs.scm"])
        .ends(1)
        .says("schemefmt: ours.scm: cannot parse the merge result\n");
    let both = "(a)\n(one)\n(two)\n|#\n(new \"|\")\n#|\n(three)\n(four)\n(b)\n";
    folder.holds("ours.scm", both);
}

fn missing_or_binary_version_is_an_error() {
    let folder = Repository::new();
    folder.write("a.scm", OLD);
    folder
        .run(["merge", "a.scm", "a.scm", "none.scm"])
        .ends(2)
        .says("none.scm: cannot read: no such file or folder");
    folder.write("b.scm", "\0");
    folder
        .run(["merge", "b.scm", "a.scm", "b.scm"])
        .ends(2)
        .says("a.scm: git: Cannot merge binary files");
    folder.holds("a.scm", OLD);
}

fn forms_without_changes_keep_their_rows() {
    let folder = Repository::new();
    let rest = "\
(define table
  '(10000001 10000002 10000003 10000004
    20000001 20000002 20000003 20000004
    30000001 30000002 30000003 30000004))

(let ((short                      (compute-the-first 1))
      (something-with-a-long-name (compute-the-second 2)))
  (+ short something-with-a-long-name))
";
    let version = |first: &str, last: &str| format!("(f {first} middle {last})\n\n{rest}");
    folder.write("base.scm", version("1", "2"));
    folder.write("ours.scm", version("one", "2"));
    folder.write("theirs.scm", version("1", "two"));
    let merge = ["merge", "base.scm", "ours.scm", "theirs.scm"];
    folder.run(merge).ends(0);
    folder.holds("ours.scm", &version("one", "two"));
}

fn markers_have_a_maximum_length() {
    let folder = Repository::new();
    folder.write("a.scm", OLD);
    for (length, status) in [
        ("0", 2),
        ("1", 0),
        ("1000", 0),
        ("1001", 2),
        ("99999999", 2),
    ] {
        folder
            .run(["merge", "--marker-size", length, "a.scm", "a.scm", "a.scm"])
            .ends(status);
    }
}

fn labels_may_begin_with_a_hyphen() {
    let folder = Repository::new();
    folder.write("base.scm", "(f 1)\n");
    folder.write("ours.scm", "(f 2)\n");
    folder.write("theirs.scm", "(f 3)\n");
    let labels = ["merge", "--labels", "-ours", "--", "-L"];
    let files = ["--", "base.scm", "ours.scm", "theirs.scm", "-a.scm"];
    folder.run([labels.as_slice(), &files].concat()).ends(1);
    let conflict = "<<<<<<< -ours\n(f 2)\n=======\n(f 3)\n>>>>>>> -L\n";
    folder.holds("ours.scm", conflict);
}

fn line_ends_are_those_of_our_version() {
    let folder = Repository::new();
    // Whether or not it is formatted.
    for path in ["a.scm", "a.txt"] {
        let text = |a: &str, b: &str| format!("(define a {a})\n\n(define b {b})\n");
        let carriage_returns = |text: String| text.replace('\n', "\r\n");
        let merge = ["merge", "base.scm", "ours.scm", "theirs.scm", path];
        folder.write("base.scm", text("1", "2"));
        folder.write("ours.scm", text("one", "2"));
        folder.write("theirs.scm", carriage_returns(text("1", "two")));
        folder.run(merge).ends(0);
        folder.holds("ours.scm", &text("one", "two"));
        folder.write("ours.scm", carriage_returns(text("one", "2")));
        folder.write("theirs.scm", text("1", "two"));
        folder.run(merge).ends(0);
        folder.holds("ours.scm", &carriage_returns(text("one", "two")));
        // A real conflict is one line.
        folder.write("ours.scm", carriage_returns(text("one", "2")));
        folder.write("theirs.scm", text("uno", "2"));
        folder.run(merge).ends(1);
        let conflict = "<<<<<<< ours\n(define a one)\n=======\n(define a uno)\n>>>>>>> theirs\n";
        let rest = "\n(define b 2)\n";
        folder.holds("ours.scm", &carriage_returns(format!("{conflict}{rest}")));
    }
}
