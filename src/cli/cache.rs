//! Remembers which texts were found formatted (`--cache`), so that they need not be formatted again.
//!
//! The cache is a set of keys, as in Go's build cache: a key is a digest of a text and of everything else that decides how the
//! text is formatted. So clocks, paths, checkouts and copies do not matter, and there is nothing to invalidate. What the file of
//! keys contains cannot do harm, either: damaged keys are those of no text.
//!
//! A key is added when a whole text has been formatted without a change or a finding. What a run writes is not added: the next run
//! formats it once more, which would reveal a text that keeps changing.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};
use std::{env, fmt, fs, mem};

use schemefmt::internals::forms::rules::Layer;
use schemefmt::options::Options;
use tempfile::NamedTempFile;
use twox_hash::XxHash3_128;

use crate::project::read;

/// How a file of keys begins; entries follow, in ascending order. Another format gets another first line.
const FIRST_LINE: &[u8] = b"schemefmt cache 1\n";

/// The file's name in the cache folder.
const FILE_NAME: &str = "formatted";

/// The name of the file that marks a folder as a cache: see <https://bford.info/cachedir>.
const TAG_NAME: &str = "CACHEDIR.TAG";

/// An entry is dropped if it has not been used for this many days.
const KEPT_DAYS: u32 = 30;

/// The maximum number of entries; the most recently used ones are kept.
const MOST: usize = 1 << 18;

/// A digest of a text and of everything else that decides how it is formatted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key([u8; 16]);

/// A key, followed by the day it was last used, counted from 1970, in big-endian order.
type Entry = [u8; 20];

/// The texts that were found formatted.
pub struct Cache {
    file: PathBuf,
    /// The content of the file when the run began.
    content: Vec<u8>,
    /// Which program this is.
    build: u128,
    today: u32,
    /// The digests of the layers of rules met so far, by address. The layers are kept so that the addresses stay theirs.
    layers: Mutex<HashMap<usize, (Arc<Layer>, u128)>>,
    /// What this run adds to the file: new keys, and those that have not been used today before.
    added: Mutex<Vec<Entry>>,
}

impl Cache {
    /// Opens the cache in a folder, which need not exist; by default, in the user's folder for caches. A file that is not a file
    /// of keys counts as empty.
    ///
    /// # Errors
    /// Returns an error if there is no such folder by default, if the folder is not one for a cache, as [`for_cache`] says, or if
    /// this program cannot be told from another build of itself.
    pub fn open(folder: Option<&Path>) -> io::Result<Self> {
        let folder = match folder {
            Some(folder) => folder.to_owned(),
            None => users_folder()
                .ok_or_else(|| {
                    io::Error::other("there is no folder for caches; name one: --cache=FOLDER")
                })?
                .join("schemefmt"),
        };
        for_cache(&folder)?;
        let build = build()?;
        let since_1970 = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        let today = u32::try_from(since_1970.as_secs() / (24 * 60 * 60)).unwrap_or(u32::MAX);
        Ok(Cache::of_build(folder.join(FILE_NAME), build, today))
    }

    fn of_build(file: PathBuf, build: u128, today: u32) -> Self {
        Cache {
            content: content(&file),
            file,
            build,
            today,
            layers: Mutex::default(),
            added: Mutex::default(),
        }
    }

    /// The cache folder.
    pub fn folder(&self) -> &Path {
        self.file.parent().unwrap_or(&self.file)
    }

    /// The key of a text that would be formatted with these options.
    pub fn key(&self, mut options: Options, bytes: &[u8]) -> Key {
        // Of a rule, only its row matters, not where it was found. Texts bring the other rules themselves.
        let configuration = mem::take(&mut options.rules.configuration);
        let project = mem::take(&mut options.rules.project);
        let layers = (self.layer(configuration), self.layer(project));
        Key(digest(&(self.build, layers, of_bytes(bytes), options)).to_be_bytes())
    }

    fn layer(&self, layer: Arc<Layer>) -> u128 {
        let mut layers = self.layers.lock().unwrap_or_else(PoisonError::into_inner);
        let address = Arc::as_ptr(&layer) as usize;
        let known = layers.entry(address);
        let (_, known) = known.or_insert_with(|| {
            let rules = layer.rules().into_iter();
            let rows: Vec<_> = rules.map(|(name, rule)| (name, rule.row)).collect();
            let digest = digest(&rows);
            (layer, digest)
        });
        *known
    }

    /// Whether the text with this key was found formatted before.
    pub fn contains(&self, key: Key) -> bool {
        let entries = entries(&self.content);
        let Ok(place) = entries.binary_search_by(|entry| entry[..16].cmp(&key.0[..])) else {
            return false;
        };
        if day(&entries[place]) < self.today {
            self.add(key);
        }
        true
    }

    /// Adds the key of a text that was found formatted.
    pub fn add(&self, key: Key) {
        let mut entry = Entry::default();
        entry[..16].copy_from_slice(&key.0);
        entry[16..].copy_from_slice(&self.today.to_be_bytes());
        let mut added = self.added.lock().unwrap_or_else(PoisonError::into_inner);
        added.push(entry);
    }

    /// Writes what has been added. The file is replaced as a whole, with what other runs have added to it meanwhile; if two runs
    /// replace it at the same moment, the keys of one are lost, and their texts formatted again.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn save(&self) -> io::Result<()> {
        let added = self.added.lock().unwrap_or_else(PoisonError::into_inner);
        if added.is_empty() {
            return Ok(());
        }
        let folder = self.folder();
        create(folder)?;
        let content = content(&self.file);
        let merged = merged(entries(&content), &added, self.today);
        let mut file = NamedTempFile::new_in(folder)?;
        file.write_all(FIRST_LINE)?;
        file.write_all(merged.as_flattened())?;
        file.persist(&self.file)?;
        Ok(())
    }
}

/// The content of a file of keys; empty if there is none.
fn content(file: &Path) -> Vec<u8> {
    let most = FIRST_LINE.len() + MOST * size_of::<Entry>();
    read::regular(file, most as u64).unwrap_or_default()
}

/// The entries in the content of a file; none if it is not a file of keys.
fn entries(content: &[u8]) -> &[Entry] {
    match content.strip_prefix(FIRST_LINE).map(<[u8]>::as_chunks) {
        Some((entries, [])) => entries,
        _ => &[],
    }
}

fn day(entry: &Entry) -> u32 {
    let [.., a, b, c, d] = *entry;
    u32::from_be_bytes([a, b, c, d])
}

/// The entries of both lists that are worth keeping, in order, with one for each key.
fn merged(old: &[Entry], added: &[Entry], today: u32) -> Vec<Entry> {
    let mut all = [old, added].concat();
    // A day to come is that of a damaged entry.
    all.retain(|entry| (today.saturating_sub(KEPT_DAYS)..=today).contains(&day(entry)));
    all.sort_unstable();
    // The last one of a key is the most recently used.
    all.reverse();
    all.dedup_by(|older, newer| older[..16] == newer[..16]);
    if all.len() > MOST {
        all.sort_by_key(day);
        all.drain(..all.len() - MOST);
    }
    all.sort_unstable();
    all
}

/// The folder for the caches of the user's programs.
fn users_folder() -> Option<PathBuf> {
    let named = |name| env::var_os(name).map(PathBuf::from);
    let xdg = named("XDG_CACHE_HOME").filter(|path| path.is_absolute());
    xdg.or_else(|| match env::consts::OS {
        "windows" => named("LOCALAPPDATA"),
        "macos" => Some(env::home_dir()?.join("Library/Caches")),
        _ => Some(env::home_dir()?.join(".cache")),
    })
}

/// Whether a cache may be kept in a folder: it does not exist yet, is empty or is tagged as a cache. In any other, its file would
/// be among those of somebody else, who may commit it, and whose `formatted` it might replace.
///
/// # Errors
/// Returns an error if the folder cannot be read or holds other files.
fn for_cache(folder: &Path) -> io::Result<()> {
    let mut names = match fs::read_dir(folder) {
        Ok(names) => names,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    // The tag is looked at last: another run, which has just created the folder, writes it first.
    if names.next().is_none() || folder.join(TAG_NAME).exists() {
        return Ok(());
    }
    Err(io::Error::other(
        "this folder holds other files; name one that does not exist yet",
    ))
}

/// Creates a cache folder, or makes an empty folder one. Git and programs for backups leave it out.
fn create(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let mut tag = match File::create_new(folder.join(TAG_NAME)) {
        Ok(tag) => tag,
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Ok(()),
        Err(error) => return Err(error),
    };
    fs::write(folder.join(".gitignore"), "*\n")?;
    tag.write_all(
        b"Signature: 8a477f597d28d172789f06886806bc55\n# This folder is a cache of schemefmt.\n",
    )
}

/// A digest of the version and the file of this program: a build of changed sources may have the same version.
fn build() -> io::Result<u128> {
    let program = env::current_exe()?;
    let file = fs::metadata(&program)?;
    // The path tells apart programs in stores that set the time of every file to the same.
    Ok(digest(&(
        env!("SCHEMEFMT_VERSION"),
        program,
        file.len(),
        file.modified()?,
    )))
}

/// A digest of a value, by its derived representation, which contains every field.
fn digest(value: &impl fmt::Debug) -> u128 {
    of_bytes(format!("{value:?}").as_bytes())
}

fn of_bytes(bytes: &[u8]) -> u128 {
    XxHash3_128::oneshot(bytes)
}

#[cfg(test)]
mod tests {
    use schemefmt::internals::forms::rules::{Location, Provenance, Rule};
    use schemefmt::internals::forms::{CALL, DATA, Form, Pattern, Row};
    use schemefmt::options;

    use super::*;

    const TODAY: u32 = 20_000;

    /// A cache on a day.
    fn cache_on(folder: &Path, today: u32) -> Cache {
        Cache::of_build(folder.join(FILE_NAME), 1, today)
    }

    fn cache(folder: &Path) -> Cache {
        cache_on(folder, TODAY)
    }

    /// The key of a text with the default options.
    fn key(cache: &Cache, text: &str) -> Key {
        cache.key(Options::default(), text.as_bytes())
    }

    /// Records a text on a day.
    fn record(folder: &Path, today: u32, text: &str) {
        let cache = cache_on(folder, today);
        cache.add(key(&cache, text));
        cache.save().unwrap();
    }

    fn knows(folder: &Path, text: &str) -> bool {
        let cache = cache(folder);
        cache.contains(key(&cache, text))
    }

    /// The number of entries in the file.
    fn count(folder: &Path) -> usize {
        entries(&content(&folder.join(FILE_NAME))).len()
    }

    #[test]
    fn a_text_is_known_by_its_contents() {
        let folder = tempfile::tempdir().unwrap();
        record(folder.path(), TODAY, "(f a)\n");
        assert!(knows(folder.path(), "(f a)\n"));
        assert!(!knows(folder.path(), "(f b)\n"));
        assert!(!knows(folder.path(), "(f a)"));
        assert!(!knows(folder.path(), ""));
    }

    #[test]
    fn every_setting_is_part_of_the_key() {
        let folder = tempfile::tempdir().unwrap();
        let cache = cache(folder.path());
        let default = Options::default();
        let plain = cache.key(default.clone(), b"(f)\n");
        for option in options::declared() {
            let numbers =
                option.values.numbers.iter().flat_map(|range| {
                    [*range.start(), *range.end()].map(|number| number.to_string())
                });
            let names = option.values.names.iter().map(ToString::to_string);
            for value in names.chain(numbers) {
                let mut options = Options::default();
                option.set(&mut options, &value).unwrap();
                let is_default = option.get(&options) == option.get(&default);
                let same = cache.key(options, b"(f)\n") == plain;
                assert_eq!(same, is_default, "{} = {value}", option.key);
            }
        }
        let named = default.file_name("a.sld");
        assert_ne!(cache.key(named, b"(f)\n"), plain);
    }

    #[test]
    fn every_rule_is_part_of_the_key() {
        let folder = tempfile::tempdir().unwrap();
        let cache = cache(folder.path());
        let rule = |form: Form, line| Rule {
            row: Row::Always(form),
            provenance: Provenance::Configuration(Location { file: None, line }),
        };
        let with = |layer: Layer| {
            let mut configured = Options::default();
            configured.rules.configuration = Arc::new(layer.clone());
            let mut project = Options::default();
            project.rules.project = Arc::new(layer);
            [configured, project].map(|options| cache.key(options, b"(f)\n"))
        };
        let named = |name, rule| {
            let mut layer = Layer::default();
            layer.insert(name, rule);
            with(layer)
        };
        let mut pattern = Layer::default();
        pattern.insert_pattern(Pattern::Prefix("mine".to_owned()), rule(CALL, 1));
        let keys = [
            with(Layer::default()).to_vec(),
            named("mine", rule(CALL, 1)).to_vec(),
            named("other", rule(CALL, 1)).to_vec(),
            named("mine", rule(DATA, 1)).to_vec(),
            with(pattern).to_vec(),
        ]
        .concat();
        for (place, key) in keys.iter().enumerate() {
            let same = keys.iter().position(|other| other == key);
            // Without rules, the two layers are the same.
            assert_eq!(same, Some(if place == 1 { 0 } else { place }));
        }
        // Where a rule was found does not matter.
        assert_eq!(named("mine", rule(CALL, 1)), named("mine", rule(CALL, 2)));
    }

    #[test]
    fn every_build_has_its_own_keys() {
        let folder = tempfile::tempdir().unwrap();
        record(folder.path(), TODAY, "(f)\n");
        let other = Cache::of_build(folder.path().join(FILE_NAME), 2, TODAY);
        assert!(!other.contains(key(&other, "(f)\n")));
    }

    #[test]
    fn a_damaged_file_is_ignored_and_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(FILE_NAME);
        record(folder.path(), TODAY, "(f)\n");
        let good = fs::read(&file).unwrap();
        let [mut newer, mut later] = [good.clone(), good.clone()];
        newer[FIRST_LINE.len() - 2] += 1;
        // A day to come.
        later.last_chunk_mut::<4>().unwrap()[0] = 1;
        let damaged: [&[u8]; 8] = [
            b"",
            b"\n",
            b"a file of some other program\n",
            FIRST_LINE,
            &good[..good.len() - 1],
            &[&good[..], b"x"].concat(),
            &newer,
            &vec![0; good.len()],
        ];
        for content in damaged {
            fs::write(&file, content).unwrap();
            assert!(!knows(folder.path(), "(f)\n"));
            record(folder.path(), TODAY, "(g)\n");
            assert!(knows(folder.path(), "(g)\n"));
            assert!(!knows(folder.path(), "(f)\n"));
            assert_eq!(count(folder.path()), 1);
        }
        fs::write(&file, later).unwrap();
        record(folder.path(), TODAY, "(g)\n");
        assert_eq!(count(folder.path()), 1);
        // Keys in the wrong order are at worst not found, and sorted by the next run.
        record(folder.path(), TODAY, "(f)\n");
        let mut both = fs::read(&file).unwrap();
        let half = FIRST_LINE.len() + size_of::<Entry>();
        both[FIRST_LINE.len()..].rotate_left(half - FIRST_LINE.len());
        fs::write(&file, &both).unwrap();
        record(folder.path(), TODAY, "(h)\n");
        assert!(
            ["(f)\n", "(g)\n", "(h)\n"]
                .iter()
                .all(|text| knows(folder.path(), text))
        );
    }

    #[test]
    fn runs_at_the_same_time_share_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let [one, two] = [cache(folder.path()), cache(folder.path())];
        one.add(key(&one, "(one)\n"));
        two.add(key(&two, "(two)\n"));
        one.save().unwrap();
        two.save().unwrap();
        assert!(knows(folder.path(), "(one)\n") && knows(folder.path(), "(two)\n"));
        // Whoever is the last to replace the file, it is always whole.
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let folder = folder.path();
                scope.spawn(move || {
                    for number in 0..20 {
                        record(folder, TODAY, &format!("({thread} {number})\n"));
                        assert!(count(folder) > 0);
                    }
                });
            }
        });
        let names = fs::read_dir(folder.path()).unwrap();
        assert_eq!(names.count(), 3, "no temporary file is left");
    }

    #[test]
    fn what_is_not_used_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        record(folder.path(), TODAY, "(used)\n");
        record(folder.path(), TODAY, "(unused)\n");
        let after = |days: u32| cache_on(folder.path(), TODAY + days);
        // A text that is met counts as used, and the file is written once on that day.
        let cache = after(KEPT_DAYS);
        assert!(cache.contains(key(&cache, "(used)\n")));
        cache.save().unwrap();
        assert_eq!(count(folder.path()), 2);
        let cache = after(KEPT_DAYS);
        assert!(cache.contains(key(&cache, "(used)\n")));
        assert!(cache.added.lock().unwrap().is_empty());
        record(folder.path(), TODAY + KEPT_DAYS + 1, "(new)\n");
        let cache = after(KEPT_DAYS + 1);
        let known =
            ["(used)\n", "(unused)\n", "(new)\n"].map(|text| cache.contains(key(&cache, text)));
        assert_eq!(known, [true, false, true]);
    }

    #[test]
    fn the_most_recently_used_keys_are_kept() {
        let entry = |number: usize, day: u32| {
            let mut entry = Entry::default();
            entry[..8].copy_from_slice(&number.to_be_bytes());
            entry[16..].copy_from_slice(&day.to_be_bytes());
            entry
        };
        let old: Vec<Entry> = (0..MOST).map(|number| entry(number, TODAY - 1)).collect();
        // One of them is used again, and one is new.
        let added = [entry(MOST, TODAY), entry(7, TODAY)];
        let merged = merged(&old, &added, TODAY);
        assert_eq!(merged.len(), MOST);
        assert!(merged.is_sorted());
        assert!(added.iter().all(|entry| merged.contains(entry)));
        assert!(!merged.contains(&entry(7, TODAY - 1)));
    }
}
