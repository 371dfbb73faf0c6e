"""Loss of power: a broker has its own disk, which forgets what was not synced when its power is cut.

The disk is an ext4 in a file on a loop device. Its power is cut as the tests of Linux's file systems cut it: the file
system goes down at once and writes nothing more (FS_IOC_SHUTDOWN without a flush of the journal). What
reached the disk before, by fsync or as the kernel writes in its own time, is there when it is mounted again.

That needs root, and a kernel with loop devices. Elsewhere a loss of power is an emulation: the process is killed and
its logs are cut to what they were at the last sync.
"""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import os
import shutil
import struct
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

from tidemark.real.brokers.processes import NoAnswer

EMULATION = "loss of power is an emulation: the process is killed, and its logs are cut to their last sync"
"""What every output says where no real disk is available."""
SIZE = 256 << 20
"""Bytes of a disk; the file is sparse."""
_SHUTDOWN, _NO_LOG_FLUSH = 0x8004587D, 2
"""FS_IOC_SHUTDOWN and FS_GOING_FLAGS_NOLOGFLUSH of Linux."""
_CLONE_NEWNS, _MS_REC, _MS_PRIVATE = 0x20000, 16384, 1 << 18
_LIBC = ctypes.CDLL(None, use_errno=True)


class PoweredDisk:
    """A folder in which a broker keeps everything, and whose power can be cut."""

    def __init__(self, folder: Path, real: bool) -> None:
        self.folder = folder
        self.real = real
        self._image = folder.with_suffix(".ext4")
        self._synced: dict[Path, int] = {}
        folder.mkdir(parents=True)
        if real:
            with self._image.open("wb") as file:
                file.truncate(SIZE)
            _run("mkfs.ext4", "-q", "-F", str(self._image))
            self._mount()

    def sync(self) -> None:
        """Write everything to the disk, as the kernel does in its own time."""
        if self.real:
            with _open(self.folder) as descriptor:
                if _LIBC.syncfs(descriptor):
                    raise OSError(ctypes.get_errno(), "syncfs failed")
        else:
            self._synced = {log: log.stat().st_size for log in self._logs()}

    def cut(self, kill: Callable[[], None]) -> None:
        """Cut the power, `kill` the processes that it fed, and give the power back."""
        if not self.real:
            kill()
            for log in self._logs():
                os.truncate(log, self._synced.get(log, 0))
            return
        with _open(self.folder) as descriptor:
            fcntl.ioctl(descriptor, _SHUTDOWN, struct.pack("I", _NO_LOG_FLUSH))
        kill()
        self.remove()
        self._mount()

    def remove(self) -> None:
        """Take the disk out; an emulated one stays."""
        if self.real:
            _run("umount", str(self.folder))

    def _mount(self) -> None:
        # Its journal commits when something is synced, and otherwise after minutes: not by chance within a run.
        _run("mount", "-o", "loop,commit=300", str(self._image), str(self.folder))

    def _logs(self) -> list[Path]:
        # The metadata of the controller come again from there.
        return sorted(log for log in self.folder.rglob("*.log") if not log.parent.name.startswith("__"))


def has_disks(scratch: Path) -> bool:
    """Whether a real disk is available here; this thread then has its own mounts, which end with it."""
    tools = all(shutil.which(name, path=_PATH) for name in ("mkfs.ext4", "mount", "umount"))
    if os.geteuid() or not tools or not Path("/dev/loop-control").exists():
        return False
    # In its own name space no mount outlives this process, however it ends.
    if _LIBC.unshare(_CLONE_NEWNS) or _LIBC.mount(b"none", b"/", None, _MS_REC | _MS_PRIVATE, None):
        return False
    try:
        disk = PoweredDisk(scratch / "disk-trial", real=True)
        disk.cut(lambda: None)
        disk.remove()
    except (NoAnswer, OSError):
        return False
    finally:
        (scratch / "disk-trial.ext4").unlink(missing_ok=True)
    return True


_PATH = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"


def _run(program: str, *arguments: str) -> None:
    path = shutil.which(program, path=_PATH)
    if not path:
        raise NoAnswer(f"there is no {program}")
    process = subprocess.run([path, *arguments], capture_output=True, text=True, check=False, process_group=0)
    if process.returncode:
        raise NoAnswer(f"{program} failed: {process.stderr.strip()}")


@contextlib.contextmanager
def _open(folder: Path) -> Iterator[int]:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        yield descriptor
    finally:
        os.close(descriptor)
