"""The loop over chapters and cases.

A chapter is a module of `chapters/`. It has `TITLE`, a docstring that says what is measured, and one of

    cases(setting)   yields cases (case.py), which are measured here
    run(session)     measures by itself, where processes or programs of their own are needed, and adds rows

or both. `GPU` and `CPU` say on which it runs (both unless told), `LIBRARIES` which libraries it compares, `ONE_THREAD`
which of them are also measured on one thread on a CPU.
"""

import importlib
import time

from .case import agree
from .contenders import contenders_of, text_of
from .measure import device_times, host_times
from .one_thread import Child

ALL = ("numpy", "cupy", "torch", "cuprum")


class OutOfTime(Exception):
    pass


class LostDevice(Exception):
    """A kernel of some library failed, and no other can run in this process."""


class Session:
    """A run: the libraries at hand, the record, and what was asked for."""

    def __init__(self, setting, libraries, record, only="", limit=float("inf")):
        self.setting, self.libraries, self.record, self.only, self.limit = setting, libraries, record, only, limit
        self._started, self._children = time.monotonic(), {}

    def wants(self, name):
        """Whether a case is asked for; ends the run where its time is over."""
        if time.monotonic() - self._started > self.limit:
            raise OutOfTime
        return self.only in name

    def compared(self, module):
        """Libraries of a chapter: on a GPU those that use it; NumPy as well for host times (`NUMPY`)."""
        wanted = getattr(module, "LIBRARIES", ALL)
        return {
            name: library
            for name, library in self.libraries.items()
            if name in wanted and (library.on_gpu == self.setting.gpu or name == "cuprum" or hasattr(module, "NUMPY"))
        }

    def child(self, names):
        names = tuple(name for name in names if name in self.libraries)
        if names and names not in self._children:
            self._children[names] = Child(names, self.setting)
        return self._children.get(names)

    def close(self):
        for child in self._children.values():
            child.close()
        self._children = {}

    def chapter(self, name):
        module = importlib.import_module(f"chapters.{name}")
        if not getattr(module, "GPU" if self.setting.gpu else "CPU", True):
            return
        if hasattr(module, "cases"):
            self.cases(name, module)
        if hasattr(module, "run"):
            module.run(self)
        self.close()  # an idle process holds memory

    def cases(self, name, module):
        libraries = self.compared(module)
        alone = () if self.setting.gpu else getattr(module, "ONE_THREAD", ())
        for place, case in enumerate(module.cases(self.setting)):
            there = getattr(case, "there", None)
            if there and "cuprum" in libraries and not there(libraries["cuprum"]):
                continue
            if self.wants(case.name):
                one_thread = self.child(alone) if case.unit == "ms" else None
                self.measure(name, place, case, libraries, one_thread)

    def probe(self, libraries, case):
        """Whether the device still works, after an error. A lost one would fill all later rows with errors."""
        for library in libraries.values():
            try:
                library.clock.synchronize()
            except Exception as error:
                raise LostDevice(f"the device was lost in {case.name}: {text_of(error)}") from error

    def measure(self, chapter, place, case, libraries, child):
        found, errors, results = {}, {}, {}
        for library in libraries.values():
            more, wrong, values = contenders_of(case, library)
            found |= more
            errors |= wrong
            results |= values
        if child:
            try:
                more, wrong = child.prepare(chapter, place)
            except Exception as error:
                more, wrong = {}, {"1 thread": text_of(error)}
            found |= more
            errors |= wrong
        if not found and not errors:
            return  # no library that is here takes part
        try:
            measured = (host_times if case.unit == "us" else device_times)(found) if found else {}
        except Exception as error:
            measured, errors = {}, errors | dict.fromkeys(found, text_of(error))
        if errors:
            self.probe(libraries, case)
        found.clear()
        more = values = None  # operands go before memory is given back
        bytes_moved = next(
            (moved for _, moved in [results.get("cuprum", (None, None)), *results.values()] if moved), None
        )
        ours = results.get("cuprum", (None,))[0]
        for label, (theirs, _) in results.items():
            if label in measured and not agree(theirs, ours):
                measured[label]["agrees"] = False
        read, written = bytes_moved or (None, None)
        row = {"group": case.group, "read": read, "written": written, "targets": list(case.targets)}
        self.record.add(chapter, case.name, measured | errors, case.unit, **row)
        results = ours = None
        for library in libraries.values():
            library.free()
        if child:
            child.free()
