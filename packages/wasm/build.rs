//! Gives the module's one stack room for the deepest text, and tells it the version of the package.

/// Bytes of stack: as many as a thread of its own has for the deepest text elsewhere.
const STACK: usize = 9 << 20;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=../../Cargo.toml");
    println!("cargo:rustc-link-arg-cdylib=-zstack-size={STACK}");
    let manifest =
        std::fs::read_to_string("../../Cargo.toml").expect("the manifest of the package");
    let version = manifest
        .lines()
        .find_map(|line| line.strip_prefix("version = "));
    let version = version
        .expect("a version in the manifest")
        .trim_matches('"');
    println!("cargo:rustc-env=SCHEMEFMT_PACKAGE_VERSION={version}");
}
