//! What class attributes say.

use crate::borrowed::purpose::Reach;
use crate::borrowed::qualifier::{Condition, conditions, is_standard};
use crate::case::{Case, Definition, Document, Element, Token};

use super::acap::{Finding, Remaining, covers};
use super::statement::{Place, Statement};

/// Step 4 with the elements: what ACAP says of the usage.
pub(crate) fn acap(case: &Case, remaining: &Remaining, usage: &str) -> Finding {
    let (page, question) = (&case.page, &case.question);
    let definitions = case.robots.definitions.as_slice();
    if !question.element_level {
        return of_whole_page(case, remaining, usage);
    }
    let Some(id) = question.element else { return remaining.page(usage) };
    // Of several elements with one id all must permit.
    let chains: Vec<Vec<&Element>> =
        page.documents().flat_map(|document| chains(document, id)).collect();
    let say = |wanted: &dyn Fn(&Element) -> Option<Verdict>| -> Vec<Option<Verdict>> {
        chains.iter().map(|chain| chain.iter().find_map(|element| wanted(element))).collect()
    };
    let mut about = usage;
    // train-ai and ai-input are known as `other` only.
    let is_known = is_standard(usage);
    let mut forms = say(&|it| is_known.then(|| verdict(it, usage, definitions))?);
    // `other` is consulted if no other statement is about the usage.
    if forms.iter().all(Option::is_none) && !remaining.is_about(usage) {
        forms = say(&|element| on_element(element, "other", definitions));
        about = "other";
    }
    // T-12: of an element, both forms of the page must permit. One that says nothing of it, or does
    // not have it, answers as the page does.
    let mut permissions = Vec::new();
    for form in &forms {
        match form {
            None => permissions.extend(remaining.page(usage)?),
            Some(None) => return None,
            // prohibited everywhere, despite all permissions.
            Some(Some(_)) if remaining.prohibits_everywhere(about) => return None,
            // statements by name must permit as well, and their conditions apply.
            Some(Some(conditions)) => {
                permissions.extend(remaining.with_element(usage)?);
                permissions.push(permission(usage, conditions));
            }
        }
    }
    if forms.is_empty() { remaining.page(usage) } else { Some(permissions) }
}

fn permission(usage: &str, conditions: &[Condition]) -> Statement {
    Statement {
        permit: true,
        usage: usage.to_owned(),
        conditions: conditions.to_vec(),
        named: false,
        reach: Reach { general: true, special: false },
        place: Place::Element,
    }
}

/// a statement on any element about a usage prohibits that usage for the page, and nothing
/// overrides this.
fn of_whole_page(case: &Case, remaining: &Remaining, usage: &str) -> Finding {
    let says = |wanted: &dyn Fn(&str) -> bool| {
        let documents = case.page.documents();
        let tokens = documents.flat_map(|document| &document.elements).flat_map(|it| &it.tokens);
        tokens.into_iter().any(|token| {
            let all = statements(token, &case.robots.definitions);
            all.iter().any(|(about, _)| about.is_none_or(wanted))
        })
    };
    let is_silent = !remaining.is_about(usage);
    if says(&|about| covers(about, usage)) || is_silent && says(&|about| about == "other") {
        return None;
    }
    remaining.page(usage)
}

/// Each element of that id and its ancestors, innermost first; empty if there is none.
fn chains<'a>(document: &'a Document, id: &str) -> Vec<Vec<&'a Element>> {
    let parent = |element: &&'a Element| document.elements.get(element.parent?);
    let own = document.elements.iter().filter(|element| element.id == Some(id));
    let mut chains: Vec<Vec<&Element>> =
        own.map(|element| std::iter::successors(Some(element), parent).collect()).collect();
    if chains.is_empty() {
        chains.push(Vec::new());
    }
    chains
}

/// The result for a usage: prohibited, or permitted under conditions.
type Verdict = Option<Vec<Condition>>;

/// What one element says of the usage, with `present` for a derivative: the special statement
/// before the general one, as A-19 has it for one resource.
fn verdict(element: &Element, usage: &str, definitions: &[Definition]) -> Option<Verdict> {
    on_element(element, usage, definitions).or_else(|| {
        covers("present", usage).then(|| on_element(element, "present", definitions))?
    })
}

/// What one element says of exactly this usage: a conflict prohibits.
fn on_element(element: &Element, usage: &str, definitions: &[Definition]) -> Option<Verdict> {
    let all = element.tokens.iter().flat_map(|token| statements(token, definitions));
    let about = all.filter(|(about, _)| about.is_none_or(|about| about == usage));
    let verdicts: Vec<Verdict> = about.map(|(_, verdict)| verdict).collect();
    if verdicts.is_empty() {
        return None;
    }
    let all: Option<Vec<Vec<Condition>>> = verdicts.into_iter().collect();
    Some(all.map(|all| all.concat()))
}

/// What a token says, of which usage (`None`: of every usage). A-38: usages that ACAP does not know
/// have no effect.
fn statements<'a>(
    token: &'a Token,
    definitions: &'a [Definition],
) -> Vec<(Option<&'a str>, Verdict)> {
    let Token::Statement { permit, usage, .. } = token else { return Vec::new() };
    let plain = permit.then(Vec::new);
    let Some(name) = usage.strip_prefix('(').and_then(|name| name.strip_suffix(')')) else {
        let known = is_standard(usage);
        return if known { vec![(Some(usage.as_str()), plain)] } else { Vec::new() };
    };
    // written out as in robots.txt; of what is not defined, a permission grants nothing and a
    // prohibition prohibits every usage.
    let Some(definition) = definitions.iter().find(|it| it.name.eq_ignore_ascii_case(name)) else {
        return if *permit { Vec::new() } else { vec![(None, None)] };
    };
    let part = |(usage, qualifiers): &'a (String, Vec<String>)| {
        let understood = conditions(usage, qualifiers.join(" ").as_bytes());
        (Some(usage.as_str()), if *permit { understood } else { None })
    };
    definition.parts.iter().map(part).collect()
}
