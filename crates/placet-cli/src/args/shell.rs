//! `placet completions` and `placet man`.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use clap_complete::Shell;

/// Write completions for a shell
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Exit status:
  0  written
  2  there is no such shell, or it could not be written

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

/// Write the manual pages: placet(1) to standard output, or one for each command into a folder
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Exit status:
  0  written
  2  it could not be written

Examples:
  placet man | man -l -
  placet man --out ~/.local/share/man/man1")]
pub(crate) struct Man {
    /// The folder; it is made where there is none
    #[arg(short, long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}
