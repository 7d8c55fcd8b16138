// Loops around a reduction.
//
// A reduction is a struct with
//     using inputs = cuprum::types<A0, ...>;     // as stored in memory
//     using outputs = cuprum::types<R0, ...>;
//     using state = cuprum::types<S0, ...>;      // what is accumulated
//     using share = cuprum::types<T0, ...>;      // likewise by one thread of a GPU: the same, or narrower integers
//     static constexpr bool narrow;              // whether they are narrower
//     static constexpr bool cascade;             // a sum that rounds: a few elements are summed before they are added
//     static constexpr bool ordered;             // elements must be added to a state in the order of their indices
//     static constexpr unsigned values;          // bit k: input k is a value, the same for all elements
//     static constexpr bool spreads;             // there may be inputs that do not move with the others
//     static constexpr bool begins;              // states that are combined in a block begin with the same element
//     using brief = cuprum::types<B0, ...>;      // likewise of a few elements, which begins with the first of them
//     static constexpr bool briefs;              // GPU: whether elements are added to a brief, which joins the state
//     static void start(T0&, ...);                                    // the state of no elements
//     static void begin(T0&, ..., const A0&, ..., long long count);   // for `count` elements, this one among them
//     static void accumulate(T0&, ..., const A0&, ..., Index index);  // adds an element
//     static void recenter(B0&, ..., int count);                      // begins a brief of `count` elements anew
//     static void join(S0&, ..., const B0&, ..., int count);          // adds such a brief
//     static void initial(S0&, ..., const ReductionTail&);            // adds the initial value
//     static void widen(S0&, ..., const T0&, ..., long long offset);  // indices are counted from `offset`
//     static void combine(S0&, ..., const S0&, ...);                  // adds another state, or a share to a share
//     static void combine_begun(S0&, ..., const S0&, ...);            // if `begins`: with the same first element
//     static void finish(R0&, ..., const S0&, ..., const ReductionTail&);
// The text of a sum may also have
//     static constexpr bool byte_sum;            // elements of one byte are summed as they are
// and what a user wrote
//     struct extra;                              // arguments that `accumulate` and `finish` get last
//     static constexpr int state_bytes;          // what the host takes the state's size for, where it cannot know it
//     static constexpr bool updates;             // `finish` may read what the outputs held
// and inputs and outputs of the type `counter`, which count; `finish` reads such an output. And an entry point is made
// by one of the macros at the end:
//     CUPRUM_REDUCTION_ROWS(name, op)      along the elements of an output: a block, or several, an output
//     CUPRUM_REDUCTION_GROUPS(name, op)    GPU: likewise for short rows, a group of lanes an output
//     CUPRUM_REDUCTION_PACKED(name, op)    GPU: rows of a few elements that follow one another, a thread an output
//     CUPRUM_REDUCTION_COLUMNS(name, op)   along outputs that lie side by side, in vectors
//     CUPRUM_REDUCTION_STRIDED(name, op)   likewise with any strides
//     CUPRUM_REDUCTION_MERGE(name, op)     CPU: the second stage of the other two
//
// States are combined in an order that the shape alone decides, so results do not change from run to run. The GPU's
// second stage is done by whichever block comes last. A state's components are kept in arrays of their own
// (vector_pack), so that a CPU accumulates vectors of states.
#pragma once

#include <cuprum/base.h>
#include <cuprum/cast.h>
#include <cuprum/math.h>
#include <cuprum/reduction_args.h>
#include <cuprum/type_list.h>

namespace cuprum {

// Pieces of the rows of reductions.def.

/// What stands for the result where there is no element: NaN where the type has one.
template <class T>
CUPRUM_DEVICE T no_value() {
    if constexpr (is_bool<T> || is_integer<T>) return T(0);
    else return limits<T>::nan();
}

template <class T>
CUPRUM_DEVICE auto squared_magnitude(const T& x) {
    if constexpr (is_complex<T>) return x.re * x.re + x.im * x.im;
    else return x * x;
}

/// Sets the point that moments are about.
template <class T, class X>
CUPRUM_DEVICE void set_shift(T& shift, const X& x) {
    shift = cast<T>(x);
}
template <class T, class X>
CUPRUM_DEVICE T distance_from(const T& shift, const X& x) {
    return cast<T>(x) - shift;
}
/// Empties the moments of `count` elements, which will be taken anew about the mean that they tell.
template <class T>
CUPRUM_DEVICE void recenter_moments(T& shift, T& sum, float& squares, int count) {
    shift = shift + sum * T(1 / (float)count);
    sum = T(0);
    squares = 0;
}
/// Adds moments of `count` elements about a point in their middle, which few digits hold well, to moments about a
/// shift.
template <class T, class B>
CUPRUM_DEVICE void join_moments(T& shift, T& sum, double& squares, const B& point, const B& brief_sum,
                                double brief_squares, double count) {
    const T apart = cast<T>(point) - shift, rest = cast<T>(brief_sum), moved = apart * T(count);
    sum = sum + (rest + moved);
    if constexpr (is_complex<T>)
        squares += brief_squares + (apart.re * (2 * rest.re + moved.re) + apart.im * (2 * rest.im + moved.im));
    else squares += brief_squares + apart * (2 * rest + moved);
}

/// What a thread of a GPU counts elements with, and a sum of integers within its share: the host lets a thread take
/// less than 2^15 elements of two bytes. Signed for unsigned sums too, of which elements may be below zero.
using share_index = conditional_t<CUPRUM_GPU, int, long long>;
template <class Value, class Stored>
using share_total =
    conditional_t<CUPRUM_GPU && is_integer<Value> && (is_bool<Stored> || is_integer<Stored>) && (sizeof(Stored) <= 2),
                  int, Value>;

/// Elements that are all the least possible one leave their state without an index: one larger than every other.
template <class Index>
CUPRUM_DEVICE void clear_index(Index& index) {
    index = limits<Index>::max();
}
template <class Index>
CUPRUM_DEVICE long long moved_index(Index index, long long offset) {
    return index == limits<Index>::max() ? limits<long long>::max() : offset + index;
}
/// Where all elements are equal, the first one counts.
CUPRUM_DEVICE long long first_index(long long index) { return index == limits<long long>::max() ? 0 : index; }

/// Whether (x, i) stands before (y, j) as maximum (sign 1) or minimum (-1): NaN first, then the value, then the lower
/// index.
template <int sign, class T, class Index>
CUPRUM_DEVICE bool stands_before(T x, Index i, T y, Index j) {
    const bool x_nan = isnan(x), y_nan = isnan(y);
    const bool beyond = sign > 0 ? x > y : x < y;
    const bool equal = (x == y) | (x_nan & y_nan);
    return (beyond & !y_nan) | (x_nan & !y_nan) | (equal & (i < j));
}

/// Sum over count; an integer's mean is that of doubles, cut off.
template <class T>
CUPRUM_DEVICE T mean_of(T sum, long long count) {
    if constexpr (is_bool<T> || is_integer<T>) return cast<T>(cast<double>(sum) / (double)count);
    else if constexpr (is_complex<T>)
        return T(sum.re / cast<typename T::value_type>(count), sum.im / cast<typename T::value_type>(count));
    else return sum / cast<T>(count);
}

/// Squares about the point that moments are about as squares about the mean, less what the square of the sum is over
/// the count. Squares too large for a double stay infinite, unless an element is infinite or NaN.
template <class T>
CUPRUM_DEVICE double about_mean(const T& sum, double squares, double of_sum) {
    const double rest = squares - of_sum;
    const bool overflows = (squares == limits<double>::infinity()) & (sum - sum == T(0));
    return overflows ? squares : rest;
}

/// The type of a complex number's parts, or of a real number.
template <class T>
struct component {
    using type = T;
};
template <class T>
    requires is_complex<T>
struct component<T> {
    using type = typename T::value_type;
};
template <class T>
using component_of = typename component<T>::type;

/// Whether two points differ. NaN is apart from nothing: sums about it are NaN, however they are combined.
template <class T>
CUPRUM_DEVICE bool stand_apart(const T& a, const T& b) {
    if constexpr (is_complex<T>) return stand_apart(a.re, b.re) | stand_apart(a.im, b.im);
    else return (a < b) | (a > b);
}

/// Adds moments about one point to moments about another: Chan's formula, or plain sums where both points are the same.
template <class T>
CUPRUM_DEVICE void combine_moments(T& shift, T& sum, double& squares, long long n, const T& other_shift,
                                   const T& other_sum, double other_squares, long long m) {
    const T plain_sum = sum + other_sum;
    const double plain_squares = squares + other_squares;
#if CUPRUM_GPU
    const bool same = shift == other_shift;
    if (same) {
        sum = plain_sum;
        squares = plain_squares;
        return;
    }
#else  // no branch, so that it vectorises; and no comparison where a compiler knows that the points are one
    const bool same = !stand_apart(shift, other_shift);
#endif
    const double a = (double)n, b = (double)m, total = a + b;
    const double per_a = 1 / (n ? a : 1.0), per_b = 1 / (m ? b : 1.0), per_total = 1 / (n + m ? total : 1.0);
    const T mean = shift + sum * T(per_a), other_mean = other_shift + other_sum * T(per_b);
    const T distance = other_mean - mean;
    const double between = squared_magnitude(distance) * (a * b * per_total);
    const double apart = about_mean(sum, squares, squared_magnitude(sum) * per_a) +
                         about_mean(other_sum, other_squares, squared_magnitude(other_sum) * per_b) +
                         ((n != 0) & (m != 0) ? between : 0.0);
    squares = same ? plain_squares : apart;
    shift = same ? shift : n ? mean + distance * T(b * per_total) : other_mean;
    sum = same ? plain_sum : T(0);
}

/// 1 / x for an x of about a count's size, but for a last place: a GPU's division takes as long as a short row's sums.
CUPRUM_DEVICE double quick_reciprocal(double x) {
    double result = 1 / (float)x;
    for (int step = 0; step < 2; ++step) result = result * (2 - x * result);
    return result;
}

/// The variance's numerator over n - ddof, which counts as 0 where it is negative; where elements are skipped, there is
/// then no variance. Quotients are exact where reciprocals are not: variances of small integers may be whole numbers. A
/// result of few bits hides that.
template <bool skips, class Value, class T>
CUPRUM_DEVICE double variance_of(const T& sum, double squares, long long n, double ddof) {
    const double divisor = (double)n - ddof, of_sum = squared_magnitude(sum);
    if (CUPRUM_GPU && sizeof(component_of<Value>) <= 4 && n > 0 && divisor > 0.5) {
        const double numerator = about_mean(sum, squares, of_sum * quick_reciprocal((double)n));
        return (numerator < 0 ? 0.0 : numerator) * quick_reciprocal(divisor);
    }
    const double numerator = about_mean(sum, squares, of_sum / (n ? (double)n : 1.0));
    if (skips && !(divisor > 0)) return limits<double>::nan();
    return (numerator < 0 ? 0.0 : numerator) / (divisor > 0 ? divisor : 0.0);
}

template <int W, class List>
struct pack_of_list;
template <int W, class... T>
struct pack_of_list<W, types<T...>> {
    using type = vector_pack<W, T...>;
};

template <class... T>
CUPRUM_DEVICE constexpr int largest_of(types<T...>) {
    return max_of(sizeof(T)...);
}
template <class... T>
CUPRUM_DEVICE constexpr int total_of(types<T...>) {
    return (int)(sizeof(T) + ...);
}

struct no_extra {};
template <class Op>
struct extra_of {
    using type = no_extra;
};
template <class Op>
    requires requires { typename Op::extra; }
struct extra_of<Op> {
    using type = typename Op::extra;
};

template <class Op>
struct brief_of {
    using type = types<char>;  // none
};
template <class Op>
    requires requires { typename Op::brief; }
struct brief_of<Op> {
    using type = typename Op::brief;
};

template <class Op>
CUPRUM_DEVICE constexpr int state_bytes() {
    if constexpr (requires { Op::state_bytes; }) return Op::state_bytes;
    else return total_of(typename Op::state());
}

/// V neighbours at an address.
template <class E, int V>
CUPRUM_DEVICE vec<E, V> load_neighbours(const void* address) {
    if constexpr (is_same<E, counter>) {
        vec<E, V> all;
        for (int k = 0; k < V; ++k) all.v[k] = {cuprum::load<E>(address).value + k};
        return all;
    } else {
        return *(const vec<E, V>*)address;
    }
}

/// Calls move(d, index) with a position's index along each dimension, innermost first.
template <class F>
CUPRUM_DEVICE void for_indices(long long position, int ndim, const long long* shape, F move) {
#if CUPRUM_GPU
#pragma unroll 1
#endif
    for (int d = ndim - 1; d > 0; --d) {
        long long rest;
        if (((position | shape[d]) >> 32) == 0) {  // 64-bit division is slow
            const unsigned quotient = (unsigned)position / (unsigned)shape[d];
            rest = (unsigned)position - quotient * (unsigned)shape[d];
            position = quotient;
        } else {
            const long long quotient = position / shape[d];
            rest = position - quotient * shape[d];
            position = quotient;
        }
        move(d, rest);
    }
    if (ndim > 0) move(0, position);
}

/// The byte offset of a position.
CUPRUM_DEVICE long long offset_of(long long position, int ndim, const long long* shape, const long long* strides) {
    long long offset = 0;
    for_indices(position, ndim, shape, [&](int d, long long index) { offset += index * strides[d]; });
    return offset;
}

/// What both processors do with an operation, its packs and its arguments.
template <class Op>
struct reduction_base {
    static constexpr int nin = Op::inputs::count, nout = Op::outputs::count;
    using extra = typename extra_of<Op>::type;
    struct args_t : ReductionArgs<nin, nout>, extra {};
    using in_indices = indices_below<nin>;
    using out_indices = indices_below<nout>;
    using state_indices = indices_below<Op::state::count>;
    template <int W>
    using states = typename pack_of_list<W, typename Op::state>::type;
    template <int W>
    using shares = typename pack_of_list<W, typename Op::share>::type;
    template <int W>
    using elements = typename pack_of_list<W, typename Op::inputs>::type;
    template <int K>
    using input_type = element_of<elements<1>, K>;

    /// The inputs' addresses.
    struct pointers {
        const char* p[nin];
    };

    template <class P>
    CUPRUM_DEVICE static void start(P& s, int j) {
        start(s, j, state_indices());
    }
    /// Starts a state; the first one of an output holds the initial value, if there is one.
    template <class P>
    CUPRUM_DEVICE static void start(P& s, int j, const args_t& args, bool first) {
        start(s, j);
        if (first && (args.flags & reduction_initial)) add_initial(s, j, args, state_indices());
    }
    /// Begins a state to which `count` elements will be added, the l-th of `data` among them.
    template <class P, class D>
    CUPRUM_DEVICE static void begin(P& s, int j, const D& data, int l, long long count) {
        begin(s, j, data, l, count, state_indices(), in_indices());
    }
    template <class P, class D, class Index>
    CUPRUM_DEVICE static void accumulate(const args_t& args, P& s, int j, const D& data, int l, Index index) {
        accumulate(args, s, j, data, l, index, state_indices(), in_indices());
    }
    /// Likewise with the state's components and the inputs' elements.
    template <class Index, class... E>
    CUPRUM_DEVICE static void add(const args_t& args, Index index, E&... elements) {
        if constexpr (is_same<extra, no_extra>) Op::accumulate(elements..., index);
        else Op::accumulate(elements..., index, (const extra&)args);
    }
    template <class P, class Q>
    CUPRUM_DEVICE static void combine(P& s, int j, const Q& t, int l) {
        combine(s, j, t, l, state_indices());
    }
    template <class P>
    CUPRUM_DEVICE static void finish(const args_t& args, const P& s, int j, long long output) {
        finish(args, s, j, output, state_indices(), out_indices());
    }
    template <class P, class Q>
    CUPRUM_DEVICE static void copy(P& s, int j, const Q& t, int l) {
        copy(s, j, t, l, state_indices());
    }

    CUPRUM_DEVICE static pointers kept_pointers(const args_t& args, long long output) {
        pointers result;
#if CUPRUM_GPU
#pragma unroll
#endif
        for (int k = 0; k < nin; ++k) result.p[k] = Op::values >> k & 1u ? (const char*)args.values[k] : args.input[k];
        for_indices(output, args.kept_ndim, args.kept_shape, [&](int d, long long index) {
#if CUPRUM_GPU
#pragma unroll
#endif
            for (int k = 0; k < nin; ++k)
                if (!(Op::values >> k & 1u)) result.p[k] += index * args.kept_strides[k][d];
        });
        return result;
    }
    CUPRUM_DEVICE static pointers reduced_pointers(const args_t& args, const pointers& base, long long position) {
        pointers result = base;
        for_indices(position, args.reduced_ndim, args.reduced_shape, [&](int d, long long index) {
#if CUPRUM_GPU
#pragma unroll
#endif
            for (int k = 0; k < nin; ++k) result.p[k] += index * args.reduced_strides[k][d];
        });
        return result;
    }
    /// Whether an input stays where it is along the axis that is gone through side by side.
    CUPRUM_DEVICE static bool stays(const args_t& args, int k) { return Op::spreads && (args.uniform >> k & 1u); }
    CUPRUM_DEVICE static long long inner_length(const args_t& args) {
        return args.reduced_ndim ? args.reduced_shape[args.reduced_ndim - 1] : 1;
    }
    /// Bytes from a reduced position to the next one along the innermost dimension.
    CUPRUM_DEVICE static long long inner_step(const args_t& args, int k) {
        return args.reduced_ndim ? args.reduced_strides[k][args.reduced_ndim - 1] : 0;
    }
    /// The reduced positions from `position` that lie along the innermost dimension, up to `end`.
    CUPRUM_DEVICE static long long run_length(const args_t& args, long long position, long long end) {
        const long long inner = inner_length(args),
                        left = args.reduced_ndim > 1 ? inner - position % inner : inner - position;
        return left < end - position ? left : end - position;
    }
    CUPRUM_DEVICE static states<1>& partial(const args_t& args, long long split, long long output) {
        return ((states<1>*)args.partial)[split * args.outputs + output];
    }

private:
    template <class P, int... S>
    CUPRUM_DEVICE static void start(P& s, int j, indices<S...>) {
        Op::start(s.template get<S>().v[j]...);
    }
    template <class P, int... S>
    CUPRUM_DEVICE static void add_initial(P& s, int j, const args_t& args, indices<S...>) {
        Op::initial(s.template get<S>().v[j]..., args.tail);
    }
    template <class P, class D, int... S, int... K>
    CUPRUM_DEVICE static void begin(P& s, int j, const D& data, int l, long long count, indices<S...>, indices<K...>) {
        if constexpr (Op::begins) Op::begin(s.template get<S>().v[j]..., data.template get<K>().v[l]..., count);
    }
    template <class P, class D, class Index, int... S, int... K>
    CUPRUM_DEVICE static void accumulate(const args_t& args, P& s, int j, const D& data, int l, Index index,
                                         indices<S...>, indices<K...>) {
        add(args, index, s.template get<S>().v[j]..., data.template get<K>().v[l]...);
    }
    template <class P, class Q, int... S>
    CUPRUM_DEVICE static void combine(P& s, int j, const Q& t, int l, indices<S...>) {
        Op::combine(s.template get<S>().v[j]..., t.template get<S>().v[l]...);
    }
    template <class P, class Q, int... S>
    CUPRUM_DEVICE static void copy(P& s, int j, const Q& t, int l, indices<S...>) {
        ((s.template get<S>().v[j] = t.template get<S>().v[l]), ...);
    }
    template <class P, int... S, int... R>
    CUPRUM_DEVICE static void finish(const args_t& args, const P& s, int j, long long output, indices<S...>,
                                     indices<R...>) {
        typename pack_of_list<1, typename Op::outputs>::type results;
        char* const address[] = {args.output[R] +
                                 offset_of(output, args.kept_ndim, args.kept_shape, args.kept_strides[nin + R])...};
        (read_result(results.template get<R>().v[0], address[R]), ...);
        if constexpr (is_same<extra, no_extra>)
            Op::finish(results.template get<R>().v[0]..., s.template get<S>().v[j]..., args.tail);
        else Op::finish(results.template get<R>().v[0]..., s.template get<S>().v[j]..., args.tail, (const extra&)args);
        (write_result(results.template get<R>().v[0], address[R]), ...);
    }
    template <class R>
    CUPRUM_DEVICE static void read_result(R& result, const char* address) {
        if constexpr (is_same<R, counter> || requires { Op::updates; }) result = cuprum::load<R>(address);
    }
    template <class R>
    CUPRUM_DEVICE static void write_result(const R& result, char* address) {
        if constexpr (!is_same<R, counter>) *(R*)address = result;
    }
};

#if CUPRUM_GPU

template <class Op>
constexpr bool is_byte_sum = false;
template <class Op>
    requires requires { Op::byte_sum; }
constexpr bool is_byte_sum<Op> = Op::byte_sum;

/// A sum and four bytes, added in one instruction.
template <class T>
CUPRUM_DEVICE int add_four_bytes(int sum, unsigned bytes) {
    if constexpr (is_signed_integer<T>) return __dp4a((int)bytes, 0x01010101, sum);
    else return (int)__dp4a(bytes, 0x01010101u, (unsigned)sum);
}

template <class T>
CUPRUM_DEVICE T shuffle_xor(T value, int mask) {
    constexpr int words = (sizeof(T) + 3) / 4;
    unsigned word[words];
    word[words - 1] = 0;
    CUPRUM_BUILTIN(memcpy)(word, &value, sizeof(T));
#pragma unroll
    for (int i = 0; i < words; ++i) word[i] = __shfl_xor_sync(0xffffffffu, word[i], mask);
    CUPRUM_BUILTIN(memcpy)(&value, word, sizeof(T));
    return value;
}

/// Whether this block is the last of `count` to come here with this ticket; what the others wrote before is then
/// visible. For all threads of the block. The ticket is 0 again afterwards.
CUPRUM_DEVICE bool last_block(unsigned* ticket, unsigned count) {
    __shared__ bool last;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) last = atomicInc(ticket, count - 1) == count - 1;
    __syncthreads();
    __threadfence();
    return last;
}

template <class Op>
struct reduction_loops : reduction_base<Op> {
    using base = reduction_base<Op>;
    using args_t = typename base::args_t;
    using pointers = typename base::pointers;
    template <int W>
    using states = typename base::template states<W>;
    template <int W>
    using elements = typename base::template elements<W>;
    using base::nin;

    template <int W>
    using shares = typename base::template shares<W>;

    CUPRUM_DEVICE static constexpr int power_below(int n) {
        return n >= 16 ? 16 : n >= 8 ? 8 : n >= 4 ? 4 : n >= 2 ? 2 : 1;
    }
    static constexpr int width = reduction_width(largest_of(typename Op::inputs()), state_bytes<Op>());

    // Of n things a thread may have in work at once as many as registers hold: fewer where there are many inputs.
    CUPRUM_DEVICE static constexpr int at_once(int n) { return nin <= 3 ? n : power_below(n * 3 / nin); }

    // How many blocks a multiprocessor takes at once, which bounds the registers: as measured on an H200.
    static constexpr int share_bytes = width * total_of(typename Op::share());
    static constexpr int group_blocks = width > 8 || total_of(typename Op::share()) > 16 ? 2 : 3;
    static constexpr int row_blocks = width > 4 ? 4 : 3;
    static constexpr int column_blocks = width > 8 || Op::briefs ? 2 : share_bytes > 16 && share_bytes <= 32 ? 4 : 3;

    CUPRUM_DEVICE static void rows(const args_t& args) {
        constexpr int V = width;
        const long long output = blockIdx.x / (unsigned)args.splits;
        const int split = (int)(blockIdx.x - output * args.splits);
        const long long lo = split * args.piece, hi = lo + args.piece < args.length ? lo + args.piece : args.length;
        const pointers row = base::kept_pointers(args, output);
        const bool leads = split == 0 && threadIdx.x == 0;
        shares<V> t;
#pragma unroll
        for (int k = 0; k < V; ++k) start_share(t, k, args, k == 0 && leads);
        if (Op::begins && lo < hi) {
            elements<1> one;
            load<1>(one, args, base::reduced_pointers(args, row, beginning(lo)), 0);
#pragma unroll
            for (int k = 0; k < V; ++k) base::begin(t, k, one, 0, k == 0 && threadIdx.x == 0 ? hi - lo : 0);
        }
        if (args.reduced_ndim <= 1 || base::inner_length(args) >= reduction_block) {
            for (long long q = lo; q < hi;) {
                const long long n = base::run_length(args, q, hi);
                const pointers from = base::reduced_pointers(args, row, q);
                if ((args.flags & reduction_inner) && in_phase<V>(args, from, typename base::in_indices()))
                    side_by_side<V>(t, args, from, (int)n, (int)(q - lo));
                else evenly_spaced<V>(t, args, from, (int)n, (int)(q - lo));
                q += n;
            }
        } else {
            // Short runs: the threads take positions in turn, wherever these lie.
            for (long long q = lo + threadIdx.x; q < hi; q += reduction_block) {
                elements<1> one;
                load<1>(one, args, base::reduced_pointers(args, row, q), 0);
                base::accumulate(args, t, 0, one, 0, (int)(q - lo));
            }
        }
        states<V> s;
        if constexpr (Op::ordered) {  // shares hold indices within a piece, of half the size
            combine_lanes<V / 2>(t);
            combine_block<shares<1>>(t);
            widen(s, 0, t, 0, args, lo, leads);
        } else {
#pragma unroll
            for (int k = 0; k < V; ++k) widen(s, k, t, k, args, lo, k == 0 && leads);
            combine_lanes<V / 2>(s);
            combine_block<states<1>>(s);
        }
        if (args.splits > 1) {
            if (threadIdx.x == 0) base::copy(base::partial(args, split, output), 0, s, 0);
            if (!last_block(args.tickets + output, args.splits)) return;
            base::start(s, 0);
            constexpr int U = 4;
            in_batches<U>((int)threadIdx.x, args.splits, reduction_block, [&](int i, auto present) {
                states<1> part[U];
#pragma unroll
                for (int u = 0; u < U; ++u)
                    if (present(u)) base::copy(part[u], 0, base::partial(args, i + u * reduction_block, output), 0);
#pragma unroll
                for (int u = 0; u < U; ++u)
                    if (present(u)) base::combine(s, 0, part[u], 0);
            });
            combine_block<states<1>>(s);
        }
        if (threadIdx.x == 0) base::finish(args, s, 0, output);
    }

    // A group of `threads` lanes has several consecutive rows in work, so that enough loads are on their way.
    CUPRUM_DEVICE static void groups(const args_t& args) {
        constexpr int U = reduction_group_rows;
        const int lanes = args.threads, lane = threadIdx.x & (lanes - 1);
        const long long first = ((long long)blockIdx.x * (reduction_block / lanes) + threadIdx.x / lanes) * U;
        const int rows = first >= args.outputs ? 0 : args.outputs - first < U ? (int)(args.outputs - first) : U;
        const int length = (int)args.length;
        shares<U> t;
#pragma unroll
        for (int u = 0; u < U; ++u) start_share(t, u, args, lane == 0);
        if (rows > 0) {
            if (args.flags & reduction_aligned) {
                // Rows beyond the last one are stood in for by the first one: loads need no condition then.
                const pointers from = base::kept_pointers(args, first);
                pointers row[U];
#pragma unroll
                for (int u = 0; u < U; ++u)
#pragma unroll
                    for (int k = 0; k < nin; ++k)
                        row[u].p[k] = from.p[k] + (u < rows ? u * args.kept_strides[k][0] : 0);
                aligned_rows(t, args, row, length, lane, lanes);
            } else {
                constexpr int H = 4;  // registers do not hold more
#pragma unroll
                for (int h = 0; h < U; h += H) {
                    pointers row[H];
#pragma unroll
                    for (int u = 0; u < H; ++u) row[u] = base::kept_pointers(args, first + (h + u < rows ? h + u : 0));
                    begin_rows<H>(t, h, args, row, length);
                    if (args.flags & reduction_vector) skewed_rows<H>(t, h, args, row, length, lane, lanes);
                    else spaced_rows<H>(t, h, args, row, length, lane, lanes);
                }
            }
        }
        // Rows are short enough that a share holds a whole one. While rows are left to share out, a step halves a
        // lane's rows as well as a row's lanes.
        share_out<U / 2>(t, lane, lanes / 2);
        for (int mask = lanes / U / 2; mask > 0; mask /= 2) {
            shares<1> other;
            shuffle_begun(other, t, 0, mask, typename base::state_indices());
            combine_begun(t, 0, other);
        }
        const int lanes_left = lanes / U, mine = lane / lanes_left;
        if ((lane & (lanes_left - 1)) == 0 && mine < rows) {
            states<1> s;
            widen(s, 0, t, 0, args, 0, true);
            base::finish(args, s, 0, first + mine);
        }
    }

    // A tile of rows, `threads` a thread, is brought into shared memory as it lies, then a thread reads its rows.
    CUPRUM_DEVICE static void packed(const args_t& args) {
        using E = typename base::template input_type<0>;
        constexpr int V = 16 / (int)sizeof(E), U = 4;
        extern __shared__ __align__(16) unsigned char staged[];
        const int tile = reduction_block * args.threads;
        const long long first = (long long)blockIdx.x * tile;
        const int rows = args.outputs - first < tile ? (int)(args.outputs - first) : tile;
        const int length = (int)args.length, count = rows * length;
        const E* source = (const E*)args.input[0] + first * length;
        const int vectors = args.flags & reduction_vector ? count / V : 0;
#pragma unroll 4
        for (int v = threadIdx.x; v < vectors; v += reduction_block)
            ((vec<E, V>*)staged)[v] = ((const vec<E, V>*)source)[v];
#pragma unroll 4
        for (int e = vectors * V + threadIdx.x; e < count; e += reduction_block) ((E*)staged)[e] = source[e];
        __syncthreads();
        // Rows whose length shares a power of two with the number of banks would all begin in the same few banks; those
        // that would meet begin at different elements instead.
        const int words = length * (int)sizeof(E) / 4, common = (words & -words) < 32 ? words & -words : 32;
        const int apart = ((int)(threadIdx.x & 31u) * common) >> 5;
        for (int r = threadIdx.x; r < rows; r += reduction_block) {
            const vec<E, 1>* row = (const vec<E, 1>*)staged + r * length;
            shares<1> t;
            start_share(t, 0, args, true);
            const auto at = [&](int j) {
                elements<1> one;
                one.template get<0>() = row[j];
                return one;
            };
            const auto add = [&](shares<1>& to, int j) { base::accumulate(args, to, 0, at(j), 0, j); };
            if (Op::begins && length > 0) base::begin(t, 0, at(0), 0, length);
            if (Op::ordered || common <= 1) {
                in_batches<U>(0, length, 1, [&](int j, auto present) {
                    add_to(t, 0, [&](shares<1>& to) {
#pragma unroll
                        for (int u = 0; u < U; ++u)
                            if (present(u)) add(to, j + u);
                    });
                });
            } else {
                int j = apart < length ? apart : 0;
                in_batches<U>(0, length, 1, [&](int, auto present) {
                    add_to(t, 0, [&](shares<1>& to) {
#pragma unroll
                        for (int u = 0; u < U; ++u)
                            if (present(u)) {
                                add(to, j);
                                j = j + 1 == length ? 0 : j + 1;
                            }
                    });
                });
            }
            states<1> s;
            widen(s, 0, t, 0, args, 0, true);
            base::finish(args, s, 0, first + r);
        }
    }

    // `threads` threads side by side take V outputs each; the block's others take further reduced positions.
    template <int V>
    CUPRUM_DEVICE static void columns(const args_t& args) {
        constexpr int U = at_once(V > 1 && share_bytes > 16 && !Op::briefs ? 4 : 8);
        const int across = args.threads, down = reduction_block / across;
        const int x = threadIdx.x & (across - 1), y = threadIdx.x / across;
        const long long tile = blockIdx.x % (unsigned)args.tiles;
        const int split = (int)(blockIdx.x / (unsigned)args.tiles);
        const long long output = (tile * across + x) * V;
        const bool active = output < args.outputs, leads = split == 0 && y == 0;
        const long long lo = split * args.piece, hi = lo + args.piece < args.length ? lo + args.piece : args.length;
        const pointers column = base::kept_pointers(args, active ? output : 0);
        shares<V> t;
#pragma unroll
        for (int k = 0; k < V; ++k) start_share(t, k, args, leads);
        if (Op::begins && lo < hi) {
            elements<V> data;
            load<V>(data, args, base::reduced_pointers(args, column, beginning(lo)), 0);
#pragma unroll
            for (int k = 0; k < V; ++k) base::begin(t, k, data, k, y == 0 ? hi - lo : 0);
        }
        if (active)
            for (long long r = lo; r < hi;) {
                const long long n = base::run_length(args, r, hi);
                const pointers from = base::reduced_pointers(args, column, r);
                in_batches<U>((long long)y, n, down, [&](long long i, auto present) {
                    elements<V> data[U];
                    const int index = (int)(r - lo + i);
#pragma unroll
                    for (int u = 0; u < U; ++u)
                        if (present(u)) load_spaced<V>(data[u], args, from, i + u * down);
#pragma unroll
                    for (int k = 0; k < V; ++k)
                        add_to(t, k, data[0], k, count_of<U>(present), [&](auto& to) {
#pragma unroll
                            for (int u = 0; u < U; ++u)
                                if (present(u)) base::accumulate(args, to, 0, data[u], k, index + u * down);
                        });
                });
                r += n;
            }
        states<V> s;
        if constexpr (Op::ordered) {
            combine_down<V, shares<1>>(t, across, down, y);
#pragma unroll
            for (int k = 0; k < V; ++k) widen(s, k, t, k, args, lo, leads);
        } else {
#pragma unroll
            for (int k = 0; k < V; ++k) widen(s, k, t, k, args, lo, leads);
            combine_down<V, states<1>>(s, across, down, y);
        }
        if (args.splits > 1) {
            if (active && y == 0) {
#pragma unroll
                for (int k = 0; k < V; ++k) base::copy(base::partial(args, split, output + k), 0, s, k);
            }
            if (!last_block(args.tickets + tile, args.splits)) return;
#pragma unroll
            for (int k = 0; k < V; ++k) base::start(s, k);
            if (active)
                for (int i = y; i < args.splits; i += down) {
#pragma unroll
                    for (int k = 0; k < V; ++k) base::combine(s, k, base::partial(args, i, output + k), 0);
                }
            combine_down<V, states<1>>(s, across, down, y);
        }
        if (active && y == 0) {
#pragma unroll
            for (int k = 0; k < V; ++k) base::finish(args, s, k, output + k);
        }
    }

private:
    using brief = typename pack_of_list<1, typename brief_of<Op>::type>::type;

    // The element that the shares of a part from `lo` on begin with. An output's first one is no further from the mean
    // than the square root of their number times the deviation: where results are float32, what that takes of a
    // double's digits leaves enough, and parts that begin alike are combined without a division.
    CUPRUM_DEVICE static long long beginning(long long lo) { return Op::briefs ? 0 : lo; }
    // Starts a thread's share; what is narrower cannot hold the initial value, which then comes in as the share is
    // widened.
    template <class P>
    CUPRUM_DEVICE static void start_share(P& t, int k, const args_t& args, bool first) {
        if constexpr (Op::narrow) base::start(t, k);
        else base::start(t, k, args, first);
    }
    template <class P, class Q>
    CUPRUM_DEVICE static void widen(P& s, int k, const Q& t, int l, const args_t& args, long long offset, bool first) {
        if constexpr (Op::narrow) {
            base::start(s, k, args, first);
            widen(s, k, t, l, offset, typename base::state_indices());
        } else {
            base::copy(s, k, t, l);
        }
    }
    template <class P, class Q, int... S>
    CUPRUM_DEVICE static void widen(P& s, int k, const Q& t, int l, long long offset, indices<S...>) {
        states<1> wide;
        Op::widen(wide.template get<S>().v[0]..., t.template get<S>().v[l]..., offset);
        base::combine(s, k, wide, 0);
    }

    // Calls add(i, present) for the positions from `first` to `end`, `step` apart, U of them at a time: present(u)
    // tells whether i + u * step is among them, and is known at compile time for all batches but the last.
    template <int U, class I, class F>
    CUPRUM_DEVICE static void in_batches(I first, I end, int step, F add) {
#pragma unroll 1
        for (I i = first; i < end; i += (I)step * U) {
            if (i + (U - 1) * step < end) add(i, [](int) { return true; });
            else add(i, [=](int u) { return i + u * step < end; });
        }
    }

    // The shares from `first` are those of H rows, here and below. Each lane's counts the whole row.
    template <int H>
    CUPRUM_DEVICE static void begin_rows(shares<reduction_group_rows>& t, int first, const args_t& args,
                                         const pointers* row, int length) {
        if constexpr (Op::begins) {
            if (length == 0) return;
            elements<1> one[H];
#pragma unroll
            for (int u = 0; u < H; ++u) load<1>(one[u], args, row[u], 0);
#pragma unroll
            for (int u = 0; u < H; ++u) base::begin(t, first + u, one[u], 0, length);
        }
    }

    // The vectors of rows that begin at a vector's boundary and end at one.
    CUPRUM_DEVICE static void aligned_rows(shares<reduction_group_rows>& t, const args_t& args, const pointers* row,
                                           int length, int lane, int lanes) {
        constexpr int U = reduction_group_rows, V = width;
        if (lane * V >= length) begin_rows<U>(t, 0, args, row, length);
        for (int i = lane * V; i < length; i += lanes * V) {
            elements<V> data[U];
#pragma unroll
            for (int u = 0; u < U; ++u) load<V>(data[u], args, row[u], i);
            if (i == lane * V) begin_rows<U>(t, 0, args, row, length);  // loads that no other waits for
#pragma unroll
            for (int u = 0; u < U; ++u) {
                const auto add = [&](auto& to) {
#pragma unroll
                    for (int k = 0; k < V; ++k) base::accumulate(args, to, 0, data[u], k, i + k);
                };
                add_to(t, u, add);
            }
        }
    }

    // Likewise of rows that begin anywhere: what the first and the last vector leave out is loaded by elements.
    template <int H>
    CUPRUM_DEVICE static void skewed_rows(shares<reduction_group_rows>& t, int first, const args_t& args,
                                          const pointers* row, int length, int lane, int lanes) {
        constexpr int V = width;
        int skew[H], vectors = 0;
#pragma unroll
        for (int u = 0; u < H; ++u) {
            skew[u] = phase<V, 0>(row[u]);
            const int n = (length + skew[u] + V - 1) / V;
            vectors = n > vectors ? n : vectors;
        }
        for (int v = lane; v < vectors; v += lanes) {
            elements<V> data[H];
#pragma unroll
            for (int u = 0; u < H; ++u) {
                const int i = v * V - skew[u];
                if (i >= 0 && i + V <= length) load<V>(data[u], args, row[u], i);
            }
#pragma unroll
            for (int u = 0; u < H; ++u) {
                const int i = v * V - skew[u];
                if (i >= 0 && i + V <= length) {
#pragma unroll
                    for (int k = 0; k < V; ++k) base::accumulate(args, t, first + u, data[u], k, i + k);
                } else {
                    for (int k = 0; k < V; ++k)
                        if (i + k >= 0 && i + k < length) {
                            elements<1> one;
                            load<1>(one, args, row[u], i + k);
                            base::accumulate(args, t, first + u, one, 0, i + k);
                        }
                }
            }
        }
    }

    // The elements of rows of any strides.
    template <int H>
    CUPRUM_DEVICE static void spaced_rows(shares<reduction_group_rows>& t, int first, const args_t& args,
                                          const pointers* row, int length, int lane, int lanes) {
        const bool one_run = args.reduced_ndim <= 1;
        for (int i = lane; i < length; i += lanes) {
            const pointers at = one_run ? row[0] : base::reduced_pointers(args, row[0], i);
            elements<1> data[H];
#pragma unroll
            for (int u = 0; u < H; ++u) load_spaced<1>(data[u], args, shifted(at, row[0], row[u]), one_run ? i : 0);
#pragma unroll
            for (int u = 0; u < H; ++u) base::accumulate(args, t, first + u, data[u], 0, i);
        }
    }

    // Vectors of bytes from an address, each word of a vector to a share of its own.
    template <int V>
    CUPRUM_DEVICE static void sum_bytes(shares<V>& t, const char* address, int vectors) {
        using E = typename base::template input_type<0>;
        constexpr int U = 4, W = V / 4;
        in_batches<U>((int)threadIdx.x, vectors, reduction_block, [&](int v, auto present) {
            vec<unsigned, W> data[U];
#pragma unroll
            for (int u = 0; u < U; ++u)
                if (present(u)) data[u] = ((const vec<unsigned, W>*)address)[v + u * reduction_block];
#pragma unroll
            for (int u = 0; u < U; ++u)
#pragma unroll
                for (int k = 0; k < W; ++k)
                    if (present(u)) {
                        int& sum = t.template get<0>().v[k];
                        sum = add_four_bytes<E>(sum, data[u].v[k]);
                    }
        });
    }

    // Calls `add` with a copy of share k, or, where few elements are to be summed first, with a new one.
    template <class P, class F>
    CUPRUM_DEVICE static void add_to(P& t, int k, F add) {
        shares<1> to;
        if constexpr (Op::cascade) base::start(to, 0);
        else base::copy(to, 0, t, k);
        add(to);
        if constexpr (Op::cascade) base::combine(t, k, to, 0);
        else base::copy(t, k, to, 0);
    }
    // Likewise where `add` adds `count` elements that are in registers, the l-th of `data` among them: it may be called
    // twice, with a brief, which is cheaper where there are more than a few.
    template <class P, class D, class F>
    CUPRUM_DEVICE static void add_to(P& t, int k, const D& data, int l, int count, F add) {
        if constexpr (Op::briefs) {
            brief to;
            base::begin(to, 0, data, l, 0);
            add(to);
            join(t, k, to, count, add, typename base::state_indices());
        } else {
            add_to(t, k, add);
        }
    }
    template <class P, class F, int... S>
    CUPRUM_DEVICE static void join(P& t, int k, brief& to, int count, F add, indices<S...>) {
        Op::recenter(to.template get<S>().v[0]..., count);
        add(to);
        Op::join(t.template get<S>().v[k]..., to.template get<S>().v[0]..., count);
    }
    template <int U, class F>
    CUPRUM_DEVICE static int count_of(F present) {
        int count = 0;
#pragma unroll
        for (int u = 0; u < U; ++u) count += present(u);
        return count;
    }

    // V elements from an address, or V times the one there.
    template <int V, int K>
    CUPRUM_DEVICE static void load_one(elements<V>& data, const args_t& args, const char* address, const char* own) {
        using E = typename base::template input_type<K>;
        if (base::stays(args, K)) {
            const E value = cuprum::load<E>(own);
#pragma unroll
            for (int k = 0; k < V; ++k) data.template get<K>().v[k] = value;
        } else {
            data.template get<K>() = load_neighbours<E, V>(address);
        }
    }
    template <int V, int K = 0>
    CUPRUM_DEVICE static void load(elements<V>& data, const args_t& args, const pointers& from, long long index) {
        if constexpr (K < nin) {
            using E = typename base::template input_type<K>;
            load_one<V, K>(data, args, from.p[K] + index * (long long)sizeof(E), from.p[K]);
            load<V, K + 1>(data, args, from, index);
        }
    }

    // Elements `index` steps along the innermost reduced dimension.
    template <int V, int K = 0>
    CUPRUM_DEVICE static void load_spaced(elements<V>& data, const args_t& args, const pointers& from,
                                          long long index) {
        if constexpr (K < nin) {
            const char* address = from.p[K] + index * base::inner_step(args, K);
            load_one<V, K>(data, args, address, address);
            load_spaced<V, K + 1>(data, args, from, index);
        }
    }
    // `at` moved as far as `to` is from `from`.
    CUPRUM_DEVICE static pointers shifted(const pointers& at, const pointers& from, const pointers& to) {
        pointers result;
#pragma unroll
        for (int k = 0; k < nin; ++k) result.p[k] = at.p[k] + (to.p[k] - from.p[k]);
        return result;
    }

    // Elements from a vector's boundary to an address.
    template <int V, int K>
    CUPRUM_DEVICE static int phase(const pointers& at) {
        using E = typename base::template input_type<K>;
        return (int)((unsigned long long)at.p[K] / sizeof(E)) & (V - 1);
    }
    template <int V, int... K>
    CUPRUM_DEVICE static bool in_phase(const args_t& args, const pointers& at, indices<K...>) {
        return ((is_same<typename base::template input_type<K>, counter> || base::stays(args, K) ||
                 phase<V, K>(at) == phase<V, 0>(at)) &&
                ...);
    }

    // The block's share of `n` elements that lie side by side, in vectors: inputs must be equally far from a vector's
    // boundary.
    template <int V>
    CUPRUM_DEVICE static void side_by_side(shares<V>& t, const args_t& args, const pointers& from, int n, int index) {
        constexpr int U = at_once(V > 8 ? 2 : V > 4 ? 4 : 8);
        int head = (V - phase<V, 0>(from)) & (V - 1);
        if (head > n) head = n;
        const int vectors = (n - head) / V, tail = head + vectors * V;
        const auto edge = [&](int i, int end) {  // at both ends: less than a vector
            if (i >= end) return;
            elements<1> one;
            load<1>(one, args, from, i);
            base::accumulate(args, t, 0, one, 0, index + i);
        };
        edge(threadIdx.x, head);
        if constexpr (is_byte_sum<Op> && V % 4 == 0) {
            sum_bytes<V>(t, from.p[0] + head, vectors);
            edge(tail + threadIdx.x, n);
            return;
        }
        in_batches<U>((int)threadIdx.x, vectors, reduction_block, [&](int v, auto present) {
            elements<V> data[U];
            const int i = head + v * V;
#pragma unroll
            for (int u = 0; u < U; ++u)
                if (present(u)) load<V>(data[u], args, from, i + u * reduction_block * V);
            constexpr int S = Op::briefs ? 1 : V;  // shares: one brief takes all
#pragma unroll
            for (int k = 0; k < S; ++k)
                add_to(t, k, data[0], k, count_of<U>(present) * (V / S), [&](auto& to) {
#pragma unroll
                    for (int u = 0; u < U; ++u)
                        if (present(u)) {
#pragma unroll
                            for (int j = k; j < V; j += S)
                                base::accumulate(args, to, 0, data[u], j, index + i + u * reduction_block * V + j);
                        }
                });
        });
        edge(tail + threadIdx.x, n);
    }

    // The block's share of `n` elements along the innermost dimension.
    template <int V>
    CUPRUM_DEVICE static void evenly_spaced(shares<V>& t, const args_t& args, const pointers& from, int n, int index) {
        constexpr int U = at_once(8);
        in_batches<U>((int)threadIdx.x, n, reduction_block, [&](int i, auto present) {
            elements<1> data[U];
#pragma unroll
            for (int u = 0; u < U; ++u)
                if (present(u)) load_spaced<1>(data[u], args, from, i + u * reduction_block);
            add_to(t, 0, [&](shares<1>& to) {
#pragma unroll
                for (int u = 0; u < U; ++u)
                    if (present(u)) base::accumulate(args, to, 0, data[u], 0, index + i + u * reduction_block);
            });
        });
    }

    template <class P, class Q, int... S>
    CUPRUM_DEVICE static void shuffle(P& to, const Q& from, int k, int mask, indices<S...>) {
        ((to.template get<S>().v[0] = shuffle_xor(from.template get<S>().v[k], mask)), ...);
    }
    // Likewise of shares that began with the same element, whose first component, the point, and last one, the count,
    // are the same, and stay as they are as such shares are combined.
    template <class P, class Q, int... S>
    CUPRUM_DEVICE static void shuffle_begun(P& to, const Q& from, int k, int mask, indices<S...> all) {
        if constexpr (!Op::begins) shuffle(to, from, k, mask, all);
        else
            ((to.template get<S>().v[0] = S == 0 || S == sizeof...(S) - 1
                                              ? from.template get<S>().v[k]
                                              : shuffle_xor(from.template get<S>().v[k], mask)),
             ...);
    }
    template <class P, class Q>
    CUPRUM_DEVICE static void combine_begun(P& s, int k, const Q& other) {
        if constexpr (Op::begins) combine_begun(s, k, other, typename base::state_indices());
        else base::combine(s, k, other, 0);
    }
    template <class P, class Q, int... S>
    CUPRUM_DEVICE static void combine_begun(P& s, int k, const Q& other, indices<S...>) {
        Op::combine_begun(s.template get<S>().v[k]..., other.template get<S>().v[0]...);
    }
    template <int Half, class P>
    CUPRUM_DEVICE static void combine_lanes(P& s) {
        if constexpr (Half > 0) {
#pragma unroll
            for (int k = 0; k < Half; ++k) base::combine(s, k, s, k + Half);
            combine_lanes<Half / 2>(s);
        }
    }
    template <int Half>
    CUPRUM_DEVICE static void share_out(shares<reduction_group_rows>& t, int lane, int mask) {
        if constexpr (Half > 0) {
            const bool upper = lane & mask;
#pragma unroll
            for (int k = 0; k < Half; ++k) exchange(t, k, Half, upper, mask, typename base::state_indices());
            share_out<Half / 2>(t, lane, mask / 2);
        }
    }
    // Lanes whose bit is clear keep share k, the others share k + h; each hands the one that it does not keep to its
    // partner.
    template <int... S>
    CUPRUM_DEVICE static void exchange(shares<reduction_group_rows>& t, int k, int h, bool upper, int mask,
                                       indices<S...> all) {
        shares<1> kept, given, received;
        ((kept.template get<S>().v[0] = upper ? t.template get<S>().v[k + h] : t.template get<S>().v[k],
          given.template get<S>().v[0] = upper ? t.template get<S>().v[k] : t.template get<S>().v[k + h]),
         ...);
        shuffle_begun(received, given, 0, mask, all);
        combine_begun(kept, 0, received);
        base::copy(t, k, kept, 0);
    }

    // Combines the first states, or shares, of all threads into thread 0's.
    template <class One, class P>
    CUPRUM_DEVICE static void combine_block(P& s) {
        constexpr int warps = reduction_block / 32;
        __shared__ __align__(16) unsigned char bytes[warps * sizeof(One)];
        One* of_warp = (One*)bytes;
        One other;
#pragma unroll
        for (int mask = 16; mask > 0; mask /= 2) {
            shuffle(other, s, 0, mask, typename base::state_indices());
            base::combine(s, 0, other, 0);
        }
        __syncthreads();  // the second call must not overtake the first one's readers
        if ((threadIdx.x & 31u) == 0) base::copy(of_warp[threadIdx.x / 32], 0, s, 0);
        __syncthreads();
        if (threadIdx.x < 32) {
            base::copy(s, 0, of_warp[threadIdx.x & (warps - 1)], 0);
#pragma unroll
            for (int mask = warps / 2; mask > 0; mask /= 2) {
                shuffle(other, s, 0, mask, typename base::state_indices());
                base::combine(s, 0, other, 0);
            }
        }
    }

    // Combines the states of the threads that share outputs into those of the first one down.
    template <int V, class One, class P>
    CUPRUM_DEVICE static void combine_down(P& s, int across, int down, int y) {
        constexpr int half = reduction_block / 2;
        __shared__ __align__(16) unsigned char bytes[V * half * sizeof(One)];
        One* shared = (One*)bytes;
        const int mine = threadIdx.x;
        for (int h = down / 2; h > 0; h /= 2) {
            __syncthreads();
            if (y >= h && y < 2 * h)
#pragma unroll
                for (int k = 0; k < V; ++k) base::copy(shared[k * half + mine - h * across], 0, s, k);
            __syncthreads();
            if (y < h)
#pragma unroll
                for (int k = 0; k < V; ++k) base::combine(s, k, shared[k * half + mine], 0);
        }
    }
};

// `blocks` are on a multiprocessor at once: they bound the registers.
#define CUPRUM_REDUCTION_ENTRY(name, op, blocks, call)                          \
    extern "C" __global__ void __launch_bounds__(256, blocks)                   \
        name(const __grid_constant__ cuprum::reduction_base<op>::args_t args) { \
        cuprum::reduction_loops<op>::call(args);                                \
    }
#define CUPRUM_REDUCTION_ROWS(name, op) CUPRUM_REDUCTION_ENTRY(name, op, cuprum::reduction_loops<op>::row_blocks, rows)
#define CUPRUM_REDUCTION_GROUPS(name, op) \
    CUPRUM_REDUCTION_ENTRY(name, op, cuprum::reduction_loops<op>::group_blocks, groups)
#define CUPRUM_REDUCTION_PACKED(name, op) CUPRUM_REDUCTION_ENTRY(name, op, 4, packed)
#define CUPRUM_REDUCTION_COLUMNS(name, op)                                       \
    CUPRUM_REDUCTION_ENTRY(name, op, cuprum::reduction_loops<op>::column_blocks, \
                           template columns<cuprum::reduction_loops<op>::width>)
#define CUPRUM_REDUCTION_STRIDED(name, op) CUPRUM_REDUCTION_ENTRY(name, op, 3, template columns<1>)

#else  // CPU

template <class Op>
struct reduction_loops : reduction_base<Op> {
    using base = reduction_base<Op>;
    using args_t = typename base::args_t;
    using pointers = typename base::pointers;
    template <int W>
    using states = typename base::template states<W>;
    using base::nin;

#if defined(__AVX512F__)
    static constexpr int vector_bytes = 64;
#elif defined(__AVX__)
    static constexpr int vector_bytes = 32;
#else
    static constexpr int vector_bytes = 16;
#endif
    // States side by side: enough vectors of the widest type to hide the latency of adding, and where an index stands
    // beside each state, no more than registers hold. At most 64: a compiler makes no wider vectors.
    static constexpr int widest = max_of(largest_of(typename Op::state()), largest_of(typename Op::inputs()));
    static constexpr int lanes = 1 << log2_of((Op::ordered ? 4 * vector_bytes : 256) / max_of(4, widest));
    static constexpr int vector = min_of(lanes, 1 << log2_of(vector_bytes / widest));
    static constexpr int tile = reduction_tile;
    static constexpr int together = 8;  // rows that are added at once
    using buffers_t = typename base::template elements<(lanes > tile ? lanes : tile)>;

    static void rows(const args_t& args, long long begin, long long end) {
        const bool direct =
            (args.flags & reduction_inner) && (args.reduced_ndim <= 1 || base::inner_length(args) >= tile / 2);
        buffers_t buffers;
        for (long long item = begin; item < end; ++item) {
            const long long output = item / args.splits, split = item - output * args.splits;
            const long long lo = split * args.piece, hi = lo + args.piece < args.length ? lo + args.piece : args.length;
            const pointers row = base::kept_pointers(args, output);
            accumulator<lanes> s;
            s.start(args, split == 0 ? 1 : 0, lanes);
            if (Op::begins && lo < hi) s.begin_all(base::reduced_pointers(args, row, lo), lanes, hi - lo);
            for (long long q = lo; q < hi;) {
                const long long n = direct ? base::run_length(args, q, hi) : hi - q < tile ? hi - q : tile;
                if (direct)
                    s.feed(args, spread(buffers, args, base::reduced_pointers(args, row, q), lanes), n, q,
                           [&](int k) { return !base::stays(args, k); });
                else
                    s.feed(args,
                           gather<0>(buffers, row, args.reduced_ndim, args.reduced_shape, args.reduced_strides, q, n),
                           n, q, [](int) { return true; });
                q += n;
            }
            const states<1> whole = combined_lanes(s.states_);
            if (args.splits > 1) base::copy(base::partial(args, split, output), 0, whole, 0);
            else base::finish(args, whole, 0, output);
        }
    }

    static void columns(const args_t& args, long long begin, long long end) {
        const bool flat = args.flags & reduction_flat;
        const long long width = flat ? args.outputs : args.kept_ndim ? args.kept_shape[args.kept_ndim - 1] : 1;
        const long long tiles_across = (width + tile - 1) / tile;
        const bool direct = !flat && (args.flags & reduction_inner);
        for (long long item = begin; item < end; ++item) {
            const long long split = item / args.tiles, t = item - split * args.tiles;
            const long long across = t % tiles_across * tile, first = t / tiles_across * width + across;
            const long long n = width - across < tile ? width - across : tile;
            const long long lo = split * args.piece, hi = lo + args.piece < args.length ? lo + args.piece : args.length;
            accumulator<tile> s;
            s.start(args, split == 0 ? n : 0, n);
            buffers_t buffers;
            const pointers column = base::kept_pointers(args, direct ? first : 0);
            if (Op::begins && lo < hi) {
                const pointers at = base::reduced_pointers(args, column, lo);
                s.begin(direct ? spread(buffers, args, at, n)
                               : gather<0>(buffers, at, args.kept_ndim, args.kept_shape, args.kept_strides, first, n),
                        n, hi - lo);
            }
            for (long long q = lo; q < hi;) {
                const long long run = base::run_length(args, q, hi);
                pointers at = base::reduced_pointers(args, column, q);
                if (direct) {
                    long long step[nin];
                    for (int k = 0; k < nin; ++k) step[k] = base::inner_step(args, k);
                    s.rows(args, spread(buffers, args, at, n), step, run, n, q, 1, 0);
                } else {
                    const long long none[nin] = {};
                    for (long long i = 0; i < run; ++i) {
                        pointers row = at;
                        for (int k = 0; k < nin; ++k) row.p[k] += i * base::inner_step(args, k);
                        s.rows(args,
                               gather<0>(buffers, row, args.kept_ndim, args.kept_shape, args.kept_strides, first, n),
                               none, 1, n, q + i, 1, 0);
                    }
                }
                q += run;
            }
            for (long long j = 0; j < n; ++j) {
                if (args.splits > 1) base::copy(base::partial(args, split, first + j), 0, s.states_, j);
                else base::finish(args, s.states_, j, first + j);
            }
        }
    }

    // The second stage: the splits of an output, pairwise.
    static void merge(const args_t& args, long long begin, long long end) {
        for (long long output = begin; output < end; ++output) {
            for (long long w = 1; w < args.splits; w *= 2)
                for (long long i = 0; i + w < args.splits; i += 2 * w)
                    base::combine(base::partial(args, i, output), 0, base::partial(args, i + w, output), 0);
            base::finish(args, base::partial(args, 0, output), 0, output);
        }
    }

private:
    template <int W>
    struct accumulator {
        alignas(64) states<W> states_;

        /// `with_initial` states from the first hold the initial value.
        void start(const args_t& args, long long with_initial, long long width) {
            for (long long j = 0; j < width; ++j) base::start(states_, (int)j);
            if (args.flags & reduction_initial)
                for (long long j = 0; j < with_initial; ++j) base::start(states_, (int)j, args, true);
        }

        /// Begins `width` states with neighbouring elements, to each of which `count` elements will be added.
        void begin(const pointers& at, long long width, long long count) {
            for (long long j = 0; j < width; ++j)
                begin(states_, j, at, j, count, typename base::state_indices(), typename base::in_indices());
        }
        template <class P, int... S, int... K>
        static inline __attribute__((always_inline)) void begin(P& s, long long j, const pointers& at,
                                                                long long element, long long count, indices<S...>,
                                                                indices<K...>) {
            if constexpr (Op::begins)
                Op::begin(s.template get<S>().v[j]..., row_of<K>{at.p[K], 0}.at(0, element)..., count);
        }
        /// Begins `width` states with the same element; the first one counts the elements that are added to them all.
        /// States are about the same point where it is equal to the last bit, and in a loop the element would be mapped
        /// by vector functions for some states and by scalar ones, which round differently, for others.
        void begin_all(const pointers& at, long long width, long long count) {
            states<1> one;
            begin_one(one, at, 0);
            for (long long j = 1; j < width; ++j) base::copy(states_, (int)j, one, 0);
            begin_one(one, at, count);
            base::copy(states_, 0, one, 0);
        }
        static __attribute__((noinline)) void begin_one(states<1>& one, const pointers& at, long long count) {
            begin(one, 0, at, 0, count, typename base::state_indices(), typename base::in_indices());
        }

        /// Adds `n` elements that lie side by side to the lanes in turn. Inputs that do not move are W copies of one.
        template <class Moves>
        void feed(const args_t& args, const pointers& from, long long n, long long index, Moves moves) {
            long long step[nin];
            for (int k = 0; k < nin; ++k) step[k] = moves(k) ? W * size_of(k) : 0;
            pointers at = from;
            const auto go_on = [&](long long rows) {
                for (int k = 0; k < nin; ++k) at.p[k] += rows * step[k];
                n -= rows * W;
                index += rows * W;
            };
            if (const long long whole = n / W) {
                add_whole_rows(args, states_, at, step, whole, index, typename base::in_indices());
                go_on(whole);
            }
            if (n > 0) rows(args, at, step, 1, n, index, W, 1);
        }

        /// Adds `count` rows of `n` elements, each to the state at its place in the row.
        void rows(const args_t& args, pointers from, const long long* step, long long count, long long n,
                  long long index, long long row_index, long long element_index) {
            while (count > 0) {
                const int take = count >= together ? together : 1;
                if (take > 1)
                    add_rows<together>(args, states_, from, step, n, index, row_index, element_index,
                                       typename base::in_indices());
                else
                    add_rows<1>(args, states_, from, step, n, index, row_index, element_index,
                                typename base::in_indices());
                for (int k = 0; k < nin; ++k) from.p[k] += take * step[k];
                count -= take;
                index += take * row_index;
            }
        }
    };

    static constexpr long long size_of(int k) { return size_of(k, typename base::in_indices()); }
    template <int... K>
    static constexpr long long size_of(int k, indices<K...>) {
        constexpr long long sizes[] = {sizeof(typename base::template input_type<K>)...};
        return sizes[k];
    }

    template <int K>
    struct row_of {
        const char* start;
        long long step;
        const typename base::template input_type<K>& at(long long u, long long j) const {
            using E = typename base::template input_type<K>;
            return ((const E*)(start + u * step))[j];
        }
    };
    // Rows as wide as the states, one after the other: memory is read in its order, which is twice as fast as any
    // other, and the states are in registers meanwhile.
    template <class P, int... K>
    static __attribute__((noinline)) void add_whole_rows(const args_t& args, P& s, const pointers& from,
                                                         const long long* step, long long count, long long index,
                                                         indices<K...>) {
        add_whole_rows_of(args, s, count, index, typename base::state_indices(), row_of<K>{from.p[K], step[K]}...);
    }
    template <class P, int... S, class... Row>
    static inline __attribute__((always_inline)) void add_whole_rows_of(const args_t& args, P& s, long long count,
                                                                        long long index, indices<S...>, Row... row) {
        const auto add = [&](P& t, long long u) __attribute__((always_inline)) {
            for_vectors([&](int j) {
                states<1> one;
                base::copy(one, 0, t, j);
                base::add(args, index + u * lanes + j, one.template get<S>().v[0]..., row.at(u, j)...);
                base::copy(t, j, one, 0);
            });
        };
        P sum;
        for_lanes([&](int j) { base::copy(sum, j, s, j); });
        if constexpr (!Op::cascade) {
#pragma clang loop vectorize(disable)
            for (long long u = 0; u < count; ++u) add(sum, u);
        } else {
            P t;
            long long u = 0;
#pragma clang loop unroll(disable)
            for (; u + together <= count; u += together) {
                for_lanes([&](int j) { base::start(t, j); });
#pragma unroll
                for (int v = 0; v < together; ++v) {
                    add(t, u + v);
                    asm volatile("" ::: "memory");  // a compiler would rather finish one state after the other
                }
                for_lanes([&](int j) { base::combine(sum, j, t, j); });
            }
            if (u < count) {
                for_lanes([&](int j) { base::start(t, j); });
#pragma clang loop unroll(disable)
                for (; u < count; ++u) add(t, u);
                for_lanes([&](int j) { base::combine(sum, j, t, j); });
            }
        }
        for_lanes([&](int j) { base::copy(s, j, sum, j); });
    }
    template <class F>
    static inline __attribute__((always_inline)) void for_lanes(F f) {
#pragma clang loop vectorize(assume_safety) vectorize_width(lanes) interleave_count(1) unroll(disable)
        for (int j = 0; j < lanes; ++j) f(j);
    }
    // Likewise in vectors as wide as a register, for which mathematical functions are known.
    template <class F>
    static inline __attribute__((always_inline)) void for_vectors(F f) {
#pragma clang loop vectorize(assume_safety) vectorize_width(vector) interleave_count(lanes / vector) unroll(disable)
        for (int j = 0; j < lanes; ++j) f(j);
    }

    template <int U, class P, int... K>
    static __attribute__((noinline)) void add_rows(const args_t& args, P& s, const pointers& from,
                                                   const long long* step, long long n, long long index,
                                                   long long row_index, long long element_index, indices<K...>) {
        add_rows_of<U>(args, s, n, index, row_index, element_index, typename base::state_indices(),
                       row_of<K>{from.p[K], step[K]}...);
    }
    template <int U, class P, int... S, class... Row>
    static inline __attribute__((always_inline)) void add_rows_of(const args_t& args, P& s, long long n,
                                                                  long long index, long long row_index,
                                                                  long long element_index, indices<S...>, Row... row) {
        // States are no part of the inputs.
#pragma clang loop vectorize(assume_safety) interleave(enable)
        for (long long j = 0; j < n; ++j) {
            constexpr bool apart = Op::cascade && U > 1;
            states<1> t;
            if constexpr (apart) base::start(t, 0);
            else base::copy(t, 0, s, (int)j);
#pragma unroll
            for (int u = 0; u < U; ++u)
                base::add(args, index + u * row_index + j * element_index, t.template get<S>().v[0]...,
                          row.at(u, j)...);
            if constexpr (apart) base::combine(s, (int)j, t, 0);
            else base::copy(s, (int)j, t, 0);
        }
    }

    // Combines the lanes into the first one, pairwise, in registers. Those that began with the same element are about
    // the same point, their first component.
    static states<1> combined_lanes(const states<lanes>& s) {
        states<lanes> all;
        for_lanes([&](int j) { base::copy(all, j, s, j); });
        combine_lanes<lanes / 2>(all);
        states<1> one;
        base::copy(one, 0, all, 0);
        return one;
    }
    template <int Half>
    static inline __attribute__((always_inline)) void combine_lanes(states<lanes>& s) {
        if constexpr (Half > 0) {
            const auto combine = [&](int j) __attribute__((always_inline)) {
                states<1> other;
                base::copy(other, 0, s, j + Half);
                if constexpr (Op::begins) other.template get<0>().v[0] = s.template get<0>().v[j];
                base::combine(s, j, other, 0);
            };
            if constexpr ((Op::state::count == 1 || Op::ordered) && Half > 2) {
                // One vector: a compiler that unrolls so short a loop puts the lanes together from scalars.
#pragma clang loop vectorize(assume_safety) vectorize_width(Half) interleave_count(1) unroll(disable)
                for (int j = 0; j < Half; ++j) combine(j);
            } else {
#pragma clang loop vectorize(assume_safety)
                for (int j = 0; j < Half; ++j) combine(j);
            }
            combine_lanes<Half / 2>(s);
        }
    }

    // The inputs' addresses; those that stay where they are come to `n` copies of their element, in the buffers.
    static pointers spread(buffers_t& buffers, const args_t& args, pointers from, long long n) {
        if constexpr (Op::spreads) spread(buffers, args, from, n, typename base::in_indices());
        return from;
    }
    template <int... K>
    static void spread(buffers_t& buffers, const args_t& args, pointers& from, long long n, indices<K...>) {
        const auto copies = [&](auto* buffer, const char*& at) {
            const auto value = *(const decltype(buffer))at;
            for (long long j = 0; j < n; ++j) buffer[j] = value;
            at = (const char*)buffer;
        };
        ((base::stays(args, K) ? copies(buffers.template get<K>().v, from.p[K]) : void()), ...);
    }

    // Brings `n` elements from `position` of the dimensions into the buffers, and returns these.
    template <int K>
    static pointers gather(buffers_t& buffers, const pointers& from, int ndim, const long long* shape,
                           const long long (*strides)[max_reduction_dims], long long position, long long n) {
        pointers result;
        gather_from<K>(result, buffers, from, ndim, shape, strides, position, n);
        return result;
    }
    template <int K>
    static void gather_from(pointers& result, buffers_t& buffers, const pointers& from, int ndim,
                            const long long* shape, const long long (*strides)[max_reduction_dims], long long position,
                            long long n) {
        if constexpr (K < nin) {
            auto* buffer = buffers.template get<K>().v;
            gather_one(buffer, from.p[K], ndim, shape, strides[K], position, n);
            result.p[K] = (const char*)buffer;
            gather_from<K + 1>(result, buffers, from, ndim, shape, strides, position, n);
        }
    }
    template <class E>
    static __attribute__((noinline)) void gather_one(E* buffer, const char* from, int ndim, const long long* shape,
                                                     const long long* strides, long long position, long long n) {
        const int last = ndim - 1;
        if (ndim <= 1) {
            const long long step = ndim ? strides[0] : 0;
            from += position * step;
            for (long long j = 0; j < n; ++j) buffer[j] = cuprum::load<E>(from + j * step);
            return;
        }
        long long index[max_reduction_dims];
        for (int d = last; d >= 0; --d) {
            index[d] = position % shape[d];
            position /= shape[d];
            from += index[d] * strides[d];
        }
        for (long long done = 0;;) {
            long long piece = shape[last] - index[last];
            if (piece > n - done) piece = n - done;
            for (long long j = 0; j < piece; ++j) buffer[done + j] = cuprum::load<E>(from + j * strides[last]);
            done += piece;
            if (done == n) return;
            from += piece * strides[last];
            index[last] += piece;
            for (int d = last; d > 0 && index[d] == shape[d]; --d) {
                from += strides[d - 1] - shape[d] * strides[d];
                index[d] = 0;
                ++index[d - 1];
            }
        }
    }
};

#define CUPRUM_REDUCTION_ENTRY(name, op, call)                                                             \
    extern "C" void name(const cuprum::reduction_base<op>::args_t* args, long long begin, long long end) { \
        cuprum::reduction_loops<op>::call(*args, begin, end);                                              \
    }
#define CUPRUM_REDUCTION_ROWS(name, op) CUPRUM_REDUCTION_ENTRY(name, op, rows)
#define CUPRUM_REDUCTION_COLUMNS(name, op) CUPRUM_REDUCTION_ENTRY(name, op, columns)
#define CUPRUM_REDUCTION_MERGE(name, op) CUPRUM_REDUCTION_ENTRY(name, op, merge)

#endif

}  // namespace cuprum
