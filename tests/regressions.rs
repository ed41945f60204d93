//! Texts on which the formatter once broke a promise, with what it makes of them now. `UPDATE_EXPECT=1` rewrites the outputs.
//!
//! A case without an `.out` file is one that has to be refused.

use schemefmt::{Options, format};
use std::path::Path;
use std::{env, fs};

#[test]
fn once_broken_cases_stay_mended() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/regressions");
    let mut cases = 0;
    for entry in fs::read_dir(&folder).expect("the folder of cases") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "scm") {
            continue;
        }
        cases += 1;
        check(&path);
    }
    assert!(cases > 0, "no cases in {}", folder.display());
}

/// Compares the output with the expected one and formats it again at several widths.
fn check(path: &Path) {
    let input = fs::read(path).expect("a case");
    let expected = path.with_extension("out");
    let output = match format(&input, &Options::default()) {
        Ok(formatted) => formatted.output,
        Err(error) => {
            assert_ne!(error.code, "internal", "{}: {error}", path.display());
            assert!(!expected.exists(), "{}: {error}", path.display());
            return;
        }
    };
    if env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&expected, &output).expect("the output is written");
    }
    let wanted = fs::read(&expected).unwrap_or_default();
    assert_eq!(
        output.escape_ascii().to_string(),
        wanted.escape_ascii().to_string(),
        "{}",
        path.display()
    );
    for width in [0, 20, 40, 80, 120] {
        let mut options = Options::default();
        options.style.line_width = width;
        let once = format(&input, &options)
            .unwrap_or_else(|error| panic!("{} at {width}: {error}", path.display()));
        let twice = format(&once.output, &options)
            .unwrap_or_else(|error| panic!("{} at {width}: {error}", path.display()));
        assert_eq!(
            once.output.escape_ascii().to_string(),
            twice.output.escape_ascii().to_string(),
            "{} at {width}",
            path.display()
        );
    }
}
