"""Batches over Arrow data."""

import pickle

import placet
import placet.arrow
import pytest

pa = pytest.importorskip("pyarrow")

FILE = b"User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nDisallow: /a\nCrawl-delay: 2\n"


def rows(*more):
    return pa.table(
        {
            "url": ["/a", "/b", None, "x", "/a", "/a", "/a", "/a", "/b"],
            "robots": [FILE, FILE, FILE, FILE, None, b"", FILE, FILE, FILE],
            "status": [200, 200, 200, 200, 200, 200, 404, 503, None],
            "agent": ["x", "GPTBot", "x", "x", "x", "x", "x", "x", "x"],
        }
    )


def test_rows():
    table = placet.decide(rows(), keep=["url"])
    found = table.to_pylist()
    assert [row["verdict"] for row in found] == [
        "prohibit", "prohibit", None, None, None, "permit", "permit", "prohibit", None,
    ]
    assert [row["error"] for row in found][2:5] == [
        "url is null", found[3]["error"], "robots is null",
    ]
    assert "not a URL" in found[3]["error"] and "status is null" in found[8]["error"]
    assert found[0] == {
        "url": "/a",
        "verdict": "prohibit",
        "error": None,
        "reason": "robots.txt:5 Disallow: /a",
        "by": "longest",
        "source": "robots.txt",
        "line": 5,
        "conditions": [],
    }
    assert len(table) == table.num_rows == 9 and table.column_names[0] == "url"
    assert pickle.loads(pickle.dumps(table)) == table
    assert "9 rows" in repr(table) and "<table>" in table._repr_html_()
    full = placet.decide(rows(), keep=False, detail="full").to_pylist()
    assert full[0]["crawl_delay"] == 2.0 and "2.2.2" in full[0]["section"]


@pytest.mark.parametrize(
    "kind",
    [pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.large_binary(), pa.binary_view(),
     pa.dictionary(pa.int8(), pa.string()), pa.dictionary(pa.uint32(), pa.large_string())],
    ids=str,
)
def test_layouts(kind):
    text = pa.array(["/a", None, "/b", "/a"])
    if pa.types.is_dictionary(kind):
        url = text.cast(kind.value_type).dictionary_encode().cast(kind)
    else:
        url = text.cast(kind)
    table = pa.table({"url": url})
    found = placet.decide(table, robots=FILE, agent="x", detail="verdict", keep=False)
    assert [row["verdict"] for row in found.to_pylist()] == ["prohibit", None, "permit", "prohibit"]


def test_tables_of_every_library():
    table = rows()
    expected = placet.decide(table, keep=False).to_pylist()
    sliced = pa.concat_tables([table.slice(0, 3), table.slice(3)]).combine_chunks()
    chunked = pa.concat_tables([table.slice(0, 2), table.slice(2, 3), table.slice(5)])
    batch = table.to_batches()[0]
    for source in (sliced, chunked, batch, pa.RecordBatchReader.from_batches(table.schema, [batch])):
        assert placet.decide(source, keep=False).to_pylist() == expected
    assert placet.decide(table).to_pyarrow().num_columns == table.num_columns + 7
    assert placet.decide(table.slice(0, 0)).num_rows == 0
    polars = pytest.importorskip("polars")
    frame = polars.from_arrow(table)
    found = placet.decide(frame, keep=["url"]).to_polars()
    assert found["verdict"].to_list() == [row["verdict"] for row in expected]
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"url": ["/a", "/b"]})
    found = placet.decide(frame, robots=FILE, agent="x").to_pandas()
    assert list(found["verdict"]) == ["prohibit", "permit"]


def test_streams():
    table = pa.table({"url": [f"/{number}" for number in range(1000)]})
    batches = table.to_batches(max_chunksize=100)
    pulled = []

    def produce():
        for batch in batches:
            pulled.append(1)
            yield batch

    reader = pa.RecordBatchReader.from_batches(table.schema, produce())
    stream = placet.arrow.decide_stream(reader, robots=FILE, agent="x", keep=["url"])
    first = next(stream)
    assert first.num_rows == 100 and len(pulled) == 1
    rest = pa.RecordBatchReader.from_stream(stream).read_all()
    assert rest.num_rows == 900 and rest["url"][0].as_py() == "/100"
    with pytest.raises(ValueError, match="read already"):
        stream.read_all()

    def fail():
        yield batches[0]
        raise OSError("the disk is gone")

    broken = pa.RecordBatchReader.from_batches(table.schema, fail())
    with pytest.raises(placet.TableError, match="disk is gone"):
        placet.decide(broken, robots=FILE, agent="x")


def test_threads_give_the_same():
    files = [f"User-agent: *\nDisallow: /{number}\n" for number in range(50)]
    many = pa.table({
        "url": [f"/{number % 70}" for number in range(20_000)],
        "robots": [files[number // 7 % 50] for number in range(20_000)],
    })
    one = placet.decide(many, agent="x", threads=1).to_pyarrow()
    assert one.num_rows == 20_000
    for threads in (2, 3, 8):
        assert placet.decide(many, agent="x", threads=threads).to_pyarrow().to_pylist() == one.to_pylist()


def test_pages():
    table = pa.table({
        "url": ["/", "/", "/"],
        "html": ["<meta name=robots content=noindex>", None, "<p>"],
        "head": [None, "HTTP/1.1 200 OK\r\nX-Robots-Tag: noindex\r\nA: b\r\n", None],
    })
    found = placet.decide(table, robots=b"", agent="x", usage="index", columns={"headers": "head"})
    assert [row["source"] for row in found.to_pylist()][:2] == ["page", "X-Robots-Tag"]
    assert [row["verdict"] for row in found.to_pylist()] == ["prohibit", "prohibit", "permit"]


PAIR = pa.struct([("name", pa.string()), ("value", pa.string())])


@pytest.mark.parametrize(
    "kind",
    [pa.map_(pa.string(), pa.string()), pa.map_(pa.large_string(), pa.binary()), pa.list_(PAIR), pa.large_list(PAIR)],
    ids=["map", "map of bytes", "list", "large list"],
)
def test_headers(kind):
    lines = [[("A", "b"), ("X-Robots-Tag", "noindex")], None, [], [("X-Robots-Tag", "other: noindex, nofollow")]]
    if not pa.types.is_map(kind):
        lines = [it and [{"name": name, "value": value} for name, value in it] for it in lines]
    table = pa.table({"url": ["/"] * 4, "headers": pa.array(lines, kind)})
    for source in (table, pa.concat_tables([table.slice(0, 1), table.slice(1)]).combine_chunks(), table.slice(0)):
        found = placet.decide(source, robots=b"", agent="x", usage="index", keep=False).to_pylist()
        assert [row["verdict"] for row in found] == ["prohibit", "permit", "permit", "permit"]
    part = placet.decide(table.slice(3), robots=b"", agent="other", usage="index", keep=False).to_pylist()
    assert [row["verdict"] for row in part] == ["prohibit"]


def test_signals_and_times():
    from datetime import datetime, timezone

    table = pa.table({
        "url": ["/", "/", "/"],
        "trust_txt": ["datatrainingallowed=no", None, "datatrainingallowed=yes"],
        "tdmrep": [None, b'[{"location": "/", "tdm-reservation": 1}]', None],
    })
    robots = b"User-agent: *\nContent-Signal: ai-train=yes\n"
    for given in ({"robots": robots, "agent": "x"}, {"robots": placet.parse(robots), "agent": "x"}):
        found = placet.decide(table, usage="train-ai", detail="full", keep=False, **given).to_pylist()
        assert [row["source"] for row in found] == ["trust.txt", "tdmrep.json", "robots.txt"]
        assert found[0]["contradictions"] == ["content-signal allows, trust-txt disallows"]
        assert found[2]["contradictions"] == []
    columns = table.append_column("robots", pa.array([robots] * 3))
    assert [row["by"] for row in placet.decide(columns, agent="x", usage="train-ai").to_pylist()] == [
        "signal", "no-mine", "signal",
    ]
    silent = placet.parse(robots, signals=())
    assert {row["verdict"] for row in placet.decide(table, robots=silent, agent="x", usage="train-ai").to_pylist()} == {"permit"}
    acap = b"ACAP-crawler: *\nACAP-allow-index: /a time-limit=until-2011-01-01\nACAP-disallow-index: /\n"
    times = [datetime(2010, 1, 1, tzinfo=timezone.utc), datetime(2012, 1, 1, tzinfo=timezone.utc), None]
    for unit in ("s", "ms", "us", "ns"):
        asked = pa.table({"url": ["/a"] * 3, "at": pa.array(times, pa.timestamp(unit, "UTC"))})
        found = placet.decide(asked, robots=acap, agent="x", usage="index", keep=False).to_pylist()
        assert [row["verdict"] for row in found] == ["permit", "prohibit", None]
    naive = pa.table({"url": ["/a"], "at": pa.array([times[0].replace(tzinfo=None)])})
    with pytest.raises(placet.TableError, match="time zone"):
        placet.decide(naive, robots=acap, agent="x")


def test_client(pages):
    pages.pages["/robots.txt"] = (200, {}, b"User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nDisallow: /a\n")
    with placet.Client("ExampleBot/1.0", allow_private=True, timeout=5) as client:
        urls = [f"{pages.url}/a", f"{pages.url}/b", None, "mailto:x", "http://127.0.0.1:1/a"]
        found = placet.decide(pa.table({"url": urls}), client=client).to_pylist()
        assert [row["verdict"] for row in found] == ["prohibit", "permit", None, None, "prohibit"]
        assert found[0]["line"] == 5 and found[4]["by"] == "unreachable" and "names no site" in found[3]["error"]
        agents = pa.table({"url": ["/b", "/b"], "origin": [pages.url] * 2, "agent": ["GPTBot", "x"]})
        found = placet.decide(agents, client=client, detail="verdict").to_pylist()
        assert [row["verdict"] for row in found] == ["prohibit", "permit"]
        assert pages.asked.count("/robots.txt") == 1
        with pytest.raises(TypeError, match="not both"):
            placet.decide(agents, client=client, robots=b"")
    with pytest.raises(placet.ClosedError):
        placet.decide(agents, client=client)


def test_permitted():
    urls = pa.chunked_array([["/a", "/b"], ["/a"], [None, "x"]])
    assert placet.arrow.permitted(urls, robots=FILE, agent="x").to_pylist() == [False, True, False, None, None]
    agents = pa.chunked_array([["x"], ["GPTBot", "x", "x", "x"]])
    found = placet.arrow.permitted(urls, robots=FILE, agent=agents)
    assert found.to_pylist() == [False, False, False, None, None] and len(found) == 5
    assert pa.array(found).to_pylist() == found.to_pyarrow().to_pylist() == found.to_pylist()
    files = pa.array([FILE, b"", None])
    assert placet.arrow.permitted("/a", robots=files, agent="x", usage="index").to_pylist() == [False, True, None]
    usages = pa.array(["crawl", "index", "crwal"]).dictionary_encode()
    assert placet.arrow.permitted("/b", robots=FILE, agent="x", usage=usages).to_pylist() == [True, True, None]
    empty = placet.arrow.permitted(pa.array([], pa.string()), robots=FILE, agent="x")
    assert empty.to_pylist() == [] and "0 booleans" in repr(empty)
    with pytest.raises(ValueError, match="lengths"):
        placet.arrow.permitted(urls, robots=FILE, agent=pa.array(["x"]))
    with pytest.raises(ValueError, match="allows"):
        placet.arrow.permitted("/a", robots=FILE, agent="x")
    with pytest.raises(placet.TableError, match="text"):
        placet.arrow.permitted(pa.array([1]), robots=FILE, agent="x")
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame({"url": ["/a", "/b"]})
    ok = polars.Series(placet.arrow.permitted(frame["url"], robots=FILE, agent="x"))
    assert frame.with_columns(ok=ok)["ok"].to_list() == [False, True]


def test_wrong_tables():
    table = rows()
    for wrong, settings in (
        (table.drop_columns(["url"]), {}),
        (table.drop_columns(["agent"]), {}),
        (table, {"columns": {"url": "none"}}),
        (table, {"keep": ["none"]}),
        (table.rename_columns(["url", "robots", "status", "verdict"]), {"agent": "x"}),
        (table.set_column(0, "url", pa.array([1.0] * 9)), {}),
        (pa.array([1, 2]), {}),
    ):
        with pytest.raises(placet.TableError):
            placet.decide(wrong, **settings)
    with pytest.raises(TypeError):
        placet.decide([1, 2])
    with pytest.raises(placet.UnknownNameError):
        placet.decide(table, usage="crwal")
    with pytest.raises(placet.UnknownNameError):
        placet.decide(table, detail="all")
    renamed = table.rename_columns(["url", "robots", "status", "verdict"])
    assert "placet_verdict" in placet.decide(renamed, agent="x", prefix="placet_").column_names
