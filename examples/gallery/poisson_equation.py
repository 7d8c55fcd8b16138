"""The field of two charges
A sparse matrix with five diagonals, and conjugate gradients that solve it."""

import cuprum as cp
import matplotlib.pyplot as plt
from cuprumx.scipy import sparse
from cuprumx.scipy.sparse.linalg import cg

n = 80
second = sparse.diags([cp.full(n - 1, -1.0), cp.full(n, 2.0), cp.full(n - 1, -1.0)], [-1, 0, 1])
laplace = sparse.kron(sparse.eye(n), second) + sparse.kron(second, sparse.eye(n))
charge = cp.zeros((n, n))
charge[25, 25], charge[55, 50] = 1, -1
potential = cg(laplace.tocsr(), charge.ravel(), rtol=1e-8)[0].reshape(n, n)
down, right = cp.gradient(-potential)

y, x = cp.mgrid[:n, :n]
plt.contourf(potential.get(), levels=30, cmap="RdBu_r")
plt.streamplot(x.get(), y.get(), right.get(), down.get(), color="k", linewidth=0.4, arrowsize=0.6, density=1.2)
plt.gca().set_aspect("equal")
plt.show()
