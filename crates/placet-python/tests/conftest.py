"""What the tests share: a server on loopback."""

import functools
import gzip
import io
import os
import tarfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import placet
import pytest

try:
    import pyarrow as pa
except ImportError:
    pa = None

FILE = b"User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nDisallow: /drafts/\nCrawl-delay: 2.5\nRequest-rate: 1/10 0800-1700\nSitemap: https://example.com/map.xml\n"
ACAP = b"ACAP-crawler: *\nACAP-allow-index: /news/ time-limit=30-days\nACAP-disallow-preserve: /\n"


class Pages:
    """Responses by path: ``(status, headers, body)``, or a function that returns them."""

    def __init__(self):
        self.pages = {}
        self.asked = []
        pages = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                pages.asked.append(self.path)
                page = pages.pages.get(self.path, (404, {}, b"not here"))
                status, headers, body = page() if callable(page) else page
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *args):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def close(self):
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture(scope="session")
def command():
    """The command ``placet`` of this checkout: what another surface of the same engine answers."""
    path = Path(os.environ.get("PLACET_COMMAND", Path(__file__).parents[3] / "target/debug/placet"))
    if not path.exists():
        pytest.skip("the command placet is not built: cargo build -p placet-cli")
    return str(path)


@functools.cache
def every_real_file():
    archive = Path(__file__).parents[3] / "../shared/corpus/robots.tar.zst"
    if not archive.exists():
        return None
    with tarfile.open(fileobj=pa.input_stream(str(archive), compression="zstd"), mode="r|") as packed:
        return [(it.name, packed.extractfile(it).read()) for it in packed if it.isfile()]


@pytest.fixture(scope="session")
def real_files():
    """Real files as rows of a table that ``placet.audit`` takes: each tenth one, or all in the long run."""
    pytest.importorskip("pyarrow")
    files = every_real_file()
    if files is None:
        pytest.skip("no shared/corpus/robots.tar.zst next to the checkout")
    files = files[:: int(os.environ.get("PLACET_REAL_FILES", "10"))]
    statuses = [404, 503, 301, 200, None]
    return pa.table({
        "origin": [f"https://site{number}.example" for number in range(len(files))],
        "robots": pa.array([content for _, content in files], pa.binary()),
        # Most were read; some answers are of other kinds.
        "status": pa.array([statuses[number // 10 % 5] if number % 10 == 0 else 200 for number in range(len(files))], pa.int32()),
        "source": [name for name, _ in files],
    })


def warc(table):
    """A WARC.gz file with the rows of a table, each record a member of its own."""
    packed = io.BytesIO()
    for row in table.to_pylist():
        status = row["status"] or 200
        http = b"HTTP/1.1 %d OK\r\nContent-Type: text/plain\r\n\r\n" % status + row["robots"]
        head = (
            f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {row['origin']}/robots.txt\r\n"
            "WARC-Date: 2024-05-01T12:00:00Z\r\nContent-Type: application/http; msgtype=response\r\n"
            f"Content-Length: {len(http)}\r\n\r\n"
        )
        packed.write(gzip.compress(head.encode() + http + b"\r\n\r\n", 1))
    return packed.getvalue()


@pytest.fixture
def site():
    return placet.parse(FILE)


@pytest.fixture
def pages():
    served = Pages()
    yield served
    served.close()


def pytest_terminal_summary(terminalreporter):
    """Counts for ./test, in the form of cargo; skipped tests count as passed there, and are listed."""
    stats = terminalreporter.stats
    passed, failed, skipped = (len(stats.get(name, ())) for name in ("passed", "failed", "skipped"))
    failed += len(stats.get("error", ()))
    terminalreporter.write_line(f"test result: {passed + skipped} passed; {failed} failed;")
    if path := os.environ.get("PLACET_SKIPPED"):
        with open(path, "a") as file:
            for report in stats.get("skipped", ()):
                file.write(f"{report.nodeid}\t{report.longrepr[2]}\n")
