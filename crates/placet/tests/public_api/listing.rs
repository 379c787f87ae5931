//! One line for each public item: its path and its signature.

use std::collections::{BTreeMap, BTreeSet};

use quote::ToTokens;
use syn::{Attribute, Fields, FnArg, ImplItem, Item, ItemImpl, Signature, TraitItem, Type};

use crate::source::{Definition, Modules, Source, is_public, name_of};

/// The lines of all public items.
pub(crate) fn lines(source: &Source) -> Vec<String> {
    let mut paths: BTreeMap<Definition, BTreeSet<String>> = BTreeMap::new();
    let mut lines = Vec::new();
    walk(source, &[], "placet", &mut paths, &mut lines);
    let impls = impls(source);
    for (definition, paths) in &paths {
        // The shortest path first.
        let mut paths: Vec<&String> = paths.iter().collect();
        paths.sort_by_key(|path| (path.matches("::").count(), path.len(), path.as_str()));
        let (path, others) = paths.split_first().unwrap();
        lines.extend(others.iter().map(|other| format!("{other} = {path}")));
        let module = &source.modules[&definition.0];
        let item = module.items.iter().find(|it| name_of(it).as_ref() == Some(&definition.1));
        let mut traits = describe(path, item.unwrap(), &mut lines);
        for of_type in impls.get(definition).into_iter().flatten() {
            traits.extend(describe_impl(path, of_type, &mut lines));
        }
        if !traits.is_empty() {
            let traits: Vec<String> = traits.into_iter().collect();
            lines.push(format!("{path} impl {}", traits.join(", ")));
        }
    }
    lines
}

/// Goes through what a module gives out, under the path that it has outside.
fn walk(
    source: &Source,
    module: &[String],
    path: &str,
    paths: &mut BTreeMap<Definition, BTreeSet<String>>,
    lines: &mut Vec<String>,
) {
    let inside = &source.modules[module];
    let own = inside.items.iter().filter(|item| is_given(item)).filter_map(name_of);
    let own = own.map(|name| (name.clone(), vec!["self".to_owned(), name]));
    let uses = inside.uses.iter().filter(|it| it.is_public);
    let uses = uses.map(|it| (it.name.clone(), it.path.clone()));
    for (name, target) in own.chain(uses) {
        let path = format!("{path}::{name}");
        let Some(definition) = source.definition(module, &target) else {
            // Outside the crate, or made by a macro.
            lines.push(format!("{path} (use)"));
            continue;
        };
        let below = [&definition.0[..], &[definition.1.clone()]].concat();
        if source.modules.contains_key(&below) {
            lines.push(format!("{path} (mod)"));
            walk(source, &below, &path, paths, lines);
        } else {
            paths.entry(definition).or_default().insert(path);
        }
    }
}

fn is_given(item: &Item) -> bool {
    match item {
        Item::Const(it) => is_public(&it.vis),
        Item::Enum(it) => is_public(&it.vis),
        Item::Fn(it) => is_public(&it.vis),
        Item::Mod(it) => is_public(&it.vis),
        Item::Static(it) => is_public(&it.vis),
        Item::Struct(it) => is_public(&it.vis),
        Item::Trait(it) => is_public(&it.vis),
        Item::Type(it) => is_public(&it.vis),
        _ => false,
    }
}

/// The `impl` blocks of each type.
fn impls(source: &Source) -> BTreeMap<Definition, Vec<&ItemImpl>> {
    let mut impls: BTreeMap<Definition, Vec<&ItemImpl>> = BTreeMap::new();
    for (at, module) in &source.modules {
        let blocks = module.items.iter().filter_map(|item| match item {
            Item::Impl(block) => Some(block),
            _ => None,
        });
        for block in blocks {
            if let Some(definition) = type_of(source, at, &block.self_ty) {
                impls.entry(definition).or_default().push(block);
            }
        }
    }
    impls
}

fn type_of(source: &Source, module: &Modules, of: &Type) -> Option<Definition> {
    match of {
        Type::Path(it) => {
            let path: Vec<String> =
                it.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
            source.definition(module, &path)
        }
        Type::Reference(it) => type_of(source, module, &it.elem),
        _ => None,
    }
}

/// Lists an item; returns the traits that it derives.
fn describe(path: &str, item: &Item, lines: &mut Vec<String>) -> BTreeSet<String> {
    let mut traits = BTreeSet::new();
    match item {
        Item::Const(it) => lines.push(format!("{path}: {} (const)", text(&it.ty))),
        Item::Static(it) => lines.push(format!("{path}: {} (static)", text(&it.ty))),
        Item::Fn(it) => lines.push(signature(path, &it.sig)),
        Item::Type(it) => {
            lines.push(format!("{path}{} = {} (type)", text(&it.generics), text(&it.ty)));
        }
        Item::Enum(it) => {
            lines.push(format!(
                "{path}{} (enum{})",
                text(&it.generics),
                openness(&it.attrs, false)
            ));
            traits = derives(&it.attrs);
            for variant in &it.variants {
                let content = match &variant.fields {
                    Fields::Unit => String::new(),
                    fields => text(fields),
                };
                lines.push(format!("{path}::{}{content} (variant)", variant.ident));
            }
        }
        Item::Struct(it) => {
            let closed = it.fields.iter().any(|field| !is_public(&field.vis));
            lines.push(format!(
                "{path}{} (struct{})",
                text(&it.generics),
                openness(&it.attrs, closed)
            ));
            traits = derives(&it.attrs);
            for (at, field) in it.fields.iter().enumerate().filter(|(_, it)| is_public(&it.vis)) {
                let name = field.ident.as_ref().map_or_else(|| at.to_string(), ToString::to_string);
                lines.push(format!("{path}.{name}: {}", text(&field.ty)));
            }
        }
        Item::Trait(it) => {
            lines.push(format!("{path}{} (trait)", text(&it.generics)));
            for inner in &it.items {
                match inner {
                    TraitItem::Fn(it) => lines.push(signature(&format!("{path}::"), &it.sig)),
                    other => lines.push(format!("{path}::{}", text(other))),
                }
            }
        }
        _ => {}
    }
    traits
}

/// Whether code outside can count on all that there is.
fn openness(attributes: &[Attribute], closed: bool) -> &'static str {
    let is_open = attributes.iter().any(|it| it.path().is_ident("non_exhaustive"));
    match (is_open, closed) {
        (true, _) => ", non_exhaustive",
        (false, true) => ", private fields",
        (false, false) => "",
    }
}

/// The traits that are derived.
fn derives(attributes: &[Attribute]) -> BTreeSet<String> {
    let derived = attributes.iter().filter(|it| it.path().is_ident("derive"));
    let listed = derived.filter_map(|it| it.meta.require_list().ok());
    let names = listed.map(|it| it.tokens.to_string()).collect::<Vec<_>>().join(",");
    names.split(',').map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect()
}

/// Lists the methods of an `impl` block; returns the trait where it is one of a trait.
fn describe_impl(path: &str, block: &ItemImpl, lines: &mut Vec<String>) -> Option<String> {
    if let Some((_, of, _)) = &block.trait_ {
        let of = of.segments.last().map(text).unwrap_or_default();
        let is_reference = matches!(*block.self_ty, Type::Reference(_));
        return Some(if is_reference { format!("{of} for &") } else { of });
    }
    for item in &block.items {
        match item {
            ImplItem::Fn(it) if is_public(&it.vis) => {
                lines.push(signature(&format!("{path}::{}", it.sig.ident), &it.sig));
            }
            ImplItem::Const(it) if is_public(&it.vis) => {
                lines.push(format!("{path}::{}: {} (const)", it.ident, text(&it.ty)));
            }
            _ => {}
        }
    }
    None
}

/// A function by its path: what it takes and returns, without the names of what it takes.
fn signature(path: &str, of: &Signature) -> String {
    let inputs: Vec<String> = of
        .inputs
        .iter()
        .map(|input| match input {
            FnArg::Receiver(it) => text(it).trim_start_matches("mut ").to_owned(),
            FnArg::Typed(it) => text(&it.ty),
        })
        .collect();
    let output = match &of.output {
        syn::ReturnType::Default => String::new(),
        output => format!(" {}", text(output)),
    };
    let constant = if of.constness.is_some() { "const " } else { "" };
    format!(
        "{path}{}({}){output}{} ({constant}fn)",
        text(&of.generics),
        inputs.join(", "),
        text(&of.generics.where_clause),
    )
}

/// Tokens as people write them.
fn text(tokens: impl ToTokens) -> String {
    let spaced = tokens.to_token_stream().to_string();
    let mut text = String::with_capacity(spaced.len());
    let mut words = spaced.split_whitespace().peekable();
    while let Some(word) = words.next() {
        text.push_str(word);
        let Some(next) = words.peek() else { break };
        let tight_before = matches!(
            next.chars().next(),
            Some(',' | ')' | '>' | ']' | ';' | ':' | '?')
        ) || matches!(*next, "<" | "(" if !matches!(word, "->" | "," | "=" | "+" | "for" | ":"));
        let tight_after = matches!(word.chars().last(), Some('(' | '[' | '&' | '<' | '!' | '?'))
            || word == "::"
            || word == "<";
        if !(tight_before || tight_after) {
            text.push(' ');
        }
    }
    text.replace(" ::", "::")
}
