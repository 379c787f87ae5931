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
        "tag": [None, "noindex", None],
    })
    found = placet.decide(table, robots=b"", agent="x", usage="index", columns={"x_robots_tag": "tag"})
    assert [row["source"] for row in found.to_pylist()][:2] == ["page", "X-Robots-Tag"]
    assert [row["verdict"] for row in found.to_pylist()] == ["prohibit", "prohibit", "permit"]


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
