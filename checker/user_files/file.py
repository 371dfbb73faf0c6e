"""A Python file of a user's: loaded with its neighbours, and sent to a process that may not have it.

`mine.py` is loaded under a special name, which nobody can import by mistake; `package.module` is imported. The
directory of the file is searched for what it imports, after everything that is installed. Another process gets the
texts of the file and of the neighbours that it imported, and never looks for the file.
"""

from __future__ import annotations

import ast
import hashlib
import importlib
import importlib.util
import linecache
import os
import re
import sys
import sysconfig
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import decode_source
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from tidemark.base.authors import SHIPPED
from tidemark.base.errors import UsageError, short
from tidemark.base.files import LARGEST_WRITTEN, read_bytes, require_none
from tidemark.base.names import nearest
from tidemark.checker.user_files import guard
from tidemark.spec.expressions.model_errors import ModelError

_PREFIX = "own file "
_OURS = "tidemark"
"""The package whose modules are found as Python finds them: in a checkout they are not below its folder."""
WANTED = "Python file, whose name would end in .py"
_INSTALLED = tuple(sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib"))


@dataclass(frozen=True)
class SentFile:
    """A module that a user's file imported: where it was, and its text. A package may be a folder without a text."""

    path: str
    text: bytes
    is_package: bool


class OwnFile:
    """A user's file as it was when it was read.

    place: what names it on the command line: its path, or `package.module`.
    text: its content, as bytes.
    sent: the modules that it imported, where it comes from another process; None where it is read here.
    """

    def __init__(
        self,
        label: str,
        path: Path,
        content: bytes,
        seconds: float = guard.SECONDS,
        sent: Mapping[str, SentFile] | None = None,
    ) -> None:
        self.place, self.path, self.text, self.seconds = label, path, content, seconds
        self._modules: dict[str, SentFile] = dict(sent or {})
        self._is_sent = sent is not None

    def __reduce__(self) -> tuple[Any, ...]:
        return receive, (self.place, self.path, self.text, self.seconds, self.modules())

    @property
    def label(self) -> str:
        """What a message calls it."""
        return short(str(self.path))

    @property
    def sha256(self) -> str:
        """The SHA-256 of its content, in hexadecimal digits."""
        return hashlib.sha256(self.text).hexdigest()

    @property
    def digest(self) -> str:
        """The SHA-256 of its content and of the modules that it imports: what a result of it depends on.

        Raises:
            ModelError: the file fails; the message starts with its line.
        """
        _ = self.module
        texts = [self.text, *(module.text for _, module in sorted(self.modules().items()))]
        return hashlib.sha256(b"".join(hashlib.sha256(content).digest() for content in texts)).hexdigest()

    @property
    def is_imported(self) -> bool:
        """Whether it is named as a module is, not by its path."""
        return not self.place.endswith(".py")

    @property
    def _folder(self) -> Path:
        """Where what it imports is looked for: its own folder, or the one that its outermost package is in."""
        levels = self.place.count(".") + (self.path.name == "__init__.py") if self.is_imported else 0
        return self.path.parents[levels]

    @cached_property
    def home(self) -> Path:
        """What has the user's files: that folder, but of installed ones only its package, or itself."""
        if str(self._folder) not in _INSTALLED:
            return self._folder
        return self._folder / self.path.relative_to(self._folder).parts[0]

    @cached_property
    def _below(self) -> tuple[str, tuple[str, ...]]:
        """The beginning of the paths in its home, and of those there that are not the user's: installed packages."""
        entries = {Path(entry).absolute() for entry in (*sys.path, *_INSTALLED, *SHIPPED) if entry}
        return f"{self.home}/", tuple(f"{folder}/" for folder in entries if self.home in folder.parents)

    def has(self, filename: str) -> bool:
        """Whether a Python file is this one, or a neighbour."""
        home, others = self._below
        return filename == str(self.path) or (filename.startswith(home) and not filename.startswith(others))

    def modules(self) -> dict[str, SentFile]:
        """The modules that it has imported until now, except installed ones."""
        if not self._is_sent:
            for name, module in list(sys.modules.items()):
                is_file = name == "__main__" or name.startswith(_PREFIX)
                if name not in self._modules and not is_file and (loaded := self._neighbour(module)):
                    self._modules[name] = loaded
        return self._modules

    def _neighbour(self, module: ModuleType) -> SentFile | None:
        file = getattr(module, "__file__", None)
        folders = list(getattr(module, "__path__", None) or [])
        if file is None:
            ours = any(self.has(folder) for folder in folders)
            return SentFile(folders[0], b"", True) if ours else None
        if not file.endswith(".py") or not self.has(file):
            return None
        return SentFile(file, Path(file).read_bytes(), bool(folders))

    @property
    def _name(self) -> str:
        """The name of its module, which no `import` finds, unless it is imported."""
        return self.place if self.is_imported else f"{_PREFIX}{self.path}"

    @cached_property
    def module(self) -> ModuleType:
        """What it defines.

        Raises:
            ModelError: the file fails; the message starts with its line.
        """
        with guard.explain_mistakes(self):
            self._find_neighbours()
            if self.is_imported:
                if self._is_sent:
                    is_package = self.path.name == "__init__.py"
                    self._modules[self._name] = SentFile(str(self.path), self.text, is_package)
                module = importlib.import_module(self._name)
            else:
                module = ModuleType(self._name)
                module.__file__ = str(self.path)
                sys.modules[self._name] = module  # where annotations are looked up
                code = _compile(self.text, str(self.path))
                _keep_source(str(self.path), self.text)
                exec(code, module.__dict__)
            _require_names_once(ast.parse(self.text), self.label)
        self.modules()
        return module

    def _find_neighbours(self) -> None:
        """Let it import from its home: from the texts that were sent, or else from its folder."""
        for name in _neighbours_of_others(self):
            outermost = self._folder / name.partition(".")[0]
            beside = name in self._modules if self._is_sent else any(map(Path.exists, _as_file(outermost)))
            if beside:
                sys.modules.pop(name, None)
        if self._is_sent:
            sys.meta_path.insert(0, _Finder(self._modules))
        else:
            _search(str(self._folder))
        importlib.invalidate_caches()


_SEARCHED: list[str] = []
"""The folders of users' files that Python searches for modules, the last file's first."""


def _compile(content: bytes, path: str) -> CodeType:
    """A Python file's code. Zero bytes are a mistake of syntax in every release (a ValueError before 3.11.4)."""
    if b"\0" in content:
        raise SyntaxError("source code cannot contain null bytes")
    return compile(content, path, "exec", dont_inherit=True)


def _keep_source(path: str, content: bytes) -> None:
    """Keep the text that a file's code was made of where Python looks for it: the file may change, or be elsewhere."""
    lines = decode_source(content).splitlines(keepends=True)
    linecache.cache[path] = (len(content), None, lines, path)


def _search(folder: str) -> None:
    """Search a folder after everything that is installed, and before those of other files."""
    if folder in sys.path and folder not in _SEARCHED:
        return
    kept = [entry for entry in sys.path if entry not in _SEARCHED]
    _SEARCHED[:] = [folder, *(neighbour for neighbour in _SEARCHED if neighbour != folder)]
    sys.path[:] = [*kept, *_SEARCHED]


_KNOWN: dict[tuple[str, str, float], OwnFile] = {}
"""The files of this process, by path, hash and seconds: each is loaded once."""


def _neighbours_of_others(file: OwnFile) -> set[str]:
    """The modules that files with other homes have imported: one of the same name may not be this file's."""
    others = [known for known in _KNOWN.values() if known.home != file.home]
    return {name for other in others for name in other._modules}


def mistake(error: Exception) -> ModelError | None:
    """An exception as a mistake in a user's file, if it came through one."""
    return next((guard.mistake(file, error) for file in _KNOWN.values() if guard.is_in(file, error)), None)


def receive(
    label: str, path: Path, content: bytes, seconds: float, sent: Mapping[str, SentFile] | None
) -> OwnFile:
    """A file by its content: the same object for the same content."""
    file = OwnFile(label, path, content, seconds, sent)
    return _KNOWN.setdefault((str(path), file.sha256, seconds), file)


def read(label: str, seconds: float = guard.SECONDS) -> OwnFile:
    """The file that is named so: by its path, or as `package.module`.

    Raises:
        UsageError: there is none; the message has the nearest name.
    """
    path = Path(label).absolute() if label.endswith(".py") else _path_of(label)
    if not os.path.lexists(path):
        beside = [str(Path(label).with_name(module.name)) for module in path.parent.glob("*.py")]
        raise UsageError(f"{label}: there is no such file{nearest(label, beside)}")
    try:
        content = read_bytes(path, "Python file", LARGEST_WRITTEN)
    except UsageError as error:
        raise UsageError(str(error).replace(str(path), label, 1)) from None
    return receive(label, path, content, seconds, None)


def _path_of(place: str) -> Path:
    """The file of a module, which the working directory may have."""
    if not re.fullmatch(r"[^\W\d]\w*(\.[^\W\d]\w*)*", place):
        require_none(place, WANTED)
        raise UsageError(f"{place}: there is no such module: write mine.py, or package.module")
    _search(str(Path.cwd()))
    importlib.invalidate_caches()
    outermost, *below = place.split(".")
    candidate = None
    with suppress(ImportError, ValueError):
        candidate = importlib.util.find_spec(place if outermost == _OURS else outermost)
    if outermost == _OURS and candidate and candidate.origin:
        return Path(candidate.origin)
    if not below and candidate and candidate.origin:
        return Path(candidate.origin).absolute()
    for folder in (candidate and candidate.submodule_search_locations) or ():
        for path in _as_file(Path(folder, *below).absolute()):
            if path.is_file():
                return path
    require_none(place, WANTED)
    raise UsageError(f"{place}: there is no such module of Python")


def _as_file(module: Path) -> tuple[Path, Path]:
    """Where a module may be: in a file, or in that of a package."""
    return module.with_name(f"{module.name}.py"), module / "__init__.py"


class _Finder(MetaPathFinder, Loader):
    """Finds the modules that were sent with a file."""

    def __init__(self, modules: Mapping[str, SentFile]) -> None:
        self._modules = modules

    def find_spec(self, fullname: str, *_: object) -> ModuleSpec | None:
        """Where a module is, if it was sent."""
        if fullname not in self._modules:
            return None
        sent = self._modules[fullname]
        return importlib.util.spec_from_loader(fullname, self, origin=sent.path, is_package=sent.is_package)

    def exec_module(self, module: ModuleType) -> None:
        """Run its text."""
        sent = self._modules[module.__name__]
        module.__file__ = sent.path
        _keep_source(sent.path, sent.text)
        exec(compile(sent.text, sent.path, "exec", dont_inherit=True), module.__dict__)


def _require_names_once(file: ast.Module, label: str) -> None:
    """Refuse two functions of one name, one of them decorated: Python forgets the first."""
    seen: dict[str, ast.FunctionDef | ast.AsyncFunctionDef] = {}
    for node in file.body:
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        first = seen.setdefault(node.name, node)
        if first is not node and (first.decorator_list or node.decorator_list):
            complaint = f"{node.name} is declared in line {first.lineno} already: give each another name"
            raise ModelError(complaint, f"{label}:{node.lineno}")
