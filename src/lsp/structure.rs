//! The structure of a text, in the protocol's format.

use std::io::Write;

use gen_lsp_types as lsp;
use schemefmt::internals::structure::{Fold, FoldKind, Structure, Symbol, SymbolKind};

use super::session::Session;
use super::text::Text;

impl<W: Write> Session<W> {
    /// The ranges around each position, innermost first.
    pub(super) fn selections(
        &mut self,
        params: &lsp::SelectionRangeParams,
    ) -> Option<Vec<lsp::SelectionRange>> {
        self.structure(&params.text_document.uri, |structure, text| {
            let chains = params.positions.iter().map(|position| {
                let offset = text.span(lsp::Range::new(*position, *position)).start;
                let around = structure.around(offset.saturating_sub(text.mark()));
                let around = around.into_iter().rev().fold(None, |parent, span| {
                    let parent = parent.map(Box::new);
                    Some(lsp::SelectionRange::new(
                        text.range_after_mark(&span),
                        parent,
                    ))
                });
                around.unwrap_or_else(|| {
                    lsp::SelectionRange::new(lsp::Range::new(*position, *position), None)
                })
            });
            chains.collect()
        })
    }

    /// The folds of a buffer.
    pub(super) fn folds(
        &mut self,
        params: &lsp::FoldingRangeParams,
    ) -> Option<Vec<lsp::FoldingRange>> {
        self.structure(&params.text_document.uri, |structure, _| {
            structure.folds().iter().map(fold).collect()
        })
    }

    /// The definitions in a buffer.
    pub(super) fn symbols(
        &mut self,
        params: &lsp::DocumentSymbolParams,
    ) -> Option<lsp::DocumentSymbolResponse> {
        self.structure(&params.text_document.uri, |structure, text| {
            let symbols = structure.symbols().into_iter();
            let symbols: Vec<_> = symbols.map(|it| symbol_of(text, it)).collect();
            symbols.into()
        })
    }

    /// Passes the structure of a buffer to `show`; none if the buffer is not a program to format.
    fn structure<T>(
        &mut self,
        uri: &lsp::Uri,
        show: impl FnOnce(&Structure<'_>, &Text) -> T,
    ) -> Option<T> {
        let (options, text) = self.options(uri)?;
        let whole = text.to_string();
        let structure = Structure::new(&whole[text.mark()..], &options);
        Some(show(&structure, text))
    }
}

fn symbol_of(text: &Text, symbol: Symbol) -> lsp::DocumentSymbol {
    let kind = match symbol.kind {
        SymbolKind::Module => lsp::SymbolKind::Module,
        SymbolKind::Record => lsp::SymbolKind::Struct,
        SymbolKind::Class => lsp::SymbolKind::Class,
        SymbolKind::Method => lsp::SymbolKind::Method,
        SymbolKind::Procedure => lsp::SymbolKind::Function,
        SymbolKind::Variable => lsp::SymbolKind::Variable,
    };
    let children = symbol.children.into_iter().map(|it| symbol_of(text, it));
    let children: Vec<_> = children.collect();
    lsp::DocumentSymbol::new(
        symbol.name,
        None,
        kind,
        None,
        None,
        text.range_after_mark(&symbol.span),
        text.range_after_mark(&symbol.name_span),
        (!children.is_empty()).then_some(children),
    )
}

fn fold(fold: &Fold) -> lsp::FoldingRange {
    let kind = match fold.kind {
        FoldKind::List => None,
        FoldKind::Comment => Some(lsp::FoldingRangeKind::Comment),
    };
    let line = |line: usize| u32::try_from(line - 1).unwrap_or(u32::MAX);
    let (first, last) = fold.lines;
    lsp::FoldingRange::new(line(first), None, line(last), None, kind, None)
}
