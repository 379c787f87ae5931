//! The modules of the crate, parsed from the source, and the resolution of their names.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::slice;

use syn::{Attribute, Item, UseTree, Visibility};

/// A path of modules below the root of the crate.
pub(crate) type Modules = Vec<String>;

/// Where an item is defined: its module and its name.
pub(crate) type Definition = (Modules, String);

/// All modules except those of tests.
pub(crate) struct Source {
    pub(crate) modules: BTreeMap<Modules, Module>,
}

/// The contents of one module.
#[derive(Default)]
pub(crate) struct Module {
    pub(crate) items: Vec<Item>,
    /// The names that it imports, their paths, and whether it re-exports them.
    pub(crate) uses: Vec<Use>,
}

/// One name that a module imports.
pub(crate) struct Use {
    pub(crate) name: String,
    pub(crate) path: Vec<String>,
    pub(crate) is_public: bool,
}

impl Source {
    /// Reads the modules, starting at `lib.rs`.
    pub(crate) fn read(root: &Path) -> Self {
        let mut source = Self { modules: BTreeMap::new() };
        let file = syn::parse_file(&fs::read_to_string(root.join("lib.rs")).unwrap()).unwrap();
        source.add(root, Vec::new(), file.items);
        source
    }

    fn add(&mut self, root: &Path, at: Modules, items: Vec<Item>) {
        let mut module = Module::default();
        for item in items {
            match item {
                Item::Mod(mut inner) if !is_test(&inner.attrs) => {
                    let below = [&at[..], &[inner.ident.to_string()]].concat();
                    let content = if let Some((_, items)) = inner.content.take() {
                        items
                    } else {
                        let path = root.join(below.join("/"));
                        let file = fs::read_to_string(path.with_extension("rs"))
                            .or_else(|_| fs::read_to_string(path.join("mod.rs")));
                        syn::parse_file(&file.unwrap()).unwrap().items
                    };
                    self.add(root, below, content);
                    module.items.push(Item::Mod(inner));
                }
                Item::Use(item) => {
                    let is_public = is_public(&item.vis);
                    let mut found = Vec::new();
                    flatten(&item.tree, &mut Vec::new(), &mut found);
                    let uses = found.into_iter();
                    module.uses.extend(uses.map(|(name, path)| Use { name, path, is_public }));
                }
                Item::Mod(_) => {}
                item => module.items.push(item),
            }
        }
        self.modules.insert(at, module);
    }

    /// The definition that a path in a module resolves to; `None` if it is outside the crate.
    pub(crate) fn definition(&self, module: &[String], path: &[String]) -> Option<Definition> {
        let (first, rest) = path.split_first()?;
        let (mut at, rest) = match &**first {
            "crate" => (Vec::new(), rest),
            "self" => (module.to_vec(), rest),
            "super" => (module.split_last()?.1.to_vec(), rest),
            _ => (module.to_vec(), path),
        };
        let (name, before) = rest.split_last()?;
        for step in before {
            at = match &**step {
                "super" => at.split_last()?.1.to_vec(),
                _ => [&at[..], slice::from_ref(step)].concat(),
            };
        }
        let inside = self.modules.get(&at)?;
        if inside.items.iter().any(|item| name_of(item).as_deref() == Some(name)) {
            return Some((at, name.clone()));
        }
        let import = inside.uses.iter().find(|it| it.name == *name)?;
        // An import of the name itself cannot be its definition.
        (import.path != path || at != module).then(|| self.definition(&at, &import.path))?
    }
}

/// The name of an item that can be exported.
pub(crate) fn name_of(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(it) => &it.ident,
        Item::Enum(it) => &it.ident,
        Item::Fn(it) => &it.sig.ident,
        Item::Mod(it) => &it.ident,
        Item::Static(it) => &it.ident,
        Item::Struct(it) => &it.ident,
        Item::Trait(it) => &it.ident,
        Item::Type(it) => &it.ident,
        _ => return None,
    };
    Some(name.to_string())
}

pub(crate) fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|it| {
        it.path().is_ident("cfg")
            && it.parse_args::<syn::Meta>().is_ok_and(|it| it.path().is_ident("test"))
    })
}

/// The names that an import introduces, each with its path.
fn flatten(tree: &UseTree, before: &mut Vec<String>, found: &mut Vec<(String, Vec<String>)>) {
    let with = |last: String| [&before[..], &[last]].concat();
    match tree {
        UseTree::Path(it) => {
            before.push(it.ident.to_string());
            flatten(&it.tree, before, found);
            before.pop();
        }
        UseTree::Name(it) => match &*it.ident.to_string() {
            "self" => found.push((before.last().cloned().unwrap_or_default(), before.clone())),
            name => found.push((name.to_owned(), with(name.to_owned()))),
        },
        UseTree::Rename(it) => found.push((it.rename.to_string(), with(it.ident.to_string()))),
        UseTree::Group(it) => it.items.iter().for_each(|tree| flatten(tree, before, found)),
        UseTree::Glob(_) => {}
    }
}
