//! The tests of the engine through its public interface, in one program, which links in a tenth
//! of the time that one for each file would take.

mod acap;
mod availability;
mod caveats;
mod changed_files;
mod changes;
mod convenience;
mod conventional;
mod extract;
mod hostile;
mod hostile_html;
mod layers;
mod page;
mod properties;
mod readings;
mod signals;
mod statements;
mod trace;
mod urls;
mod writing;
