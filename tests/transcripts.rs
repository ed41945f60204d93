//! The command as its users see it: every case in `tests/cmd` is a transcript, with the files before (`.in`) and after
//! (`.out`). `TRYCMD=overwrite cargo test --test transcripts` writes down what the command says now.

#[test]
fn transcripts() {
    trycmd::TestCases::new()
        .case("tests/cmd/*.trycmd")
        .case("tests/cmd/*.toml");
}
