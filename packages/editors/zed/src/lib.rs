//! Zed's extension: it starts `schemefmt lsp` for Scheme. The language itself is another extension's, Zed's own «Scheme».

use zed_extension_api::settings::LspSettings;
use zed_extension_api::{self as zed, Command, LanguageServerId, Result, Worktree, serde_json};

const NAME: &str = "schemefmt";

struct Schemefmt;

impl zed::Extension for Schemefmt {
    fn new() -> Self {
        Schemefmt
    }

    /// The program that the settings name, else the first of the `PATH`.
    fn language_server_command(
        &mut self,
        _server: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Command> {
        let chosen = LspSettings::for_worktree(NAME, worktree)?.binary;
        let (path, arguments) = chosen.map_or((None, None), |binary| (binary.path, binary.arguments));
        let command = path.or_else(|| worktree.which(NAME)).ok_or(
            "schemefmt is not on the PATH; `lsp.schemefmt.binary.path` in the settings can say where it is",
        )?;
        Ok(Command {
            command,
            args: arguments.unwrap_or_else(|| vec!["lsp".to_owned()]),
            env: worktree.shell_env(),
        })
    }

    /// The options of formatting, such as `lineWidth`.
    fn language_server_workspace_configuration(
        &mut self,
        _server: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Option<serde_json::Value>> {
        let settings = LspSettings::for_worktree(NAME, worktree)?.settings;
        Ok(settings.map(|settings| serde_json::json!({ NAME: settings })))
    }
}

zed::register_extension!(Schemefmt);
