//! Gives the modules of the command a version, which they ask for.

fn main() {
    println!("cargo::rustc-env=SCHEMEFMT_VERSION=fuzzing");
}
