// A tree of points: bounding boxes over points along a curve that fills space. Each thread asks for one place.
//
//     CUPRUM_TREE_KEYS(name), CUPRUM_TREE_BOXES(name)
//     CUPRUM_TREE_QUERY(name, axes, kept, plain)
//         axes: how many coordinates there are, 0 for any number; kept: room for so many neighbours, 0 where they are
//         kept in the result; plain: distances are Euclidean and no axis has a period
//     CUPRUM_TREE_BALL(name, axes, fills)     fills: writes the points rather than counts them
//     CUPRUM_TREE_PAIRS(name, weighted)
//
// Distances are compared as powers, sums of |difference|^p, for which no root is needed.
#pragma once

#include <cuprum/real_math.h>
#include <cuprum/spatial/tree_args.h>

namespace cuprum {

// The points of a leaf, all leaves having as many, but for one.
CUPRUM_DEVICE long long tree_leaf_begin(const Tree& tree, long long leaf) { return leaf * tree.count >> tree.levels; }

/// Turns coordinates of so many bits into those of the place on Hilbert's curve, of which each holds every `axes`-th
/// bit (Skilling, "Programming the Hilbert curve", 2004). Neighbours on it are neighbours in space, so that the boxes
/// of leaves hardly overlap.
CUPRUM_DEVICE void tree_hilbert(unsigned* cells, int axes, int bits) {
    const unsigned highest = 1u << (bits - 1);
    for (unsigned bit = highest; bit > 1; bit >>= 1)
        for (int d = 0; d < axes; ++d) {
            const unsigned lower = bit - 1;
            if (cells[d] & bit) {
                cells[0] ^= lower;
            } else {
                const unsigned differ = (cells[0] ^ cells[d]) & lower;
                cells[0] ^= differ;
                cells[d] ^= differ;
            }
        }
    for (int d = 1; d < axes; ++d) cells[d] ^= cells[d - 1];
    unsigned turn = 0;
    for (unsigned bit = highest; bit > 1; bit >>= 1)
        if (cells[axes - 1] & bit) turn ^= bit - 1;
    for (int d = 0; d < axes; ++d) cells[d] ^= turn;
}

CUPRUM_DEVICE void tree_key(const TreeKeysArgs& args, long long i) {
    const int axes = args.axes < 16 ? args.axes : 16, bits = 63 / axes < 21 ? 63 / axes : 21;
    unsigned long long key = 0;
    unsigned cells[16];
    for (int d = 0; d < axes; ++d) {
        const double width = args.high[d] - args.low[d];
        const double share = width > 0 ? (args.points[i * args.axes + d] - args.low[d]) / width : 0;
        cells[d] = (unsigned)(share * ((1 << bits) - 1));
    }
    if (axes > 1) tree_hilbert(cells, axes, bits);
    for (int b = bits - 1; b >= 0; --b)
        for (int d = 0; d < axes; ++d) key = key << 1 | (cells[d] >> b & 1);
    args.keys[i] = key;
}

CUPRUM_DEVICE void tree_box(const TreeBoxesArgs& args, long long i) {
    const Tree& tree = args.tree;
    const long long node = args.first + i;
    double* low = tree.boxes + node * 2 * tree.axes;
    double* high = low + tree.axes;
    if (node >= tree.leaves) {
        const long long leaf = node - tree.leaves, begin = tree_leaf_begin(tree, leaf),
                        end = tree_leaf_begin(tree, leaf + 1);
        for (int d = 0; d < tree.axes; ++d) {
            double least = limits<double>::infinity(), most = -limits<double>::infinity();
            for (long long k = begin; k < end; ++k) {
                const double x = tree.points[k * tree.axes + d];
                least = x < least ? x : least;
                most = x > most ? x : most;
            }
            low[d] = least;
            high[d] = most;
        }
    } else {
        const double *left = tree.boxes + 4 * node * tree.axes, *right = left + 2 * tree.axes;
        for (int d = 0; d < tree.axes; ++d) {
            low[d] = left[d] < right[d] ? left[d] : right[d];
            high[d] = left[tree.axes + d] > right[tree.axes + d] ? left[tree.axes + d] : right[tree.axes + d];
        }
    }
}

// Powers of any order are rare, and long: one copy of them does for all places that ask for it.
#if CUPRUM_GPU
__device__ __noinline__
#else
static __attribute__((noinline))
#endif
    double
    tree_pow(double x, double p) {
    return pow(x, p);
}

CUPRUM_DEVICE double tree_add(double total, double difference, int norm, double p) {
    if (norm == tree_norm_2) return total + difference * difference;
    if (norm == tree_norm_1) return total + difference;
    if (norm == tree_norm_max) return difference > total ? difference : total;
    return total + tree_pow(difference, p);
}

CUPRUM_DEVICE double tree_power(double distance, int norm, double p) {
    if (norm == tree_norm_2) return distance * distance;
    return norm == tree_norm_any ? tree_pow(distance, p) : distance;
}

CUPRUM_DEVICE double tree_root(double power, int norm, double p) {
    if (norm == tree_norm_2) return sqrt(power);
    return norm == tree_norm_any ? tree_pow(power, 1 / p) : power;
}

/// How far apart two coordinates of an axis are.
CUPRUM_DEVICE double tree_apart(double x, double y, double period) {
    const double d = abs(x - y);
    return period > 0 && period - d < d ? period - d : d;
}

CUPRUM_DEVICE double tree_outside(double x, double low, double high) {
    return x < low ? low - x : x > high ? x - high : 0;
}

template <int fixed>
CUPRUM_DEVICE double tree_point_power(const Tree& tree, long long point, const double* place, int norm, double p) {
    const int axes = fixed ? fixed : tree.axes;
    double total = 0;
    for (int d = 0; d < axes; ++d)
        total = tree_add(total, tree_apart(place[d], tree.points[point * axes + d], tree.period ? tree.period[d] : 0),
                         norm, p);
    return total;
}

/// The least distance of a place to a box, and the largest where asked for.
template <int fixed>
CUPRUM_DEVICE double tree_box_power(const Tree& tree, long long node, const double* place, int norm, double p) {
    const int axes = fixed ? fixed : tree.axes;
    const double* box = tree.boxes + node * 2 * axes;
    double total = 0;
    for (int d = 0; d < axes; ++d) {
        const double x = place[d], low = box[d], high = box[axes + d];
        if (!(low <= high)) return limits<double>::infinity();  // no points
        double apart = tree_outside(x, low, high);
        if (tree.period && tree.period[d] > 0) {
            const double after = tree_outside(x + tree.period[d], low, high),
                         before = tree_outside(x - tree.period[d], low, high);
            apart = after < apart ? after : apart;
            apart = before < apart ? before : apart;
        }
        total = tree_add(total, apart, norm, p);
    }
    return total;
}

CUPRUM_DEVICE double tree_box_farthest(const Tree& tree, long long node, const double* place, int norm, double p) {
    const double* box = tree.boxes + node * 2 * tree.axes;
    double total = 0;
    for (int d = 0; d < tree.axes; ++d) {
        const double to_low = abs(place[d] - box[d]), to_high = abs(place[d] - box[tree.axes + d]);
        double apart = to_low > to_high ? to_low : to_high;
        if (tree.period && tree.period[d] > 0 && apart > tree.period[d] / 2) apart = tree.period[d] / 2;
        total = tree_add(total, apart, norm, p);
    }
    return total;
}

/// A place, in registers where the number of its coordinates is known.
template <int fixed>
struct TreePlace {
    double values[fixed];
    CUPRUM_DEVICE TreePlace(const double* place) {
        for (int d = 0; d < fixed; ++d) values[d] = place[d];
    }
    CUPRUM_DEVICE const double* get() const { return values; }
};
template <>
struct TreePlace<0> {
    const double* place;
    CUPRUM_DEVICE TreePlace(const double* place) : place(place) {}
    CUPRUM_DEVICE const double* get() const { return place; }
};

/// The nearest points so far, in ascending order: of k, in the last places of `kept` registers or local numbers, or in
/// the result.
template <int kept>
struct TreeNearest {
    double apart[kept];
    int which[kept];
    int k;

    CUPRUM_DEVICE TreeNearest(const TreeQueryArgs& args, long long) : k((int)args.k) {
#pragma unroll
        for (int n = 0; n < kept; ++n) {
            apart[n] = n < kept - k ? -limits<double>::infinity() : limits<double>::infinity();
            which[n] = -1;
        }
    }
    CUPRUM_DEVICE double farthest() const { return apart[kept - 1]; }
    // Every place is looked at, whichever it is, so that all stay in registers.
    CUPRUM_DEVICE void insert(double x, long long point) {
#pragma unroll
        for (int n = kept - 1; n >= 0; --n) {
            const bool moves = n > 0 && x < apart[n > 0 ? n - 1 : 0], comes = !moves && x < apart[n];
            apart[n] = moves ? apart[n > 0 ? n - 1 : 0] : comes ? x : apart[n];
            which[n] = moves ? which[n > 0 ? n - 1 : 0] : comes ? (int)point : which[n];
        }
    }
    template <class Write>
    CUPRUM_DEVICE void each(Write write) const {
#pragma unroll
        for (int n = 0; n < kept; ++n)
            if (n >= kept - k) write(n - (kept - k), apart[n], which[n]);
    }
};
template <>
struct TreeNearest<0> {
    double* apart;
    long long* which;
    int k;

    CUPRUM_DEVICE TreeNearest(const TreeQueryArgs& args, long long row)
        : apart(args.distances + row * args.k), which(args.indices + row * args.k), k((int)args.k) {
        for (int n = 0; n < k; ++n) {
            apart[n] = limits<double>::infinity();
            which[n] = -1;
        }
    }
    CUPRUM_DEVICE double farthest() const { return apart[k - 1]; }
    CUPRUM_DEVICE void insert(double x, long long point) {
        int n = k - 1;
        for (; n > 0 && apart[n - 1] > x; --n) {
            apart[n] = apart[n - 1];
            which[n] = which[n - 1];
        }
        apart[n] = x;
        which[n] = point;
    }
    template <class Write>
    CUPRUM_DEVICE void each(Write write) const {
        for (int n = 0; n < k; ++n) write(n, apart[n], which[n]);
    }
};

template <int fixed, int kept, bool plain>
CUPRUM_DEVICE void tree_query(const TreeQueryArgs& args, long long i) {
    Tree tree = args.tree;
    int norm = args.norm;
    if constexpr (plain) {
        tree.period = nullptr;
        norm = tree_norm_2;
    }
    const int axes = fixed ? fixed : tree.axes;
    const long long row = args.turns ? args.turns[i] : i;
    const TreePlace<fixed> held(args.places + row * axes);
    const double* place = held.get();
    TreeNearest<kept> nearest(args, row);
    double farthest = args.bound;
    const unsigned leaves = (unsigned)tree.leaves;
    unsigned nodes[tree_depth];
    double powers[tree_depth];
    int top = 0;
    nodes[0] = 1;
    powers[0] = tree_box_power<fixed>(tree, 1, place, norm, args.p);
    for (; top >= 0;) {
        unsigned node = nodes[top];
        const double power = powers[top--];
        if (!(power < farthest * args.shrink) && !(power == 0 && farthest > 0)) continue;
        bool wanted = true;
        while (node < leaves) {
            unsigned closer = 2 * node, further = closer + 1;
            double close = tree_box_power<fixed>(tree, closer, place, norm, args.p),
                   far = tree_box_power<fixed>(tree, further, place, norm, args.p);
            if (far < close) {
                const double swapped = close;
                close = far;
                far = swapped;
                closer = further;
                further = 2 * node;
            }
            if (far < farthest * args.shrink) {
                nodes[++top] = further;
                powers[top] = far;
            }
            if (!(close < farthest * args.shrink)) {
                wanted = false;
                break;
            }
            node = closer;
        }
        if (!wanted) continue;
        const long long leaf = node - leaves, end = tree_leaf_begin(tree, leaf + 1);
        for (long long point = tree_leaf_begin(tree, leaf); point < end; ++point) {
            const double apart = tree_point_power<fixed>(tree, point, place, norm, args.p);
            if (!(apart < farthest)) continue;
            nearest.insert(apart, point);
            if (nearest.farthest() < farthest) farthest = nearest.farthest();
        }
    }
    nearest.each([&](int n, double apart, long long point) {
        args.distances[row * args.k + n] = point < 0 ? limits<double>::infinity() : tree_root(apart, norm, args.p);
        args.indices[row * args.k + n] = point < 0 ? tree.count : tree.order[point];
    });
}

template <int fixed, bool fills>
CUPRUM_DEVICE void tree_ball(const TreeBallArgs& args, long long i) {
    const Tree& tree = args.tree;
    const int axes = fixed ? fixed : tree.axes;
    const long long row = args.turns ? args.turns[i] : i;
    const TreePlace<fixed> held(args.places + row * axes);
    const double* place = held.get();
    const double radius = args.radii[args.one_radius ? 0 : row], bound = tree_power(radius, args.norm, args.p);
    const double narrow = args.eps > 0 ? tree_power(radius / (1 + args.eps), args.norm, args.p) : bound;
    long long found = 0, at = fills ? args.offsets[row] : 0;
    long long nodes[tree_depth];
    int top = 0;
    nodes[0] = 1;
    if (!(radius >= 0)) top = -1;
    for (; top >= 0;) {
        const long long node = nodes[top--];
        if (!(tree_box_power<fixed>(tree, node, place, args.norm, args.p) <= narrow)) continue;
        if (node < tree.leaves) {
            nodes[++top] = 2 * node + 1;
            nodes[++top] = 2 * node;
            continue;
        }
        const long long leaf = node - tree.leaves, end = tree_leaf_begin(tree, leaf + 1);
        for (long long point = tree_leaf_begin(tree, leaf); point < end; ++point) {
            const double apart = tree_point_power<fixed>(tree, point, place, args.norm, args.p);
            if (!(apart <= bound)) continue;
            if (fills) {
                args.indices[at] = tree.order[point];
                if (args.distances) args.distances[at] = tree_root(apart, args.norm, args.p);
                ++at;
            }
            ++found;
        }
    }
    if (!fills) args.counts[row] = found;
}

template <bool weighted>
CUPRUM_DEVICE void tree_pairs(const TreePairsArgs& args, long long number) {
    const Tree& tree = args.tree;
    const long long i = number % args.count, which = number / args.count;
    const double* place = args.places + i * tree.axes;
    const double bound = tree_power(args.radii[which], args.norm, args.p);
    conditional_t<weighted, double, long long> total = 0;
    long long nodes[tree_depth];
    int top = args.radii[which] >= 0 ? 0 : -1;
    nodes[0] = 1;
    for (; top >= 0;) {
        const long long node = nodes[top--];
        if (!(tree_box_power<0>(tree, node, place, args.norm, args.p) <= bound)) continue;
        if (node < tree.leaves) {
            nodes[++top] = 2 * node + 1;
            nodes[++top] = 2 * node;
            if (weighted || !(tree_box_farthest(tree, node, place, args.norm, args.p) < bound * (1 - 0x1p-40)))
                continue;
            // All of the node's points: its leaves follow each other.
            top -= 2;
            long long first = node, last = node;
            while (first < tree.leaves) {
                first = 2 * first;
                last = 2 * last + 1;
            }
            total += tree_leaf_begin(tree, last - tree.leaves + 1) - tree_leaf_begin(tree, first - tree.leaves);
            continue;
        }
        const long long leaf = node - tree.leaves, end = tree_leaf_begin(tree, leaf + 1);
        for (long long point = tree_leaf_begin(tree, leaf); point < end; ++point)
            if (tree_point_power<0>(tree, point, place, args.norm, args.p) <= bound) {
                if constexpr (weighted) total += args.weights ? args.weights[point] : 1;
                else ++total;
            }
    }
    if constexpr (weighted) ((double*)args.counts)[number] = total * (args.place_weights ? args.place_weights[i] : 1);
    else ((long long*)args.counts)[number] = total;
}

#if CUPRUM_GPU

#define CUPRUM_TREE_KERNEL(name, Args, limit, call)                                                                    \
    extern "C" __global__ void __launch_bounds__(cuprum::tree_block) name(const __grid_constant__ cuprum::Args args) { \
        const long long i = (long long)blockIdx.x * cuprum::tree_block + threadIdx.x;                                  \
        if (i < (limit)) cuprum::call(args, i);                                                                        \
    }

#else  // CPU

#define CUPRUM_TREE_KERNEL(name, Args, limit, call)                                  \
    extern "C" void name(const cuprum::Args* args, long long begin, long long end) { \
        for (long long i = begin; i < end; ++i) cuprum::call(*args, i);              \
    }

#endif

#define CUPRUM_TREE_KEYS(name) CUPRUM_TREE_KERNEL(name, TreeKeysArgs, args.count, tree_key)
#define CUPRUM_TREE_BOXES(name) CUPRUM_TREE_KERNEL(name, TreeBoxesArgs, args.count, tree_box)
#define CUPRUM_TREE_CALL(...) __VA_ARGS__
#define CUPRUM_TREE_QUERY(name, axes, kept, plain) \
    CUPRUM_TREE_KERNEL(name, TreeQueryArgs, args.count, CUPRUM_TREE_CALL(tree_query<axes, kept, plain>))
#define CUPRUM_TREE_BALL(name, axes, fills) \
    CUPRUM_TREE_KERNEL(name, TreeBallArgs, args.count, CUPRUM_TREE_CALL(tree_ball<axes, fills>))
#define CUPRUM_TREE_PAIRS(name, weighted) \
    CUPRUM_TREE_KERNEL(name, TreePairsArgs, args.count* args.radius_count, tree_pairs<weighted>)

}  // namespace cuprum
