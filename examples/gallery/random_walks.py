"""Random walks
Ten thousand walkers: a sum along an axis for their paths, a histogram for where they are."""

import cuprum as cp
import matplotlib.pyplot as plt

steps = cp.random.default_rng(9).choice(cp.array([-1, 1]), (500, 10000))
place = cp.cumsum(steps, axis=0)
counts, edges = cp.histogram(place[-1], bins=40)

figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.5), layout="constrained")
left.plot(place[:, :50].get(), linewidth=0.5)
left.plot(place.std(axis=1).get(), "k--", label="standard deviation")
left.set(xlabel="step", ylabel="place")
left.legend()
right.stairs(counts.get(), edges.get(), fill=True)
right.set(xlabel="place after 500 steps", ylabel="walkers")
plt.show()
