"""The process that makes the calls. It notes each case before it runs, so that a crash or a hang can be named."""

import argparse
import collections
import json
import mmap
import os
import signal
import struct
import sys
import time
import warnings

import numpy as np

RESTART = 60_000  # cases after which a fresh process goes on: compiled kernels stay in memory


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--stride", type=int, default=1)
    parser.add_argument("--progress")
    parser.add_argument("--until", type=float, default=float("inf"))
    parser.add_argument("--batches", type=int)
    parser.add_argument("--only")
    parser.add_argument("--pairs", type=int, default=0)
    parser.add_argument("--library", default="numpy")
    parser.add_argument("--known", default="[]")
    parser.add_argument("--show", type=int)
    options = parser.parse_args()

    from .batches import cases, judge
    from .shrink import kind_of, shrink

    if options.show is not None:
        for number, case in enumerate(cases(options.seed, options.only, options.pairs, options.library)):
            if number == options.show:
                print(case.program())
        return
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):  # which the whole group has: the runner ends this
        signal.signal(number, signal.SIG_IGN)
    with open(options.progress, "r+b") as file:
        note = mmap.mmap(file.fileno(), 24)
    known, seed, count, batches = set(json.loads(options.known)), options.seed, 0, 0
    documented = collections.Counter()

    def say(**what):
        print(json.dumps(what), flush=True)

    said = 0
    np.seterr(all="ignore")
    warnings.simplefilter("ignore")
    while time.time() < options.until and count < RESTART and (options.batches is None or batches < options.batches):
        for number, case in enumerate(cases(seed, options.only, options.pairs, options.library)):
            if time.time() > options.until:
                break
            count += 1
            struct.pack_into("qqq", note, 0, seed, number, count)
            found = judge(case)
            if found is not None and found.startswith("documented: "):
                documented[found[12:]] += 1
            elif found is not None:
                key = f"{case.path}: {kind_of(found)}"
                if key in known:
                    say(again=key)
                    continue
                known.add(key)
                small = shrink(case, found)
                say(key=key, found=judge(small) or found, program=small.program(), seed=seed, number=number)
        seed += options.stride
        batches += 1
        if time.time() - said > 5:
            said = time.time()
            say(cases=count, documented=documented)
    say(cases=count, documented=documented, next=seed, finished=True)
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
