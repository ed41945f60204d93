//! What the files of a project show before anything is tried: all of them are read, and a sample is to be tried.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::path::PathBuf;

use schemefmt::Dialect;
use schemefmt::internals::call_sites::{call_sites, widths_of_code};
use schemefmt::internals::explain;

use super::trial::on_each;
use super::votes::{self, Macros, Sites};
use super::{Proposal, SourceFile};

/// The bytes of a project that are tried; of a larger project, an evenly spread sample of files, and the files with the most calls of
/// each operator that may get a rule.
const SAMPLE: usize = 2 << 20;

/// The number of these files for each operator.
const FILES_OF_OPERATOR: usize = 4;

/// A width less than the current one is not suggested if more code lines per thousand are wider.
const TOO_WIDE: usize = 5;

/// The files of a project, and what they show.
pub(super) struct Survey {
    /// The files that can be formatted.
    pub files: Vec<SourceFile>,
    /// The files with errors.
    pub unreadable: Vec<PathBuf>,
    /// The indices of the files to try settings on.
    pub sample: Vec<usize>,
    /// The macros that all files define.
    pub macros: Macros,
    /// Whether the arguments of most operators without a rule are indented rather than aligned.
    pub is_indented: bool,
    /// The smallest line width that may be suggested.
    pub smallest_width: usize,
}

impl Survey {
    /// Surveys the files of a project, with the options that are given.
    pub(super) fn new(files: Vec<SourceFile>, given: &[Proposal], jobs: NonZeroUsize) -> Survey {
        let (files, unreadable) = readable(files, given, jobs);
        let mut survey = Survey {
            files,
            unreadable,
            sample: Vec::new(),
            macros: Macros::new(),
            is_indented: false,
            smallest_width: 0,
        };
        survey.smallest_width = smallest_width(&survey.files, given);
        survey.macros = survey.macros(given, jobs);
        let settings: Vec<&Proposal> = given.iter().collect();
        let mut sites = survey.sites(&settings, jobs);
        survey.is_indented = votes::are_indented(&sites);
        votes::add_patterns(&mut sites);
        survey.sample = survey.sample(&sites);
        survey
    }

    /// The indices of all files.
    pub(super) fn all(&self) -> Vec<usize> {
        (0..self.files.len()).collect()
    }

    /// The number of lines in all files.
    pub(super) fn lines(&self) -> usize {
        let bytes = self.files.iter().flat_map(|file| &file.bytes);
        bytes.filter(|byte| **byte == b'\n').count()
    }

    /// The calls that the authors have broken into lines, in all files; what is expected of them follows from the options among some
    /// settings.
    pub(super) fn sites(&self, settings: &[&Proposal], jobs: NonZeroUsize) -> Sites {
        let found = on_each(&self.files, jobs, |file| {
            call_sites(&file.bytes, &file.options(settings.iter().copied()))
        });
        let mut sites = Sites::new();
        for (index, found) in found.into_iter().enumerate() {
            for site in found.unwrap_or_default() {
                let known = sites.entry(site.operator.clone()).or_default();
                known.push((index, site));
            }
        }
        sites
    }

    /// The macros that all files define.
    fn macros(&self, given: &[Proposal], jobs: NonZeroUsize) -> Macros {
        let found = on_each(&self.files, jobs, |file| {
            explain::rules(&file.bytes, &file.options(given))
        });
        let mut macros = Macros::default();
        for rules in found {
            for (name, rule) in rules.unwrap_or_default().definitions.rules() {
                let row = macros.entry(name).or_insert(Some(rule.row));
                *row = row.filter(|row| *row == rule.row);
            }
        }
        macros
    }

    /// The files to try settings on.
    fn sample(&self, sites: &Sites) -> Vec<usize> {
        let bytes: usize = self.files.iter().map(|file| file.bytes.len()).sum();
        let spread = (0..self.files.len()).step_by(bytes.div_ceil(SAMPLE).max(1));
        let mut sample = BTreeSet::from_iter(spread);
        for (name, sites) in sites {
            if votes::rows(name, sites, &self.macros).is_empty() {
                continue;
            }
            let mut calls: BTreeMap<usize, usize> = BTreeMap::new();
            for (file, _) in sites {
                *calls.entry(*file).or_default() += 1;
            }
            let mut most: Vec<_> = calls.into_iter().collect();
            most.sort_by_key(|(_, calls)| Reverse(*calls));
            sample.extend(most.iter().take(FILES_OF_OPERATOR).map(|(file, _)| *file));
        }
        sample.into_iter().collect()
    }
}

/// The files that can be formatted with the options that are given, and the paths of those with errors.
pub(super) fn readable(
    files: Vec<SourceFile>,
    given: &[Proposal],
    jobs: NonZeroUsize,
) -> (Vec<SourceFile>, Vec<PathBuf>) {
    let found = on_each(&files, jobs, |file| {
        schemefmt::format(&file.bytes, &file.options(given)).map(|it| it.skipped.is_none())
    });
    let mut unreadable = Vec::new();
    let files = files.into_iter().zip(found).filter_map(|(file, found)| {
        let is_formatted = found.unwrap_or_else(|_| {
            unreadable.push(file.path.clone());
            false
        });
        is_formatted.then_some(file)
    });
    (files.collect(), unreadable)
}

/// The smallest line width that may be suggested for files: not less than what the project asks for, nor less than the current width if
/// the lines themselves are wider. The larger width that Racket has by default is nothing that a project asks for.
fn smallest_width(files: &[SourceFile], given: &[Proposal]) -> usize {
    let asked = files.iter().filter_map(|file| file.width).max();
    let holds = files.iter().map(|file| {
        let width = file.options(given).style.line_width;
        width.columns(Dialect::Auto)
    });
    let mut widths: Vec<usize> = files
        .iter()
        .flat_map(|file| widths_of_code(&file.bytes))
        .collect();
    widths.sort_unstable_by(|a, b| b.cmp(a));
    let own = widths.get(widths.len() * TOO_WIDE / 1000);
    let own = own.map(|own| holds.max().map_or(*own, |holds| holds.min(*own)));
    asked.max(own).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::suggest::tests::file;

    #[test]
    fn suggested_width_respects_the_project() {
        // Calls that are broken at 72 columns and would be joined at 80.
        let (name, line) = ("a-procedure-with-a-long-name", "(define (f x)\n  (g x))\n");
        let broken = format!("(define result\n  ({name} {0}\n   {0}))\n", "x".repeat(20));
        let narrow = format!("{broken}{line}").repeat(10);
        let wide = format!("(display \"{}\")\n", "x".repeat(65));
        let smallest = |text: String, width| {
            let file = SourceFile {
                width,
                ..file(&text)
            };
            smallest_width(&[file], &[])
        };
        assert!(smallest(narrow.clone(), None) <= 72);
        assert_eq!(smallest(narrow.clone(), Some(78)), 78);
        assert_eq!(smallest(narrow.clone() + &wide, None), 77);
        // Lines beyond the current width say nothing about smaller widths.
        let wider = wide.replace("x\"", "xxxxxxxxxxxxxx\"");
        assert_eq!(smallest(wider.clone(), None), 80);
        let mut racket = file(&wider);
        racket.settings.options.dialect = Dialect::Racket;
        assert_eq!(smallest_width(&[racket], &[]), 80);
    }

    #[test]
    fn a_larger_project_is_sampled_with_the_files_that_have_the_calls() {
        let filler = format!("(f x)\n{}", " ".repeat(SAMPLE / 3));
        let call = "(locked mutex\n  (display 1)\n  (newline))\n(g x\n   y)\n".repeat(4) + &filler;
        let mut files: Vec<_> = (0..12).map(|_| file(&filler)).collect();
        let plain = Survey::new(files.split_off(6), &[], NonZeroUsize::MIN);
        assert_eq!(plain.sample, [0, 3]);
        files.splice(4..5, (0..2).map(|_| file(&call)));
        files.push(file(&call));
        let survey = Survey::new(files, &[], NonZeroUsize::MIN);
        // Files 4, 5 and 7 have the calls; 0, 3 and 6 are spread evenly.
        assert_eq!(survey.sample, [0, 3, 4, 5, 6, 7]);
    }
}
