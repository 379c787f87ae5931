//! Hand-written documents, in the manner of html5lib's tests.
//!
//! Each has a line: `+name` is a meta in the head, `-name` one elsewhere; `tag.x<tag.y` is an
//! element with the class token `the-acap:x` whose innermost marked element is the one with
//! `the-acap:y`; `1:tag.x` means that the word `[w1]` is in that element, `#id:tag.x` that the id is.

use placet::syntax::html::{Element, Markup, Settings, read};

use crate::facts::Facts;

const CASES: &[(&str, &str)] = &[
    ("<meta name=a content>", "+a"),
    ("<!doctype html><html><head><meta name=a content></head><body><meta name=b content>", "+a -b"),
    ("<title></title><meta name=a content><p><meta name=b content>", "+a -b"),
    ("</head><meta name=a content><body>", "+a"),
    ("<head></head><meta name=a content> <meta name=b content>x<meta name=c content>", "+a +b -c"),
    (
        "<head></head><!--x--><link><meta name=a content><style></style><meta name=b content><p><meta name=c content>",
        "+a +b -c",
    ),
    ("text<meta name=a content>", "-a"),
    ("&#32;&Tab;<meta name=a content>", "+a"),
    ("&nbsp;<meta name=a content>", "-a"),
    ("<br><meta name=a content>", "-a"),
    ("</br><meta name=a content>", "-a"),
    ("</p><meta name=a content>", "+a"),
    ("<!-- <meta name=a content> --><meta name=b content>", "+b"),
    ("<!--><meta name=a content>", "+a"),
    ("<!---><meta name=a content>", "+a"),
    ("<!-- --!><meta name=a content>", "+a"),
    ("<!-- x --><!- y><meta name=a content>", "+a"),
    ("<?xml version=\"1.0\"?><meta name=a content>", "+a"),
    ("<![CDATA[<meta name=a content>]]><meta name=b content>", "-b"),
    ("<script><meta name=a content></script><meta name=b content>", "+b"),
    ("<script><!-- <script></script><meta name=a content> --></script><meta name=b content>", "+b"),
    ("<script><!-- </script><meta name=a content>", "+a"),
    ("<script><!--<script</script><meta name=a content>--></script><meta name=b content>", "+a -b"),
    ("<style><meta name=a content></style><meta name=b content>", "+b"),
    ("<title><meta name=a content></title><meta name=b content>", "+b"),
    ("<title></titlex><meta name=a content></title ><meta name=b content>", "+b"),
    ("<textarea></textarea><meta name=a content>", "-a"),
    ("<noscript><meta name=a content></noscript><meta name=b content>", "+a +b"),
    (
        "<head><noscript><!--</noscript><meta name=a content>--></noscript><meta name=b content>",
        "+a +b",
    ),
    ("<noscript><p><meta name=a content></noscript><meta name=b content>", "-a +b"),
    (
        "<noscript><link><style></style><noscript><meta name=a content></noscript><meta name=b content>",
        "+a +b",
    ),
    ("<body><noscript><meta name=a content></noscript>", "-a"),
    ("<body><noscript><iframe></noscript><meta name=a content>", "-a"),
    ("<body><noscript><iframe></iframe></noscript><meta name=a content>", "-a"),
    (
        "<body><noscript><!--</noscript><meta name=a content>--></noscript><meta name=b content>",
        "-a -b",
    ),
    (
        "<body><noscript><p title='</noscript><meta name=a content>'></noscript><meta name=b content>",
        "-a -b",
    ),
    ("<body><svg><noscript><!--</noscript><meta name=a content>--></noscript></svg>", ""),
    ("<noscript><iframe></noscript><meta name=a content><p><meta name=b content>", "+a -b"),
    (
        "<noscript></noscript><body><noscript><xmp></noscript><meta name=a content></xmp><meta name=b content>",
        "-a -b",
    ),
    ("<body><noscript><plaintext></noscript><meta name=a content>", "-a"),
    ("<template><meta name=a content></template><meta name=b content>", "-a +b"),
    (
        "<template><template></template><meta name=a content></template><meta name=b content>",
        "-a +b",
    ),
    ("<head></head><template><p></template><meta name=a content>", "+a"),
    ("<meta name=a name=b content=x>", "+a"),
    ("<META NAME=a CONTENT>", "+a"),
    ("<meta name=\"a&amp;b\" content=\"&lt;\">", "+a&b"),
    ("<meta name=a/content=x><meta/name=b/content/>", ""),
    ("<meta name='a' content='x>y'><meta name=b content=\"'>\">", "+a +b"),
    ("<meta name=a><meta content=a><meta name content>", "+"),
    ("<meta name=a content=x", ""),
    ("<html><frameset><meta name=a content></frameset>", ""),
    ("<p class=the-acap:x>[w1]</p>[w2]", "p.x 1:p.x 2:"),
    ("<p class=\"a THE-ACAP:x the-acap:y b\">[w1]", "p.x+y 1:p.x+y"),
    ("<p class=\"xthe-acap:x the-acap\">[w1]", "1:"),
    ("<p class=&#116;he-acap&colon;x>[w1]", "p.x 1:p.x"),
    ("<p class=the-acap:x class=the-acap:y>[w1]", "p.x 1:p.x"),
    ("<p class=the-acap:x><p>[w1]", "p.x 1:"),
    ("<p class=the-acap:x><div class=the-acap:y>[w1]</div>[w2]</p>[w3]", "p.x div.y 1:div.y 2: 3:"),
    (
        "<div class=the-acap:x><p class=the-acap:y>[w1]<div>[w2]</div>[w3]",
        "div.x p.y<div.x 1:p.y 2:div.x 3:div.x",
    ),
    ("<p data-nosnippet>[w1]<b data-nosnippet=false>[w2]", "p.! b.!<p.! 1:p.! 2:b.!"),
    ("<b class=the-acap:x><p>[w1]</b>[w2]", "b.x 1:b.x 2:"),
    ("<b class=the-acap:x><p class=the-acap:y>[w1]</b>[w2]", "b.x p.y 1:b.x 2:p.y"),
    (
        "<b class=the-acap:b>1<i class=the-acap:i>2<p class=the-acap:p>[w1]</b>[w2]</i>[w3]",
        "b.b i.i<b.b p.p 1:b.b 2:i.i 3:p.p",
    ),
    (
        "<a class=the-acap:x>[w1]<div class=the-acap:d>[w2]<a class=the-acap:y>[w3]",
        "a.x div.d a.y<div.d 1:a.x 2:a.x 3:a.y",
    ),
    ("<b class=the-acap:x>[w1]<div>[w2]</div></b><p>[w3]", "b.x 1:b.x 2:b.x 3:"),
    ("<p><b class=the-acap:x>[w1]<p>[w2]", "b.x 1:b.x 2:b.x"),
    ("<b class=the-acap:x><table><td>[w1]</td></b>[w2]", "b.x 1:b.x 2:b.x"),
    ("<table class=the-acap:t><tr><td>[w1]</table>[w2]", "table.t 1:table.t 2:"),
    ("<table class=the-acap:t>[w1]<tr>[w2]<td>[w3]</table>", "table.t 1: 2: 3:table.t"),
    (
        "<table class=the-acap:t><b class=the-acap:b>[w1]<tr><td>[w2]</table>[w3]",
        "table.t b.b 1:b.b 2:table.t 3:b.b",
    ),
    (
        "<div class=the-acap:d><table class=the-acap:t><div class=the-acap:x>[w1]</div><tr><td>[w2]",
        "div.d table.t<div.d div.x<div.d 1:div.x 2:table.t",
    ),
    (
        "<table class=the-acap:t> <tr> <td>[w1]<table><td class=the-acap:u>[w2]</table>",
        "table.t td.u<table.t 1:table.t 2:td.u",
    ),
    ("<table><caption class=the-acap:c>[w1]<td>[w2]</table>", "caption.c 1:caption.c 2:"),
    (
        "<table><colgroup class=the-acap:g><col class=the-acap:c>[w1]</table>",
        "colgroup.g col.c<colgroup.g 1:",
    ),
    (
        "<table class=the-acap:t><form class=the-acap:f><input type=hidden class=the-acap:h><input class=the-acap:i></form></table>",
        "table.t form.f<table.t input.h<table.t input.i",
    ),
    ("<p class=the-acap:p><table class=the-acap:t><td>[w1]", "p.p table.t<p.p 1:table.t"),
    (
        "<!doctype html><p class=the-acap:p><table class=the-acap:t><td>[w1]",
        "p.p table.t 1:table.t",
    ),
    (
        "<template class=the-acap:t>[w1]<p id=a></template>[w2]",
        "template.t #a:template.t 1:template.t 2:",
    ),
    ("<template><tr class=the-acap:r><td>[w1]</template>[w2]", "tr.r 1:tr.r 2:"),
    (
        "<table><template class=the-acap:t><td>[w1]</template><td>[w2]</table>",
        "template.t 1:template.t 2:",
    ),
    (
        "<select class=the-acap:s><option class=the-acap:o>[w1]<option>[w2]</select>[w3]",
        "select.s option.o<select.s 1:option.o 2:select.s 3:",
    ),
    (
        "<select class=the-acap:s><div class=the-acap:d>[w1]</select>[w2]",
        "select.s div.d<select.s 1:div.d 2:",
    ),
    ("<select class=the-acap:s><input class=the-acap:i>[w1]", "select.s input.i 1:"),
    (
        "<svg class=the-acap:s><g class=the-acap:g>[w1]</g>[w2]</svg>[w3]",
        "svg.s g.g<svg.s 1:g.g 2:svg.s 3:",
    ),
    ("<svg class=the-acap:s><p>[w1]", "svg.s 1:"),
    (
        "<svg class=the-acap:s><foreignObject><p class=the-acap:p>[w1]</svg>[w2]",
        "svg.s p.p<svg.s 1:p.p 2:p.p",
    ),
    (
        "<svg class=the-acap:s><title class=the-acap:t><b>[w1]</title>[w2]</svg>",
        "svg.s title.t<svg.s 1:title.t 2:title.t",
    ),
    ("<svg class=the-acap:s><![CDATA[[w1]<p>]]></svg>[w2]", "svg.s 1:svg.s 2:"),
    ("<svg class=the-acap:s/>[w1]", "svg.s/ 1:svg.s/"),
    (
        "<math class=the-acap:m><mi class=the-acap:i><p>[w1]</mi>[w2]</math>[w3]",
        "math.m mi.i<math.m 1:mi.i 2:mi.i 3:mi.i",
    ),
    (
        "<math class=the-acap:m><annotation-xml encoding=text/html><p>[w1]</math>[w2]",
        "math.m 1:math.m 2:math.m",
    ),
    ("<math class=the-acap:m><annotation-xml><p>[w1]", "math.m 1:"),
    (
        "<svg class=the-acap:s><font class=the-acap:f>[w1]<font size=1 class=the-acap:g>[w2]",
        "svg.s font.f<svg.s font.g 1:font.f 2:font.g",
    ),
    (
        "<ul class=the-acap:u><li class=the-acap:a>[w1]<li class=the-acap:b>[w2]</ul>[w3]",
        "ul.u li.a<ul.u li.b<ul.u 1:li.a 2:li.b 3:",
    ),
    (
        "<dl><dt class=the-acap:a>[w1]<dd class=the-acap:b>[w2]</dl>[w3]",
        "dt.a dd.b 1:dt.a 2:dd.b 3:",
    ),
    ("<h1 class=the-acap:a>[w1]<h2 class=the-acap:b>[w2]</h1>[w3]", "h1.a h2.b 1:h1.a 2:h2.b 3:"),
    (
        "<button class=the-acap:a>[w1]<button class=the-acap:b>[w2]",
        "button.a button.b 1:button.a 2:button.b",
    ),
    (
        "<form class=the-acap:f><div class=the-acap:d></form>[w1]</div>[w2]",
        "form.f div.d<form.f 1:div.d 2:",
    ),
    (
        "<body><p>[w1]<body class=the-acap:b>[w2]<html class=the-acap:h>[w3]",
        "body.b<html.h html.h 1:body.b 2:body.b 3:body.b",
    ),
    ("<html class=the-acap:a><body><html class=the-acap:b>[w1]", "html.a 1:html.a"),
    ("<body class=the-acap:a></body>[w1]</html>[w2]", "body.a 1:body.a 2:body.a"),
    ("<p class=the-acap:p><frameset class=the-acap:f>[w1]", "frameset.f 1:frameset.f"),
    ("<p id=a><div class=the-acap:d id=b><b id=c></b></div><i id=d>", "div.d #b:div.d #c:div.d"),
    ("<div class=the-acap:d><p id=a k=1></div><p id=a k=2>", "div.d #a:div.d #a:"),
    ("<p id=a k=1></p><div class=the-acap:d><p id=a k=2></div>", "div.d #a: #a:div.d"),
    (
        "<div class=the-acap:d><p id=a k=1><b id=a k=2></b></div><div class=the-acap:e id=a k=3>",
        "div.d div.e #a:div.d #a:div.e",
    ),
    ("<script class=the-acap:s>[w1]</script>[w2]", "script.s 1:script.s 2:"),
    (
        "<textarea class=the-acap:t>[w1]<b>[w2]</textarea>[w3]",
        "textarea.t 1:textarea.t 2:textarea.t 3:",
    ),
    ("<plaintext class=the-acap:p>[w1]</plaintext>[w2]", "plaintext.p 1:plaintext.p 2:plaintext.p"),
    ("<xmp class=the-acap:x><b>[w1]</xmp>[w2]", "xmp.x 1:xmp.x 2:"),
    (
        "<iframe class=the-acap:i>[w1]</iframe><noembed class=the-acap:n>[w2]</noembed>",
        "iframe.i noembed.n 1:iframe.i 2:noembed.n",
    ),
    (
        "<b class=the-acap:1><b class=the-acap:1><b class=the-acap:1><b class=the-acap:1></b></b></b></b>[w1]",
        "b.1 b.1<b.1 b.1<b.1 b.1<b.1 1:",
    ),
    ("<nobr class=the-acap:a>[w1]<nobr class=the-acap:b>[w2]", "nobr.a nobr.b 1:nobr.a 2:nobr.b"),
    (
        "<ruby class=the-acap:r>[w1]<rt class=the-acap:t>[w2]<rp class=the-acap:p>[w3]</ruby>",
        "ruby.r rt.t<ruby.r rp.p<ruby.r 1:ruby.r 2:rt.t 3:rp.p",
    ),
    (
        "<object class=the-acap:o><b class=the-acap:b>[w1]</object>[w2]",
        "object.o b.b<object.o 1:b.b 2:",
    ),
    ("<image class=the-acap:i>[w1]", "img.i 1:"),
    ("<x-y class=the-acap:x>[w1]</X-Y>[w2]", "x-y.x 1:x-y.x 2:"),
    ("</div class=the-acap:x><p class=the-acap:y></p class=the-acap:z>[w1]", "p.y 1:"),
];

fn name(element: &Element) -> String {
    let tokens = element.tokens.iter().map(|token| &token["the-acap:".len()..]);
    let mut name = format!("{}.{}", element.tag, tokens.collect::<Vec<_>>().join("+"));
    if element.nosnippet {
        name += "!";
    }
    name
}

fn line(html: &str, markup: &Markup) -> String {
    let held = |holder: Option<u32>| {
        holder.map_or(String::new(), |holder| name(&markup.elements[holder as usize]))
    };
    let mut parts = Vec::new();
    for meta in &markup.metas {
        parts.push(format!("{}{}", if meta.in_head { '+' } else { '-' }, meta.name));
    }
    for element in &markup.elements {
        match element.parent {
            Some(_) => parts.push(format!("{}<{}", name(element), held(element.parent))),
            None => parts.push(name(element)),
        }
    }
    for (id, holder) in &markup.ids {
        parts.push(format!("#{id}:{}", held(*holder)));
    }
    for piece in &markup.pieces {
        let text = &html[piece.span.range()];
        for word in text.split("[w").skip(1).filter_map(|after| after.split(']').next()) {
            parts.push(format!("{word}:{}", held(piece.container)));
        }
    }
    parts.join(" ")
}

#[test]
fn documents_by_hand() {
    let mut wrong = Vec::new();
    for (html, expected) in CASES {
        let mut settings = Settings::default();
        settings.pieces = true;
        let found = line(html, &read(html.as_bytes(), settings));
        if found != *expected {
            wrong.push(format!("    ({html:?}, {found:?}),"));
        }
        let theirs = Facts::of_html5ever(html);
        assert_eq!(Facts::of_reader(html).without_dropped_words(&theirs), theirs, "{html}");
    }
    println!("html_tree: {} documents by hand", CASES.len());
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
