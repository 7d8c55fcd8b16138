"""Pi by chance
Random points in a square: the error falls with the square root of their number."""

import cuprum as cp
import matplotlib.pyplot as plt

x, y = cp.random.default_rng(1).random((2, 1_000_000))
inside = (x * x + y * y < 1).astype("float64")
number = cp.arange(1, len(inside) + 1)
estimate = 4 * cp.cumsum(inside) / number
shown = cp.unique(cp.geomspace(10, len(inside), 400).astype("int64")) - 1

plt.loglog((shown + 1).get(), cp.abs(estimate[shown] - cp.pi).get(), label="error of the estimate")
plt.loglog((shown + 1).get(), (1.6 / cp.sqrt(shown + 1)).get(), "--", label="expected error")
plt.xlabel("points")
plt.legend()
plt.show()
