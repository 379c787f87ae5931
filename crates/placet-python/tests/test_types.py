"""Type checkers on the stubs, on examples, and on mistakes that they must report."""

import ast
import doctest
import importlib.util
import inspect
import re
import subprocess
import sys
from pathlib import Path

import placet
import pytest

HERE = Path(__file__).parent
PACKAGE = Path(placet.__file__).parent


def run(*command):
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False, cwd=HERE, timeout=300)


def check(mark, pattern, *command):
    """Runs a checker on the examples and on the mistakes: it must report the marked lines, and no other."""
    has_spark = importlib.util.find_spec("pyspark") is not None
    examples = ["examples.py", *(["examples_spark.py"] if has_spark else [])]
    out = run(sys.executable, "-m", *command, *examples, "type_errors.py").stdout
    if not re.search(r"\d errors?", out):
        pytest.skip(f"{command[0]} cannot run here")
    lines = (HERE / "type_errors.py").read_text().splitlines()
    marked = {("type_errors.py", number) for number, line in enumerate(lines, 1) if re.search(rf"# [PM ]*{mark}[PM ]*:", line)}
    assert {(name, int(line)) for name, line in re.findall(pattern, out)} == marked, out


def test_mypy():
    pytest.importorskip("mypy")
    check("M", r"(?m)^(\S+\.pyi?):(\d+): error", "mypy", "--strict")


def test_pyright():
    pytest.importorskip("pyright")
    check("P", r"(\w+\.pyi?):(\d+):\d+ - error", "pyright", "--pythonpath", sys.executable)


def parameters(function):
    """The names of the parameters of a function in a stub; those of arguments by keyword apart."""
    positional = [it.arg for it in (*function.args.posonlyargs, *function.args.args)]
    return [it for it in positional if it not in ("self", "cls")], {it.arg for it in function.args.kwonlyargs}


def compare(function, runtime, name):
    try:
        found = inspect.signature(runtime).parameters.values()
    except (TypeError, ValueError):
        return
    if any(it.kind is it.VAR_KEYWORD for it in found):
        return
    own = [it.name for it in found if it.kind is not it.KEYWORD_ONLY and it.name not in ("self", "cls")]
    assert (own, {it.name for it in found if it.kind is it.KEYWORD_ONLY}) == parameters(function), name


@pytest.mark.parametrize("stub", sorted(PACKAGE.glob("[!_]*.pyi")) + [PACKAGE / "__init__.pyi"], ids=lambda stub: stub.stem)
def test_stubs_are_those_of_the_package(stub):
    """Every name of a stub exists, with the same parameters, and every public name is in the stub."""
    module = placet if stub.stem == "__init__" else pytest.importorskip(f"placet.{stub.stem}", exc_type=ImportError)
    names = set()
    for node in ast.parse(stub.read_text()).body:
        if isinstance(node, ast.ImportFrom):
            names |= {it.asname or it.name for it in node.names}
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names.add(node.name)
            runtime = getattr(module, node.name)
        if isinstance(node, ast.FunctionDef):
            compare(node, runtime, node.name)
        if isinstance(node, ast.ClassDef):
            for member in node.body:
                if isinstance(member, (ast.FunctionDef, ast.AsyncFunctionDef)):
                    name = f"{node.name}.{member.name}"
                    assert hasattr(runtime, member.name), name
                    is_property = any(getattr(it, "id", "") == "property" for it in member.decorator_list)
                    if member.name == "__init__" and not any(getattr(it, "id", "") == "Received" for it in node.bases):
                        compare(member, runtime, name)
                    elif not is_property and not member.name.startswith("_"):
                        compare(member, getattr(runtime, member.name), name)
    own = {name for name, it in vars(module).items() if getattr(it, "__module__", "") == module.__name__}
    assert not {name for name in own if not name.startswith("_")} - names - {"as_path"}


def test_spark_takes_the_settings_of_arrow():
    """``placet.spark`` passes its settings on: the stubs promise the same names and defaults."""

    def settings(module, name):
        tree = ast.parse((PACKAGE / f"{module}.pyi").read_text())
        (function,) = [it for it in tree.body if isinstance(it, ast.FunctionDef) and it.name == name]
        return {(it.arg, ast.unparse(default)) for it, default in zip(function.args.kwonlyargs, function.args.kw_defaults)}

    apart = {("client", "None"), ("threads", "None")}
    assert settings("spark", "decide") == settings("arrow", "decide") - apart == settings("arrow", "decide_stream") - apart
    assert settings("spark", "audit") == settings("arrow", "audit") - apart
    assert settings("spark", "audit_schema") < settings("arrow", "audit")


@pytest.mark.parametrize("stub", sorted(PACKAGE.glob("*.pyi")), ids=lambda stub: stub.stem)
def test_examples_in_docstrings(stub):
    if stub.stem in ("arrow", "spark"):
        pytest.importorskip("pyarrow")
    failed, _ = doctest_of(stub)
    assert failed == 0


def doctest_of(stub):
    runner = doctest.DocTestRunner(verbose=False)
    for node in ast.walk(ast.parse(stub.read_text())):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and (text := ast.get_docstring(node)):
            name = f"{stub.name}:{getattr(node, 'name', '')}"
            test = doctest.DocTestParser().get_doctest(text, {"placet": placet}, name, str(stub), None)
            runner.run(test)
    return runner.summarize(verbose=False)


def test_importing_is_fast():
    """What ``import placet`` must not load, because it takes long."""
    code = "import sys; before = set(sys.modules); import placet; print(*(set(sys.modules) - before))"
    loaded = set(subprocess.run([sys.executable, "-S", "-c", f"import sys; sys.path.insert(0, {str(PACKAGE.parent)!r}); {code}"],
                                capture_output=True, text=True, check=True).stdout.split())
    assert not loaded & {"typing", "dataclasses", "asyncio", "logging", "pathlib", "inspect", "placet.client", "placet.arrow"}


def test_the_version_is_that_of_the_workspace():
    from importlib.metadata import version

    stated = re.search(r'(?m)^version = "(.*)"', (HERE.parents[2] / "Cargo.toml").read_text())
    assert placet.__version__ == version("placet") == stated[1]
