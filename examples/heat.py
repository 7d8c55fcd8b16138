"""Heat in a plate: the five-point Laplacian as a sparse matrix, solved by conjugate gradients."""

import time

import cuprum as cp
import cuprumx.scipy.sparse as sparse
import cuprumx.scipy.sparse.linalg as linalg


def plate(side):
    """The equations of the temperature at side x side points: each is the mean of its four neighbours, but for
    sources."""
    line = sparse.diags([-1.0, 2.0, -1.0], [-1, 0, 1], shape=(side, side), format="csr")
    return sparse.kronsum(line, line, format="csr")


def right_hand_side(side):
    """The upper edge is kept at 100 degrees, the others at 0; in the middle of the plate stands a heater."""
    heat = cp.zeros((side, side))
    heat[0] += 100
    heat[side // 2, side // 2] += 50
    return heat.ravel()


def picture(temperature, lines=12):
    """Letters from cold to hot."""
    side = temperature.shape[0]
    step = max(1, side // lines)
    shades = " .:-=+*#%@"
    for row in cp.asnumpy(temperature[::step, :: max(1, step // 2)]):
        print("  " + "".join(shades[min(9, int(value / 10))] for value in row))


# A plate that a dense solver can do, too.
side = 24
matrix, heat = plate(side), right_hand_side(side)
solution, info = linalg.cg(matrix, heat, rtol=1e-10)
dense = cp.linalg.solve(matrix.toarray(), heat)
difference = float(cp.abs(solution - dense).max())
print(f"{side} x {side} points: conjugate gradients and a dense solver differ by {difference:.1e}")
assert info == 0 and difference < 1e-6

# And one that it cannot: the dense matrix would have 68 billion bytes.
side = 300
matrix, heat = plate(side), right_hand_side(side)
start = time.perf_counter()
solution, info = linalg.cg(matrix, heat, rtol=1e-6, maxiter=5000)
residual = float(cp.linalg.norm(matrix @ solution - heat) / cp.linalg.norm(heat))
print(
    f"{side} x {side} points, {matrix.nnz} elements: residual {residual:.1e} after {time.perf_counter() - start:.2f} s"
)
assert info == 0 and residual < 1e-5
picture(solution.reshape(side, side))
