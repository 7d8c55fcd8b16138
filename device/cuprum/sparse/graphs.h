// Kernels of graphs: components, shortest paths and spanning trees.
#pragma once

#include <cuprum/base.h>

namespace cuprum {

/// Hangs the trees of the nodes that the edges of node i connect below each other: of two roots the one with the
/// larger number below the other, whatever the order in which threads come.
template <class Index, class I>
CUPRUM_DEVICE void graph_join(Index i, const I* indices, const I* indptr, int* parent) {
    const auto root = [&](int v) {
        volatile int* parents = &parent[0];
        int up = parents[v];
        while (up != v) {
            const int above = parents[up];
            if (above != up) atomicCAS(&parent[v], up, above);  // half of the way for those who come later
            v = up;
            up = above;
        }
        return v;
    };
    for (long long k = indptr[i]; k < indptr[i + 1]; ++k) {
        int one = root((int)i), two = root((int)indices[k]);
        while (one != two) {
            if (one < two) {
                const int other = one;
                one = two;
                two = other;
            }
            const int found = atomicCAS(&parent[one], one, two);
            if (found == one) break;
            one = root(found);
            two = root(two);
        }
    }
}

/// The shortest path to a node by one more edge.
template <class Index, class I>
CUPRUM_DEVICE void graph_relax(Index i, const double* weights, const I* indices, const I* indptr, const double* others,
                               const I* back, const I* back_ends, bool directed, long long n, const double* lengths,
                               double* shorter, int* before, int* changed) {
    const long long row = i / n, node = i % n;
    double best = lengths[i];
    int from = -1;
    for (long long k = indptr[node]; k < indptr[node + 1]; ++k) {
        const double length = lengths[row * n + indices[k]] + weights[k];
        if (length < best) {
            best = length;
            from = (int)indices[k];
        }
    }
    if (!directed) {
        for (long long k = back_ends[node]; k < back_ends[node + 1]; ++k) {
            const double length = lengths[row * n + back[k]] + others[k];
            if (length < best) {
                best = length;
                from = (int)back[k];
            }
        }
    }
    shorter[i] = best;
    if (from >= 0) {
        before[i] = from;
        changed[0] = 1;
    }
}

/// A tree hangs itself below the one that its edge leads to; of two that lead to each other one stays.
template <class Index>
CUPRUM_DEVICE void graph_hang(Index i, const int* from, const int* to, const int* root, const long long* best,
                              const long long* order, const double* data, int* parent, double* chosen, int* changed) {
    parent[i] = (int)i;
    const long long edge = best[i];
    if (root[i] == i && edge != 0x7fffffffffffffffLL) {
        const int one = root[from[edge]], two = root[to[edge]], other = one == i ? two : one;
        if (best[other] != edge || other < i) parent[i] = other;
        chosen[order[edge]] = data[order[edge]];
        changed[0] = 1;
    }
}

/// The length of the path from a row to a node along its predecessors.
template <class Index>
CUPRUM_DEVICE void graph_path_sums(Index i, const double* lengths, const int* before, long long n, bool directed,
                                   double none, double* sums) {
    const long long row = i / n;
    long long node = i % n;
    double sum = 0;
    for (long long steps = 0; node != row; ++steps) {
        const long long previous = before[row * n + node];
        if (previous < 0 || previous >= n || steps >= n) {
            sum = none;
            break;
        }
        double length = lengths[previous * n + node];
        if (!directed) {
            const double other = lengths[node * n + previous];
            if (other < length) length = other;
        }
        sum += length;
        node = previous;
    }
    sums[i] = sum;
}

}  // namespace cuprum
