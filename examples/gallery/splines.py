"""A smooth curve through points
A cubic spline and one that does not overshoot, through the same steps."""

import cuprum as cp
import matplotlib.pyplot as plt
from cuprumx.scipy import interpolate

x = cp.array([0.0, 1, 2, 3, 4, 5, 6, 7, 8])
y = cp.array([0.0, 0, 0.1, 2.9, 3, 3, 3.1, 1, 1])
fine = cp.linspace(0, 8, 400)

plt.plot(x.get(), y.get(), "ko", label="points")
plt.plot(fine.get(), interpolate.CubicSpline(x, y)(fine).get(), label="CubicSpline")
plt.plot(fine.get(), interpolate.PchipInterpolator(x, y)(fine).get(), label="PchipInterpolator")
plt.legend()
plt.show()
