"""python -m cuprum: what the library works with, and its kernel cache."""

import argparse
import os
import sys
import time

from . import _config, _core


def _progress(done, total):
    if not sys.stderr.isatty() and done < total:
        return
    filled = 40 * done // total
    end = "\n" if done == total else ""
    print(f"\r  [{'#' * filled}{'.' * (40 - filled)}] {done}/{total} modules", end=end, file=sys.stderr, flush=True)


def _build(arguments):
    for target in arguments.target or _core._device_targets():
        start = time.perf_counter()
        print(f"Compiling the ready set for {target}", flush=True)
        made = _core._build_ready_set(target, arguments.output, arguments.jobs, _progress)
        print(
            f"  {made['path']}: {made['kernels']} kernels in {made['modules']} modules ({made['reused']} were there), "
            f"{_config.megabytes(made['bytes'])}, {time.perf_counter() - start:.1f} s"
        )


def _info(arguments):
    print(_config.text(_config.cache_facts()))


def _clear(arguments):
    print(f"{_core._cache_clear()} kernels removed; packs stay")


def main(argv=None):
    parser = argparse.ArgumentParser(prog="python -m cuprum", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="command")
    info = commands.add_parser("info", help="tell versions, devices, caches and settings")
    info.set_defaults(run=lambda arguments: _config.show_config())
    cache = commands.add_parser("cache", help="build the ready set; tell of the kernel cache; empty it")
    cache = cache.add_subparsers(required=True, metavar="action")
    build = cache.add_parser("build", help="compile the usual kernels before they are needed")
    build.add_argument("--target", action="append", help="sm_90, x86-64-v4, ...; may be repeated (this machine's devices)")
    build.add_argument("--output", default="", metavar="FOLDER", help="where to put <target>.pack (the user's cache)")
    build.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)), metavar="N", help="threads (all cores)")
    build.set_defaults(run=_build)
    cache.add_parser("info", help="tell what the cache holds").set_defaults(run=_info)
    cache.add_parser("clear", help="remove the compiled kernels of this user").set_defaults(run=_clear)
    arguments = parser.parse_args(argv)
    arguments.run(arguments)


if __name__ == "__main__":
    try:
        main()
    except (ValueError, RuntimeError, NotImplementedError) as error:
        sys.exit(f"python -m cuprum: {error}")
