//! The `schemefmt` command.

fn main() {}
