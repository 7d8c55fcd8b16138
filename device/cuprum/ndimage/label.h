// Connected parts of an array: a forest in which each element's parent stands before it, and each part's root is its
// first element.
//
//     CUPRUM_ND_LABEL_START(name, T, I)    runs on the last axis are joined, as far as they lie in a group of nd_run
//     CUPRUM_ND_LABEL_JOIN(name, I)        each element with those of its neighbours that stand before it
//     CUPRUM_ND_LABEL_ROOTS(name, I)       each element's parent becomes its root
//     CUPRUM_ND_LABEL_NUMBERS(name, I, O)  the parts' numbers, from how many roots there are up to each
//     CUPRUM_ND_LABEL_SEEDS(name, I)       parts that have a seed are marked, or that touch what lies outside
//     CUPRUM_ND_LABEL_SPREAD(name, I)      true in marked parts
#pragma once

#include <cuprum/ndimage/base.h>

namespace cuprum {

template <class T, class I>
CUPRUM_DEVICE void nd_label_start(const LabelArgs& args, long long i) {
    const T* in = (const T*)args.in;
    I* parents = (I*)args.parents;
    if (!cast<bool>(in[i])) {
        parents[i] = -1;
        return;
    }
    long long j = i;
    if (args.along_last) {
        long long rest = i, x = nd_split(rest, args.shape[args.ndim - 1]);
        while (x > 0 && (j & (nd_run - 1)) && cast<bool>(in[j - 1])) --x, --j;
    }
    parents[i] = (I)j;
}

template <class I>
CUPRUM_DEVICE I nd_root(I* parents, I i) {
    I parent = nd_shared_load(parents + i);
    while (parent != i) {
        const I next = nd_shared_load(parents + parent);
        // The way becomes shorter for those who come after. What is lost if another one writes is only that.
        if (next != parent) {
#if CUPRUM_GPU
            *(volatile I*)(parents + i) = next;
#else
            __atomic_store_n(parents + i, next, __ATOMIC_RELAXED);
#endif
        }
        i = parent;
        parent = next;
    }
    return i;
}

template <class I>
CUPRUM_DEVICE void nd_join(I* parents, I a, I b) {
    for (;;) {
        a = nd_root(parents, a);
        b = nd_root(parents, b);
        if (a == b) return;
        if (a < b) {
            const I other = a;
            a = b;
            b = other;
        }
        // Whoever lowers a root's parent joins it; if it was no root any more, its parent is to be joined too.
        const I old = nd_atomic_min(parents + a, b);
        if (old == a) return;
        a = old;
    }
}

CUPRUM_DEVICE int nd_step(const LabelArgs& args, int k, int d) {
    return (args.far_steps ? args.far_steps : args.steps)[k * args.ndim + d];
}

/// The neighbour that a step leads to, -1 where it leads out of the array.
CUPRUM_ND_APART long long nd_stepped(const LabelArgs& args, long long i, int k) {
    long long rest = i, place = 0, stride = 1;
    for (int d = args.ndim - 1; d >= 0; --d) {
        const long long n = args.shape[d], at = nd_split(rest, n) + nd_step(args, k, d);
        if (at < 0 || at >= n) return -1;
        place += at * stride;
        stride *= n;
    }
    return place;
}

/// `x` is the element's place on the last axis; `inside` tells that it has all neighbours.
template <class I>
CUPRUM_DEVICE void nd_label_join_at(const LabelArgs& args, long long i, long long x, bool inside) {
    I* parents = (I*)args.parents;
    const bool before = args.along_last && x > 0 && nd_shared_load(parents + i - 1) >= 0;
    if (before && !(i & (nd_run - 1))) nd_join(parents, (I)i, (I)(i - 1));
    for (int k = 0; k < args.count; ++k) {
        const long long j = inside && k < nd_neighbours ? i + args.offsets[k] : nd_stepped(args, i, k);
        if (j < 0 || nd_shared_load(parents + j) < 0) continue;
        // Runs that lie beside each other are joined once, where the later one of them begins.
        if (before && x + nd_step(args, k, args.ndim - 1) > 0 && nd_shared_load(parents + j - 1) >= 0) continue;
        nd_join(parents, (I)i, (I)j);
    }
}

#if CUPRUM_GPU

template <class I>
CUPRUM_DEVICE void nd_label_join(const LabelArgs& args, long long i) {
    if (nd_shared_load((I*)args.parents + i) < 0) return;
    bool inside = true;
    long long x = 0, rest = i;
    for (int d = args.ndim - 1; d >= 0; --d) {
        const long long n = args.shape[d], at = nd_split(rest, n);
        if (d == args.ndim - 1) x = at;
        inside &= at > 0 && at + 1 < n;
    }
    nd_label_join_at<I>(args, i, x, inside);
}

#else

/// Elements one after the other: only where a line begins their places are divided out.
template <class I>
static void nd_label_join_range(const LabelArgs& args, long long begin, long long end) {
    const long long n = args.shape[args.ndim - 1];
    for (long long i = begin; i < end;) {
        bool inside = true;
        long long rest = i;
        const long long first = nd_split(rest, n), stop = i - first + n < end ? i - first + n : end;
        for (int d = args.ndim - 2; d >= 0; --d) {
            const long long at = nd_split(rest, args.shape[d]);
            inside &= at > 0 && at + 1 < args.shape[d];
        }
        for (long long x = first; i < stop; ++i, ++x)
            if (nd_shared_load((I*)args.parents + i) >= 0)
                nd_label_join_at<I>(args, i, x, inside && x > 0 && x + 1 < n);
    }
}

/// A run's elements take their parent from the one before, which the same thread has seen: threads share out whole
/// groups.
template <class T, class I>
static void nd_label_start_range(const LabelArgs& args, long long begin, long long end) {
    const T* in = (const T*)args.in;
    I* parents = (I*)args.parents;
    const long long n = args.shape[args.ndim - 1];
    long long x = begin % n;
    for (long long i = begin; i < end; ++i, x = x + 1 == n ? 0 : x + 1) {
        if (!cast<bool>(in[i])) parents[i] = -1;
        else if (args.along_last && x > 0 && i > begin && (i & (nd_run - 1)) && parents[i - 1] >= 0)
            parents[i] = parents[i - 1];
        else parents[i] = (I)i;
    }
}

#endif

template <class I>
CUPRUM_DEVICE void nd_label_roots(const LabelArgs& args, long long i) {
    I* parents = (I*)args.parents;
    const I parent = nd_shared_load(parents + i);
    int root = 0;
    if (parent >= 0) {
        I r = parent, next = nd_shared_load(parents + r);
        while (next != r) {
            r = next;
            next = nd_shared_load(parents + r);
        }
        if (r != parent) {
#if CUPRUM_GPU
            *(volatile I*)(parents + i) = r;
#else
            __atomic_store_n(parents + i, r, __ATOMIC_RELAXED);
#endif
        }
        root = r == (I)i;
    }
    if (args.roots) ((int*)args.roots)[i] = root;
}

template <class I, class O>
CUPRUM_DEVICE void nd_label_numbers(const LabelArgs& args, long long i) {
    const I root = ((const I*)args.parents)[i];
    ((O*)args.out)[i] = root < 0 ? O(0) : cast<O>(((const int*)args.roots)[root]);
}

template <class I>
CUPRUM_DEVICE void nd_label_seeds(const LabelArgs& args, long long i) {
    const I root = ((const I*)args.parents)[i];
    if (root < 0) return;
    bool marked = args.seeds && ((const unsigned char*)args.seeds)[i];
    if (!marked && args.border) {
        // A step and its opposite both lead to neighbours.
        long long rest = i;
        bool edge = false;
        for (int d = args.ndim - 1; d >= 0; --d) {
            const long long n = args.shape[d], at = nd_split(rest, n);
            edge |= at == 0 || at == n - 1;
        }
        for (int k = 0; edge && k < args.count && !marked; ++k) {
            bool inside = true, opposite = true;
            rest = i;
            for (int d = args.ndim - 1; d >= 0; --d) {
                const long long n = args.shape[d], at = nd_split(rest, n), step = nd_step(args, k, d);
                inside &= at + step >= 0 && at + step < n;
                opposite &= at - step >= 0 && at - step < n;
            }
            marked = !inside || !opposite;
        }
    }
    if (marked) args.marks[root] = 1;
}

template <class I>
CUPRUM_DEVICE void nd_label_spread(const LabelArgs& args, long long i) {
    const I root = ((const I*)args.parents)[i];
    ((bool*)args.out)[i] = root >= 0 && args.marks[root] != 0;
}

#if CUPRUM_GPU
#define CUPRUM_ND_LABEL_START(name, T, I) CUPRUM_ND_ITEMS(name, LabelArgs, cuprum::nd_label_start<T, I>)
#define CUPRUM_ND_LABEL_JOIN(name, I) CUPRUM_ND_ITEMS(name, LabelArgs, cuprum::nd_label_join<I>)
#else
#define CUPRUM_ND_LABEL_START(name, T, I)                                                 \
    extern "C" void name(const cuprum::LabelArgs* args, long long begin, long long end) { \
        cuprum::nd_label_start_range<T, I>(*args, begin, end);                            \
    }
#define CUPRUM_ND_LABEL_JOIN(name, I)                                                     \
    extern "C" void name(const cuprum::LabelArgs* args, long long begin, long long end) { \
        cuprum::nd_label_join_range<I>(*args, begin, end);                                \
    }
#endif
#define CUPRUM_ND_LABEL_ROOTS(name, I) CUPRUM_ND_ITEMS(name, LabelArgs, cuprum::nd_label_roots<I>)
#define CUPRUM_ND_LABEL_NUMBERS(name, I, O) CUPRUM_ND_ITEMS(name, LabelArgs, cuprum::nd_label_numbers<I, O>)
#define CUPRUM_ND_LABEL_SEEDS(name, I) CUPRUM_ND_ITEMS(name, LabelArgs, cuprum::nd_label_seeds<I>)
#define CUPRUM_ND_LABEL_SPREAD(name, I) CUPRUM_ND_ITEMS(name, LabelArgs, cuprum::nd_label_spread<I>)

}  // namespace cuprum
