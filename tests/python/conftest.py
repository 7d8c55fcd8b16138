import gc
import os

from hypothesis import settings

import cuprum

# The same examples in every run, so that a failure can be repeated; `make nightly` looks for new ones.
settings.register_profile("cuprum", deadline=None, derandomize=True, print_blob=False)
settings.register_profile("explore", deadline=None, max_examples=3000, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "cuprum"))


def pytest_collection_finish():
    # Tests that collect garbage look at what they made, not at thirty thousand descriptions of tests each time.
    gc.collect()
    gc.freeze()


def pytest_report_header():
    return f"cuprum {cuprum.__version__}, backend {cuprum.backend()}"
