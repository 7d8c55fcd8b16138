"""The price of an option
Random paths of a stock against the formula of Black and Scholes."""

import cuprum as cp
import matplotlib.pyplot as plt
from cuprumx.scipy.special import ndtr

rng = cp.random.default_rng(7)
start, rate, volatility, years, steps = 100.0, 0.03, 0.25, 1.0, 100
noise = rng.standard_normal((steps, 20000))
step = years / steps
paths = start * cp.exp(cp.cumsum((rate - volatility**2 / 2) * step + volatility * step**0.5 * noise, axis=0))
strike = cp.linspace(70, 140, 40)
sampled = cp.exp(-rate * years) * cp.maximum(paths[-1][:, None] - strike, 0).mean(axis=0)
d1 = (cp.log(start / strike) + (rate + volatility**2 / 2) * years) / (volatility * years**0.5)
formula = start * ndtr(d1) - strike * cp.exp(-rate * years) * ndtr(d1 - volatility * years**0.5)

figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.5), layout="constrained")
left.plot(paths[:, :40].get(), linewidth=0.6)
left.set(xlabel="step", ylabel="price of the stock")
right.plot(strike.get(), formula.get(), label="formula")
right.plot(strike.get(), sampled.get(), "o", markersize=3, label="20000 paths")
right.set(xlabel="strike", ylabel="price of the option")
right.legend()
plt.show()
