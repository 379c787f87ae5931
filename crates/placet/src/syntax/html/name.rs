//! Names of elements: those known to tree construction, and a key for all others.

/// The namespace of an element (HTML §13.2.6.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Namespace {
    Html,
    Svg,
    MathMl,
}

/// Packs at most eight bytes into one number, the first of them lowest.
const fn pack(name: &[u8]) -> u64 {
    let mut packed = 0;
    let mut rest = name;
    let mut shift = 0;
    while let [first, after @ ..] = rest {
        packed |= (*first as u64) << shift;
        shift += 8;
        rest = after;
    }
    packed
}

const ONES: u64 = 0x0101_0101_0101_0101;
const TOPS: u64 = 0x80 * ONES;

/// Eight bytes, with ASCII letters in lower case.
#[inline]
fn lower(eight: u64) -> u64 {
    let ascii = eight & !TOPS;
    // The highest bit of each byte: it is at least `A`; it is above `Z`.
    let (from_a, above_z) = (ascii + ONES * (0x80 - 0x41), ascii + ONES * (0x80 - 0x5B));
    eight | ((from_a & !above_z & !eight & TOPS) >> 2)
}

macro_rules! names {
    ($($variant:ident = $short:literal,)* ; $($long_variant:ident = $long:literal,)*) => {
        /// A name that tree construction treats specially, or any other.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[repr(u8)]
        pub(super) enum Name {
            $($variant,)*
            $($long_variant,)*
            Other,
        }

        impl Name {
            /// The name of at most eight bytes with this packed form.
            #[inline]
            fn of_packed(packed: u64) -> Self {
                #[expect(non_upper_case_globals, reason = "named like the variants")]
                mod key {
                    $(
                        pub(super) const $variant: u64 = super::pack($short);
                    )*
                }
                match packed {
                    $(key::$variant => Self::$variant,)*
                    _ => Self::Other,
                }
            }

            fn of_long(name: &[u8]) -> Self {
                $(if name == $long {
                    return Self::$long_variant;
                })*
                Self::Other
            }
        }
    };
}

names! {
    A = b"a", Address = b"address", Applet = b"applet", Area = b"area", Article = b"article",
    Aside = b"aside", B = b"b", Base = b"base", Basefont = b"basefont", Bgsound = b"bgsound",
    Big = b"big", Body = b"body", Br = b"br", Button = b"button", Caption = b"caption",
    Center = b"center", Code = b"code", Col = b"col", Colgroup = b"colgroup", Dd = b"dd",
    Desc = b"desc", Details = b"details", Dialog = b"dialog", Dir = b"dir", Div = b"div",
    Dl = b"dl", Dt = b"dt", Em = b"em", Embed = b"embed", Fieldset = b"fieldset",
    Figure = b"figure", Font = b"font", Footer = b"footer", Form = b"form", Frame = b"frame",
    Frameset = b"frameset", H1 = b"h1", H2 = b"h2", H3 = b"h3", H4 = b"h4", H5 = b"h5", H6 = b"h6",
    Head = b"head", Header = b"header", Hgroup = b"hgroup", Hr = b"hr", Html = b"html", I = b"i",
    Iframe = b"iframe", Image = b"image", Img = b"img", Input = b"input", Isindex = b"isindex",
    Keygen = b"keygen", Li = b"li", Link = b"link", Listing = b"listing", Main = b"main",
    Marquee = b"marquee", Math = b"math", Menu = b"menu", Meta = b"meta", Mglyph = b"mglyph",
    Mi = b"mi", Mn = b"mn", Mo = b"mo", Ms = b"ms", Mtext = b"mtext", Nav = b"nav",
    Nobr = b"nobr", Noembed = b"noembed", Noframes = b"noframes", Noscript = b"noscript",
    Object = b"object", Ol = b"ol", Optgroup = b"optgroup", Option = b"option", P = b"p",
    Param = b"param", Pre = b"pre", Rb = b"rb", Rp = b"rp", Rt = b"rt", Rtc = b"rtc",
    Ruby = b"ruby", S = b"s", Script = b"script", Search = b"search", Section = b"section",
    Select = b"select", Small = b"small", Source = b"source", Span = b"span", Strike = b"strike",
    Strong = b"strong", Style = b"style", Sub = b"sub", Summary = b"summary", Sup = b"sup",
    Svg = b"svg", Table = b"table", Tbody = b"tbody", Td = b"td", Template = b"template",
    Textarea = b"textarea", Tfoot = b"tfoot", Th = b"th", Thead = b"thead", Title = b"title",
    Tr = b"tr", Track = b"track", Tt = b"tt", U = b"u", Ul = b"ul", Var = b"var", Wbr = b"wbr",
    Xmp = b"xmp",;
    AnnotationXml = b"annotation-xml", Blockquote = b"blockquote", Figcaption = b"figcaption",
    ForeignObject = b"foreignobject", Malignmark = b"malignmark", Plaintext = b"plaintext",
}

/// The identity of an element name: the known name, and a key that distinguishes it from all
/// others.
///
/// The key of a name of at most eight bytes is the name itself, that of a longer one is a hash of
/// 63 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Ident {
    pub(super) name: Name,
    pub(super) key: u64,
}

impl Ident {
    /// The identity of `name`, which is in lower case.
    pub(super) fn of(name: &[u8]) -> Self {
        if name.len() <= 8 && !name.contains(&0) {
            let key = pack(name);
            return Self { name: Name::of_packed(key), key };
        }
        Self { name: Name::of_long(name), key: hash(name) | 1 << 63 }
    }

    /// The identity of the name in the first `len` bytes of `text`, in any case. `None` if it has more
    /// than eight bytes or contains NUL, or if `text` has fewer than eight.
    #[inline]
    pub(super) fn short(text: &[u8], len: usize) -> Option<Self> {
        let unused = 64_u32.checked_sub(8 * u32::try_from(len).ok().filter(|len| *len > 0)?)?;
        let eight = u64::from_le_bytes(*text.first_chunk()?);
        let key = lower(eight << unused >> unused);
        let nul = (key.wrapping_sub(ONES) & !key & TOPS) << unused;
        (nul == 0).then(|| Self { name: Name::of_packed(key), key })
    }

    /// The identity of a known name of at most eight bytes.
    pub(super) const fn known(name: Name, text: &[u8]) -> Self {
        Self { name, key: pack(text) }
    }

    /// A small number for counting, which different known names never share.
    pub(super) fn bucket(self) -> usize {
        match self.name {
            Name::Other => 192 + ((self.key ^ self.key >> 17 ^ self.key >> 41) & 63) as usize,
            name => name as usize,
        }
    }
}

/// The number of buckets.
pub(super) const BUCKETS: usize = 256;

/// A hash of bytes, eight at a time.
pub(super) fn hash(bytes: &[u8]) -> u64 {
    let (eights, rest) = bytes.as_chunks();
    let mix = |hash: u64, next: u64| {
        let mixed = (hash ^ next).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed ^ mixed >> 32
    };
    let hash =
        eights.iter().fold(bytes.len() as u64, |hash, &it| mix(hash, u64::from_le_bytes(it)));
    mix(hash, pack(rest))
}

impl Name {
    /// Whether the element is special (HTML §13.2.4.2), according to html5ever's list: without
    /// `keygen`, `search` and the special elements of SVG and `MathML`.
    pub(super) fn is_special(self) -> bool {
        use Name::{
            Address, Applet, Area, Article, Aside, Base, Basefont, Bgsound, Blockquote, Body, Br,
            Button, Caption, Center, Col, Colgroup, Dd, Details, Dir, Div, Dl, Dt, Embed, Fieldset,
            Figcaption, Figure, Footer, Form, Frame, Frameset, H1, H2, H3, H4, H5, H6, Head,
            Header, Hgroup, Hr, Html, Iframe, Img, Input, Isindex, Li, Link, Listing, Main,
            Marquee, Menu, Meta, Nav, Noembed, Noframes, Noscript, Object, Ol, P, Param, Plaintext,
            Pre, Script, Section, Select, Source, Style, Summary, Table, Tbody, Td, Template,
            Textarea, Tfoot, Th, Thead, Title, Tr, Track, Ul, Wbr, Xmp,
        };
        matches!(
            self,
            Address
                | Applet
                | Area
                | Article
                | Aside
                | Base
                | Basefont
                | Bgsound
                | Blockquote
                | Body
                | Br
                | Button
                | Caption
                | Center
                | Col
                | Colgroup
                | Dd
                | Details
                | Dir
                | Div
                | Dl
                | Dt
                | Embed
                | Fieldset
                | Figcaption
                | Figure
                | Footer
                | Form
                | Frame
                | Frameset
                | H1
                | H2
                | H3
                | H4
                | H5
                | H6
                | Head
                | Header
                | Hgroup
                | Hr
                | Html
                | Iframe
                | Img
                | Input
                | Isindex
                | Li
                | Link
                | Listing
                | Main
                | Marquee
                | Menu
                | Meta
                | Nav
                | Noembed
                | Noframes
                | Noscript
                | Object
                | Ol
                | P
                | Param
                | Plaintext
                | Pre
                | Script
                | Section
                | Select
                | Source
                | Style
                | Summary
                | Table
                | Tbody
                | Td
                | Template
                | Textarea
                | Tfoot
                | Th
                | Thead
                | Title
                | Tr
                | Track
                | Ul
                | Wbr
                | Xmp
        )
    }

    /// Whether the element is a formatting element (HTML §13.2.4.2).
    pub(super) fn is_formatting(self) -> bool {
        use Name::{A, B, Big, Code, Em, Font, I, Nobr, S, Small, Strike, Strong, Tt, U};
        matches!(
            self,
            A | B | Big | Code | Em | Font | I | Nobr | S | Small | Strike | Strong | Tt | U
        )
    }

    /// Whether an end tag may be implied (HTML §13.2.6.3).
    pub(super) fn is_implied(self) -> bool {
        use Name::{Dd, Dt, Li, Optgroup, Option, P, Rb, Rp, Rt, Rtc};
        matches!(self, Dd | Dt | Li | Optgroup | Option | P | Rb | Rp | Rt | Rtc)
    }

    /// Whether an end tag may be implied thoroughly (HTML §13.2.6.3).
    pub(super) fn is_implied_thoroughly(self) -> bool {
        use Name::{Caption, Colgroup, Tbody, Td, Tfoot, Th, Thead, Tr};
        self.is_implied()
            || matches!(self, Caption | Colgroup | Tbody | Td | Tfoot | Th | Thead | Tr)
    }

    /// Whether it is one of `h1` to `h6`.
    pub(super) fn is_heading(self) -> bool {
        use Name::{H1, H2, H3, H4, H5, H6};
        matches!(self, H1 | H2 | H3 | H4 | H5 | H6)
    }

    /// Whether text and most elements inside it are foster-parented (HTML §13.2.6.1).
    pub(super) fn is_table_part(self) -> bool {
        use Name::{Table, Tbody, Tfoot, Thead, Tr};
        matches!(self, Table | Tbody | Tfoot | Thead | Tr)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_recognised_by_their_bytes() {
        assert_eq!(Ident::of(b"a").name, Name::A);
        assert_eq!(Ident::of(b"blockquote").name, Name::Blockquote);
        assert_eq!(Ident::of(b"textarea").name, Name::Textarea);
        assert_eq!(Ident::of(b"x-y").name, Name::Other);
        assert_eq!(Ident::of(b"a\0").name, Name::Other);
        assert_ne!(Ident::of(b"a\0").key, Ident::of(b"a").key);
        assert_eq!(Ident::known(Name::Tbody, b"tbody"), Ident::of(b"tbody"));
        assert!((Name::Other as usize) < 192);
    }

    #[test]
    fn short_names_are_recognised_in_any_case() {
        for byte in 0..=255_u8 {
            for len in 1..=8 {
                for at in 0..len {
                    let mut text = *b"aBy-9zZo>x";
                    text[at] = byte;
                    let expected = Ident::of(&text[..len].to_ascii_lowercase());
                    let found = Ident::short(&text, len);
                    assert_eq!(found, (byte != 0).then_some(expected), "{text:?} {len}");
                }
            }
        }
        assert_eq!(Ident::short(b"a>", 1), None);
        assert_eq!(Ident::short(b"blockquote>", 10), None);
    }
}
