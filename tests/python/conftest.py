import os

from hypothesis import settings

import cuprum

# The same examples in every run, so that a failure can be repeated.
settings.register_profile("cuprum", deadline=None, derandomize=True, print_blob=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "cuprum"))


def pytest_report_header():
    return f"cuprum {cuprum.__version__}, backend {cuprum.backend()}"
