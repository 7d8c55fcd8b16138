import os

import pytest
from hypothesis import settings
from known_failures import KNOWN

import cuprum

# The same examples in every run, so that a failure can be repeated; `make nightly` looks for new ones.
settings.register_profile("cuprum", deadline=None, derandomize=True, print_blob=False)
settings.register_profile("explore", deadline=None, max_examples=3000, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "cuprum"))


def pytest_report_header():
    return f"cuprum {cuprum.__version__}, backend {cuprum.backend()}"


def pytest_collection_modifyitems(items):
    for item in items:
        if reason := KNOWN.get(item.nodeid):
            item.add_marker(pytest.mark.xfail(reason=reason, strict=False))
