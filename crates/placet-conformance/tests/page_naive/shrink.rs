//! Cases made as small as they can be while they still differ.

use crate::case::{Case, Content, Document, Header, Question};

/// Leaves out one thing after another, as long as `differs` holds.
pub(crate) fn shrink(mut case: Case, differs: impl Fn(&Case) -> bool) -> Case {
    while let Some(smaller) = smaller(&case).into_iter().find(|case| differs(case)) {
        case = smaller;
    }
    case
}

/// Every case with one thing less.
fn smaller(case: &Case) -> Vec<Case> {
    let mut cases = Vec::new();
    let mut with = |change: &dyn Fn(&mut Case)| {
        let mut changed = case.clone();
        change(&mut changed);
        cases.push(changed);
    };
    if case.page.rendered.is_some() {
        with(&|case| case.page.rendered = None);
    }
    if case.page.html.is_some() {
        with(&|case| case.page.html = None);
    }
    if case.robots.ignores_conventional {
        with(&|case| case.robots.ignores_conventional = false);
    }
    for (at, definition) in case.robots.definitions.iter().enumerate() {
        with(&|case| drop(case.robots.definitions.remove(at)));
        for (part, (_, qualifiers)) in definition.parts.iter().enumerate() {
            if !qualifiers.is_empty() {
                with(&|case| case.robots.definitions[at].parts[part].1.clear());
            }
        }
    }
    for at in 0..case.robots.lines.len() {
        with(&|case| drop(case.robots.lines.remove(at)));
    }
    for at in 0..case.page.headers.len() {
        with(&|case| drop(case.page.headers.remove(at)));
    }
    for (at, field) in case.robots.fields.iter().enumerate() {
        with(&|case| drop(case.robots.fields.remove(at)));
        for part in 0..field.qualifiers.len() {
            with(&|case| drop(case.robots.fields[at].qualifiers.remove(part)));
        }
        for part in 0..field.purposes.len() {
            with(&|case| drop(case.robots.fields[at].purposes.remove(part)));
        }
    }
    for (at, header) in case.page.headers.iter().enumerate() {
        for smaller in smaller_header(header) {
            with(&|case| case.page.headers[at] = smaller.clone());
        }
    }
    for smaller in case.page.html.iter().flat_map(smaller_document) {
        with(&|case| case.page.html = Some(smaller.clone()));
    }
    for smaller in case.page.rendered.iter().flat_map(smaller_document) {
        with(&|case| case.page.rendered = Some(smaller.clone()));
    }
    for smaller in smaller_question(&case.question) {
        with(&|case| case.question = smaller.clone());
    }
    cases
}

fn smaller_header(header: &Header) -> Vec<Header> {
    match header {
        Header::Old(scope, rules) if rules.len() > 1 => {
            without_one(rules).map(|rules| Header::Old(scope.clone(), rules)).collect()
        }
        Header::New(members) if members.len() > 1 => {
            without_one(members).map(Header::New).collect()
        }
        Header::New(members) => members
            .iter()
            .filter(|(_, rules)| rules.len() > 1)
            .flat_map(|(name, rules)| without_one(rules).map(|rules| (name.clone(), rules)))
            .map(|member| Header::New(vec![member]))
            .collect(),
        Header::Old(..) => Vec::new(),
    }
}

fn without_one<T: Clone>(items: &[T]) -> impl Iterator<Item = Vec<T>> {
    (0..items.len()).map(|at| {
        let mut fewer = items.to_vec();
        fewer.remove(at);
        fewer
    })
}

fn smaller_document(document: &Document) -> Vec<Document> {
    let mut documents = Vec::new();
    let mut with = |change: &dyn Fn(&mut Document)| {
        let mut changed = document.clone();
        change(&mut changed);
        documents.push(changed);
    };
    for (at, meta) in document.metas.iter().enumerate() {
        with(&|document| drop(document.metas.remove(at)));
        match &meta.content {
            Content::Rules(rules) if rules.len() > 1 => {
                for fewer in without_one(rules) {
                    with(&|document| {
                        document.metas[at].content = Content::Rules(fewer.clone());
                    });
                }
            }
            Content::Statement { purpose, permit, usage, qualifiers } => {
                let (permit, usage) = (*permit, usage.clone());
                let content = |purpose: Option<String>, qualifiers: Vec<String>| {
                    Content::Statement { purpose, permit, usage: usage.clone(), qualifiers }
                };
                if purpose.is_some() {
                    let smaller = content(None, qualifiers.clone());
                    with(&|document| document.metas[at].content = smaller.clone());
                }
                for fewer in without_one(qualifiers) {
                    let smaller = content(purpose.clone(), fewer);
                    with(&|document| document.metas[at].content = smaller.clone());
                }
            }
            _ => {}
        }
    }
    for (at, element) in document.elements.iter().enumerate() {
        if at + 1 == document.elements.len() {
            with(&|document| drop(document.elements.pop()));
        }
        if element.parent.is_some() {
            with(&|document| document.elements[at].parent = None);
        }
        if element.tag != "div" {
            with(&|document| document.elements[at].tag = "div");
        }
        for part in 0..element.tokens.len() {
            with(&|document| drop(document.elements[at].tokens.remove(part)));
        }
    }
    documents
}

fn smaller_question(question: &Question) -> Vec<Question> {
    let mut questions = Vec::new();
    let mut with = |apply: bool, change: &dyn Fn(&mut Question)| {
        if apply {
            let mut changed = question.clone();
            change(&mut changed);
            questions.push(changed);
        }
    };
    with(!question.purposes.is_empty(), &|it| drop(it.purposes.pop()));
    with(!question.honours.is_empty(), &|it| it.honours.clear());
    with(!question.cannot.is_empty(), &|it| it.cannot.clear());
    with(question.element.is_some(), &|it| it.element = None);
    with(!question.element_level, &|it| it.element_level = true);
    with(!question.is_full, &|it| it.is_full = true);
    with(question.now.is_some(), &|it| it.now = None);
    with(question.crawled.is_some(), &|it| it.crawled = None);
    with(question.recrawled, &|it| it.recrawled = false);
    with(question.agent != "searchbot", &|it| "searchbot".clone_into(&mut it.agent));
    questions
}
