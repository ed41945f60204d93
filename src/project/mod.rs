//! What a folder says about how its files are formatted: which files are Scheme, what is configured for each, and which
//! layout rules the project has already.
//!
//! In reading order: [`discover`] finds the files, [`config`] finds what holds for each: the flags, the nearest
//! `schemefmt.toml` ([`file`](mod@file)), [`editorconfig`], the rules for Emacs ([`emacs`]).

pub mod config;
pub mod discover;
mod editorconfig;
mod emacs;
pub mod file;
mod first_lines;
pub mod foreign;
pub mod forms;
mod ignored;
pub mod patterns;
pub mod read;
mod sections;
pub mod selection;
pub mod settings;
