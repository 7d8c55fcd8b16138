"""Blur, edges, thresholds
Filters of images: a picture of circles, with noise, and what three filters find."""

import cuprum as cp
import matplotlib.pyplot as plt
from cuprumx.scipy import ndimage

rng = cp.random.default_rng(0)
y, x = cp.mgrid[:160, :240]
image = cp.zeros(x.shape)
for row, column, radius in ((50, 60, 30), (100, 150, 40), (40, 200, 20)):
    image += (x - column) ** 2 + (y - row) ** 2 < radius**2
image += 0.3 * rng.standard_normal(image.shape)
pictures = {
    "image": image,
    "gaussian_filter": ndimage.gaussian_filter(image, 2),
    "median_filter": ndimage.median_filter(image, 7),
    "gaussian_gradient_magnitude": ndimage.gaussian_gradient_magnitude(image, 2),
}

figure, axes = plt.subplots(2, 2, figsize=(8, 5.5), layout="constrained")
for axis, (title, picture) in zip(axes.flat, pictures.items()):
    axis.imshow(picture.get(), cmap="gray")
    axis.set(title=title, xticks=[], yticks=[])
plt.show()
