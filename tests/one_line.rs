//! How wide a form may be on one line, by what it is and where it stands: the table of `docs/contributing/evidence.md`, to the column. And
//! how large a list may be to have what follows its operator beside that.

use schemefmt::{Options, format};

/// A form, in which `X` is an atom of any width, and the widths up to which it stays on one line as a statement in a body, as
/// an argument, and as the value of a binding.
const LIMITS: &[(&str, [usize; 3])] = &[
    ("(if a b X)", [30, 58, 64]),
    ("(when a X)", [30, 40, 40]),
    ("(unless a X)", [30, 40, 40]),
    ("(when a b X)", [24; 3]),
    ("(unless a b X)", [24; 3]),
    ("(cond (a X) (b c))", [20; 3]),
    ("(case a ((b) X))", [40; 3]),
    ("(and a X)", [46, 62, 62]),
    ("(or a X)", [44, 62, 62]),
    ("(let ((a b)) X)", [0, 42, 42]),
    ("(letrec ((a b)) X)", [0, 42, 42]),
    ("(let ((a b)) c X)", [0, 24, 24]),
    ("(letrec ((a b)) c X)", [0, 24, 24]),
    ("(let* ((a b)) X)", [28; 3]),
    ("(lambda (a) X)", [34, 54, 64]),
    ("(lambda (a) b X)", [0; 3]),
    ("(begin a X)", [30, 42, 42]),
    ("(do ((a b)) (c) X)", [24; 3]),
    ("(match a (b X))", [44, 54, 54]),
    ("(receive (a) b X)", [44; 3]),
    ("(dynamic-wind a b X)", [40; 3]),
    ("(define-record-type a b X)", [56; 3]),
    ("(list (a) X)", [50; 3]),
];

/// The places, with the form as `F`.
const PLACES: [&str; 3] = [
    "(define (f)\n  (g)\n  F)\n",
    "(list F (g))",
    "(let ((x F)) (g) (h))",
];

fn formatted(text: &str) -> String {
    let formatted = format(text.as_bytes(), &Options::default()).expect("it balances");
    String::from_utf8(formatted.output).expect("ASCII")
}

fn of_width(template: &str, width: usize) -> String {
    let atom = width + 1 - template.len();
    template.replace('X', &"x".repeat(atom))
}

#[test]
fn a_form_stays_on_one_line_up_to_its_limit() {
    for (template, limits) in LIMITS {
        for (place, limit) in PLACES.into_iter().zip(limits) {
            let stays = |width| {
                let form = of_width(template, width);
                assert_eq!(form.len(), width);
                formatted(&place.replace('F', &form)).contains(&form)
            };
            assert!(
                *limit == 0 || stays(*limit),
                "{template} at {limit} in {place}"
            );
            let beyond = template.len().max(limit + 1);
            assert!(!stays(beyond), "{template} beyond {limit} in {place}");
        }
    }
}

#[test]
fn documented_limits_match_the_code() {
    let page = include_str!("../docs/contributing/evidence.md");
    let table = page.split_once("\n| form | body |").expect("the table").1;
    let rows = table.lines().skip(2).take_while(|row| row.starts_with('|'));
    let mut found = 0;
    for row in rows {
        let cells: Vec<_> = row.trim_matches('|').split('|').collect();
        // Operators stand between backquotes. After a semicolon come another one and its limits, where these differ.
        for (index, names) in cells[0].split(';').enumerate() {
            let limit = |cell: &&str| {
                let limit = cell.split(';').nth(index).or(cell.split(';').next());
                limit.expect("a limit").trim().parse().ok()
            };
            let limits: Vec<usize> = cells[1..].iter().filter_map(limit).collect();
            for name in names.split('`').skip(1).step_by(2) {
                let is_it = |(form, known): &(&str, [usize; 3])| {
                    form[1..].split(' ').next() == Some(name) && known[..] == limits
                };
                assert!(LIMITS.iter().any(is_it), "{name} {limits:?}");
                found += 1;
            }
        }
    }
    assert!(found > 15, "{found}");
}

/// At top level too; and a call has no limit but the line's width where it is no statement.
#[test]
fn a_call_has_a_limit_as_a_statement_only() {
    let call = "(f a X)";
    for width in [74, 75] {
        let form = of_width(call, width);
        assert_eq!(formatted(&form).contains(&form), width == 74);
    }
    for (before, after) in [("(list\n", ")"), ("(let ((x ", ")) (g) (h))")] {
        let column = if before.starts_with("(let") { 9 } else { 6 };
        let rest = if before.starts_with("(let") { 2 } else { 1 };
        for over in [0, 1] {
            let form = of_width(call, 80 - column - rest + over);
            let output = formatted(&format!("{before}{form}{after}"));
            assert_eq!(output.contains(&form), over == 0, "{output}");
        }
    }
}

/// The same for clauses, by their kind: where the first of two is as wide as it may be.
#[test]
fn a_clause_stays_on_one_line_up_to_its_limit() {
    for (form, clause, limit) in [
        ("(cond C (else b))", "(a X)", 56),
        ("(case a C (else b))", "((a) X)", 60),
        ("(match a C (_ b))", "(a X)", 60),
        ("(case-lambda C ((b) c))", "((a) X)", 60),
        ("(guard (e C (else b)) c)", "(a X)", 44),
        (
            "(define-syntax a (syntax-rules () C ((_) b)))",
            "((_ a) X)",
            50,
        ),
        ("(cond-expand C (else b))", "(a X)", 60),
    ] {
        for over in [0, 1] {
            let clause = of_width(clause, limit + over);
            let output = formatted(&form.replace('C', &clause));
            assert_eq!(output.contains(&clause), over == 0, "{output}");
        }
    }
}

/// The bindings of a `let` share a line up to 30 columns, of a named one up to 50; of the others none do.
#[test]
fn bindings_share_a_line_up_to_their_limit() {
    for (form, limit) in [("(let B (f) (g))", 30), ("(let loop B (f) (g))", 50)] {
        for over in [0, 1] {
            let bindings = of_width("((a b) (c X))", limit + over);
            let output = formatted(&form.replace('B', &bindings));
            assert_eq!(output.contains(&bindings), over == 0, "{output}");
        }
    }
    for form in [
        "(let* B (f) (g))",
        "(letrec B (f) (g))",
        "(let-values B (f) (g))",
    ] {
        let output = formatted(&form.replace('B', "((a b) (c d))"));
        assert!(!output.contains("((a b) (c d))"), "{output}");
    }
}

/// Where the clauses of a `cond` and the arguments of a call go that stay on no line depends on their size.
#[test]
fn large_list_is_below_its_operator() {
    let clauses = "(a b) ".repeat(65);
    // With the operator, 199 and 200.
    for (last, is_below) in [("(a b)", false), ("(a b c)", true)] {
        for operator in ["cond", "choose"] {
            let output = formatted(&format!("({operator} {clauses}{last})"));
            let below = format!("({operator}\n");
            assert_eq!(output.starts_with(&below), is_below, "{output}");
        }
        // A short operator saves no columns.
        let output = formatted(&format!("(test {clauses}{last})"));
        assert!(output.starts_with("(test (a b)\n"), "{output}");
    }
}
