"""Principal components
The singular value decomposition finds the directions in which data vary, and keeps an image in few numbers."""

import cuprum as cp
import matplotlib.pyplot as plt

y, x = cp.mgrid[:128, :128] / 128
image = cp.sin(12 * x * y) + cp.exp(-30 * ((x - 0.6) ** 2 + (y - 0.3) ** 2)) + ((x + y) % 0.25 < 0.05) * 0.5
u, s, vt = cp.linalg.svd(image)

figure, axes = plt.subplots(1, 4, figsize=(11, 3), layout="constrained")
for axis, rank in zip(axes, (2, 8, 25)):
    axis.imshow(((u[:, :rank] * s[:rank]) @ vt[:rank]).get(), cmap="gray")
    axis.set(title=f"{rank} components", xticks=[], yticks=[])
axes[3].semilogy(s.get())
axes[3].set(title="singular values", xlabel="component")
plt.show()
