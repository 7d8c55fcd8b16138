"""`make fuzz SECONDS=60`: random calls in NumPy and in cuprum until time is over; prints each kind of difference once.

The exit status is 1 where something differs, crashes or hangs. For a long run that is to be kept:

    CUPRUM_BACKEND=cuda python -m fuzz --seconds 3000 --workers 16 --pairs 12 --seed 1 --record tests/fuzz/runs.jsonl

SIGTERM and SIGINT end a run with its summary. Until it has ended, what there is of its record lies beside the file, in
FILE.PID.part, and is written anew twice a minute.
"""

import argparse
import collections
import json
import os
import platform
import random
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time

HANGS_AFTER = 300  # seconds for one case; a first one compiles
RECORD_EVERY = 30  # seconds
WAITS = 20  # seconds behind the end of a run for the last case


class Lane:
    """One worker after the other, on every n-th batch."""

    def __init__(self, run, seed):
        self.run, self.seed, self.done = run, seed, 0
        self.documented = collections.Counter()
        self.worker = None

    def work(self):
        while time.time() < self.run.until and (self.run.batches is None or self.seed < self.run.last):
            try:
                self._one_worker()
            except Exception as error:  # noqa: BLE001  a lane goes on, and the run tells of it
                self.end()
                self.run.tell({"key": f"the runner: {type(error).__name__}: {error}"})
                self.seed += self.run.lanes

    def end(self):
        if self.worker and self.worker.poll() is None:
            self.worker.kill()

    def _one_worker(self):
        run = self.run
        with tempfile.NamedTemporaryFile() as progress, tempfile.TemporaryFile("w+") as errors:
            progress.write(bytes(24))
            progress.flush()
            arguments = ["--seed", self.seed, "--stride", run.lanes, "--progress", progress.name, "--until", run.until]
            if run.batches is not None:
                arguments += ["--batches", (run.last - self.seed + run.lanes - 1) // run.lanes]
            arguments += run.choice
            worker = self._start([*arguments, "--known", json.dumps(sorted(run.differences))], errors)
            self.worker = worker
            finished, before, documented = False, self.done, self.documented
            watch = threading.Thread(target=self._watch, args=(worker, progress.name), daemon=True)
            watch.start()
            for line in worker.stdout:
                if not line.startswith("{"):
                    continue
                told = json.loads(line)
                if "cases" in told:
                    self.done = before + told["cases"]
                    self.documented = documented + collections.Counter(told["documented"])
                    self.seed = told.get("next", self.seed)
                    finished = told.get("finished", False)
                else:
                    run.tell(told)
            worker.wait()
            if finished or run.stopped:
                return
            seed, number, count = struct.unpack("qqq", open(progress.name, "rb").read(24))
            errors.seek(0)
            said = errors.read()[-2000:]
            if count == 0:
                run.stop(f"workers do not start:\n{said}")
                return
            self.done, self.seed = before + count, seed + run.lanes
            program = self._start(["--seed", seed, "--show", number, *run.choice]).communicate()[0]
            how = "hangs" if getattr(worker, "hung", False) else f"ends the process with {worker.returncode}"
            run.tell(
                {
                    "key": f"{how}: {program.splitlines()[-4] if program else ''}",
                    "found": how + "\n" + said,
                    "program": program,
                    "seed": seed,
                    "number": number,
                }
            )

    @staticmethod
    def _start(arguments, errors=subprocess.DEVNULL):
        command = [sys.executable, "-m", "fuzz.worker", *map(str, arguments)]
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True)

    @staticmethod
    def _watch(worker, path):
        last, since = None, time.time()
        while worker.poll() is None:
            time.sleep(0.5)
            try:
                now = open(path, "rb").read(24)
            except FileNotFoundError:
                return
            if now != last:
                last, since = now, time.time()
            elif time.time() - since > HANGS_AFTER:
                worker.hung = True
                worker.kill()
                return


class Run:
    """What all lanes share: the time, and the differences by their kinds."""

    def __init__(self, options):
        self.until = time.time() + options.seconds if options.seconds else float("inf")
        self.lanes, self.batches = options.workers, options.batches
        self.choice = ["--only", options.only] if options.only else []
        self.choice += ["--pairs", options.pairs] if options.pairs else []
        self.choice += ["--library", options.library] if options.library != "numpy" else []
        self.seed = random.SystemRandom().randrange(2**40) if options.seed is None else options.seed
        self.last = self.seed + (options.batches or 0)
        self.differences, self.programs, self._lock = {}, {}, threading.Lock()
        self.stopped = False

    def stop(self, why=None):
        self.until, self.stopped = 0, True
        if why:
            self.tell({"key": why})

    def tell(self, told):
        with self._lock:
            key = told.get("again") or told["key"]
            self.differences[key] = self.differences.get(key, 0) + 1
            if self.differences[key] > 1:
                return
            if "program" in told:
                self.programs[key] = told["program"]
                print(
                    f"\n# {key}\n# {told['found']}\n# batch {told['seed']}, case {told['number']}\n{told['program']}",
                    flush=True,
                )


def summary(run, lanes, seconds, backend):
    """What a record keeps of a run."""
    import numpy
    import scipy

    folder = os.path.dirname(os.path.abspath(__file__))
    git = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, cwd=folder)
    return {
        "date": time.strftime("%Y-%m-%d %H:%M", time.gmtime()),
        "commit": os.environ.get("CUPRUM_COMMIT") or git.stdout.strip(),
        "backend": backend,
        "numpy": numpy.__version__,
        "scipy": scipy.__version__,
        "python": platform.python_version(),
        "arguments": [*map(str, run.choice)],
        "first batch": run.seed,
        "workers": run.lanes,
        "seconds": round(seconds),
        "cases": sum(lane.done for lane in lanes),
        "documented": dict(sum([lane.documented for lane in lanes], collections.Counter()).most_common()),
        "differences": {
            key: {"times": n, "program": run.programs.get(key)} for key, n in list(run.differences.items())
        },
    }


def write_record(path, mode, done):
    with open(path, mode) as file:
        file.write(json.dumps(done) + "\n")


def wait_for(run, lanes, write):
    """Until all lanes have ended, or a signal ends them."""

    def stop(*_):
        run.stop()

    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, stop)
    threads = [threading.Thread(target=lane.work, daemon=True) for lane in lanes]
    for thread in threads:
        thread.start()
    written = time.time()
    while not run.stopped and any(thread.is_alive() for thread in threads) and time.time() < run.until + WAITS:
        time.sleep(0.2)
        if time.time() - written > RECORD_EVERY:
            write()
            written = time.time()
    run.stop()
    for lane, thread in zip(lanes, threads, strict=True):
        lane.end()
        thread.join(2)


def backend_name():
    done = subprocess.run(
        [sys.executable, "-c", "import cuprum; print(cuprum.backend())"], capture_output=True, text=True
    )
    return done.stdout.strip() or sys.exit(done.stderr)


def main():
    parser = argparse.ArgumentParser(
        prog="python -m fuzz", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--seconds", type=float, default=0, help="how long; for ever where neither this nor --batches is given"
    )
    parser.add_argument("--seed", type=int, help="of the first batch; by default another one in each run")
    parser.add_argument("--batches", type=int, help="how many batches, of some 300 cases each, or 1200 with --pairs")
    parser.add_argument("--workers", type=int, default=1, help="processes side by side")
    parser.add_argument("--only", help="one function, by its path such as add.reduce, or by its last name")
    parser.add_argument(
        "--pairs",
        type=int,
        default=0,
        help="how many pairs of dtypes there are, from 7, with which each dtype comes, to 20: fewer kernels for more "
        "cases; by default any dtypes meet",
    )
    parser.add_argument(
        "--library", choices=["numpy", "scipy"], default="numpy", help="whose functions: NumPy's, or SciPy's chapters'"
    )
    parser.add_argument("--record", help="a file to which a summary is added, as a line of JSON")
    options = parser.parse_args()
    run = Run(options)
    os.environ.setdefault("CUPRUM_CHECK", "bounds")  # a GPU's indices are looked at, too
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    os.environ.setdefault("CUPRUM_NUM_THREADS", "1")
    backend = backend_name()
    began = time.time()
    lanes = [Lane(run, run.seed + k) for k in range(run.lanes)]
    part = f"{options.record}.{os.getpid()}.part" if options.record else None
    wait_for(run, lanes, lambda: part and write_record(part, "w", summary(run, lanes, time.time() - began, backend)))
    done = summary(run, lanes, time.time() - began, backend)
    if options.record:
        write_record(options.record, "a", done)
        os.path.exists(part) and os.remove(part)
    print(
        f"\n{done['cases']:,} cases from batch {run.seed} on in {done['seconds']} s, "
        f"{done['cases'] / max(done['seconds'], 1):.0f} a second; {len(run.differences)} kinds of difference"
    )
    for key, times in sorted(run.differences.items(), key=lambda item: -item[1]):
        print(f"{times:6} {key}")
    for name, times in done["documented"].items():
        print(f"{times:6} documented: {name}")
    sys.stdout.flush()
    os._exit(bool(run.differences))  # a lane may still wait for a worker


if __name__ == "__main__":
    main()
