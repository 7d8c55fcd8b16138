"""Remove stripes from an image
In the Fourier transform, a regular pattern is a pair of points, which a mask removes."""

import cuprum as cp
import matplotlib.pyplot as plt
from cuprumx.scipy import ndimage

clean = ndimage.gaussian_filter(cp.random.default_rng(8).standard_normal((200, 200)), 8)
clean /= clean.std()
y, x = cp.mgrid[:200, :200]
image = clean + cp.sin(2 * cp.pi * (0.06 * x + 0.1 * y))
spectrum = cp.fft.fft2(image)
size = cp.abs(spectrum)
size[:12, :12] = size[-12:, :12] = size[:12, -12:] = size[-12:, -12:] = 0  # what is large and smooth stays
mended = cp.fft.ifft2(cp.where(size > 0.3 * size.max(), 0, spectrum)).real

figure, axes = plt.subplots(1, 3, figsize=(9, 3.2), layout="constrained")
pictures = {"image": image, "log of the spectrum": cp.fft.fftshift(cp.log(cp.abs(spectrum))), "mended": mended}
for axis, (title, picture) in zip(axes, pictures.items()):
    axis.imshow(picture.get(), cmap="gray")
    axis.set(title=title, xticks=[], yticks=[])
plt.show()
