"""Python programs in processes of their own, for what is paid once in a process."""

import os
import subprocess
import sys


def python(program, **environment):
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=120, env={**os.environ, **environment}
    )
    if done.returncode:
        raise RuntimeError((done.stderr.strip().splitlines() or ["no message"])[-1])
    return done
