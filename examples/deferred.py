#!/usr/bin/env python3
"""Plain programs whose chains of operations run as few kernels: `cuprum.deferred`.

python examples/deferred.py
"""

import time

import numpy as np

import cuprum as cp


def call_price(spot, strike, years, rate, volatility):
    """Return Black and Scholes' price of call options, with a polynomial for the normal distribution."""
    spread = volatility * cp.sqrt(years)
    high = (cp.log(spot / strike) + (rate + 0.5 * volatility * volatility) * years) / spread
    return spot * normal(high) - strike * cp.exp(-rate * years) * normal(high - spread)


def normal(x):
    k = 1 / (1 + 0.2316419 * abs(x))
    terms = k * (0.31938153 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))))
    tail = 0.3989422804014327 * cp.exp(-0.5 * x * x) * terms
    return cp.where(x > 0, 1 - tail, tail)


def milliseconds(function, *arguments):
    function(*arguments)
    cp.cuda.Device().synchronize()
    start = time.perf_counter()
    for _ in range(3):
        function(*arguments)
    cp.cuda.Device().synchronize()
    return (time.perf_counter() - start) / 3 * 1000


def main():
    rng = np.random.default_rng(1)
    spot, strike, years = (cp.asarray(rng.uniform(low, high, 500_000)) for low, high in ((5, 30), (1, 100), (0.25, 10)))
    expected = call_price(spot, strike, years, 0.02, 0.3)
    at_once = milliseconds(call_price, spot, strike, years, 0.02, 0.3)

    def price(rate):
        with cp.deferred():
            result = call_price(spot, strike, years, rate, 0.3)
            cp.eval(result)
        return result

    # The second call has the chain's kernels compiled in the background; numbers that change compile nothing.
    for _ in range(3):
        price(0.02)
        time.sleep(0.3)
    assert price(0.02).tobytes() == expected.tobytes(), "a program cannot tell that its operations waited"
    print(f"Black-Scholes, {spot.size} options: one operation at a time {at_once:.1f} ms, ", end="")
    print(f"deferred {milliseconds(price, 0.02):.1f} ms")


if __name__ == "__main__":
    main()
