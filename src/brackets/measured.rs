//! The choices of most authors, counted in the files of 17 projects (positions of lines: 16) by
//! `cargo run --release --example repair -- --measure`.

use super::outline::{ITEM_KINDS, LINE_POSITIONS, LIST_KINDS};

/// The number of items of a list that are distinguished; all later ones count like the last.
pub(super) const ITEMS: usize = 6;
/// The number of states of a list that affect whether the next item begins a line.
pub(super) const STATES: usize = 4;
/// The tables for positions: for the first line in its list, for later ones, and for a line that closes its list.
pub(super) const LINES: usize = 3;
/// The counts of some choices.
pub type Counted<const N: usize> = [u32; N];

/// The next item, by a list's kind and the number of its items so far.
pub(super) const ITEMS_BY_KIND: [[Counted<ITEM_KINDS>; ITEMS]; LIST_KINDS] = [
    [
        [0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0],
    ],
    [
        [0, 10000, 0, 0, 0, 0],
        [427, 5620, 310, 2924, 589, 131],
        [3339, 3021, 339, 2984, 289, 28],
        [6742, 1343, 214, 1538, 156, 7],
        [6830, 1551, 58, 1324, 214, 23],
        [3068, 3193, 106, 3123, 504, 7],
    ],
    [
        [2890, 0, 714, 5806, 394, 197],
        [1877, 4428, 423, 3060, 119, 92],
        [5414, 1651, 80, 2132, 281, 441],
        [8017, 845, 131, 714, 175, 117],
        [5882, 1103, 662, 1691, 515, 147],
        [1013, 344, 398, 8119, 127, 0],
    ],
    [
        [164, 40, 0, 9474, 323, 0],
        [6172, 68, 0, 3728, 33, 0],
        [5975, 33, 0, 3953, 40, 0],
        [4959, 16, 0, 5008, 16, 0],
        [4740, 0, 0, 5260, 0, 0],
        [3857, 0, 0, 5976, 167, 0],
    ],
    [
        [0, 9768, 0, 232, 0, 0],
        [43, 1851, 416, 7673, 15, 1],
        [9745, 4, 9, 242, 0, 0],
        [9942, 58, 0, 0, 0, 0],
        [10000, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0],
    ],
    [
        [8, 2286, 12, 7221, 76, 397],
        [74, 2071, 735, 7056, 62, 2],
        [8667, 212, 55, 1062, 2, 2],
        [7785, 288, 15, 1897, 15, 0],
        [6712, 479, 0, 2808, 0, 0],
        [3429, 571, 0, 6000, 0, 0],
    ],
    [
        [1209, 8769, 0, 22, 0, 0],
        [2946, 7011, 0, 42, 0, 0],
        [4927, 5043, 0, 30, 0, 0],
        [5777, 4124, 5, 93, 0, 0],
        [5832, 3875, 0, 292, 0, 0],
        [5147, 3985, 0, 868, 0, 0],
    ],
    [
        [982, 7830, 208, 849, 37, 93],
        [1410, 5053, 643, 2324, 390, 180],
        [4138, 2935, 608, 2094, 101, 124],
        [7455, 1459, 265, 776, 35, 10],
        [7025, 1962, 225, 709, 73, 7],
        [1427, 5713, 105, 2580, 175, 0],
    ],
];

/// Whether the next item continues the line or begins one, by a list's kind and state.
pub(super) const BREAKS: [[Counted<2>; STATES]; LIST_KINDS] = [
    [[0, 0], [0, 0], [0, 0], [0, 0]],
    [[8567, 1433], [50, 9950], [2207, 7793], [7, 9993]],
    [[8615, 1385], [938, 9062], [1550, 8450], [0, 10000]],
    [[2989, 7011], [0, 10000], [196, 9804], [0, 10000]],
    [[9644, 356], [0, 10000], [0, 0], [0, 0]],
    [[4862, 5138], [230, 9770], [1322, 8678], [0, 10000]],
    [[9914, 86], [0, 0], [4012, 5988], [0, 10000]],
    [[9012, 988], [681, 9319], [3529, 6471], [80, 9920]],
];

/// Where a line is in its list, by what begins it.
pub(super) const POSITIONS_BY_LINE: [Counted<LINE_POSITIONS>; LINES] = [
    [0, 2158, 7376, 382, 30, 54],
    [9912, 1, 56, 22, 0, 9],
    [4475, 64, 127, 1306, 80, 3949],
];
