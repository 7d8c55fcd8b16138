"""Prices, deltas, gammas and vegas of European options, and the volatility that a price implies, by Newton's method."""

import numpy as np

SIZES = [20_000, 2_000_000]


def start(xp, size):
    rng = np.random.default_rng(2)
    price = rng.uniform(80, 120, size)
    strike = rng.uniform(80, 120, size)
    years = rng.uniform(0.1, 2, size)
    return xp.asarray(price), xp.asarray(strike), xp.asarray(years), xp.full(size, 0.2)


def normal(xp, x):
    """The distribution function of the normal distribution (Abramowitz and Stegun 26.2.17)."""
    k = 1 / (1 + 0.2316419 * abs(x))
    tail = ((((1.330274429 * k - 1.821255978) * k + 1.781477937) * k - 0.356563782) * k + 0.319381530) * k
    tail = tail * xp.exp(-0.5 * x * x) * 0.3989422804014327
    return xp.where(x > 0, 1 - tail, tail)


def greeks(xp, price, strike, years, volatility, rate=0.05):
    root = volatility * xp.sqrt(years)
    d1 = (xp.log(price / strike) + (rate + 0.5 * volatility * volatility) * years) / root
    d2 = d1 - root
    density = xp.exp(-0.5 * d1 * d1) * 0.3989422804014327
    discounted = strike * xp.exp(-rate * years)
    delta = normal(xp, d1)
    call = price * delta - discounted * normal(xp, d2)
    put = call - price + discounted
    gamma = density / (price * root)
    vega = price * density * xp.sqrt(years)
    return call, put, delta, gamma, vega


def advance(xp, state, steps=4):
    price, strike, years, volatility = state
    market = greeks(xp, price, strike, years, 0.25 + 0.001 * (price - strike))[0]
    for _ in range(steps):
        call, put, delta, gamma, vega = greeks(xp, price, strike, years, volatility)
        volatility = xp.clip(volatility - (call - market) / xp.maximum(vega, 1e-8), 0.01, 2)
    return price, strike, years, volatility
