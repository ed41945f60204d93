//! Lexing loses nothing, by whatever reading, and the parser's spans lie within the text and within each other.

#![no_main]

use libfuzzer_sys::fuzz_target;
use schemefmt::internals::text::source::Source;
use schemefmt::internals::syntax::lexer::{Lexer, Switches};
use schemefmt::internals::syntax::parser;

fuzz_target!(|input: (u32, &[u8])| {
    let (switches, bytes) = input;
    let Ok(source) = Source::decode(bytes) else {
        return;
    };
    let switches = Switches::COMMON.symmetric_difference(Switches::from_bits_truncate(switches));
    let mut end = 0;
    for token in Lexer::new(&source.text, switches) {
        assert_eq!(token.start, end);
        assert!(token.end > token.start);
        assert!(source.text.is_char_boundary(token.end as usize));
        end = token.end;
    }
    assert_eq!(end as usize, source.text.len());
    if let Ok(tree) = parser::parse_whole(&mut Lexer::new(&source.text, switches)) {
        for (id, node) in tree.nodes.iter().enumerate() {
            assert!(node.start <= node.head_end && node.head_end <= node.end);
            assert!(node.end as usize <= source.text.len());
            for child in tree.children(id) {
                assert!(
                    tree.nodes[child].start >= node.head_end && tree.nodes[child].end <= node.end
                );
            }
        }
    }
    assert_eq!(source.encode(source.text.to_string()), Ok(bytes.to_vec()));
});
