"""Count the objects of an image
`label` numbers connected regions; sums by label give sizes and centres."""

import cuprum as cp
import matplotlib.pyplot as plt
from cuprumx.scipy import ndimage

noise = cp.random.default_rng(6).standard_normal((200, 300))
image = ndimage.gaussian_filter(noise, 6)
labels, count = ndimage.label(image > 1.2 * image.std())
numbers = cp.arange(1, count + 1)
sizes = ndimage.sum_labels(cp.ones(image.shape), labels, numbers)
centres = cp.asarray(ndimage.center_of_mass(image, labels, numbers))

plt.imshow(cp.where(labels > 0, labels, cp.nan).get(), cmap="tab20")
for (row, column), size in zip(centres.get(), sizes.get()):
    plt.text(column, row, f"{size:.0f}", ha="center", va="center", fontsize=7)
plt.title(f"{count} regions with their sizes in pixels")
plt.show()
