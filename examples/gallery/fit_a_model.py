"""Fit a model to measurements
Least squares for a thousand data sets at once, and the scatter of the slopes that they give."""

import cuprum as cp
import matplotlib.pyplot as plt

rng = cp.random.default_rng(3)
x = cp.linspace(0, 1, 30)
model = cp.stack([cp.ones_like(x), x, x * x], axis=1)
data = model @ cp.array([1.0, 2.0, -1.5]) + 0.1 * rng.standard_normal((1000, 30))
coefficients = cp.linalg.lstsq(model, data.T, rcond=None)[0]

figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.5), layout="constrained")
left.plot(x.get(), data[0].get(), "o", label="one data set")
left.plot(x.get(), (model @ coefficients[:, 0]).get(), label="its fit")
left.legend()
right.hist(coefficients[1].get(), bins=40)
right.axvline(2, color="k", linestyle="--")
right.set(xlabel="slope at 0; true: 2", ylabel="data sets")
plt.show()
