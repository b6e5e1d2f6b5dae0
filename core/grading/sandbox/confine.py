"""Limits that a child process puts on itself before it runs foreign code.

Runs inside the child, alone, with the standard library only. Layers, each
reported by name when the system enforces it:

- `memory`, `cpu`, `files`: resource limits (POSIX).
- `network`: a network namespace of its own, and a seccomp filter under which
  sockets cannot be made (Linux).
- `processes`: the same filter refuses fork, exec and signals to others; else
  RLIMIT_NPROC, which does not bind root.
- `reading`: Landlock leaves the interpreter's own files to be read and the
  current folder to be written (Linux 5.13 and later).

Numbers of system calls, structures and flags: linux/seccomp.h, linux/filter.h,
linux/landlock.h and asm/unistd.h.
"""

import ctypes
import os
import platform
import struct
import sys
import sysconfig

_PR_SET_PDEATHSIG, _PR_SET_NO_NEW_PRIVS, _PR_SET_SECCOMP = 1, 38, 22
_CLONE_THREAD, _CLONE_NEWUSER, _CLONE_NEWNET = 0x00010000, 0x10000000, 0x40000000
_EPERM, _ENOSYS = 1, 38

# name: numbers on (x86_64, aarch64); None where the call does not exist there.
_REFUSED: dict[str, tuple[int | None, int | None]] = {
    "socket": (41, 198),
    "socketpair": (53, 199),
    "connect": (42, 203),
    "bind": (49, 200),
    "sendto": (44, 206),
    "sendmsg": (46, 211),
    "fork": (57, None),
    "vfork": (58, None),
    "execve": (59, 221),
    "execveat": (322, 281),
    "kill": (62, 129),
    "tkill": (200, 130),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "pidfd_send_signal": (424, 424),
    "unshare": (272, 97),
    "setns": (308, 268),
    "mount": (165, 40),
    "io_uring_setup": (425, 425),
    "bpf": (321, 280),
    "keyctl": (250, 219),
    "setsid": (112, 157),
    "shmget": (29, 194),
    "memfd_create": (319, 279),
}
_CLONE = (56, 220)
_CLONE3 = (435, 435)
_AUDIT_ARCH = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_LANDLOCK_CREATE, _LANDLOCK_ADD, _LANDLOCK_RESTRICT = 444, 445, 446
_READ_RIGHTS = (1 << 0) | (1 << 2) | (1 << 3)  # execute, read a file, list a folder
_FILE_RIGHTS = (1 << 0) | (1 << 1) | (1 << 2)  # execute, write, read: all that a single file can be given
_ALL_RIGHTS = (1 << 13) - 1  # of the first version, which every later one knows


def confine(memory_bytes: int, cpu_s: int, file_bytes: int) -> list[str]:
    """Put every limit on this process that the system allows; return the names of those that hold."""
    held = _limit_resources(memory_bytes, cpu_s, file_bytes)
    if not sys.platform.startswith("linux"):
        return held
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(_PR_SET_PDEATHSIG, 9, 0, 0, 0)
    if libc.unshare(_CLONE_NEWUSER | _CLONE_NEWNET) == 0:
        held.append("network")
    if libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0:
        return held
    if _restrict_files(libc):
        held.append("reading")
    if _filter_system_calls(libc):
        held += ["network", "processes"]
    return sorted(set(held))


def _limit_resources(memory_bytes: int, cpu_s: int, file_bytes: int) -> list[str]:
    try:
        import resource
    except ImportError:  # Windows
        return []
    limits = [
        ("memory", "RLIMIT_AS", memory_bytes),
        ("cpu", "RLIMIT_CPU", cpu_s),
        ("files", "RLIMIT_FSIZE", file_bytes),
        ("", "RLIMIT_NPROC", 64),
        ("", "RLIMIT_NOFILE", 64),
        ("", "RLIMIT_CORE", 0),
    ]
    held = []
    for name, limit, value in limits:
        number = getattr(resource, limit, None)
        if number is None:
            continue
        try:
            resource.setrlimit(number, (value, value))
        except (ValueError, OSError):
            continue
        # macOS takes RLIMIT_AS and does not mind it.
        if name and not (name == "memory" and sys.platform == "darwin"):
            held.append(name)
    return held


def _filter_system_calls(libc: ctypes.CDLL) -> bool:
    machine = platform.machine()
    if machine not in _AUDIT_ARCH or ctypes.sizeof(ctypes.c_void_p) != 8:
        return False
    column = 0 if machine == "x86_64" else 1
    program = _program(
        machine, [number for numbers in _REFUSED.values() if (number := numbers[column]) is not None], column
    )
    instructions = ctypes.create_string_buffer(program, len(program))

    class SockFprog(ctypes.Structure):
        _fields_ = (("len", ctypes.c_ushort), ("filter", ctypes.c_void_p))

    whole = SockFprog(len(program) // 8, ctypes.addressof(instructions))
    return bool(libc.prctl(_PR_SET_SECCOMP, 2, ctypes.byref(whole), 0, 0) == 0)


def _program(machine: str, refused: list[int], column: int) -> bytes:
    """A filter in classic BPF: refused calls give EPERM, clone is for threads only."""
    load, equal, more, any_bit, give = 0x20, 0x15, 0x35, 0x45, 0x06
    allow, refuse, missing = 0x7FFF0000, 0x00050000 | _EPERM, 0x00050000 | _ENOSYS
    lines: list[tuple[int, int, int, int]] = [
        (load, 0, 0, 4),  # the architecture
        (equal, 1, 0, _AUDIT_ARCH[machine]),
        (give, 0, 0, refuse),
        (load, 0, 0, 0),  # the number of the call
    ]
    if machine == "x86_64":
        lines += [(more, 0, 1, 0x40000000), (give, 0, 0, refuse)]  # the x32 table
    for number in refused:
        lines += [(equal, 0, 1, number), (give, 0, 0, refuse)]
    lines += [(equal, 0, 1, _CLONE3[column]), (give, 0, 0, missing)]  # libc then falls back to clone
    lines += [
        (equal, 0, 3, _CLONE[column]),
        (load, 0, 0, 16),  # its flags
        (any_bit, 1, 0, _CLONE_THREAD),
        (give, 0, 0, refuse),
        (give, 0, 0, allow),
    ]
    return b"".join(struct.pack("HBBI", *line) for line in lines)


def _restrict_files(libc: ctypes.CDLL) -> bool:
    libc.syscall.restype = ctypes.c_long
    attributes = struct.pack("Q", _ALL_RIGHTS)
    ruleset = libc.syscall(_LANDLOCK_CREATE, attributes, ctypes.c_size_t(len(attributes)), 0)
    if ruleset < 0:
        return False
    for path in _readable():
        _allow(libc, ruleset, path, _READ_RIGHTS)
    _allow(libc, ruleset, os.getcwd(), _ALL_RIGHTS)  # noqa: PTH109 - as little as possible is imported here
    for device in ("/dev/null", "/dev/zero", "/dev/urandom"):
        _allow(libc, ruleset, device, _FILE_RIGHTS)
    held = libc.syscall(_LANDLOCK_RESTRICT, ruleset, 0) == 0
    os.close(ruleset)
    return bool(held)


def _readable() -> list[str]:
    """The interpreter's library, the system's libraries, time zones."""
    own = [path for name in ("stdlib", "platstdlib") if (path := sysconfig.get_paths().get(name))]
    return [*own, "/usr/lib", "/usr/lib64", "/lib", "/lib64", "/usr/share/zoneinfo", "/etc/localtime"]


def _allow(libc: ctypes.CDLL, ruleset: int, path: str, rights: int) -> None:
    try:
        folder = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    if not os.path.isdir(path):  # noqa: PTH112 - as little as possible is imported here
        rights &= _FILE_RIGHTS
    rule = struct.pack("=Qi", rights, folder)
    libc.syscall(_LANDLOCK_ADD, ruleset, 1, rule, 0)
    os.close(folder)
