// What is made of the neighbours of each element, of which a window of any shape says which they are.
//
//     CUPRUM_ND_EXTREMUM(name, T, U, op)    the smallest or largest (nd_min, nd_max), or of sums with a structure
//     CUPRUM_ND_WEIGHTED(name, T, U)        their sum by weights
//     CUPRUM_ND_RANK(name, T, U, network)   the one of a rank, by a network of comparisons that is written for it
//     CUPRUM_ND_SELECT(name, T, U)          the same for windows of any size, digit by digit
//     CUPRUM_ND_HISTOGRAM(name, T, U)       the same for 8 bits: a histogram goes along an axis with the window
//     CUPRUM_ND_GATHER(name, T, U)          all of them, a row for each element
//     CUPRUM_ND_BINARY(name, T)             binary erosion, or dilation
#pragma once

#include <cuprum/engine/sort_order.h>
#include <cuprum/ndimage/base.h>
#include <cuprum/ndimage/lines.h>

namespace cuprum {

CUPRUM_DEVICE int nd_cell(const WindowArgs& args, int k) { return args.far_cells ? args.far_cells[k] : args.cells[k]; }
CUPRUM_DEVICE long long nd_offset(const WindowArgs& args, int k) {
    return args.far_offsets ? args.far_offsets[k] : args.offsets[k];
}

/// Whether the windows of `count` neighbours on the last axis, from an element on, lie in the array.
CUPRUM_DEVICE bool nd_inside(const WindowArgs& args, long long element, int count) {
    bool inside = true;
    const auto look = [&](auto rest) {
        using I = decltype(rest);
        int more = count - 1;
        for (int d = args.ndim - 1; d >= 0; --d) {
            const I n = (I)args.shape[d], at = d > 0 ? rest % n : rest;
            rest = d > 0 ? rest / n : 0;
            const long long first = (long long)at - args.before[d];
            inside &= first >= 0 && first + args.box[d] + more <= args.shape[d];
            more = 0;
        }
    };
    if (args.size < (1ll << 32)) look((unsigned)element);
    else look((unsigned long long)element);
    return inside;
}

/// Where a cell's element lies, -1 where none does.
CUPRUM_ND_APART long long nd_neighbour(const WindowArgs& args, long long element, int k) {
    long long cell = nd_cell(args, k), place = 0, stride = 1;
    for (int d = args.ndim - 1; d >= 0; --d) {
        const long long at = nd_split(element, args.shape[d]) - args.before[d] + nd_split(cell, args.box[d]);
        const long long found = nd_place(at, args.shape[d], args.mode);
        if (found < 0) return -1;
        place += found * stride;
        stride *= args.shape[d];
    }
    return place;
}

template <class T>
CUPRUM_ND_APART nd_value<T> nd_edge_value(const WindowArgs& args, long long element, int k) {
    const long long place = nd_neighbour(args, element, k);
    return nd_load(place < 0 ? (const T*)args.fill : (const T*)args.in + place);
}

/// The value of a cell of an element's window.
template <class T>
struct nd_window {
    const WindowArgs& args;
    long long element;
    bool inside;
    CUPRUM_DEVICE nd_window(const WindowArgs& args, long long element)
        : args(args), element(element), inside(nd_inside(args, element, 1)) {}
    CUPRUM_DEVICE nd_value<T> operator()(int k) const {
        return inside ? nd_load((const T*)args.in + element + nd_offset(args, k)) : nd_edge_value<T>(args, element, k);
    }
};

#if !CUPRUM_GPU
constexpr int nd_span = 128;  // neighbours on the last axis that a CPU computes together, one cell after the other

/// Goes over the elements of a range: span(first, count) where the windows of neighbours all lie in the array, else
/// one(element).
template <class Span, class One>
static void nd_spans(const WindowArgs& args, long long begin, long long end, const Span& span, const One& one) {
    const int last = args.ndim - 1;
    const long long n = args.shape[last], before = args.before[last], behind = args.box[last] - 1 - before;
    for (long long i = begin; i < end;) {
        const long long x = i % n, row = i - x, stop = row + n < end ? row + n : end;
        const long long first = i > row + before ? i : row + before,
                        past = stop < row + n - behind ? stop : row + n - behind;
        if (first < past && nd_inside(args, first, (int)(past - first < 0x7fffffff ? past - first : 0x7fffffff))) {
            for (; i < first; ++i) one(i);
            for (; i < past; i += nd_span) span(i, (int)(past - i < nd_span ? past - i : nd_span));
            i = past;
        }
        for (; i < stop; ++i) one(i);
    }
}
#endif

template <class T, class U>
CUPRUM_DEVICE void nd_weighted_window(const WindowArgs& args, long long item) {
    const nd_window<T> window(args, item);
    double sum = 0;
    for (int k = 0; k < args.count; ++k) sum += args.structure[k] * static_cast<double>(window(k));
    ((U*)args.out)[item] = nd_result<U>(sum);
}

#if !CUPRUM_GPU
template <class T, class U>
static void nd_weighted_spans(const WindowArgs& args, long long begin, long long end) {
    nd_spans(
        args, begin, end,
        [&](long long first, int count) {
            double sums[nd_span] = {};
            for (int k = 0; k < args.count; ++k) {
                const T* from = (const T*)args.in + first + nd_offset(args, k);
                const double weight = args.structure[k];
                for (int j = 0; j < count; ++j) sums[j] += weight * static_cast<double>(nd_load(from + j));
            }
            U* out = (U*)args.out + first;
            for (int j = 0; j < count; ++j) out[j] = nd_result<U>(sums[j]);
        },
        [&](long long i) { nd_weighted_window<T, U>(args, i); });
}
#endif

/// A cell's element and the structure's number, added as SciPy does: of the first cell in double, of the others in the
/// image's own type, whose integers wrap around.
template <class T>
CUPRUM_DEVICE double nd_structured(nd_value<T> value, double step, int k) {
    using V = nd_value<T>;
    if (k == 0) return static_cast<double>(value) + step;
    if constexpr (is_float<V>) return static_cast<double>(static_cast<V>(value + static_cast<V>(step)));
    else return static_cast<double>(static_cast<V>(value + static_cast<V>(static_cast<long long>(step))));
}

template <class T, class U, class Op>
CUPRUM_DEVICE void nd_extremum(const WindowArgs& args, long long item) {
    const nd_window<T> window(args, item);
    U& out = ((U*)args.out)[item];
    if (args.structure) {
        const double sign = is_same<Op, nd_min> ? -1 : 1;
        double found = nd_structured<T>(window(0), sign * args.structure[0], 0);
        for (int k = 1; k < args.count; ++k)
            found = Op::combine(found, nd_structured<T>(window(k), sign * args.structure[k], k));
        out = nd_result<U>(found);
    } else {
        auto found = window(0);
        for (int k = 1; k < args.count; ++k) found = Op::combine(found, window(k));
        out = cast<U>(found);
    }
}

#if !CUPRUM_GPU
template <class T, class U, class Op>
static void nd_extremum_spans(const WindowArgs& args, long long begin, long long end) {
    nd_spans(
        args, begin, end,
        [&](long long first, int count) {
            U* out = (U*)args.out + first;
            const auto go = [&](auto none, const auto& get, const auto& put) {
                decltype(none) found[nd_span];
                for (int k = 0; k < args.count; ++k) {
                    const T* from = (const T*)args.in + first + nd_offset(args, k);
                    if (k == 0)
                        for (int j = 0; j < count; ++j) found[j] = get(from + j, k);
                    else
                        for (int j = 0; j < count; ++j) found[j] = Op::combine(found[j], get(from + j, k));
                }
                for (int j = 0; j < count; ++j) out[j] = put(found[j]);
            };
            if (args.structure) {
                const double sign = is_same<Op, nd_min> ? -1 : 1;
                go(
                    0.0, [&](const T* p, int k) { return nd_structured<T>(nd_load(p), sign * args.structure[k], k); },
                    [](double value) { return nd_result<U>(value); });
            } else {
                go(
                    nd_value<T>(), [](const T* p, int) { return nd_load(p); },
                    [](const nd_value<T>& value) { return cast<U>(value); });
            }
        },
        [&](long long i) { nd_extremum<T, U, Op>(args, i); });
}
#endif

/// The element that `ordered_bits` makes these bits of.
template <class V, class K>
CUPRUM_DEVICE V nd_key(K ordered) {
    constexpr K sign = static_cast<K>(K(1) << (8 * sizeof(K) - 1));
    if constexpr (is_float<V>) {
        if (ordered == static_cast<K>(~K(0))) return limits<V>::nan();
        return bit_cast<V>(static_cast<K>(ordered >= sign ? ordered - sign : sign | (sign - ordered)));
    } else if constexpr (is_signed_integer<V>) {
        return static_cast<V>(static_cast<K>(ordered ^ sign));
    } else {
        return static_cast<V>(ordered);
    }
}

template <class V>
CUPRUM_DEVICE V nd_smaller(const V& a, const V& b) {
#if CUPRUM_GPU
    if constexpr (is_same<V, float>) return fminf(a, b);  // one instruction, whatever it makes of NaN
#endif
    return b < a ? b : a;
}
template <class V>
CUPRUM_DEVICE V nd_larger(const V& a, const V& b) {
#if CUPRUM_GPU
    if constexpr (is_same<V, float>) return fmaxf(a, b);
#endif
    return b < a ? a : b;
}
template <class V>
CUPRUM_DEVICE void nd_sort(V& a, V& b) {
    const V smaller = nd_smaller(a, b), larger = nd_larger(a, b);
    a = smaller;
    b = larger;
}
template <class V>
CUPRUM_DEVICE void nd_keep_smaller(V& a, const V& b) {
    a = nd_smaller(a, b);
}
template <class V>
CUPRUM_DEVICE void nd_keep_larger(const V& a, V& b) {
    b = nd_larger(a, b);
}

#if CUPRUM_GPU
template <class T, class U, class Network>
CUPRUM_DEVICE void nd_rank(const WindowArgs& args, long long item) {
    const nd_window<T> window(args, item);
    nd_value<T> values[Network::count];
    if (window.inside) {
        const T* from = (const T*)args.in + item;
#pragma unroll
        for (int k = 0; k < Network::count; ++k) values[k] = nd_load(from + args.offsets[k]);
    } else {
#pragma unroll
        for (int k = 0; k < Network::count; ++k) values[k] = nd_edge_value<T>(args, item, k);
    }
    Network::select(values);
    ((U*)args.out)[item] = cast<U>(values[Network::rank]);
}
#define CUPRUM_ND_RANK(name, T, U, network) CUPRUM_ND_ITEMS(name, WindowArgs, cuprum::nd_rank<T, U, cuprum::network>)
#else
/// So many neighbours at once as a vector holds.
template <class T, class U, class Network>
static void nd_rank(const WindowArgs& args, long long begin, long long end) {
    using V = nd_value<T>;
    constexpr int lanes = 64 / sizeof(V);
    typedef V Vector __attribute__((vector_size(64)));
    for (long long i = begin; i < end; i += lanes) {
        const long long left = args.shape[args.ndim - 1] - i % args.shape[args.ndim - 1];
        Vector values[Network::count];
        if (left >= lanes && nd_inside(args, i, lanes)) {
            for (int k = 0; k < Network::count; ++k)
                __builtin_memcpy(&values[k], (const V*)args.in + i + args.offsets[k], 64);
            if constexpr (is_same<T, stored_bool>)
                for (int k = 0; k < Network::count; ++k) values[k] = (values[k] != 0) & 1;
        } else {
            for (int l = 0; l < lanes; ++l) {
                if (i + l >= end) {
                    for (int k = 0; k < Network::count; ++k) values[k][l] = 0;
                    continue;
                }
                const nd_window<T> window(args, i + l);
                for (int k = 0; k < Network::count; ++k) values[k][l] = window(k);
            }
        }
        Network::select(values);
        const int count = end - i < lanes ? (int)(end - i) : lanes;
        for (int l = 0; l < count; ++l) ((U*)args.out)[i + l] = cast<U>((V)values[Network::rank][l]);
    }
}
#define CUPRUM_ND_RANK(name, T, U, network)                                                \
    extern "C" void name(const cuprum::WindowArgs* args, long long begin, long long end) { \
        cuprum::nd_rank<T, U, cuprum::network>(*args, begin, end);                         \
    }
#endif

/// The bits of the wanted key are found from the highest on: each is 1 if too few keys begin with 0.
template <class T, class U>
CUPRUM_DEVICE void nd_select(const WindowArgs& args, long long item) {
    using V = nd_value<T>;
    using K = unsigned_of_size<sizeof(V)>;
    const nd_window<T> window(args, item);
    K found = 0;
#if !CUPRUM_GPU
    constexpr int most = 4096;
    if (args.count <= most) {
        K keys[most];
        for (int k = 0; k < args.count; ++k) keys[k] = ordered_bits(window(k));
        int low = 0, high = args.count - 1;
        while (low < high) {
            const K middle = keys[args.rank];
            int i = low, j = high;
            while (i <= j) {
                while (keys[i] < middle) ++i;
                while (middle < keys[j]) --j;
                if (i > j) break;
                const K kept = keys[i];
                keys[i++] = keys[j];
                keys[j--] = kept;
            }
            if (j < args.rank) low = i;
            if (args.rank < i) high = j;
        }
        ((U*)args.out)[item] = cast<U>(nd_key<V>(keys[args.rank]));
        return;
    }
#endif
    int rank = args.rank;  // among the keys that begin with what is found
    for (int bit = 8 * sizeof(K) - 1; bit >= 0; --bit) {
        int zeros = 0;
        const K wanted = (K)(found >> bit);
        for (int k = 0; k < args.count; ++k) zeros += (K)(ordered_bits(window(k)) >> bit) == wanted;
        if (rank >= zeros) {
            rank -= zeros;
            found |= (K)((K)1 << bit);
        }
    }
    ((U*)args.out)[item] = cast<U>(nd_key<V>(found));
}

constexpr int nd_histogram_threads = 64;

/// Goes along one axis from element to element. Cells that arrive and leave stand behind those of the window.
template <class T, class U, int pitch>
CUPRUM_DEVICE void nd_histogram_walk(const WindowArgs& args, long long item, unsigned short* counts) {
    using V = nd_value<T>;
    constexpr int flip = is_signed_integer<V> ? 128 : 0;
    const auto bin = [&](V value) -> unsigned short& { return counts[((unsigned char)value ^ flip) * pitch]; };
    for (int b = 0; b < 256; ++b) counts[b * pitch] = 0;
    // The item is a place on all other axes and a strip of this one.
    const long long strips = (args.along + args.strip - 1) / args.strip, inner = args.walk_stride;
    const long long column = item % inner, rest = item / inner, strip = rest % strips, outer = rest / strips;
    const long long start = strip * args.strip,
                    stop = start + args.strip < args.along ? start + args.strip : args.along;
    long long element = (outer * args.along + start) * inner + column;
    {
        const nd_window<T> window(args, element);
        for (int k = 0; k < args.count; ++k) ++bin(window(k));
    }
    int place = 0, below = 0;  // keys in bins before `place`
    for (long long i = start;; ++i) {
        while (below > args.rank) below -= counts[--place * pitch];
        while (below + counts[place * pitch] <= args.rank) below += counts[place++ * pitch];
        ((U*)args.out)[element] = cast<U>((V)(place ^ flip));
        if (i + 1 == stop) break;
        const nd_window<T> old(args, element);
        for (int k = args.count + args.arriving; k < args.count + args.arriving + args.leaving; ++k) {
            const V value = old(k);
            --bin(value);
            below -= ((unsigned char)value ^ flip) < place;
        }
        element += inner;
        const nd_window<T> window(args, element);
        for (int k = args.count; k < args.count + args.arriving; ++k) {
            const V value = window(k);
            ++bin(value);
            below += ((unsigned char)value ^ flip) < place;
        }
    }
}

template <class T, class U>
CUPRUM_DEVICE void nd_gather(const WindowArgs& args, long long item) {
    const long long element = item / args.count;
    const int k = (int)(item - element * args.count);
    const nd_window<T> window(args, element);
    ((U*)args.out)[item] = cast<U>(window(k));
}

/// One result of a binary erosion, or of the erosion of what is not there.
template <class T>
CUPRUM_ND_APART bool nd_eroded(const WindowArgs& args, long long element) {
    const bool inside = nd_inside(args, element, 1);
    for (int k = 0; k < args.count; ++k) {
        bool value;
        if (inside) {
            value = cast<bool>(((const T*)args.in)[element + nd_offset(args, k)]);
        } else {
            const long long place = nd_neighbour(args, element, k);
            value = place < 0 ? args.border != 0 : cast<bool>(((const T*)args.in)[place]);
        }
        if (value == (args.invert != 0)) return args.invert != 0;
    }
    return args.invert == 0;
}

constexpr int nd_bytes = 8;  // neighbours that are looked at together

/// Eight bytes from anywhere in an array that lies 8 bytes aligned.
CUPRUM_DEVICE unsigned long long nd_load_bytes(const unsigned char* p) {
#if CUPRUM_GPU
    const unsigned shift = 8 * (unsigned)((unsigned long long)p & 7);
    const unsigned long long* words = (const unsigned long long*)((unsigned long long)p & ~7ull);
    const unsigned long long low = words[0] >> shift;
    return shift ? low | words[1] << (64 - shift) : low;
#else
    unsigned long long word;
    __builtin_memcpy(&word, p, 8);
    return word;
#endif
}

/// Eight neighbours on the last axis. Bools are bytes of 0 and 1 here.
template <class T>
CUPRUM_DEVICE void nd_binary(const WindowArgs& args, long long item) {
    constexpr unsigned long long ones = 0x0101010101010101ull;
    const long long element = item * nd_bytes;
    const unsigned char* mask = (const unsigned char*)args.mask;
    unsigned char* out = (unsigned char*)args.out;
    int changed = 0;
    if constexpr (sizeof(T) == 1) {
        // Their windows hold them, so that they lie in one line.
        if (element + nd_bytes <= args.size && nd_inside(args, element, nd_bytes)) {
            const unsigned char* in = (const unsigned char*)args.in + element;
            unsigned long long word = args.invert ? 0 : ones;
            if (args.invert)
                for (int k = 0; k < args.count; ++k) word |= nd_load_bytes(in + nd_offset(args, k));
            else
                for (int k = 0; k < args.count; ++k) word &= nd_load_bytes(in + nd_offset(args, k));
            if (mask || args.changed) {
                const unsigned long long before = nd_load_bytes(in);
                if (mask) {
                    const unsigned long long where = nd_load_bytes(mask + element) * 255;
                    word = (word & where) | (before & ~where);
                }
                changed = word != before;
            }
            *(unsigned long long*)(out + element) = word;
            if (changed && args.changed) *args.changed = 1;
            return;
        }
    }
    for (long long i = element; i < element + nd_bytes && i < args.size; ++i) {
        const bool before = cast<bool>(((const T*)args.in)[i]);
        const bool value = mask && !mask[i] ? before : nd_eroded<T>(args, i);
        changed |= value != before;
        out[i] = value;
    }
    if (changed && args.changed) *args.changed = 1;
}

#if CUPRUM_GPU
#define CUPRUM_ND_EXTREMUM(name, T, U, op) CUPRUM_ND_ITEMS(name, WindowArgs, cuprum::nd_extremum<T, U, cuprum::op>)
#define CUPRUM_ND_WEIGHTED(name, T, U) CUPRUM_ND_ITEMS(name, WindowArgs, cuprum::nd_weighted_window<T, U>)
#else
#define CUPRUM_ND_EXTREMUM(name, T, U, op)                                                 \
    extern "C" void name(const cuprum::WindowArgs* args, long long begin, long long end) { \
        cuprum::nd_extremum_spans<T, U, cuprum::op>(*args, begin, end);                    \
    }
#define CUPRUM_ND_WEIGHTED(name, T, U)                                                     \
    extern "C" void name(const cuprum::WindowArgs* args, long long begin, long long end) { \
        cuprum::nd_weighted_spans<T, U>(*args, begin, end);                                \
    }
#endif
#define CUPRUM_ND_SELECT(name, T, U) CUPRUM_ND_ITEMS(name, WindowArgs, cuprum::nd_select<T, U>)
#define CUPRUM_ND_GATHER(name, T, U) CUPRUM_ND_ITEMS(name, WindowArgs, cuprum::nd_gather<T, U>)
#define CUPRUM_ND_BINARY(name, T) CUPRUM_ND_ITEMS(name, WindowArgs, cuprum::nd_binary<T>)

#if CUPRUM_GPU
#define CUPRUM_ND_HISTOGRAM(name, T, U)                                                                    \
    extern "C" __global__ void __launch_bounds__(cuprum::nd_histogram_threads)                             \
        name(const __grid_constant__ cuprum::WindowArgs args) {                                            \
        constexpr int threads = cuprum::nd_histogram_threads;                                              \
        __shared__ unsigned short counts[256 * threads];                                                   \
        const long long item = (long long)blockIdx.x * threads + threadIdx.x;                              \
        if (item < args.items) cuprum::nd_histogram_walk<T, U, threads>(args, item, counts + threadIdx.x); \
    }
#else
#define CUPRUM_ND_HISTOGRAM(name, T, U)                                                                           \
    extern "C" void name(const cuprum::WindowArgs* args, long long begin, long long end) {                        \
        unsigned short counts[256];                                                                               \
        for (long long item = begin; item < end; ++item) cuprum::nd_histogram_walk<T, U, 1>(*args, item, counts); \
    }
#endif

}  // namespace cuprum
