"""`make fuzz SECONDS=60`: random calls in NumPy and in cuprum until time is over; prints each kind of difference once.

The exit status is 1 where something differs, crashes or hangs.
"""

import argparse
import json
import os
import random
import struct
import subprocess
import sys
import tempfile
import threading
import time

HANGS_AFTER = 300  # seconds for one case; a first one compiles


class Lane:
    """One worker after the other, on every n-th batch."""

    def __init__(self, run, seed):
        self.run, self.seed, self.done, self.crashes = run, seed, 0, 0

    def work(self):
        while time.time() < self.run.until and (self.run.batches is None or self.seed < self.run.last):
            self._one_worker()

    def _one_worker(self):
        run = self.run
        with tempfile.NamedTemporaryFile() as progress:
            progress.write(bytes(24))
            progress.flush()
            arguments = ["--seed", self.seed, "--stride", run.lanes, "--progress", progress.name, "--until", run.until]
            if run.batches is not None:
                arguments += ["--batches", (run.last - self.seed + run.lanes - 1) // run.lanes]
            arguments += run.choice
            worker = self._start([*arguments, "--known", json.dumps(sorted(run.differences))])
            finished, before = False, self.done
            watch = threading.Thread(target=self._watch, args=(worker, progress.name), daemon=True)
            watch.start()
            for line in worker.stdout:
                if not line.startswith("{"):
                    continue
                told = json.loads(line)
                if "cases" in told:
                    self.done = before + told["cases"]
                    self.seed = told.get("next", self.seed)
                    finished = told.get("finished", False)
                else:
                    run.tell(told)
            worker.wait()
            if finished:
                return
            seed, number, count = struct.unpack("qqq", open(progress.name, "rb").read(24))
            self.done, self.seed = before + count, seed + run.lanes
            errors = worker.stderr.read()[-2000:]
            program = self._start(["--seed", seed, "--show", number, *run.choice]).communicate()[0]
            how = "hangs" if getattr(worker, "hung", False) else f"ends the process with {worker.returncode}"
            run.tell({"key": f"{how}: {program.splitlines()[-4] if program else ''}", "found": how + "\n" + errors, "program": program, "seed": seed, "number": number})  # fmt: skip

    @staticmethod
    def _start(arguments):
        command = [sys.executable, "-m", "fuzz.worker", *map(str, arguments)]
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def _watch(self, worker, path):
        last, since = None, time.time()
        while worker.poll() is None:
            time.sleep(0.5)
            now = open(path, "rb").read(24)
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
        self.choice += ["--dtypes", options.dtypes] if options.dtypes else []
        self.seed = random.SystemRandom().randrange(2**40) if options.seed is None else options.seed
        self.last = self.seed + (options.batches or 0)
        self.differences, self.known, self._lock = {}, {}, threading.Lock()

    def tell(self, told):
        with self._lock:
            if "known" in told:
                self.known[told["known"]] = self.known.get(told["known"], 0) + 1
                return
            key = told.get("again") or told["key"]
            self.differences[key] = self.differences.get(key, 0) + 1
            if "program" in told and self.differences[key] == 1:
                print(
                    f"\n# {key}\n# {told['found']}\n# batch {told['seed']}, case {told['number']}\n{told['program']}",
                    flush=True,
                )


def main():
    parser = argparse.ArgumentParser(prog="python -m fuzz", description=__doc__)
    parser.add_argument(
        "--seconds", type=float, default=0, help="how long; for ever where neither this nor --batches is given"
    )
    parser.add_argument("--seed", type=int, help="of the first batch; by default another one in each run")
    parser.add_argument("--batches", type=int, help="how many batches, of some 300 cases each")
    parser.add_argument("--workers", type=int, default=1, help="processes side by side")
    parser.add_argument("--only", help="one function, by its path such as add.reduce, or by its last name")
    parser.add_argument(
        "--dtypes", help="the codes of the few dtypes of most arrays, such as dl: quick where kernels must be compiled"
    )
    run = Run(parser.parse_args())
    os.environ.setdefault("CUPRUM_CHECK", "bounds")  # a GPU's indices are looked at, too
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    began = time.time()
    lanes = [Lane(run, run.seed + k) for k in range(run.lanes)]
    threads = [threading.Thread(target=lane.work, daemon=True) for lane in lanes]
    for thread in threads:
        thread.start()
    try:
        for thread in threads:
            thread.join()
    except KeyboardInterrupt:
        pass
    total, seconds = sum(lane.done for lane in lanes), time.time() - began
    print(
        f"\n{total:,} cases from batch {run.seed} on in {seconds:.0f} s, {total / max(seconds, 1e-9):.0f} a second; {len(run.differences)} kinds of difference"
    )
    for key, times in sorted(run.differences.items(), key=lambda item: -item[1]):
        print(f"{times:6} {key}")
    for name, times in sorted(run.known.items(), key=lambda item: -item[1]):
        print(f"{times:6} known, to be mended: {name}")
    sys.exit(bool(run.differences))


if __name__ == "__main__":
    main()
