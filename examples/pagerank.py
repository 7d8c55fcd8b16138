"""PageRank of a made-up web: products of a sparse matrix by a vector until nothing changes."""

import cuprum as cp
import cuprumx.scipy.sparse as sparse
from cuprumx.scipy.sparse.csgraph import connected_components

pages, links = 20_000, 300_000
random = cp.random.RandomState(1)
# Few pages are linked to by many: the target is the smallest of three that are drawn.
source = random.randint(0, pages, links)
target = random.randint(0, pages, (3, links)).min(axis=0)

graph = sparse.coo_matrix((cp.ones(links), (source, target)), shape=(pages, pages)).tocsr()
graph.data[...] = 1  # a page that links twice to another counts once
print(f"{pages} pages, {graph.nnz} links, {connected_components(graph, return_labels=False)} separate parts of the web")

# Each page hands its rank to those that it links to; one without links hands it to all.
out = graph.sum(axis=1).ravel()
lonely = out == 0
hand_over = sparse.diags(1 / cp.where(lonely, 1, out)).tocsr() @ graph
damping, rank = 0.85, cp.full(pages, 1 / pages)
for step in range(1, 101):
    spread = hand_over.T @ rank + float(rank[lonely].sum()) / pages
    change = float(cp.abs(damping * spread + (1 - damping) / pages - rank).sum())
    rank = damping * spread + (1 - damping) / pages
    if change < 1e-10:
        break

best = cp.argsort(rank)[::-1][:5]
print(f"{step} steps; the ranks' sum is {float(rank.sum()):.6f}")
for page in best.get():
    print(f"  page {page:5d}: rank {float(rank[page]):.2e}, {int((graph[:, int(page)] != 0).sum())} links to it")
assert abs(float(rank.sum()) - 1) < 1e-9 and change < 1e-10
