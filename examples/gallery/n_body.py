"""Two galaxies meet
Gravity between all pairs of bodies: broadcasting makes the table of distances. Places are complex numbers."""

import cuprum as cp
import matplotlib.pyplot as plt

rng = cp.random.default_rng(4)
count = 200


def galaxy(middle, speed):
    radius, turn = rng.uniform(0.3, 2, count), cp.exp(1j * rng.uniform(0, 2 * cp.pi, count))
    return middle + radius * turn, speed + 1j * turn * cp.sqrt(radius / 4)


(a, a_speed), (b, b_speed) = galaxy(-3 - 1j, 0.4), galaxy(3 + 1j, -0.4)
place, speed = cp.concatenate([a, b]), cp.concatenate([a_speed, b_speed])
for _ in range(220):
    apart = place - place[:, None]
    square = apart.real**2 + apart.imag**2 + 0.05
    speed += 0.03 * (apart / (square * cp.sqrt(square))).sum(axis=1) / count
    place += 0.03 * speed

plt.figure(figsize=(5, 5))
for part in (place[:count], place[count:]):
    plt.scatter(part.real.get(), part.imag.get(), s=3)
plt.axis("equal")
plt.show()
