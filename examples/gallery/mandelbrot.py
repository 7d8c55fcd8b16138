"""The Mandelbrot set
One kernel iterates z*z + c for every pixel and counts the rounds."""

import cuprum as cp
import matplotlib.pyplot as plt

rounds = cp.ElementwiseKernel(
    "complex128 c, int32 limit",
    "int32 n",
    """
    complex<double> z = 0;
    for (n = 0; n < limit && real(z) * real(z) + imag(z) * imag(z) < 4; ++n) z = z * z + c;
    """,
    "rounds",
)
x, y = cp.linspace(-2.1, 0.6, 600), cp.linspace(-1.2, 1.2, 500)
counts = rounds(x[None, :] + 1j * y[:, None], 200)

plt.imshow(cp.log(counts + 1).get(), extent=(-2.1, 0.6, -1.2, 1.2), cmap="magma")
plt.xlabel("real part of c")
plt.ylabel("imaginary part of c")
plt.show()
