"""The density of samples
A kernel density estimate of two-dimensional samples, with the samples themselves."""

import cuprum as cp
import matplotlib.pyplot as plt
from cuprumx.scipy import stats

rng = cp.random.default_rng(0)
a = rng.standard_normal((2, 500))
b = rng.standard_normal((2, 300)) * 0.5 + cp.array([[2.0], [1.5]])
samples = cp.concatenate([a, b], axis=1)
y, x = cp.mgrid[-3.5:4:100j, -3.5:4:100j]
density = stats.gaussian_kde(samples)(cp.stack([x.ravel(), y.ravel()])).reshape(x.shape)

plt.contourf(x.get(), y.get(), density.get(), levels=12, cmap="Blues")
plt.plot(*samples.get(), "k.", markersize=2)
plt.gca().set_aspect("equal")
plt.show()
