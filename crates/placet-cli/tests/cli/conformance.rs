//! The vectors of the project, through `placet decide`.

use placet_conformance::{Answered, Observed, Surface, Vector, run, vectors};
use serde_json::Value;

/// The command line as a subject of the vectors.
struct CommandLine;

impl Surface for CommandLine {
    fn answers(&mut self, vectors: &[Vector]) -> Vec<Observed> {
        let questions: String =
            vectors.iter().map(|vector| serde_json::to_string(vector).unwrap() + "\n").collect();
        let run = crate::run::placet(&["decide"], questions.as_bytes());
        run.out.lines().zip(vectors).map(|(line, vector)| observed(line, vector)).collect()
    }
}

fn observed(line: &str, vector: &Vector) -> Observed {
    let answer: Value = serde_json::from_str(line).unwrap();
    if answer["id"] != vector.id.as_str() {
        return Err(format!("an answer to {}", answer["id"]));
    }
    if let Some(error) = answer["error"].as_str() {
        return Err(error.to_owned());
    }
    let reasons = answer["reasons"].as_array().unwrap();
    let deciding = reasons.iter().rfind(|reason| !reason["by"].is_null()).unwrap();
    let conditions = answer["conditions"].as_array().unwrap().iter();
    let mut conditions: Vec<_> = conditions.map(|it| it.as_str().unwrap().to_owned()).collect();
    conditions.sort();
    Ok(Answered {
        conditions,
        allowed: answer["verdict"] == "permit",
        line: deciding["line"].as_u64().and_then(|line| usize::try_from(line).ok()),
        by: deciding["by"].as_str().unwrap().to_owned(),
    })
}

#[test]
fn the_command_line_answers_every_vector_of_robots_txt() {
    let vectors = vectors("rep").unwrap();
    let differences = run(&mut CommandLine, &vectors);
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn the_command_line_answers_every_vector_of_acap() {
    let vectors = vectors("acap/robots.jsonl").unwrap();
    let differences = run(&mut CommandLine, &vectors);
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn the_command_line_answers_every_vector_of_pages() {
    for path in ["robots-tag", "acap/page.jsonl", "acap/page-more.jsonl"] {
        let vectors = vectors(path).unwrap();
        let differences = run(&mut CommandLine, &vectors);
        assert!(differences.is_empty(), "{}", differences.join("\n"));
    }
}
