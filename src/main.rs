//! The `schemefmt` command.
use std::io::{Read, Write};
fn main() {
    let mut b = Vec::new();
    std::io::stdin().read_to_end(&mut b).unwrap();
    match schemefmt::format(&b, &Default::default()) {
        Ok(f) => std::io::stdout().write_all(&f.output).unwrap(),
        Err(e) => { let s = schemefmt::source::Source::decode(&b).unwrap(); eprintln!("{:?} {e}", s.position(e.labels[0].span.start)); std::process::exit(2) }
    }
}
