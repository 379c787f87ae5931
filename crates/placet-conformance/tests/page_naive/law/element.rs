//! What class attributes say.

use crate::borrowed::qualifier::is_standard;
use crate::case::{Document, Element, Page, Question, Token};

use super::acap::{Finding, Standing, covers};

/// Step 4 with the elements: what ACAP says of the usage.
pub(crate) fn acap(page: &Page, question: &Question, standing: &Standing, usage: &str) -> Finding {
    if !question.element_level {
        return of_whole_page(page, standing, usage);
    }
    let Some(id) = question.element else { return standing.page(usage) };
    let chains: Vec<Vec<&Element>> = page.documents().map(|document| chain(document, id)).collect();
    let say = |wanted: &dyn Fn(&Element) -> Option<bool>| -> Vec<Option<bool>> {
        chains.iter().map(|chain| chain.iter().find_map(|element| wanted(element))).collect()
    };
    let mut about = usage;
    let mut forms = say(&|element| verdict(element, usage));
    // `other` is consulted where nothing else is said of the usage.
    if forms.iter().all(Option::is_none) && !standing.speaks_of(usage) {
        forms = say(&|element| on_element(element, "other"));
        about = "other";
    }
    // T-12: of an element, both forms of the page must permit. One that says nothing of it, or does
    // not have it, answers as the page does.
    let mut conditions = Vec::new();
    for form in &forms {
        conditions.extend(match form {
            None => standing.page(usage)?,
            Some(false) => return None,
            // prohibited everywhere, whatever else permits.
            Some(true) if standing.prohibits_everywhere(about) => return None,
            // what is said by name must permit as well, and its conditions stay.
            Some(true) => standing.beside_element(usage)?,
        });
    }
    if forms.is_empty() { standing.page(usage) } else { Some(conditions) }
}

/// what is said of any element about a usage prohibits that usage for the page, and nothing
/// lifts this.
fn of_whole_page(page: &Page, standing: &Standing, usage: &str) -> Finding {
    let says = |wanted: &dyn Fn(&str) -> bool| {
        let tokens =
            page.documents().flat_map(|document| &document.elements).flat_map(|it| &it.tokens);
        tokens.into_iter().any(|token| statement(token).is_some_and(|(_, said)| wanted(said)))
    };
    let is_silent = !standing.speaks_of(usage);
    if says(&|said| covers(said, usage)) || is_silent && says(&|said| said == "other") {
        return None;
    }
    standing.page(usage)
}

/// The element and what it lies in, innermost first; nothing where there is no such element.
fn chain<'a>(document: &'a Document, id: &str) -> Vec<&'a Element> {
    let mut chain = Vec::new();
    let mut next = document.elements.iter().find(|element| element.id == Some(id));
    while let Some(element) = next {
        chain.push(element);
        next = element.parent.and_then(|parent| document.elements.get(parent));
    }
    chain
}

/// What one element says of the usage, with `present` for a derivative: the special statement
/// before the general one, as A-19 has it for one resource.
fn verdict(element: &Element, usage: &str) -> Option<bool> {
    on_element(element, usage)
        .or_else(|| covers("present", usage).then(|| on_element(element, "present"))?)
}

/// What one element says of exactly this usage: a conflict prohibits.
fn on_element(element: &Element, usage: &str) -> Option<bool> {
    let mut said = element
        .tokens
        .iter()
        .filter_map(statement)
        .filter(|(_, said)| *said == usage)
        .map(|(permit, _)| permit)
        .peekable();
    said.peek()?;
    Some(said.all(|permit| permit))
}

/// usages that ACAP does not know have no effect.
fn statement(token: &Token) -> Option<(bool, &str)> {
    match token {
        Token::Statement { permit, usage, .. } if is_standard(usage) => Some((*permit, usage)),
        _ => None,
    }
}
