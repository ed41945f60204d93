//! Where settings come from, and what is said about wrong ones.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use super::{Folder, GOOD, MESSY};

#[test]
fn every_folder_has_its_own_rules_of_emacs() {
    let folder = Folder::new();
    let rules = r#"((scheme-mode . ((eval . (put 'mine 'scheme-indent-function 1))))
 ( ; a comment
  "b" . ((scheme-mode . ((eval . (put 'mine 'scheme-indent-function 2)))))))
"#;
    folder.write(".dir-locals.el", rules);
    let mine = |arguments: &str| format!("(mine {arguments}\n  {})\n", "a-body-of-it ".repeat(7));
    for name in [
        "x.scm",
        "a/x.scm",
        "a/c/x.scm",
        "b/x.scm",
        "b/c/x.scm",
        "z/x.scm",
    ] {
        folder.write(name, mine("one two"));
    }
    folder.run(["."]).ends(0);
    let [one, two] = ["x.scm", "b/x.scm"].map(|name| folder.read(name));
    assert!(
        one.starts_with("(mine one\n  two\n  a-body-of-it\n"),
        "{one}"
    );
    assert!(two.starts_with("(mine one two\n  a-body-of-it\n"), "{two}");
    for (name, expected) in [("a", &one), ("a/c", &one), ("z", &one), ("b/c", &two)] {
        assert_eq!(&folder.read(format!("{name}/x.scm")), expected, "{name}");
    }
}

#[test]
fn indentation_setting_of_the_project_applies() {
    let folder = Folder::new();
    let variables = "((scheme-mode (indent-tabs-mode . t)) (\"a\" (nil (indent-tabs-mode))))\n";
    folder.write(".dir-locals.el", variables);
    folder.write(".editorconfig", "[c.scm]\nindent_style = space\n");
    folder.write("b/.editorconfig", "[*.scm]\nindent_style = space\n");
    folder.write("b/schemefmt.toml", "indentation = \"tabs\"\n");
    for (name, indentation) in [
        ("x.scm", "\t"),
        ("a/x.scm", "        "),
        ("c.scm", "        "),
        ("b/x.scm", "\t"),
    ] {
        folder.write(name, "(list-copy b ; c\na)\n");
        folder.run([name]).ends(0);
        let expected = format!("(list-copy b ; c\n{indentation}   a)\n");
        assert_eq!(folder.read(name), expected, "{name}");
    }
}

#[test]
fn a_file_may_be_a_library_of_emacs_and_its_local_variables() {
    let folder = Folder::new();
    let rules = "((scheme-mode . ((lisp-local-indent . (mine 1)) (eval . (put 'yours 'scheme-indent-function 1)))))\n";
    folder.write(".dir-locals.el", rules);
    folder.write("schemefmt.toml", "emacs-files = [\".dir-locals.el\"]\n");
    let body = "a-body-of-it ".repeat(7);
    folder.write("x.scm", format!("(mine one {body})\n(yours one {body})\n"));
    folder.run(["."]).ends(0);
    let text = folder.read("x.scm");
    for form in [
        "(mine one\n  a-body-of-it\n",
        "(yours one\n  a-body-of-it\n",
    ] {
        assert!(text.contains(form), "{text}");
    }
}

#[test]
fn invalid_configuration_is_located_and_nothing_written() {
    for (text, place, message) in [
        ("exclude = [\"a[\"]\n", "1:13", "invalid pattern `a[`"),
        ("exclude = [\"./a\"]\n", "1:13", "it matches nothing"),
        (
            "required-version = \"one\"\n",
            "1:20",
            "invalid value for `required-version`",
        ),
        (
            "required-version = \"=9.9.9\"\n",
            "1:20",
            "the project requires =9.9.9",
        ),
        ("rows = \"2025\"\n", "1:8", "^^^^^^ expected \"keep\""),
        (
            "line-width = 80\nemacs-rules = 1\n",
            "2:15",
            "^ expected true or false",
        ),
        (
            "[[overrides]]\nline-width = 8\n",
            "1:1",
            "expected files = [...]",
        ),
        (
            "[[overrides]]\nfiles = []\n",
            "2:9",
            "invalid value for `files`",
        ),
        (
            "[[overrides]]\nfiles = [\"a[\"]\n",
            "2:11",
            "invalid pattern `a[`",
        ),
        (
            "[[overrides]]\nfiles = [\"a\"]\nrequired-version = \"0.1\"\n",
            "3:1",
            "`required-version` is not allowed in [[overrides]]",
        ),
    ] {
        let folder = Folder::new();
        folder.write("a.scm", MESSY);
        folder.write("schemefmt.toml", text);
        let place = format!("schemefmt.toml:{place}\n");
        folder.run(["."]).ends(2).says(message).says(&place);
        assert_eq!(folder.read("a.scm"), MESSY);
    }
}

#[test]
fn distant_option_names_are_not_suggested() {
    let folder = Folder::new();
    folder.write("a.scm", GOOD);
    for (key, meant) in [
        ("foo", None),
        ("lines", None),
        ("style.x", None),
        ("style.forms", None),
        ("style.cnod", Some("style.cond")),
        ("cnod", Some("style.cond")),
        ("stile.cond", Some("style")),
        ("style.line-width", Some("line-width")),
        ("override", Some("overrides")),
        ("version", Some("required-version")),
    ] {
        let ran = folder.run(["--config", &format!("{key}=1"), "--check"]);
        let meant = meant.map(|meant| format!("did you mean `{meant}`?"));
        let said = ran.ends(2).err();
        match meant {
            Some(meant) => assert!(said.contains(&meant), "{said}"),
            None => assert!(!said.contains("did you mean"), "{said}"),
        }
    }
}

#[test]
fn every_setting_works_as_a_flag() {
    let folder = Folder::new();
    folder.write("a.scm", MESSY);
    folder.write("b.scm", "(mine  x\n  (display \"text\"))\n");
    folder.write("given.toml", "line-width = 20\nexclude = [\"*.scm\"]\n");
    let flags = ["-l", ".", "--config", "given.toml", "--config"];
    let with = |more: &[&str]| folder.run([&flags, more].concat());
    assert_eq!(with(&["exclude=['b.scm']"]).ends(1).out(), "a.scm\n");
    assert_eq!(
        with(&["include=['b.*']", "--config", "exclude=[]"])
            .ends(1)
            .out(),
        "b.scm\n"
    );
    with(&["exclude=['{b']"])
        .ends(2)
        .says("invalid pattern `{b`");
    let rule = folder.run([
        "b.scm",
        "--config",
        "forms.mine=1",
        "--config",
        "given.toml",
    ]);
    rule.ends(0);
    assert_eq!(folder.read("b.scm"), "(mine x\n  (display \"text\"))\n");
}

/// Makes a pipe; whether that can be done here.
fn pipe(path: &Path) -> bool {
    let made = Command::new("mkfifo").arg(path).status();
    let made = made.is_ok_and(|status| status.success());
    if !made {
        eprintln!("skipped: there is no mkfifo");
    }
    made
}

/// Whatever stands where a configuration or an ignore file does is read only if it is a file, and not without end; it is never
/// passed over in silence.
#[test]
fn unreadable_settings_are_reported() {
    let folder = Folder::new();
    let large = " ".repeat((1 << 20) + 1);
    for name in [
        ".editorconfig",
        ".dir-locals.el",
        ".gitignore",
        ".schemefmtignore",
        "rules.el",
        "schemefmt.toml",
    ] {
        fs::create_dir_all(folder.path(".git")).unwrap();
        folder.write("schemefmt.toml", "emacs-files = [\"rules.el\"]\n");
        folder.write("rules.el", "");
        let path = folder.path(name);
        let _ = fs::remove_file(&path);
        let cases: [(&dyn Fn() -> bool, &str); 5] = [
            (&|| fs::create_dir(&path).is_ok(), "not a regular file"),
            (
                &|| symlink("nowhere", &path).is_ok(),
                "no such file or folder",
            ),
            (&|| pipe(&path), "not a regular file"),
            (
                &|| symlink("/dev/zero", &path).is_ok(),
                "not a regular file",
            ),
            (&|| fs::write(&path, &large).is_ok(), "larger than 1 MiB"),
        ];
        for (make, reason) in cases {
            if !make() {
                continue;
            }
            folder.write("a.scm", MESSY);
            let ran = folder.run(["."]);
            ran.says(&format!("{name}: cannot read: {reason}\n"));
            ran.ends(2);
            // Without its configuration nothing is formatted, wherever that stands.
            assert_eq!(folder.read("a.scm"), MESSY, "{name}");
            if path.is_dir() {
                fs::remove_dir(&path).unwrap()
            } else {
                fs::remove_file(&path).unwrap()
            }
        }
    }
}

/// Settings of a project may come from others, and what is wrong with them is shown to everyone: a link leads to no file elsewhere.
#[test]
fn settings_outside_of_the_project_are_not_shown() {
    let elsewhere = Folder::new();
    let secret = elsewhere.write("secret", "SECRET = no [[ valid (((\n");
    let cases = [
        ".editorconfig",
        ".dir-locals.el",
        ".gitignore",
        ".schemefmtignore",
        "schemefmt.toml",
        ".schemefmt.toml",
    ];
    for top in [".git", "schemefmt.toml"] {
        for name in cases {
            if top == name || top == "schemefmt.toml" && name == ".schemefmt.toml" {
                continue;
            }
            let folder = Folder::new();
            match top {
                ".git" => fs::create_dir(folder.path(".git")).unwrap(),
                top => drop(folder.write(top, "")),
            }
            folder.write("sub/a.scm", MESSY);
            symlink(&secret, folder.path("sub").join(name)).unwrap();
            let ran = folder.run(["."]);
            ran.ends(2).says(&format!(
                "error: sub/{name}: cannot read: outside the project in "
            ));
            assert!(!ran.err().contains("SECRET"), "{}", ran.err());
            assert_eq!(folder.read("sub/a.scm"), MESSY, "{name}");
            // In the project, a link is as good as a file.
            fs::remove_file(folder.path("sub").join(name)).unwrap();
            folder.write("shared", "");
            symlink("../shared", folder.path("sub").join(name)).unwrap();
            folder.run(["."]).ends(0);
        }
    }
}

/// `init` sets the dialect on which the files agree, and that of a folder that differs.
#[test]
fn init_writes_the_dialects_that_files_show() {
    let folder = Folder::new();
    for number in 0..30 {
        folder.write(format!("{number}.scm"), "(use-modules (ice-9 match))\n");
        // Guile's clauses of a `cond` begin on the next line.
        let text = "(cond\n (a-long-name another-name)\n (else yet-another-name))\n";
        folder.write(format!("none/{number}.scm"), text);
    }
    for number in 0..3 {
        folder.write(format!("a*b/{number}.scm"), "#lang racket\n(f '|\\|)\n");
    }
    folder.run(["init"]).ends(0);
    let text = folder.read("schemefmt.toml");
    assert!(text.contains("\ndialect = \"guile\"\n"), "{text}");
    let last = "\n[[overrides]]\nfiles = [\"/a\\\\*b/\"]\ndialect = \"racket\"\n";
    assert!(text.ends_with(last), "{text}");
    let shown = folder.run(["--show-config", "a*b/1.scm"]);
    assert!(shown.ends(0).out().contains("dialect = \"racket\""));
    // A flag decides.
    folder.run(["init", "--force", "--dialect", "chez"]).ends(0);
    let text = folder.read("schemefmt.toml");
    assert!(
        text.contains("\ndialect = \"chez\"\n") && !text.contains("[[overrides]]\nfiles = [\"/a")
    );
}

#[test]
fn rules_outside_of_the_project_are_not_shown() {
    let elsewhere = Folder::new();
    let secret = elsewhere.write("secret.el", "(SECRET\n");
    let folder = Folder::new();
    fs::create_dir(folder.path("top")).unwrap();
    fs::create_dir(folder.path("top/.git")).unwrap();
    folder.write("beside.el", "(SECRET\n");
    symlink(&secret, folder.path("top/link.el")).unwrap();
    for named in [
        secret.to_str().unwrap(),
        "../beside.el",
        "link.el",
        "sub/../../beside.el",
    ] {
        folder.write("top/sub/a.scm", MESSY);
        folder.write("top/schemefmt.toml", format!("emacs-files = [{named:?}]\n"));
        let ran = folder.run(["top/sub/a.scm"]);
        ran.ends(2).says(" cannot read: outside the project in ");
        assert!(!ran.err().contains("SECRET"), "{}", ran.err());
        assert_eq!(folder.read("top/sub/a.scm"), MESSY, "{named}");
    }
    // Whoever runs the command may name what they like.
    folder.write("top/sub/a.scm", MESSY);
    let line = format!("emacs-files=[{:?}]", folder.path("beside.el"));
    folder
        .run(["--config", &line, "top/sub/a.scm"])
        .ends(0)
        .says("SECRET");
    // So may their own configuration, above the project.
    folder.write("top/schemefmt.toml", "");
    folder.write("rules.el", "(put 'square 'scheme-indent-function 1)\n");
    fs::remove_file(folder.path("top/schemefmt.toml")).unwrap();
    symlink(
        elsewhere.write("own.toml", "line-width = 20\n"),
        folder.path("schemefmt.toml"),
    )
    .unwrap();
    folder.write("top/sub/a.scm", "(a-long-name another-name)\n");
    folder.run(["-l", "top/sub/a.scm"]).ends(1);
}

#[test]
fn named_configuration_may_be_a_pipe() {
    let folder = Folder::new();
    folder.write("a.scm", "(one two three)\n");
    if !pipe(&folder.path("pipe")) {
        return;
    }
    let path = folder.path("pipe");
    let writer = std::thread::spawn(move || fs::write(path, "line-width = 10\n").unwrap());
    folder.run(["-l", "--config", "pipe", "a.scm"]).ends(1);
    writer.join().unwrap();
    folder
        .run(["--config", "/dev/zero", "a.scm"])
        .ends(2)
        .says("cannot read: larger than 1 MiB");
}

/// What is wrong with a configuration is told of its first errors; each costs a pass over the file.
#[test]
fn a_thousand_errors_in_a_configuration_are_short() {
    let folder = Folder::new();
    folder.write("a.scm", MESSY);
    let rules: String = (0..50_000).map(|n| format!("f{n} = \"x\"\n")).collect();
    folder.write("schemefmt.toml", format!("[forms]\n{rules}"));
    let ran = folder.run(["a.scm"]);
    ran.ends(2)
        .says("schemefmt.toml:2:6")
        .says("schemefmt.toml: 49950 more errors");
    assert_eq!(folder.read("a.scm"), MESSY);
    folder.write("schemefmt.toml", format!("{} = 1\n", "x".repeat(1 << 19)));
    folder.run(["a.scm"]).ends(2).says("unknown option");
}
