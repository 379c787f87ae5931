//! Files written again: those of the vectors, and real ones if they are next to the checkout.

#![expect(
    clippy::print_stdout,
    reason = "a test prints what it ran and stops at the first surprise"
)]

use placet::write::{LineEnd, RobotsFile, same_meaning};
use placet::{Profile, RobotsPolicy};
use placet_conformance::{Library, Surface, shared, vectors};

#[test]
fn real_files_are_written_as_they_are_read() {
    let mut count = 0;
    for corpus in ["robots", "acap"] {
        let Some(files) = shared::corpus(corpus).unwrap() else { return };
        for (name, text) in &files {
            for profile in Profile::ALL {
                // A corrected file can be longer than its source.
                let reader = RobotsPolicy::builder().profile(profile).ceiling(4 * text.len());
                let read = reader.parse(text);
                let file = RobotsFile::from_policy(&read);
                for line_end in [LineEnd::Lf, LineEnd::CrLf] {
                    let again = reader.parse(file.print(line_end).as_bytes());
                    assert!(same_meaning(&read, &again), "{name} {profile}");
                }
            }
        }
        count += files.len();
    }
    println!("corpus: {count} files are written as they are read");
}

/// Of what decides only the source is compared: lines move when a file is written again, and a
/// permission that is not understood becomes the prohibition that it is.
#[test]
fn every_vector_holds_for_the_file_written_again() {
    let mut vectors = [vectors("rep").unwrap(), vectors("acap/robots.jsonl").unwrap()].concat();
    for vector in &mut vectors {
        let profile: Profile = vector.profile.parse().unwrap();
        let read = RobotsPolicy::builder().profile(profile).parse(&vector.robots());
        vector.robots = Some(RobotsFile::from_policy(&read).print(LineEnd::CrLf));
        vector.robots_b64 = None;
    }
    let answers = Library.answers(&vectors);
    for (vector, answer) in vectors.iter_mut().zip(answers) {
        let answer = answer.unwrap();
        let expected = vector.expected.by.replace(answer.by.clone()).unwrap();
        assert_eq!(expected.source, answer.by.source, "{}", vector.id);
        assert!(vector.expected.is_met_by(&answer), "{}: {answer:?}", vector.id);
    }
    println!("conformance: {} vectors hold for their files written again", vectors.len());
}
