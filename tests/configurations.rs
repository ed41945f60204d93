//! The library formats as the command does: for a set of configurations, each file of `testdata` gets the same bytes from both,
//! and is refused by both or by neither. `SCHEMEFMT_CORPUS=FOLDER` compares the files of a folder instead.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use schemefmt::{Configuration, Options, format};
use walkdir::WalkDir;

/// Each with as much as one file can say.
const CONFIGURATIONS: [&str; 6] = [
    "",
    "line-width = 40\nend-of-line = \"crlf\"\nliterals = \"keep\"\nmacro-rules = false\n",
    "line-breaks = \"keep\"\nalignment = \"keep\"\nline-width = 60\n",
    "[style]\ncond = \"hang\"\nif-arms = 2\n",
    "dialect = \"r6rs\"\n[forms]\nlet = \"call\"\n\"f*\" = 1\n\"define-*\" = { like = \"let\" }\nif = { args = 1, one-line = 20 }\n",
    "required-version = \">=0.1\"\ninclude = [\"*.scm\"]\nstyle.calls = 2\n\
     [[overrides]]\nfiles = [\"/c*/\", \"!/cond/\", \"**/d*.scm\"]\nline-width = 50\nforms.f = 2\n\
     [[overrides]]\nfiles = [\"let/**\", \"calls\"]\nstyle.cond = \"break\"\nemacs-rules = false\nforms.let = 0\n\
     [[overrides]]\nfiles = [\"*.s[cls]*\"]\nstyle.calls = \"align\"\n",
];

/// The files that are compared, relative to the folder that they are in.
fn files() -> (PathBuf, Vec<PathBuf>) {
    let root = std::env::var("SCHEMEFMT_CORPUS").map_or_else(
        |_| Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata"),
        PathBuf::from,
    );
    let is_scheme = |path: &PathBuf| {
        let extension = path.extension().and_then(|extension| extension.to_str());
        matches!(extension, Some("scm" | "ss" | "sls" | "sps" | "sld")) && path.is_file()
    };
    let below = |path: PathBuf| path.strip_prefix(&root).unwrap().to_owned();
    let walk = WalkDir::new(&root).sort_by_file_name().into_iter();
    let files = walk.map(|entry| entry.unwrap().into_path());
    let files = files.filter(is_scheme).map(below).collect();
    (root, files)
}

#[test]
fn the_library_formats_as_the_command_does() {
    let (root, files) = files();
    assert!(files.len() > 100, "{}", files.len());
    for text in CONFIGURATIONS {
        let configuration = Configuration::from_toml(text).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let place = |file: &PathBuf| folder.path().join(file);
        for file in &files {
            fs::create_dir_all(place(file).parent().unwrap()).unwrap();
            fs::write(place(file), fs::read(root.join(file)).unwrap()).unwrap();
        }
        fs::write(folder.path().join("schemefmt.toml"), text).unwrap();
        // No other one applies.
        fs::write(folder.path().join(".editorconfig"), "root = true\n").unwrap();
        // It fails if a file is refused, which then stays as it is.
        let ran = Command::new(env!("CARGO_BIN_EXE_schemefmt"))
            .args(["--quiet", "--include", "*.scm"])
            .args(&files)
            .current_dir(folder.path())
            .status();
        assert!(matches!(ran.unwrap().code(), Some(0 | 2)));
        let mut changed = 0;
        for file in &files {
            let input = fs::read(root.join(file)).unwrap();
            let formatted = format(&input, &configuration.options(file));
            let output = formatted.map_or_else(|_| input.clone(), |formatted| formatted.output);
            changed += usize::from(output != input);
            let written = fs::read(place(file)).unwrap();
            assert!(written == output, "{}, by:\n{text}", file.display());
        }
        assert!(changed > 50, "{changed}");
    }
}

#[test]
fn every_error_has_a_position() {
    let text = "line-width = 9999\n[style]\ncond = 3\n[forms]\nf = 9\n[[overrides]]\nfiles = [\"[a]\", \"[\"]\n";
    let wrong = Configuration::from_toml(text).unwrap_err();
    let told = wrong.iter().map(|wrong| {
        let span = wrong.labels[0].span.clone();
        format!("{} {}", wrong.position().unwrap(), &text[span])
    });
    let told: Vec<String> = told.collect();
    assert_eq!(told, ["1:14 9999", "3:8 3", "5:5 9", "7:18 ["]);
    let newer = Configuration::from_toml("required-version = \">=99\"\nnew = 1\n").unwrap_err();
    assert_eq!(newer.len(), 1);
    assert_eq!(newer[0].code, "required-version");
    let broken = Configuration::from_toml("a = \nb = 1\n").unwrap_err();
    assert_eq!(broken[0].position().unwrap().line, 1);
}

#[test]
fn like_caret_touches_its_parameters() {
    let mut options = Options::default();
    options.dialect = schemefmt::Dialect::Gauche;
    options
        .set_form("^", "{ like = \"^\", one-line = 20 }")
        .unwrap();
    options.set_form("fun", "{ like = \"^\" }").unwrap();
    let output = format(b"(map (^ (x) (square (f x))) (fun (x) x))", &options)
        .unwrap()
        .output;
    let output = String::from_utf8(output).unwrap();
    assert_eq!(
        output,
        "(map (^(x)\n       (square (f x)))\n     (fun (x) x))\n"
    );
}

#[test]
fn a_form_is_set_as_the_table_sets_it() {
    let rules = |options: &Options| {
        let layer = &options.rules.configuration;
        let rows = layer.rules().into_iter();
        rows.map(|(name, rule)| (name, rule.row))
            .collect::<Vec<_>>()
    };
    let mut options = Options::default();
    options.set_form("with-lock", "2").unwrap();
    options.set_form("with-lock", "1").unwrap();
    options.set_form("define-*", "{ like = \"let\" }").unwrap();
    let table = "forms = { with-lock = 1, \"define-*\" = { like = \"let\" } }";
    let read = Configuration::from_toml(table).unwrap();
    assert_eq!(rules(&options), rules(&read.options("")));
    let refused = |options: &mut Options, rule: &str| {
        let wrong = options.set_form("f", rule).unwrap_err();
        let span = wrong.labels[0].span.clone();
        (wrong.to_string(), rule[span].to_owned())
    };
    let message = "invalid layout rule for `f`".to_owned();
    assert_eq!(
        refused(&mut options, "\"let\""),
        (message.clone(), "\"let\"".to_owned())
    );
    assert_eq!(
        refused(&mut options, "{ args = 1, rest = 99 }"),
        (message, "99".to_owned())
    );
    assert!(options.set_form("f", "{ args = ").is_err());
    assert!(options.set_form("f", "1\ng = 2").is_err());
}
