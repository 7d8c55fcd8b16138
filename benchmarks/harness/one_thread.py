"""Libraries on one thread, in a child process: how many threads are used is settled when a process begins.

The parent asks over a pipe, a line of JSON a question, and waits for the answer, so that the child takes its turns with
the libraries of the parent and never computes beside them.
"""

import importlib
import json
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parents[1]
LABEL = "1 thread"
THREADS = dict.fromkeys(("CUPRUM_NUM_THREADS", "OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")


def label(library, way="", one_thread=False):
    return ", ".join(filter(None, (library, LABEL if one_thread else "", way)))


class Turns:
    """A contender (see measure.py) that lives in the child."""

    def __init__(self, child, name):
        self.child, self.name = child, name

    def once(self):
        self.child.ask(do="once", name=self.name)

    def turn(self):
        self.child.ask(do="turn", name=self.name)

    def times(self):
        return self.child.ask(do="times", name=self.name)

    def batch(self, number):
        return self.child.ask(do="batch", name=self.name, number=number)


class Child:
    def __init__(self, libraries, setting):
        command = [sys.executable, "-m", "harness.one_thread", json.dumps([list(libraries), vars(setting)])]
        path = os.pathsep.join(filter(None, [str(HERE), os.environ.get("PYTHONPATH")]))
        environment = {**os.environ, **THREADS, "PYTHONPATH": path}
        self.process = subprocess.Popen(
            command, cwd=HERE, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, **question):
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError("the process of one thread has ended")
        answer = json.loads(line)
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer["value"]

    def prepare(self, chapter, place):
        """Contenders and errors of the chapter's case at this place, by label."""
        found, errors = self.ask(do="prepare", chapter=chapter, place=place)
        return {name: Turns(self, name) for name in found}, errors

    def free(self):
        self.ask(do="free")

    def close(self):
        self.process.stdin.close()
        self.process.wait(20)


def serve():
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what else is printed is no answer
    from .case import Setting
    from .contenders import contenders_of
    from .libraries import load

    names, setting = json.loads(sys.argv[1])
    libraries, setting = load(names, {}), Setting(**setting)
    lists, contenders = {}, {}
    for line in sys.stdin:
        question = json.loads(line)
        try:
            match question["do"]:
                case "prepare":
                    chapter = question["chapter"]
                    if chapter not in lists:
                        lists[chapter] = list(importlib.import_module(f"chapters.{chapter}").cases(setting))
                    case = lists[chapter][question["place"]]
                    contenders, errors = {}, {}
                    for library in libraries.values():
                        more, wrong, _ = contenders_of(case, library, one_thread=True)
                        contenders |= more
                        errors |= wrong
                    value = [list(contenders), errors]
                case "once":
                    value = contenders[question["name"]].once()
                case "turn":
                    value = contenders[question["name"]].turn()
                case "times":
                    value = contenders[question["name"]].times()
                case "batch":
                    value = contenders[question["name"]].batch(question["number"])
                case "free":
                    contenders, value = {}, None
                    for library in libraries.values():
                        library.free()
            answer = {"value": value}
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}"}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


if __name__ == "__main__":
    serve()
