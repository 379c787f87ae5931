//! The project's own vectors, asked of `placet decide`.

use placet_conformance::{Answered, By, Observed, Surface, Vector, all_vectors, run};
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
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let mut by: Vec<By> = reasons
        .iter()
        .filter(|reason| !reason["by"].is_null())
        .map(|reason| By {
            source: reason["line"].as_u64().and_then(|_| text(&reason["source"])),
            line: reason["line"].as_u64().and_then(|line| usize::try_from(line).ok()),
            text: text(&reason["text"]),
            // A usage that depends on another is decided last.
            code: reasons.iter().rev().find_map(|it| text(&it["by"])).unwrap(),
        })
        .collect();
    // Where several statements decide together, the expected one must be among them.
    let expected = vector.expected.by.as_ref();
    let at = by.iter().position(|it| expected.is_none_or(|by| by.is_met_by(it)));
    let conditions = answer["conditions"].as_array().unwrap().iter();
    let mut conditions: Vec<_> = conditions.map(|it| it.as_str().unwrap().to_owned()).collect();
    conditions.sort();
    Ok(Answered {
        conditions,
        allowed: answer["verdict"] == "permit",
        by: by.swap_remove(at.unwrap_or_default()),
    })
}

/// Whether a vector is a question as it is: texts that are repeated have a short form in vectors.
fn is_question(vector: &Vector) -> bool {
    let json = serde_json::to_value(vector).unwrap();
    let headers = json["headers"].as_array().into_iter().flatten();
    let values = headers.filter_map(|line| line.get(1));
    let documents = json["rsl"].as_object().into_iter().flat_map(|it| it.values());
    let files = [&json["tdmrep"], &json["trust_txt"], &json["ai_txt"]];
    !values.chain(documents).chain(files).any(Value::is_array)
}

#[test]
fn the_command_line_answers_every_vector() {
    let mut vectors = all_vectors().unwrap();
    vectors.retain(is_question);
    assert!(vectors.iter().filter(|it| it.requirement.starts_with("S-")).count() > 300);
    let differences = run(&mut CommandLine, &vectors);
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}
