//! What most authors choose: counted in the files of 17 projects by `cargo run --release --example repair -- --measure`.

use super::model::{ITEMS, LINES, STANDS, STATES, Tally};
use super::outline::{LIST_KINDS, SYMBOLS};

/// By a list's kind and the number of its items so far: what comes next.
pub(super) const ITEMS_BY_KIND: [[Tally<SYMBOLS>; ITEMS]; LIST_KINDS] = [
    [
        Tally([0, 0, 0, 0, 0, 0]),
        Tally([0, 0, 0, 0, 0, 0]),
        Tally([0, 0, 0, 0, 0, 0]),
        Tally([0, 0, 0, 0, 0, 0]),
        Tally([0, 0, 0, 0, 0, 0]),
        Tally([0, 0, 0, 0, 0, 0]),
    ],
    [
        Tally([0, 10000, 0, 0, 0, 0]),
        Tally([427, 5620, 310, 2924, 589, 131]),
        Tally([3339, 3021, 339, 2984, 289, 28]),
        Tally([6742, 1343, 214, 1538, 156, 7]),
        Tally([6830, 1551, 58, 1324, 214, 23]),
        Tally([3068, 3193, 106, 3123, 504, 7]),
    ],
    [
        Tally([2890, 0, 714, 5806, 394, 197]),
        Tally([1877, 4428, 423, 3060, 119, 92]),
        Tally([5414, 1651, 80, 2132, 281, 441]),
        Tally([8017, 845, 131, 714, 175, 117]),
        Tally([5882, 1103, 662, 1691, 515, 147]),
        Tally([1013, 344, 398, 8119, 127, 0]),
    ],
    [
        Tally([164, 40, 0, 9474, 323, 0]),
        Tally([6172, 68, 0, 3728, 33, 0]),
        Tally([5975, 33, 0, 3953, 40, 0]),
        Tally([4959, 16, 0, 5008, 16, 0]),
        Tally([4740, 0, 0, 5260, 0, 0]),
        Tally([3857, 0, 0, 5976, 167, 0]),
    ],
    [
        Tally([0, 9768, 0, 232, 0, 0]),
        Tally([43, 1851, 416, 7673, 15, 1]),
        Tally([9745, 4, 9, 242, 0, 0]),
        Tally([9942, 58, 0, 0, 0, 0]),
        Tally([10000, 0, 0, 0, 0, 0]),
        Tally([0, 0, 0, 0, 0, 0]),
    ],
    [
        Tally([8, 2286, 12, 7221, 76, 397]),
        Tally([74, 2071, 735, 7056, 62, 2]),
        Tally([8667, 212, 55, 1062, 2, 2]),
        Tally([7785, 288, 15, 1897, 15, 0]),
        Tally([6712, 479, 0, 2808, 0, 0]),
        Tally([3429, 571, 0, 6000, 0, 0]),
    ],
    [
        Tally([1209, 8769, 0, 22, 0, 0]),
        Tally([2946, 7011, 0, 42, 0, 0]),
        Tally([4927, 5043, 0, 30, 0, 0]),
        Tally([5777, 4124, 5, 93, 0, 0]),
        Tally([5832, 3875, 0, 292, 0, 0]),
        Tally([5147, 3985, 0, 868, 0, 0]),
    ],
    [
        Tally([982, 7830, 208, 849, 37, 93]),
        Tally([1410, 5053, 643, 2324, 390, 180]),
        Tally([4138, 2935, 608, 2094, 101, 124]),
        Tally([7455, 1459, 265, 776, 35, 10]),
        Tally([7025, 1962, 225, 709, 73, 7]),
        Tally([1427, 5713, 105, 2580, 175, 0]),
    ],
    [
        Tally([336, 6194, 185, 3170, 111, 3]),
        Tally([706, 8249, 147, 834, 18, 46]),
        Tally([6084, 3357, 10, 539, 10, 0]),
        Tally([7002, 2752, 25, 197, 25, 0]),
        Tally([4351, 5267, 0, 305, 76, 0]),
        Tally([427, 9567, 0, 6, 0, 0]),
    ],
];

/// By a list's kind and state: whether the next item continues the line or begins one.
pub(super) const BREAKS: [[Tally<2>; STATES]; LIST_KINDS] = [
    [Tally([0, 0]), Tally([0, 0]), Tally([0, 0]), Tally([0, 0])],
    [
        Tally([8567, 1433]),
        Tally([50, 9950]),
        Tally([2207, 7793]),
        Tally([7, 9993]),
    ],
    [
        Tally([8615, 1385]),
        Tally([938, 9062]),
        Tally([1550, 8450]),
        Tally([0, 10000]),
    ],
    [
        Tally([2989, 7011]),
        Tally([0, 10000]),
        Tally([196, 9804]),
        Tally([0, 10000]),
    ],
    [
        Tally([9644, 356]),
        Tally([0, 10000]),
        Tally([0, 0]),
        Tally([0, 0]),
    ],
    [
        Tally([4862, 5138]),
        Tally([230, 9770]),
        Tally([1322, 8678]),
        Tally([0, 10000]),
    ],
    [
        Tally([9914, 86]),
        Tally([0, 0]),
        Tally([4012, 5988]),
        Tally([0, 10000]),
    ],
    [
        Tally([9012, 988]),
        Tally([681, 9319]),
        Tally([3529, 6471]),
        Tally([80, 9920]),
    ],
    [
        Tally([9019, 981]),
        Tally([0, 10000]),
        Tally([1216, 8784]),
        Tally([0, 10000]),
    ],
];

/// By what begins a line: where it does.
pub(super) const STANDS_BY_LINE: [Tally<STANDS>; LINES] = [
    Tally([0, 0, 8380, 1222, 349, 14, 34]),
    Tally([7825, 1906, 121, 132, 6, 1, 9]),
    Tally([877, 3675, 3510, 397, 1192, 17, 331]),
];
