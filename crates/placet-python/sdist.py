"""Builds the source distribution: with all crates that it needs, so that it builds without a network.

    python crates/placet-python/sdist.py FOLDER

Maturin collects the crates of the workspace and Cargo.lock; this adds the other crates (``cargo vendor``)
and the settings that make cargo use them. Tests and benchmarks are left out, and with them the crates
that only they need.
"""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
CARGO = os.environ.get("CARGO", "cargo")
VENDORED = """[source.crates-io]
replace-with = "vendored"

[source.vendored]
directory = "vendor"
"""


def run(*command, **more):
    return subprocess.run([str(it) for it in command], check=True, text=True, **more)


def without_dev_dependencies(manifest):
    """The text of a Cargo.toml without what is for tests and benchmarks only."""
    parts = re.split(r"(?m)^(?=\[)", manifest)
    is_dev = re.compile(r"\[(target\..*\.)?dev-dependencies|\[\[(test|bench|example)\]\]")
    return "".join(part for part in parts if not is_dev.match(part))


def needed(root, crate):
    """The crates of the workspace that a crate needs, with itself."""
    manifest = (root / "crates" / crate / "Cargo.toml").read_text()
    found = {crate}
    for name in re.findall(r"(?m)^(placet[a-z-]*)(?: =|\.workspace)", manifest):
        found |= needed(root, name)
    return found


def main(out):
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        run(sys.executable, "-m", "maturin", "sdist", "-m", HERE / "Cargo.toml", "-o", folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        (archive,) = folder.glob("*.tar.gz")
        with tarfile.open(archive) as packed:
            packed.extractall(folder, filter="data")
        root = folder / archive.name.removesuffix(".tar.gz")
        for manifest in root.glob("crates/*/Cargo.toml"):
            manifest.write_text(without_dev_dependencies(manifest.read_text()))
        used = needed(root, "placet-python")
        for crate in (root / "crates").iterdir():
            for unused in [crate / "tests", crate / "benches"] if crate.name in used else [crate]:
                shutil.rmtree(unused, ignore_errors=True)
        run(CARGO, "vendor", "--quiet", "vendor", cwd=root)
        (root / ".cargo").mkdir()
        (root / ".cargo/config.toml").write_text(VENDORED)
        target = out / archive.name
        with tarfile.open(target, "w:gz", compresslevel=9) as packed:
            packed.add(root, root.name)
        print(target)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
