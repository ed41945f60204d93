//! `schemefmt init`: writes a `schemefmt.toml`, either with every option explained, and commented out unless a flag sets it, or with
//! the settings that change the folder's files least.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail, ensure};
use schemefmt::Dialect;
use schemefmt::internals::config::Assignment;
use schemefmt::internals::config::settings::{Setting, Settings, find, settings};
use schemefmt::internals::emit::as_toml;

use super::args::InitArgs;
use super::failure::ContextIo as _;
use super::request::{drawn, nothing_requested, project, tell_errors};
use super::{suggest, write};
use crate::project::dialects;
use crate::project::parallel::processors;
use crate::project::paths::{absolute_path, plain, shell_word, shown};
use crate::project::schema;
use crate::project::sign_of_program;
use crate::project::suggest::{SourceFile, Suggestion, dialects_and_unreadable, groups};
use crate::project::{
    ConfigFile, Discovery, FILE_NAMES, INPUT, Origin, Problem, Request, configuration_line,
};

/// The option that is chosen by what the files of a folder show.
const DIALECT: &str = "dialect";

/// Writes the file to the folder, with the options that flags set, and returns what to print.
///
/// # Errors
/// Returns an error if there is already a configuration that is not to be replaced, if it cannot be written, or if there are no files to
/// suggest it from.
pub(super) fn run(args: &InitArgs) -> anyhow::Result<String> {
    let folder = shown(&args.folder);
    ensure!(args.folder.is_dir(), "{folder}: no such folder");
    let path = path_for(args)?;
    let mut given = given(args)?;
    let files = programs(args)?;
    let is_given = given.iter().any(|it| it.setting.key() == DIALECT);
    let asked = files.iter().filter(|_| !is_given);
    let shown_dialects = asked.filter_map(|file| {
        let dialect = dialects::shown(&file.bytes, &file.settings)?;
        Some((file.path.clone(), dialect))
    });
    let shown_dialects: Vec<(PathBuf, Dialect)> = shown_dialects.collect();
    let candidates = candidates(&files);
    let (text, evidence) = if args.suggest {
        ensure!(
            !files.is_empty(),
            "{folder}: no Scheme files here to suggest a configuration from"
        );
        let suggestion = suggested(args, files, &shown_dialects, &given);
        ensure!(
            suggestion.files > 0,
            "{folder}: all Scheme files here have errors, which schemefmt --check shows"
        );
        let patterns = pattern_settings(args, &suggestion.unreadable);
        let command = command(args);
        let text =
            suggest::text(&suggestion, &patterns, &command) + &overrides(&suggestion.dialects);
        let evidence = suggest::evidence(&suggestion, &command);
        (text, evidence + &suggest::next_steps(&suggestion, &folder))
    } else {
        let (dialects, unreadable) =
            dialects_and_unreadable(files, &shown_dialects, &given, processors());
        let dialect = suggest::of_all(&dialects);
        given.extend(dialect.and_then(|it| Assignment::of_word(DIALECT, it, "")));
        let patterns = pattern_settings(args, &unreadable);
        let text = explained(&given, &patterns) + &overrides(&dialects);
        (text, suggest::unreadable(&unreadable))
    };
    let text = format!("#:schema {}\n{text}", schema::ADDRESS);
    save(&path, &text)?;
    Ok(format!("Wrote {}\n{evidence}{candidates}", shown(&path)))
}

/// The maximum number of files that are listed as candidates.
const MAX_CANDIDATES: usize = 10;

/// Lists the files that a program seems to have written, and how to leave them out.
fn candidates(files: &[SourceFile]) -> String {
    let signs = files.iter().filter_map(|file| {
        let sign = sign_of_program(&file.bytes)?;
        Some(format!("  {} ({sign})\n", shown(&file.path)))
    });
    let signs: Vec<String> = signs.collect();
    if signs.is_empty() {
        return String::new();
    }
    let more = signs.len().saturating_sub(MAX_CANDIDATES);
    let more = if more > 0 {
        format!("  and {more} more\n")
    } else {
        String::new()
    };
    let shown = signs[..signs.len().min(MAX_CANDIDATES)].concat();
    format!("Perhaps generated, so that --exclude may leave them out:\n{shown}{more}")
}

/// The options that flags set.
fn given(args: &InitArgs) -> anyhow::Result<Vec<Assignment>> {
    let mut given = Vec::new();
    for line in &args.config {
        let read = configuration_line(line, &args.folder).map_err(|problem| drawn(&problem))?;
        for section in &read.sections {
            let is_option = |it: &Assignment| matches!(it.setting, Setting::Format(_));
            ensure!(
                section.rules.is_empty() && section.assignments.iter().all(is_option),
                "--config {line}: init takes only options that say how to format"
            );
            given.extend_from_slice(&section.assignments);
        }
    }
    given.extend(args.style.given());
    Ok(given)
}

/// The command that suggests another configuration for the same folder, up to the value of `line-breaks`.
fn command(args: &InitArgs) -> String {
    let flags = [
        ("--include", &args.include),
        ("--exclude", &args.exclude),
        ("--config", &args.config),
    ];
    let flags = flags
        .into_iter()
        .flat_map(|(flag, values)| values.iter().map(move |value| (flag, value.clone())));
    let style = args.style.given().into_iter().map(|given| {
        let value = format!("{}={}", given.setting.key(), given.words.join(","));
        ("--config", value)
    });
    let mut command = "schemefmt init --suggest --force".to_owned();
    for (flag, value) in flags.chain(style) {
        let _ = write!(command, " {flag} {}", shell_word(&value));
    }
    if args.folder != Path::new(".") {
        let _ = write!(command, " {}", shell_word(&plain(&args.folder)));
    }
    command + " --line-breaks"
}

/// The programs of a folder. A configuration that is to be replaced does not count. Files that cannot be read are reported.
fn programs(args: &InitArgs) -> anyhow::Result<Vec<SourceFile>> {
    let mut request = Request {
        include: args.include.clone(),
        exclude: args.exclude.clone(),
        here: absolute_path(&args.folder),
        ..nothing_requested()?
    };
    if args.force {
        request.config_file = ConfigFile::Nothing;
    }
    let mut project = project(&request)?;
    let mut discovery = Discovery::new(&mut project, Origin::Named);
    discovery.add(&args.folder);
    let mut files = Vec::new();
    let mut problems = Vec::new();
    for item in discovery.into_items() {
        let target = match item {
            Ok(target) if target.notation().is_none() => target,
            Ok(_) => continue,
            Err(problem) => {
                problems.push(problem);
                continue;
            }
        };
        let read = fs::read(&target.path);
        let Some(bytes) = Problem::or_report(read, INPUT, &target.path, &mut problems) else {
            continue;
        };
        if target.left_out(&bytes).is_some() {
            continue;
        }
        files.push(SourceFile {
            bytes,
            settings: target.settings(),
            width: target.config.configured_width(&target.absolute_path),
            path: match target.path.strip_prefix(&args.folder) {
                Ok(below) => below.to_owned(),
                Err(_) => target.path,
            },
        });
    }
    // A folder may get a configuration before it has files.
    problems.retain(|problem| problem.path != args.folder);
    tell_errors(&problems);
    Ok(files)
}

/// The `[[overrides]]` for folders whose dialect differs from that of the project.
fn overrides(dialects: &[(PathBuf, &'static str)]) -> String {
    let of_folders = groups(dialects).into_iter().map(|(dialect, folders)| {
        let folders = folders.into_iter().map(plain).filter(|it| !it.is_empty());
        let patterns: Vec<String> = folders
            .map(|folder| as_toml(&(anchored(&folder) + "/")))
            .collect();
        (dialect, patterns)
    });
    let tables = of_folders.filter(|(_, patterns)| !patterns.is_empty());
    let tables = tables.map(|(dialect, patterns)| {
        let patterns = patterns.join(", ");
        format!("\n[[overrides]]\nfiles = [{patterns}]\n{DIALECT} = \"{dialect}\"\n")
    });
    tables.collect()
}

/// The pattern for a path below the folder of the configuration.
fn anchored(path: &str) -> String {
    let special = ["\\", "*", "?", "["];
    let escaped = special.iter().fold(path.to_owned(), |pattern, special| {
        pattern.replace(special, &format!("\\{special}"))
    });
    format!("/{escaped}")
}

/// The configuration that changes the files of a folder least, with the options that flags set.
fn suggested(
    args: &InitArgs,
    files: Vec<SourceFile>,
    dialects: &[(PathBuf, Dialect)],
    given: &[Assignment],
) -> Suggestion {
    let mut suggestion = crate::project::suggest::suggest(files, dialects, given, processors());
    // People edit a file with the project's name.
    let absolute = absolute_path(&args.folder);
    let is_main = |path: &Path| path.file_stem() == absolute.file_name();
    suggestion.dominant.retain(|(path, _)| !is_main(path));
    suggestion
}

/// The settings for the files that are formatted besides the usual ones, and for those that are not, each with a comment above it.
fn pattern_settings(args: &InitArgs, unreadable: &[PathBuf]) -> Vec<String> {
    let excluded = match (args.exclude.is_empty(), unreadable.is_empty()) {
        (_, true) => "As requested.",
        (true, false) => "These files have errors, which schemefmt --check FILE shows.",
        (false, false) => {
            "As requested, or because these files have errors, which schemefmt --check FILE shows."
        }
    };
    let mut settings = Settings::default();
    settings.include.extend_from_slice(&args.include);
    settings.exclude.extend_from_slice(&args.exclude);
    let files = unreadable.iter().map(|path| anchored(&plain(path)));
    settings.exclude.extend(files);
    let both = [
        ("include", args.include.is_empty(), "As requested."),
        ("exclude", settings.exclude.is_empty(), excluded),
    ];
    let given = both.into_iter().filter(|(_, is_empty, _)| !is_empty);
    let lines = given.filter_map(|(key, _, reason)| {
        let shown = find(key)?.show(&settings);
        Some(format!("# {reason}\n{key} = {shown}\n"))
    });
    lines.collect()
}

/// The path of the new configuration: that of the existing one, if it is to be replaced.
fn path_for(args: &InitArgs) -> anyhow::Result<PathBuf> {
    let paths = FILE_NAMES.map(|name| args.folder.join(name));
    let there = paths.iter().find(|path| path.exists());
    if let Some(path) = there.filter(|_| !args.force) {
        bail!("{} already exists; --force replaces it", shown(path));
    }
    Ok(there.unwrap_or(&paths[0]).clone())
}

/// Writes a configuration with this text.
fn save(path: &Path, text: &str) -> anyhow::Result<()> {
    if let Ok(before) = fs::read(path) {
        return write::replace(path, &before, text.as_bytes()).with_context(|| shown(path));
    }
    File::create_new(path)
        .and_then(|mut file| file.write_all(text.as_bytes()))
        .context_io(format!("{}: cannot write", shown(path)))
}

/// The text of a configuration with every option explained.
fn explained(given: &[Assignment], patterns: &[String]) -> String {
    let mut shown = Settings::default();
    let mut text = "# The configuration of schemefmt for this folder and everything below it.\n\
                    # Commented-out settings show the defaults: remove the # to change one.\n"
        .to_owned();
    let mut table = "";
    for setting in settings() {
        let (new_table, name) = setting.table_and_name();
        if new_table != table {
            table = new_table;
            let _ = write!(
                text,
                "\n# Choices on which the community splits.\n[{table}]\n"
            );
        }
        text.push('\n');
        for line in setting.about() {
            let _ = writeln!(text, "# {line}");
        }
        let given = given
            .iter()
            .find(|given| given.setting.key() == setting.key())
            .map(|given| setting.set(&mut shown, &given.words));
        let mark = if given.is_some() { "" } else { "#" };
        let _ = writeln!(
            text,
            "# Value: {}.\n{mark}{name} = {}",
            setting.accepts(),
            setting.show(&shown)
        );
        if setting.key() == "include" {
            text.extend(patterns.iter().map(String::as_str));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::Project;

    /// What `init` writes must be a configuration that changes nothing, with or without the comment signs.
    #[test]
    fn written_configuration_changes_nothing() {
        let plain = explained(&[], &[]);
        let uncommented: String = plain
            .lines()
            .map(|line| match line.strip_prefix('#') {
                Some(rest) if !rest.starts_with(' ') => format!("{rest}\n"),
                _ => format!("{line}\n"),
            })
            .collect();
        let folder = tempfile::tempdir().unwrap();
        let args = InitArgs {
            folder: folder.path().to_owned(),
            suggest: false,
            force: false,
            config: Vec::new(),
            include: vec!["*.txt".to_owned()],
            exclude: vec!["made/".to_owned()],
            style: crate::cli::args::StyleArgs::default(),
        };
        let patterns = pattern_settings(&args, &[]);
        assert_eq!(patterns.len(), 2);
        let unreadable = [PathBuf::from("a/[b] c*.scm")];
        let excluded = pattern_settings(&args, &unreadable);
        assert_eq!(excluded.len(), 2);
        assert!(excluded[1].ends_with("exclude = [\"made/\", \"/a/\\\\[b] c\\\\*.scm\"]\n"));
        let selecting = explained(&[], &patterns);
        for text in [plain, selecting, uncommented] {
            let path = folder.path().join("schemefmt.toml");
            std::fs::write(&path, text).unwrap();
            let request = Request {
                config_file: ConfigFile::Given(path),
                ..Request::nothing(folder.path().to_owned())
            };
            if let Err(problem) = Project::new(&request) {
                panic!("{:?}", problem.diagnostics);
            }
        }
    }

    #[test]
    fn files_of_programs_are_listed() {
        let file = |path: &str, text: &str| SourceFile {
            path: path.into(),
            bytes: text.into(),
            settings: Settings::default(),
            width: None,
        };
        let mut files = vec![file("a.scm", "(a)\n")];
        assert_eq!(candidates(&files), "");
        files.push(file("b.scm", ";; Generated by c. DO NOT EDIT.\n(b)\n"));
        assert_eq!(
            candidates(&files),
            "Perhaps generated, so that --exclude may leave them out:\n  b.scm (\"generated by\" in its first lines)\n"
        );
        files.extend((0..MAX_CANDIDATES).map(|_| file("d.scm", "; Do not edit.\n")));
        assert!(candidates(&files).ends_with("  and 1 more\n"));
    }
}
