"""A pytest plugin for `-n`: a worker whose GPU lost its context ends, so that a fresh one takes the tests that are
left. Failures go to the file FAILURES at once, so that a run that is cut off names them, too. With TEST_DEVICES=0,1
workers take turns at being given one of these devices first."""

import os
import threading

WORKER = os.environ.get("PYTEST_XDIST_WORKER")  # gw0, gw1, ...

if WORKER and "TEST_DEVICES" in os.environ:
    devices = os.environ["TEST_DEVICES"].split(",")
    first = int(WORKER[2:]) % len(devices)
    os.environ["CUDA_VISIBLE_DEVICES"] = ",".join(devices[first:] + devices[:first])


def pytest_runtest_logreport(report):
    if not report.failed:
        return
    if not WORKER:
        if "FAILURES" in os.environ:
            with open(os.environ["FAILURES"], "a") as failures:
                failures.write(f"==== {report.nodeid}\n{str(report.longrepr)[-1500:]}\n")
    elif "context is lost" in str(report.longrepr):
        threading.Timer(0.5, os._exit, (70,)).start()  # the report is sent first: it names the test to look at
