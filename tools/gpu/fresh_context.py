"""A pytest plugin for `-n`: a worker whose GPU lost its context ends, so that a fresh one takes the tests that are left.
Failures go to the file FAILURES at once, so that a run that is cut off names them, too."""

import os
import threading


def pytest_runtest_logreport(report):
    if not report.failed:
        return
    if "PYTEST_XDIST_WORKER" not in os.environ:
        if "FAILURES" in os.environ:
            with open(os.environ["FAILURES"], "a") as failures:
                failures.write(f"==== {report.nodeid}\n{str(report.longrepr)[-1500:]}\n")
    elif "context is lost" in str(report.longrepr):
        threading.Timer(0.5, os._exit, (70,)).start()  # the report is sent first: it names the test to look at
