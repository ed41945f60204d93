//! How many operands an operator takes, by the reports and by the libraries that everyone has.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

/// The number of operands that stands for any number.
const ANY: u8 = u8::MAX - 1;

/// Operators, by the fewest and the most operands that they take: R7RS-small, SRFI 1, and SRFI 69.
const ARITIES: [(u8, u8, &str); 13] = [
    (
        0,
        1,
        "newline read-char peek-char read exit emergency-exit flush-output-port read-u8 peek-u8 u8-ready? char-ready? read-line",
    ),
    (
        0,
        ANY,
        "+ * and or list vector append string-append string values bytevector vector-append",
    ),
    (
        1,
        1,
        "caar cadr cdar cddr caddr cdddr cadddr car cdr not null? pair? list? symbol? string? number? integer? rational? real? \
         complex? char? vector? procedure? boolean? eof-object? bytevector? port? input-port? output-port? exact? inexact? \
         exact-integer? nan? zero? positive? negative? odd? even? abs length reverse symbol->string string->symbol \
         char->integer integer->char char-upcase char-downcase char-alphabetic? char-numeric? char-whitespace? \
         char-upper-case? char-lower-case? vector-length string-length bytevector-length exact->inexact inexact->exact exact \
         inexact floor ceiling truncate round numerator denominator sqrt exp sin cos tan asin acos square force delay \
         quote quasiquote unquote unquote-splicing list-copy first second third fourth fifth last last-pair \
         call-with-current-continuation call/cc open-input-file open-output-file open-input-string close-port \
         close-input-port close-output-port get-output-string file-exists? delete-file raise raise-continuable \
         error-object? error-object-message error-object-irritants string-upcase string-downcase",
    ),
    (
        1,
        2,
        "display write write-string write-char write-u8 atan log number->string string->number make-vector make-string make-list",
    ),
    (
        1,
        3,
        "string->list vector->list string->vector vector->string string-copy vector-copy bytevector-copy",
    ),
    (
        1,
        ANY,
        "cond case-lambda define define-record-type begin error max min - / cons* syntax-rules",
    ),
    (
        2,
        2,
        "cons eq? eqv? equal? quotient remainder modulo list-ref list-tail vector-ref string-ref bytevector-u8-ref memq memv \
         assq assv set! set-car! set-cdr! filter remove partition expt call-with-values floor/ truncate/ floor-quotient \
         floor-remainder truncate-quotient truncate-remainder with-exception-handler call-with-output-file \
         call-with-input-file take drop take-while drop-while find find-tail define-syntax",
    ),
    (2, 3, "if member assoc delete delete-duplicates"),
    (2, 4, "hash-table-ref vector-fill! string-fill!"),
    (
        2,
        ANY,
        "let let* letrec letrec* lambda let-values let*-values when unless parameterize let-syntax letrec-syntax apply map \
         for-each vector-map vector-for-each string-for-each append-map filter-map any every case do fluid-let guard \
         = < > <= >= char=? char<? char>? string=? string<? string>? string-ci=? char-ci=?",
    ),
    (
        3,
        3,
        "vector-set! string-set! bytevector-u8-set! dynamic-wind list-set! hash-table-set! substring reduce",
    ),
    (3, 5, "vector-copy! string-copy! bytevector-copy!"),
    (3, ANY, "fold fold-right receive"),
];

static TABLE: LazyLock<FxHashMap<&str, (u8, u8)>> = LazyLock::new(|| {
    let of_row = |(fewest, most, names): &(u8, u8, &'static str)| {
        let arity = (fewest + 1, most + 1);
        let names = names.split_ascii_whitespace();
        names.map(|name| (name, arity)).collect::<Vec<_>>()
    };
    ARITIES.iter().flat_map(of_row).collect()
});

/// The fewest and the most items of a list that begins with this operator, which is one of them; none if that is not known.
pub(super) fn arity(operator: &str) -> Option<(u8, u8)> {
    TABLE.get(operator).copied()
}

/// The fewest items of a list that begins with this operator and is not being typed.
pub(super) fn fewest_when_done(operator: &str) -> u8 {
    match operator {
        "define" => 3,
        "else" => 2,
        _ => arity(operator).map_or(0, |(fewest, _)| fewest),
    }
}
