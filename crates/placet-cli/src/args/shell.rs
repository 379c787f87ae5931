//! `placet completions` and `placet man`.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use clap_complete::Shell;

/// Print shell completions
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Exit status:
  0  printed
  2  unknown shell, or a write error

Examples:
  placet completions bash > ~/.local/share/bash-completion/completions/placet
  placet completions zsh > ~/.zfunc/_placet
  placet completions fish > ~/.config/fish/completions/placet.fish
  placet completions powershell >> $PROFILE
  placet completions elvish > ~/.config/elvish/lib/placet.elv")]
pub(crate) struct Completions {
    /// The shell
    pub(crate) shell: Shell,
}

/// Print the manual page placet(1), or write the manual pages of all commands to a folder
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Exit status:
  0  printed or written
  2  a write error

Examples:
  Read the manual page without installing it:
    placet man | man -l -
  Install the pages of all commands:
    placet man --out ~/.local/share/man/man1")]
pub(crate) struct Man {
    /// The folder; it is created if it does not exist
    #[arg(short, long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}
