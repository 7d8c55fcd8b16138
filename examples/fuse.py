#!/usr/bin/env python3
"""Functions of arrays that run as one kernel, or as few as can be: `cuprum.fuse`.

python examples/fuse.py
"""

import time

import numpy as np

import cuprum as cp


@cp.fuse
def half_length(x, y):
    return cp.sqrt(x * x + y * y) * 0.5 + x


@cp.fuse(kernel_name="squared_diff")
def squared_diff(x, y):
    return (x - y) * (x - y)


@cp.fuse()
def softmax(x):
    e = cp.exp(x - x.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


@cp.fuse
def oscillate(position, speed, dt):
    speed -= position * dt  # writes to the caller's arrays
    position += speed * dt
    return (position * position + speed * speed).sum() * 0.5


def milliseconds(function, *arguments):
    function(*arguments)
    cp.cuda.Device().synchronize()
    start = time.perf_counter()
    for _ in range(5):
        function(*arguments)
    cp.cuda.Device().synchronize()
    return (time.perf_counter() - start) / 5 * 1e3


if __name__ == "__main__":
    print("backend:", cp.backend())
    x = np.random.default_rng(0).random(5_000_000)
    d = cp.asarray(x)
    for function in (half_length, squared_diff):
        assert cp.allclose(function(d, d / 2), function.__wrapped__(d, d / 2))
        plain, fused = milliseconds(function.__wrapped__, d, d), milliseconds(function, d, d)
        print(f"{function.__name__}: {plain:.1f} ms operation by operation, {fused:.1f} ms fused")
    rows = d.reshape(5000, 1000)
    print(
        f"softmax: {milliseconds(softmax.__wrapped__, rows):.1f} ms operation by operation, "
        f"{milliseconds(softmax, rows):.1f} ms fused"
    )
    assert cp.allclose(softmax(rows).sum(axis=1), 1)
    position, speed = cp.ones(3), cp.zeros(3)
    print("energies:", [round(float(oscillate(position, speed, dt)), 4) for dt in (0.1, 0.2, 0.1)])
    assert oscillate.trace_count == 1 and position[0] < 1  # other numbers need no new trace; the arrays were written to
