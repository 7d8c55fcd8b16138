"""A pytest plugin for `-n`: a worker whose GPU lost its context ends, so that a fresh one takes the tests that are left."""

import os
import threading


def pytest_runtest_logreport(report):
    if report.failed and "context is lost" in str(report.longrepr) and "PYTEST_XDIST_WORKER" in os.environ:
        threading.Timer(0.5, os._exit, (70,)).start()  # the report is sent first: it names the test to look at
