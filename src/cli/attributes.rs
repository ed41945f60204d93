//! The attributes of a file besides its contents: permissions, owner, access control lists and other extended attributes.

use std::fs::File;
use std::io;

#[cfg(unix)]
pub use unix::Attributes;

#[cfg(unix)]
mod unix {
    use super::{File, io};
    use std::collections::BTreeMap;
    use std::ffi::{OsStr, OsString};
    use std::fs::Permissions;
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, fchown};

    use xattr::FileExt as _;

    /// Extended attributes that depend on the contents, and so must not be kept: hashes of the integrity subsystem.
    const OF_THE_TEXT: [&str; 2] = ["security.ima", "security.evm"];

    /// The extended attribute that writing to a file removes.
    const CAPABILITIES: &str = "security.capability";

    /// The mode bits that writing to a file removes, unless root writes: those for running as the file's owner or group.
    const SET_ID: u32 = 0o6000;

    /// The attributes of a file.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Attributes {
        mode: u32,
        owner: (u32, u32),
        /// The number of its names (hard links); none if it was replaced or deleted.
        pub names: u64,
        /// An access control list is one of these.
        extended: BTreeMap<OsString, Vec<u8>>,
    }

    impl Attributes {
        /// The attributes of an open file.
        ///
        /// # Errors
        /// Returns an error if they cannot be read.
        pub fn of(file: &File) -> io::Result<Self> {
            let metadata = file.metadata()?;
            Ok(Attributes {
                mode: metadata.mode(),
                owner: (metadata.uid(), metadata.gid()),
                names: metadata.nlink(),
                extended: extended(file)?,
            })
        }

        /// The attribute that overwriting the file would lose for good, if any.
        pub fn lost_by_writing(&self) -> Option<&'static str> {
            if self.extended.contains_key(OsStr::new(CAPABILITIES)) {
                Some("capabilities")
            } else {
                (self.mode & SET_ID != 0).then_some("right to run as its owner or group")
            }
        }

        /// Gives these attributes to a file that lacks some of them: a new one, or this one after it was written to. At no time
        /// does the file allow what these attributes do not. Returns whether it now has all of them, apart from the names.
        pub fn give(&self, file: &File) -> bool {
            let given = || {
                let own = Attributes::of(file)?;
                // What the file has inherited from its folder (a default list) may allow what the original does not.
                for name in own.extended.keys() {
                    if !self.extended.contains_key(name) {
                        file.remove_xattr(name)?;
                    }
                }
                // Changing the owner removes permissions and capabilities.
                if own.owner != self.owner {
                    fchown(file, Some(self.owner.0), Some(self.owner.1))?;
                }
                for (name, value) in &self.extended {
                    if own.extended.get(name) != Some(value) {
                        file.set_xattr(name, value)?;
                    }
                }
                if file.metadata()?.mode() != self.mode {
                    file.set_permissions(Permissions::from_mode(self.mode))?;
                }
                let names = self.names;
                let own = Attributes::of(file)?;
                io::Result::Ok(Attributes { names, ..own } == *self)
            };
            given().unwrap_or(false)
        }
    }

    /// The extended attributes of an open file; empty on a file system that does not support them.
    fn extended(file: &File) -> io::Result<BTreeMap<OsString, Vec<u8>>> {
        use io::ErrorKind::{PermissionDenied, Unsupported};
        let names = match file.list_xattr() {
            Err(error) if matches!(error.kind(), Unsupported | PermissionDenied) => {
                return Ok(BTreeMap::new());
            }
            names => names?,
        };
        names
            .filter(|name| !OF_THE_TEXT.iter().any(|other| name == other))
            .map(|name| {
                let value = file.get_xattr(&name)?.unwrap_or_default();
                Ok((name, value))
            })
            .collect()
    }
}

/// The attributes of a file; on systems without owners, whether it may be written.
#[cfg(not(unix))]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attributes {
    /// The number of its names, as far as that is known.
    pub names: u64,
    permissions: std::fs::Permissions,
}

#[cfg(not(unix))]
impl Attributes {
    pub fn of(file: &File) -> io::Result<Self> {
        let permissions = file.metadata()?.permissions();
        let names = 1;
        Ok(Attributes { names, permissions })
    }

    pub fn lost_by_writing(&self) -> Option<&'static str> {
        None
    }

    /// Gives these attributes to a file. A WebAssembly module sees none, so there is nothing to give.
    pub fn give(&self, file: &File) -> bool {
        cfg!(target_family = "wasm") || file.set_permissions(self.permissions.clone()).is_ok()
    }
}
