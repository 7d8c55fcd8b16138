"""PageRank
Powers of a sparse matrix find the most important pages of a random web."""

import cuprum as cp
import matplotlib.pyplot as plt
from cuprumx.scipy import sparse

rng = cp.random.default_rng(0)
pages, links = 2000, 20000
source = rng.integers(0, pages, links)
target = (pages * rng.random(links) ** 3).astype("int64")  # early pages get most links
web = sparse.coo_matrix((cp.ones(links), (target, source)), shape=(pages, pages)).tocsr()
out = cp.maximum(web.sum(axis=0).ravel(), 1)
rank = cp.full(pages, 1 / pages)
for _ in range(60):
    rank = 0.15 / pages + 0.85 * (web @ (rank / out))
    rank /= rank.sum()

plt.loglog(cp.bincount(target, minlength=pages).get() + 1, rank.get(), ".", alpha=0.4)
plt.xlabel("links to the page, plus 1")
plt.ylabel("rank")
plt.show()
