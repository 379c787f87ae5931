"""What the tests share: a server on loopback."""

import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import placet
import pytest

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
