"""The clients, against a server on loopback."""

import asyncio
import contextlib
import multiprocessing
import shutil
import socket
import subprocess
import threading
import time

import placet
import pytest

ROBOTS = b"User-agent: *\nDisallow: /closed\nCrawl-delay: 0.2\n"


@pytest.fixture
def site(pages):
    pages.pages["/robots.txt"] = (200, {"Cache-Control": "max-age=3600"}, ROBOTS)
    pages.pages["/page"] = (200, {"Content-Type": "text/html", "X-Robots-Tag": "noarchive"}, b"<meta name=robots content=noindex>")
    pages.pages["/moved"] = (302, {"Location": "/page"}, b"")
    return pages


def make(**more):
    return placet.Client("ExampleBot/1.0 (+https://example.com/bot)", allow_private=True, retries=0, **more)


def test_client(site):
    with make() as client:
        assert client.agent.name == "ExampleBot" and "ExampleBot" in repr(client)
        found = client.site(site.url + "/a")
        assert found.standing == "fetched" and not found.from_store and found.origin == site.url
        assert found.for_agent().allows(site.url + "/a")
        assert client.site(site.url).from_store and site.asked == ["/robots.txt"]
        decision = client.check(site.url + "/closed")
        assert not decision.permitted and decision.evidence[0].digest == found.policy.digest
        assert client.check(site.url + "/page", "index").permitted
        with_page = client.check(site.url + "/page", "index", page=True)
        assert not with_page.permitted and with_page.reason.source == "page"
        assert not client.check(site.url + "/closed", "index", page=True).permitted
        assert "/closed" not in site.asked
        matrix = client.matrix(site.url + "/page", page=True)
        assert matrix["crawl"].permitted and not matrix["index"].permitted
        assert not client.check(site.url + "/page", agent="x", page=True).policy.truncated
        for path, status in (("/moved", 302), ("/none", 404)):
            with pytest.raises(placet.FetchError) as caught:
                client.check(site.url + path, "index", page=True)
            assert caught.value.status == status and caught.value.decision.permitted
        page = client.fetch_page(site.url + "/page")
        assert page.status == 200 and ("X-Robots-Tag", "noarchive") in page.headers
        assert client.fetch_page(site.url + "/moved").redirect == site.url + "/page"
        with pytest.raises(placet.ProhibitedError):
            client.fetch_page(site.url + "/closed")
        with pytest.raises(placet.InvalidUrlError):
            client.site("ftp://example.com/")
        with pytest.raises(TypeError, match="pickle"):
            __import__("pickle").dumps(client)
        assert client.purge(site.url) == 1 and client.purge() == 0
        answers = list(client.sites([site.url, "x", site.url + "/b"]))
        assert answers[0] == answers[2] and isinstance(answers[1], placet.InvalidUrlError)
    assert client.closed
    with pytest.raises(placet.ClosedError):
        client.site(site.url)


def test_pace(site):
    with make(min_interval=0.1) as client:
        waits = [client.reserve_turn(site.url) for _ in range(3)]
        assert waits[0] == 0 and 0.1 < waits[1] <= 0.2 < waits[2] <= 0.4
        assert client.wait_turn(site.url) > 0.3


@pytest.fixture(params=["memory", "file", "redis"])
def store(request, tmp_path):
    if request.param != "redis":
        yield "memory" if request.param == "memory" else tmp_path / "robots.redb"
        return
    if shutil.which("redis-server") is None:
        pytest.skip("redis-server is not installed")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen(["redis-server", "--port", str(port), "--save", "", "--dir", str(tmp_path)], stdout=subprocess.DEVNULL)
    for _ in range(100):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            break
        time.sleep(0.05)
    yield f"redis://127.0.0.1:{port}/0"
    server.terminate()
    server.wait(10)


def test_a_turn_that_is_too_late_is_not_taken(site, store):
    with make(min_interval=60.0, store=store) as client:
        assert client.wait_turn(site.url, timeout=0) == 0
        for _ in range(2):
            with pytest.raises(TimeoutError, match="none was reserved"):
                client.wait_turn(site.url, timeout=1.0)
        assert 59 < client.reserve_turn(site.url) <= 60
        assert 119 < client.reserve_turn(site.url) <= 120


def test_clock(site):
    from datetime import datetime, timedelta, timezone

    now = [datetime(2026, 1, 1, tzinfo=timezone.utc)]
    with make(clock=lambda: now[0]) as client:
        found = client.site(site.url)
        assert found.checked_at == now[0] and found.expires_at == now[0] + timedelta(hours=1)
        assert client.check(site.url + "/a").asked_at.now == now[0]
        assert client.matrix(site.url + "/a")["index"].asked_at.now == now[0]
        now[0] += timedelta(minutes=59)
        assert client.site(site.url).from_store
        now[0] += timedelta(minutes=2)
        assert not client.site(site.url).from_store and site.asked.count("/robots.txt") == 2


def test_replay(site, store):
    with make(store=store) as client:
        first = client.check(site.url + "/a")
        client.purge(site.url)
        site.pages["/robots.txt"] = (200, {}, b"User-agent: *\nDisallow: /\n")
        assert first.permitted and not client.check(site.url + "/a").permitted
        replayed = client.replay(first.evidence[0].digest, site.url)
        assert replayed.policy.source == ROBOTS and replayed.evidence[0].digest == first.evidence[0].digest
        assert replayed.for_agent().may("crawl", site.url + "/a", at=first.asked_at).permitted
        with pytest.raises(KeyError, match="sha256"):
            client.replay("sha256:" + "0" * 64, site.url)
        with pytest.raises(ValueError, match="digest"):
            client.replay("md5:x", site.url)


def test_families_of_a_client(site):
    site.pages["/robots.txt"] = (200, {}, b"User-agent: *\nContent-Signal: ai-train=no\n")
    with make() as client:
        assert not client.check(site.url, "train-ai").permitted
    with make(signals=["aipref"]) as client:
        assert client.check(site.url, "train-ai").permitted
    with pytest.raises(placet.UnknownNameError):
        make(signals=["x"])


def test_files_with_signals_are_fetched(site, tmp_path):
    import pickle

    import pyarrow as pa

    site.pages["/.well-known/trust.txt"] = (200, {}, b"datatrainingallowed=no\n")
    site.pages["/license.xml"] = (200, {}, b'<rsl xmlns="https://rslstandard.org/rsl"><content url="/"><license>'
                                  b'<prohibits type="usage">ai-input</prohibits></license></content></rsl>')
    site.pages["/robots.txt"] = (200, {}, ROBOTS + f"License: {site.url}/license.xml\n".encode())
    with make() as client:
        assert client.check(site.url + "/a").permitted and client.site(site.url) and site.asked == ["/robots.txt"]
        assert not client.check(site.url + "/closed", "train-ai").permitted and site.asked == ["/robots.txt"]
        decision = client.check(site.url + "/a", "train-ai")
        assert not decision.permitted and decision.reason.source == "trust.txt"
        assert [it.url.removeprefix(site.url) for it in decision.evidence][0] == "/robots.txt"
        assert "/.well-known/trust.txt" in {it.url.removeprefix(site.url) for it in decision.evidence}
        assert pickle.loads(pickle.dumps(decision)) == decision
        licence = client.check(site.url + "/a", "ai-input")
        assert not licence.permitted and licence.reason.source == site.url + "/license.xml"
        matrix = client.matrix(site.url + "/a")
        assert not matrix["train-ai"].permitted and not matrix["ai-input"].permitted and matrix["index"].permitted
        table = pa.table({"url": [site.url + "/a"] * 3, "usage": ["train-ai", "ai-input", "crawl"]})
        rows = placet.decide(table, client=client).to_pylist()
        assert [row["source"] for row in rows] == ["trust.txt", site.url + "/license.xml", "robots.txt"]
        assert len(site.asked) == len(set(site.asked)), site.asked
    with make(signals=["aipref"]) as client:
        site.asked.clear()
        assert client.check(site.url + "/a", "train-ai").permitted and site.asked == ["/robots.txt"]


def test_unreachable_is_an_answer(site):
    site.pages["/robots.txt"] = (503, {}, b"")
    with make() as client:
        found = client.site(site.url)
        assert found.standing == "unreachable" and "503" in found.cause
        assert not client.check(site.url + "/a").permitted
    with placet.Client("ExampleBot/1.0", retries=0) as careful:
        found = careful.site(site.url)
        assert found.failure is placet.types.Failure.ADDRESS


def test_settings():
    for wrong in ({"timeout": -1.0}, {"min_interval": float("nan")}, {"trust": [b"x"]}):
        with pytest.raises(placet.ConfigError):
            make(**wrong)
    with pytest.raises(placet.ConfigError):
        placet.Client("a\nb")
    with pytest.raises(placet.StoreError):
        make(store="/none/such/folder/file.redb")
    with pytest.raises(TypeError):
        placet.Client()


def test_a_file_is_a_store(site, tmp_path):
    path = tmp_path / "robots.redb"
    with make(store=path) as client:
        assert not client.site(site.url).from_store
    with make(store=str(path)) as client:
        assert client.site(site.url).from_store
    assert site.asked == ["/robots.txt"]


def test_threads_share_a_client(site):
    answers = []
    with make() as client:
        def ask():
            answers.append(client.check(site.url + "/closed").permitted)

        threads = [threading.Thread(target=ask) for _ in range(32)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert answers == [False] * 32 and site.asked == ["/robots.txt"]


def test_async_client(site):
    async def run():
        async with placet.AsyncClient("ExampleBot/1.0", allow_private=True, retries=0) as client:
            many = await asyncio.gather(*(client.site(site.url) for _ in range(20)))
            assert len(set(many)) == 1
            assert not (await client.check(site.url + "/page", "index", page=True)).permitted
            assert (await client.matrix(site.url + "/page"))["crawl"].permitted
            with pytest.raises(placet.FetchError):
                await client.check(site.url + "/moved", "index", page=True)
            with pytest.raises(placet.ProhibitedError):
                await client.fetch_page(site.url + "/closed")
            assert await client.reserve_turn(site.url) == 0.0
            assert await client.wait_turn(site.url) > 0
            with pytest.raises(TimeoutError):
                await client.wait_turn(site.url, timeout=0.01)
            replayed = await client.replay(many[0].evidence[0].digest, site.url)
            assert replayed.policy == many[0].policy
            found = [it async for it in client.sites([site.url, "x"])]
            assert found[0].origin == site.url and isinstance(found[1], placet.InvalidUrlError)
            task = asyncio.ensure_future(client.site("http://127.0.0.1:9/"))
            await asyncio.sleep(0)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            # The cancelled request may have ended before.
            assert await client.purge() >= 1
        assert client.closed

    asyncio.run(run())
    assert site.asked.count("/robots.txt") == 1


def forked(client, url, queue):
    try:
        client.site(url)
        queue.put("answered")
    except placet.ClosedError:
        queue.put("closed")


def test_a_client_does_not_survive_a_fork(site):
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    with make() as client:
        client.site(site.url)
        child = context.Process(target=forked, args=(client, site.url, queue))
        child.start()
        assert queue.get(timeout=20) == "closed"
        child.join(20)
    assert child.exitcode == 0
