"""Runs programs that were written for CuPy, tells what the library works with, and keeps the kernel cache.

  python -m cuprum [--children] SCRIPT [arguments]     run a script; `import cupy` means cuprum in it
  python -m cuprum [--children] -m MODULE [arguments]  the same with a module
  python -m cuprum [--children] -c CODE [arguments]    the same with code
  python -m cuprum [--children] [-i]                   the same with what is typed, or comes from standard input
  python -m cuprum info | doctor | help | cache        see below

With --children, Python processes that the program starts do the same.
"""

import argparse
import builtins
import os
import re
import runpy
import subprocess
import sys
import time
import types
import zipfile

from . import _config, _core, _dropin


def _progress(done, total):
    if not sys.stderr.isatty() and done < total:
        return
    filled = 40 * done // total
    end = "\n" if done == total else ""
    print(f"\r  [{'#' * filled}{'.' * (40 - filled)}] {done}/{total} modules", end=end, file=sys.stderr, flush=True)


def _build(arguments):
    for target in arguments.target or _core._device_targets():
        start = time.perf_counter()
        print(f"Compiling the prebuilt kernels for {target}", flush=True)
        made = _core._build_prebuilt_kernels(target, arguments.output, arguments.jobs, _progress, arguments.common)
        print(
            f"  {made['path']}: {made['kernels']} kernels in {made['modules']} modules ({made['reused']} were there), "
            f"{_config.megabytes(made['bytes'])}, {time.perf_counter() - start:.1f} s"
        )


def _info(arguments):
    from . import _doctor as doctor  # needs the whole package

    sys.exit(min(doctor.info(), 1))


def _cache_info(arguments):
    print(_config.text(_config.cache_facts()))


def _doctor(arguments):
    from . import _doctor as doctor  # needs the whole package

    sys.exit(min(doctor.run(), 1))


def _help(arguments):
    """The sections of the page of errors, which is in the package beside this file."""
    path = os.path.join(os.path.dirname(__file__), "lib", "errors.md")
    if not os.path.exists(path):
        raise ValueError("this installation has no page of errors; the documentation has it")
    with open(path, encoding="utf-8") as file:
        text = re.sub(r"(?<!!)\[([^\]\n]+)\]\([^)\s]*\)", r"\1", file.read())
    sections = dict(re.findall(r"^\(([a-z]+)\)=\n(.*?)(?=^\([a-z]+\)=\n|\Z)", text, re.MULTILINE | re.DOTALL))
    if arguments.topic is None:
        titles = {topic: section.split("\n", 1)[0].lstrip("# ") for topic, section in sections.items()}
        print("\n".join(f"python -m cuprum help {topic:12} {title}" for topic, title in titles.items()))
    elif arguments.topic in sections:
        print(sections[arguments.topic].strip())
    else:
        raise ValueError(f"no help on {arguments.topic!r}; there is help on {', '.join(sections)}")


def _clear(arguments):
    print(f"{_core._cache_clear()} kernels removed; packs stay")


# ----------------------------------------------------------------------------------------------------- programs of CuPy


def _program(argv):
    """The way to run a program that a command line names, with its arguments; None if it names none."""
    children = argv[:1] == ["--children"]
    kind, *rest = argv[children:] or ["-i" if sys.stdin and sys.stdin.isatty() else "-"]
    if kind in ("-i", "-") and not rest:
        return kind, "", [], children
    if kind in ("-m", "-c") and rest:
        return kind, rest[0], rest[1:], children
    if kind and not kind.startswith("-") and kind not in _COMMANDS and os.path.exists(kind):
        return "script", kind, rest, children
    return None


def _run_program(kind, what, arguments, children):
    """Runs a program as `python` itself would have run it."""
    _dropin.install_as_cupy(children=children)
    sys.argv = [what, *arguments]
    if kind == "-i":
        _interpreter()
    elif kind == "-":
        sys.path[0], sys.argv[0] = "", "-"
        _exec_as_main(compile(sys.stdin.buffer.read(), "<stdin>", "exec"))
    elif kind == "-c":
        sys.path[0], sys.argv[0] = "", "-c"
        _exec_as_main(compile(what, "<string>", "exec"))
    elif kind == "script" and os.path.isfile(what) and not zipfile.is_zipfile(what):
        sys.path[0] = os.path.dirname(os.path.realpath(what))
        with open(what, "rb") as file:
            _exec_as_main(compile(file.read(), what, "exec"), __file__=what)
    elif kind == "script":  # a folder or an archive with a __main__, which goes on the path
        del sys.path[0]
        runpy.run_path(what, run_name="__main__")
    else:
        runpy.run_module(what, run_name="__main__", alter_sys=True)


def _interpreter():
    """Becomes Python's own interpreter, whose editing and whose memory of sources (which jitted functions need) are its
    own."""
    print(
        f'Python {sys.version} on {sys.platform}\nHere `import cupy` gives cuprum {_core.__version__}. Type "help" '
        "for more information.",
        file=sys.stderr,
        flush=True,
    )
    flags = subprocess._args_from_interpreter_flags()
    first = "import cuprum; cuprum.install_as_cupy(); del cuprum"
    os.execv(sys.executable, [sys.executable, *flags, "-i", "-c", first])


def _exec_as_main(code, **facts):
    main = types.ModuleType("__main__")
    vars(main).update(facts, __builtins__=builtins)
    sys.modules["__main__"] = main
    exec(code, vars(main))


# ------------------------------------------------------------------------------------------------------------- commands

_COMMANDS = ("info", "doctor", "help", "cache")


def main(argv=None):
    argv = sys.argv[1:] if argv is None else argv
    program = _program(argv)
    if program:
        return _run_program(*program)
    parser = argparse.ArgumentParser(
        prog="python -m cuprum", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    if argv and not argv[0].startswith("-") and argv[0] not in _COMMANDS:
        parser.error(f"{argv[0]!r} is no file, and no command: those are {', '.join(_COMMANDS)}")
    commands = parser.add_subparsers(required=True, metavar="command")
    info = commands.add_parser("info", help="tell versions, devices, caches, settings and what is wrong with them")
    info.set_defaults(run=_info)
    doctor = commands.add_parser("doctor", help="try the compiler, the cache and the libraries; say what to do")
    doctor.set_defaults(run=_doctor)
    about = commands.add_parser("help", help="tell what an error means and what to do")
    about.add_argument("topic", nargs="?", help="compile, memory, ...; without it the topics are listed")
    about.set_defaults(run=_help)
    cache = commands.add_parser("cache", help="build the prebuilt kernels; tell of the kernel cache; empty it")
    cache = cache.add_subparsers(required=True, metavar="action")
    build = cache.add_parser("build", help="compile the usual kernels before they are needed")
    build.add_argument(
        "--target", action="append", help="sm_90, x86-64-v4, ...; may be repeated (this machine's devices)"
    )
    build.add_argument("--output", default="", metavar="FOLDER", help="where to put <target>.pack (the user's cache)")
    build.add_argument("--common", action="store_true", help="only the usual functions of the usual dtypes")
    build.add_argument(
        "--jobs", type=int, default=len(os.sched_getaffinity(0)), metavar="N", help="threads (all cores)"
    )
    build.set_defaults(run=_build)
    cache.add_parser("info", help="tell what the cache holds").set_defaults(run=_cache_info)
    cache.add_parser("clear", help="remove the compiled kernels of this user").set_defaults(run=_clear)
    arguments = parser.parse_args(argv)

    try:
        arguments.run(arguments)
    except (ValueError, RuntimeError, NotImplementedError) as error:
        sys.exit(f"python -m cuprum: {error}")


if __name__ == "__main__":
    main()
