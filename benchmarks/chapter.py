"""What the benchmarks of single chapters share: options, libraries, what is still to be measured, and where results go."""

import argparse
import json
import pathlib
import time

import libraries


class Chapter:
    """`doc` is the benchmark's own text, `known` the libraries that it asks for, `flags` the options that it alone has."""

    def __init__(self, doc, known="numpy,cupy,cuprum,torch", flags=()):
        parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
        parser.add_argument("--libraries", default=known)
        parser.add_argument("--quick", action="store_true")
        parser.add_argument("--only", default="")
        parser.add_argument("--limit", type=float, default=float("inf"), help="start no case after this many seconds")
        parser.add_argument("--json", type=pathlib.Path)
        for flag in flags:
            parser.add_argument(flag, action="store_true")
        self.options = parser.parse_args()
        self.asked = self.options.libraries.split(",")
        errors = {}
        found = libraries.load([name for name in self.asked if name != "scipy"], errors)
        self.gpu = any(library.on_gpu for library in found.values())
        left_out = {"numpy"} if self.gpu else {"cupy", "torch"}
        self.libraries = {name: library for name, library in found.items() if name not in left_out}
        for name, error in errors.items():
            print(f"{name} is left out: {error}")
        self._started, self._rows = time.monotonic(), []

    def wants(self, name):
        return self.options.only in name and time.monotonic() - self._started <= self.options.limit

    def keep(self, row):
        self._rows.append(row)
        if self.options.json:
            self.options.json.write_text(json.dumps(self._rows, indent=1) + "\n")

    def free(self):
        for library in self.libraries.values():
            library.free()
