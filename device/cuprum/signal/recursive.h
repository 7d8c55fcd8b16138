// Recursive filters over long lines, as fast for one line as for many.
//
// A filter is a state of few numbers and a step that takes a sample and gives one. Lines are cut into chunks. Each
// chunk is run through without a start state; as the filter is linear, the state at the end of a chunk is what came out
// so, plus the start state times the matrix of a chunk's length of steps. These are put together in groups of groups,
// and then each chunk is run through from its true start. Where a GPU has many lines, a block goes along each one and
// does all of that within its tiles. So every output is computed by the filter's own recursion;
// only states at chunks' starts take another way. States and coefficients are of float64 whatever samples are, which
// makes filters of float32 stable that a recursion in float32 would not be; matrices have twice the digits.
//
//     CUPRUM_RECURSIVE_PREPARE(name, filter)
//     CUPRUM_RECURSIVE_PASS(name, filter, in, out, store)   store: whether samples are written, or states alone
//     CUPRUM_RECURSIVE_LINE(name, filter, in, out)           the same on a GPU, a block for a line
//     CUPRUM_RECURSIVE_FOLD(name, S, order)                  states of groups
//     CUPRUM_RECURSIVE_SPREAD(name, S, order)                states at starts, from those of groups
#pragma once

#include <cuprum/cast.h>
#include <cuprum/complex.h>
#include <cuprum/signal/recursive_args.h>

namespace cuprum {

/// Numerator and denominator of one order, in the transposed second direct form.
template <class S_, int n>
struct DirectForm {
    using S = S_;
    static constexpr int order = n;
    S b[n + 1], a[n];

    CUPRUM_DEVICE void load(const S* from) {
#pragma unroll
        for (int i = 0; i <= n; ++i) b[i] = from[i];
#pragma unroll
        for (int i = 0; i < n; ++i) a[i] = from[n + 1 + i];
    }
    CUPRUM_DEVICE static void prepare(const RecursivePrepareArgs& args, S* to, int first, int step) {
        const S *b = (const S*)args.b, *a = (const S*)args.a;
        const S scale = a[0];
        for (int i = first; i <= n; i += step) to[i] = i < args.b_length ? b[i] / scale : S(0.0);
        for (int i = first; i < n; i += step) to[n + 1 + i] = i + 1 < args.a_length ? a[i + 1] / scale : S(0.0);
    }
    template <class V>
    CUPRUM_DEVICE V step(V x, V* z) const {
        const V y = b[0] * x + z[0];
#pragma unroll
        for (int i = 0; i + 1 < n; ++i) z[i] = (b[i + 1] * x + z[i + 1]) - a[i] * y;
        z[n - 1] = b[n] * x - a[n - 1] * y;
        return y;
    }
};

/// Sections of second order, one behind the other.
template <class S_, int n>
struct Sections {
    using S = S_;
    static constexpr int order = 2 * n;
    S c[5 * n];

    CUPRUM_DEVICE void load(const S* from) {
#pragma unroll
        for (int i = 0; i < 5 * n; ++i) c[i] = from[i];
    }
    CUPRUM_DEVICE static void prepare(const RecursivePrepareArgs& args, S* to, int first, int step) {
        const S* sections = (const S*)args.b;
        for (int i = first; i < n; i += step) {
            const bool there = i < args.b_length;
            for (int k = 0; k < 3; ++k) to[5 * i + k] = there ? sections[6 * i + k] : S(k == 0 ? 1.0 : 0.0);
            for (int k = 0; k < 2; ++k) to[5 * i + 3 + k] = there ? sections[6 * i + 4 + k] : S(0.0);
        }
    }
    template <class V>
    CUPRUM_DEVICE V step(V x, V* z) const {
#pragma unroll
        for (int i = 0; i < n; ++i) {
            const V y = c[5 * i] * x + z[2 * i];
            z[2 * i] = (c[5 * i + 1] * x + z[2 * i + 1]) - c[5 * i + 3] * y;
            z[2 * i + 1] = c[5 * i + 2] * x - c[5 * i + 4] * y;
            x = y;
        }
        return x;
    }
};

/// A sum of products as two numbers, of which the second is what the first has lost.
struct TwofoldSum {
    double high = 0, low = 0;

    CUPRUM_DEVICE void add(double p, double p_low, double q, double q_low) {
        const double product = rounded_product(p, q), sum = high + product, part = sum - high;
        low += fma(p, q_low, fma(p_low, q, fma(p, q, -product))) + ((high - (sum - part)) + (product - part));
        high = sum;
    }
    CUPRUM_DEVICE void add(double p, double p_low, double q) {
        const double product = rounded_product(p, q), sum = high + product, part = sum - high;
        low += fma(p_low, q, fma(p, q, -product)) + ((high - (sum - part)) + (product - part));
        high = sum;
    }
    CUPRUM_DEVICE double rest() const {
        const double sum = high + low;
        return sum - sum == 0 ? low - (sum - high) : 0.0;  // of infinite sums nothing
    }
    CUPRUM_DEVICE double sum() const { return high + low; }
    CUPRUM_DEVICE double finite_sum() const { return high - high == 0 ? high + low : high; }
};

/// Element (i, j) of the product of a matrix with itself. It is twofold: `rest` has what rounding takes from it.
/// Powers of a filter's matrix are large before they vanish, and a power is the difference of products of such ones.
CUPRUM_DEVICE void square_element(const double* p, const double* p_rest, int order, int i, int j, double& to,
                                  double& rest) {
    TwofoldSum sum;
    for (int k = 0; k < order; ++k) {
        const int a = i * order + k, b = k * order + j;
        sum.add(p[a], p_rest[a], p[b], p_rest[b]);
    }
    to = sum.sum();
    rest = sum.rest();
}
CUPRUM_DEVICE void square_element(const complex<double>* p, const complex<double>* p_rest, int order, int i, int j,
                                  complex<double>& to, complex<double>& rest) {
    TwofoldSum real, imag;
    for (int k = 0; k < order; ++k) {
        const int a = i * order + k, b = k * order + j;
        real.add(p[a].real(), p_rest[a].real(), p[b].real(), p_rest[b].real());
        real.add(-p[a].imag(), -p_rest[a].imag(), p[b].imag(), p_rest[b].imag());
        imag.add(p[a].real(), p_rest[a].real(), p[b].imag(), p_rest[b].imag());
        imag.add(p[a].imag(), p_rest[a].imag(), p[b].real(), p_rest[b].real());
    }
    to = complex<double>(real.sum(), imag.sum());
    rest = complex<double>(real.rest(), imag.rest());
}

/// `sync` waits for the other threads, of which this is number `first` of `step`.
template <class Filter, class Sync>
CUPRUM_DEVICE void recursive_prepare_with(const RecursivePrepareArgs& args, int first, int step, Sync sync) {
    using S = typename Filter::S;
    constexpr int n = Filter::order;
    S* to = (S*)args.filter;
    Filter::prepare(args, to, first, step);
    if (args.levels == 0) return;
    sync();
    S *scratch = (S*)args.scratch, *powers = (S*)args.powers;
    Filter filter;
    filter.load(to);
    for (int j = first; j < n; j += step) {  // what one step makes of each state
        S z[n];
        for (int i = 0; i < n; ++i) z[i] = S(i == j ? 1.0 : 0.0);
        filter.step(S(0.0), z);
        for (int i = 0; i < n; ++i) {
            scratch[i * n + j] = z[i];
            scratch[(n + i) * n + j] = S(0.0);
        }
    }
    sync();
    int now = 0, doublings = args.doublings;
    for (int level = 0; level < args.levels; ++level) {
        for (int k = 0; k < doublings; ++k, now = 1 - now) {
            const S* p = scratch + now * 2 * n * n;
            S* q = scratch + (1 - now) * 2 * n * n;
            for (int e = first; e < n * n; e += step) square_element(p, p + n * n, n, e / n, e % n, q[e], q[n * n + e]);
            sync();
        }
        for (int e = first; e < 2 * n * n; e += step) powers[level * 2 * n * n + e] = scratch[now * 2 * n * n + e];
        doublings = args.more;
    }
}

/// A component of a state that products of a twofold matrix with a state are added to. Products of narrow filters are
/// larger than their sums by many decades: in plain float64, what is lost in them would grow from chunk to chunk.
struct NextState {
    TwofoldSum of;

    CUPRUM_DEVICE explicit NextState(double start) { of.high = start; }
    CUPRUM_DEVICE void add(double p, double rest, double state) { of.add(p, rest, state); }
    CUPRUM_DEVICE double value() const { return of.finite_sum(); }
};
struct NextComplexState {
    TwofoldSum real, imag;

    CUPRUM_DEVICE explicit NextComplexState(const complex<double>& start) {
        real.high = start.real();
        imag.high = start.imag();
    }
    CUPRUM_DEVICE void add(const complex<double>& p, const complex<double>& rest, const complex<double>& state) {
        real.add(p.real(), rest.real(), state.real());
        real.add(-p.imag(), -rest.imag(), state.imag());
        imag.add(p.real(), rest.real(), state.imag());
        imag.add(p.imag(), rest.imag(), state.real());
    }
    CUPRUM_DEVICE complex<double> value() const { return complex<double>(real.finite_sum(), imag.finite_sum()); }
};
template <class S>
struct next_state_of {
    using type = NextState;
};
template <>
struct next_state_of<complex<double>> {
    using type = NextComplexState;
};

/// Component i of power * state + end. States that are zero stay so, though powers of an unstable filter may be
/// infinite.
template <class S, int n>
CUPRUM_DEVICE S advanced(const S* power, const S* state, const S& end, int i) {
    typename next_state_of<S>::type next(end);
    constexpr int few = n <= 8 ? n : 1;  // of a large matrix, loops take less time to compile
#pragma unroll few
    for (int k = 0; k < n; ++k)
        if (!(state[k] == S(0.0))) next.add(power[i * n + k], power[n * n + i * n + k], state[k]);
    return next.value();
}

/// state = power * state + end.
template <class S, int n>
CUPRUM_DEVICE void advance(const S* power, S* state, const S* end) {
    constexpr int few = n <= 8 ? n : 1;
    S next[n];
#pragma unroll few
    for (int i = 0; i < n; ++i) next[i] = advanced<S, n>(power, state, end[i], i);
#pragma unroll
    for (int i = 0; i < n; ++i) state[i] = next[i];
}

/// Thread or item `item` is a group of states of one line.
template <class S, int n>
CUPRUM_DEVICE void recursive_fold(const RecursiveStatesArgs& args, long long item) {
    const long long line = item / args.groups_a_line, group = item - line * args.groups_a_line;
    const long long begin = group * args.group, end = begin + args.group < args.count ? begin + args.group : args.count;
    const S *power = (const S*)args.power, *states = (const S*)args.states + line * args.count * n;
    S state[n];
#pragma unroll
    for (int i = 0; i < n; ++i) state[i] = S(0.0);
    for (long long c = begin; c < end; ++c) advance<S, n>(power, state, states + c * n);
    S* out = (S*)args.groups + item * n;
#pragma unroll
    for (int i = 0; i < n; ++i) out[i] = state[i];
}
template <class S, int n>
CUPRUM_DEVICE void recursive_spread(const RecursiveStatesArgs& args, long long item) {
    const long long line = item / args.groups_a_line, group = item - line * args.groups_a_line;
    const long long begin = group * args.group, end = begin + args.group < args.count ? begin + args.group : args.count;
    const S *power = (const S*)args.power, *starts = (const S*)args.groups;
    S* states = (S*)args.states + line * args.count * n;
    S state[n];
#pragma unroll
    for (int i = 0; i < n; ++i) state[i] = starts ? starts[item * n + i] : S(0.0);
    for (long long c = begin; c < end; ++c) {
        S own[n];
#pragma unroll
        for (int i = 0; i < n; ++i) own[i] = states[c * n + i];
#pragma unroll
        for (int i = 0; i < n; ++i) states[c * n + i] = state[i];
        if (c + 1 < end) advance<S, n>(power, state, own);
    }
}

/// Where a chunk lies and from which state it starts.
struct RecursiveUnit {
    long long line, chunk, in, out, length;

    CUPRUM_DEVICE RecursiveUnit(const RecursiveArgs& args, long long unit) {
        line = unit / args.chunks;
        chunk = unit - line * args.chunks;
        const long long first = chunk * args.chunk;
        in = line * args.in_line + first * args.in_step;
        out = line * args.out_line + first * args.out_step;
        length = args.length - first < args.chunk ? args.length - first : args.chunk;
    }
    template <class S, int n>
    CUPRUM_DEVICE void start(const RecursiveArgs& args, S* z, bool zeros) const {
        const S* from = args.chunks > 1 ? (const S*)args.states + (line * args.chunks + chunk) * n
                        : args.initial  ? (const S*)args.initial + line * n
                                        : nullptr;
#pragma unroll
        for (int i = 0; i < n; ++i) z[i] = from && !zeros ? from[i] : S(0.0);
    }
    /// Keeps the state where somebody will ask for it.
    template <class S, int n>
    CUPRUM_DEVICE void end(const RecursiveArgs& args, const S* z, bool ends) const {
        S* to = nullptr;
        if (ends) to = (S*)args.states + (line * args.chunks + chunk) * n;
        else if (args.last && chunk == args.chunks - 1) to = (S*)args.last + line * n;
        if (!to) return;
#pragma unroll
        for (int i = 0; i < n; ++i) to[i] = z[i];
    }
};

#if CUPRUM_GPU

/// A lane has a chunk. Tiles of a few samples of each go through shared memory, so that memory is read in rows.
template <class Filter, class In, class Out, bool store>
CUPRUM_DEVICE void recursive_pass(const RecursiveArgs& args) {
    using S = typename Filter::S;
    constexpr int n = Filter::order, columns = sizeof(S) > 8 ? 8 : 32, rows = 32 / columns;
    __shared__ S tiles[recursive_warps][32][columns + 1];
    __shared__ long long in_at[recursive_warps][32], out_at[recursive_warps][32], lengths[recursive_warps][32];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, row = lane / columns, column = lane % columns;
    const long long units = args.lines * args.chunks,
                    unit = ((long long)blockIdx.x * recursive_warps + warp) * 32 + lane;
    const bool there = unit < units;
    const RecursiveUnit own(args, there ? unit : units - 1);
    // Without a store, the last chunk's state is of no use.
    const long long length = there && (store || own.chunk + 1 < args.chunks) ? own.length : 0;
    in_at[warp][lane] = own.in;
    out_at[warp][lane] = own.out;
    lengths[warp][lane] = length;
    __syncwarp();
    Filter filter;
    filter.load((const S*)args.filter);
    S z[n];
    own.template start<S, n>(args, z, !store);
    S(*tile)[columns + 1] = tiles[warp];
    const In* in = (const In*)args.in;
    Out* out = (Out*)args.out;
    const long long most = args.length < args.chunk ? args.length : args.chunk;
    for (long long t = 0; t < most; t += columns) {
#pragma unroll 8
        for (int r = 0; r < 32; r += rows) {
            const int at = r + row;
            if (t + column < lengths[warp][at])
                tile[at][column] = cast<S>(in[in_at[warp][at] + (t + column) * args.in_step]);
        }
        __syncwarp();
        const int steps = t + columns <= length ? columns : t < length ? (int)(length - t) : 0;
#pragma unroll 2
        for (int k = 0; k < steps; ++k) {
            const S y = filter.step(tile[lane][k], z);
            if (store) tile[lane][k] = y;
        }
        __syncwarp();
        if (store) {
#pragma unroll 8
            for (int r = 0; r < 32; r += rows) {
                const int at = r + row;
                if (t + column < lengths[warp][at])
                    out[out_at[warp][at] + (t + column) * args.out_step] = cast<Out>(tile[at][column]);
            }
            __syncwarp();
        }
    }
    if (length > 0) own.template end<S, n>(args, z, !store);
}

CUPRUM_DEVICE double of_lane_before(double x, int distance) { return __shfl_up_sync(~0u, x, distance); }
CUPRUM_DEVICE complex<double> of_lane_before(const complex<double>& x, int distance) {
    return complex<double>(of_lane_before(x.real(), distance), of_lane_before(x.imag(), distance));
}

/// Puts together what the runs of a warp's lanes end with when they begin at rest: of each lane all up to its own.
template <class S, int n>
CUPRUM_DEVICE void recursive_join_lanes(const S (*powers)[2 * n * n], S (&z)[n]) {
    const int lane = threadIdx.x % 32;
#pragma unroll 1
    for (int level = 0; level < 5; ++level) {
        S before[n];
#pragma unroll
        for (int i = 0; i < n; ++i) before[i] = of_lane_before(z[i], 1 << level);
        if (lane >> level) {
            advance<S, n>(powers[level], before, z);
#pragma unroll
            for (int i = 0; i < n; ++i) z[i] = before[i];
        }
    }
}

/// The states with which warps start, by the first warp: the first of them with what the tile before has left behind
/// the last, and each of the others with its end after the start of the one before.
template <class S, int n, int warps>
CUPRUM_DEVICE void recursive_join_warps(const S* power, S (*starts)[n], const S (*ends)[n]) {
    const int lane = threadIdx.x;
    if (lane >= 32) return;
    S state = lane < n ? starts[warps][lane] : S(0.0);
    for (int w = 0; w <= warps; ++w) {
        if (lane < n) starts[w][lane] = state;
        __syncwarp();
        if (w == warps || lane >= n) continue;
        state = advanced<S, n>(power, starts[w], ends[w][lane], lane);
    }
}

/// The state with which a lane starts: its warp's, as many runs later, and what the lanes before have added.
template <class S, int n>
CUPRUM_DEVICE void recursive_lane_start(const S (*powers)[2 * n * n], const S* warp_start, S (&z)[n]) {
    const int lane = threadIdx.x % 32;
    S start[n], none[n];
#pragma unroll
    for (int i = 0; i < n; ++i) {
        start[i] = warp_start[i];
        none[i] = S(0.0);
    }
#pragma unroll 1
    for (int level = 0; level < 5; ++level)
        if (lane >> level & 1) advance<S, n>(powers[level], start, none);
#pragma unroll
    for (int i = 0; i < n; ++i) {
        const S before = of_lane_before(z[i], 1);
        z[i] = lane > 0 ? start[i] + before : start[i];
    }
}

/// A block goes along a line. Of each of its tiles a thread has a run of samples, goes through them without a start
/// state, and the ends are put together: first those of a warp, then those of warps, the first of which starts where
/// the tile before has ended. Memory is read and written once. The next tile is on its way meanwhile.
template <class Filter, class In, class Out>
CUPRUM_DEVICE void recursive_line(const RecursiveArgs& args) {
    using S = typename Filter::S;
    constexpr int n = Filter::order, run = recursive_run, row = run + 1,
                  threads = sizeof(S) > 8 ? recursive_along / 2 : recursive_along, warps = threads / 32;
    __shared__ S tile[threads * row], powers[recursive_steps][2 * n * n], ends[warps][n], starts[warps + 1][n];
    const int thread = threadIdx.x, warp = thread / 32, lane = thread % 32;
    const long long line = blockIdx.x;
    const In* in = (const In*)args.in + line * args.in_line;
    Out* out = (Out*)args.out + line * args.out_line;
    for (int i = thread; i < recursive_steps * 2 * n * n; i += threads)
        powers[i / (2 * n * n)][i % (2 * n * n)] = ((const S*)args.powers)[i];
    if (thread < n) starts[warps][thread] = args.initial ? ((const S*)args.initial)[line * n + thread] : S(0.0);
    Filter filter;
    filter.load((const S*)args.filter);
    In ahead[run];
    const auto fetch = [&](long long base) {
#pragma unroll
        for (int j = 0; j < run; ++j) {
            const long long at = base + j * threads + thread;
            ahead[j] = at < args.length ? in[at * args.in_step] : cast<In>(0);
        }
    };
    // A tile's element as all threads together read it.
    const auto place = [&](int j) {
        const int at = j * threads + thread;
        return at / run * row + at % run;
    };
    S* own = tile + thread * row;
    fetch(0);
    for (long long base = 0; base < args.length; base += threads * run) {
#pragma unroll
        for (int j = 0; j < run; ++j) tile[place(j)] = cast<S>(ahead[j]);
        __syncthreads();
        if (base + threads * run < args.length) fetch(base + threads * run);
        S z[n];
#pragma unroll
        for (int i = 0; i < n; ++i) z[i] = S(0.0);
#pragma unroll 4
        for (int k = 0; k < run; ++k) filter.step(own[k], z);
        recursive_join_lanes<S, n>(powers, z);
        if (lane == 31)
#pragma unroll
            for (int i = 0; i < n; ++i) ends[warp][i] = z[i];
        __syncthreads();
        recursive_join_warps<S, n, warps>(powers[5], starts, ends);
        __syncthreads();
        recursive_lane_start<S, n>(powers, starts[warp], z);
        const long long rest = args.length - base - thread * run;
        const int steps = rest < run ? (rest > 0 ? (int)rest : 0) : run;
#pragma unroll 4
        for (int k = 0; k < steps; ++k) own[k] = filter.step(own[k], z);
        if (args.last && rest > 0 && rest <= run)
#pragma unroll
            for (int i = 0; i < n; ++i) ((S*)args.last)[line * n + i] = z[i];
        __syncthreads();
#pragma unroll 8
        for (int j = 0; j < run; ++j) {
            const long long at = base + j * threads + thread;
            if (at < args.length) out[at * args.out_step] = cast<Out>(tile[place(j)]);
        }
    }
}

#define CUPRUM_RECURSIVE_LINE(name, filter, in, out)                      \
    extern "C" __global__ void __launch_bounds__(cuprum::recursive_along) \
        name(const __grid_constant__ cuprum::RecursiveArgs args) {        \
        cuprum::recursive_line<filter, in, out>(args);                    \
    }
#define CUPRUM_RECURSIVE_PREPARE(name, filter)                                                                         \
    extern "C" __global__ void __launch_bounds__(cuprum::recursive_prepare)                                            \
        name(const __grid_constant__ cuprum::RecursivePrepareArgs args) {                                              \
        cuprum::recursive_prepare_with<filter>(args, threadIdx.x, cuprum::recursive_prepare, [] { __syncthreads(); }); \
    }
#define CUPRUM_RECURSIVE_PASS(name, filter, in, out, store)                    \
    extern "C" __global__ void __launch_bounds__(cuprum::recursive_warps * 32) \
        name(const __grid_constant__ cuprum::RecursiveArgs args) {             \
        cuprum::recursive_pass<filter, in, out, store>(args);                  \
    }
#define CUPRUM_RECURSIVE_STATES(name, S, order, what)                                               \
    extern "C" __global__ void __launch_bounds__(cuprum::recursive_threads)                         \
        name(const __grid_constant__ cuprum::RecursiveStatesArgs args) {                            \
        const long long item = (long long)blockIdx.x * cuprum::recursive_threads + threadIdx.x;     \
        if (item < args.lines * args.groups_a_line) cuprum::recursive_##what<S, order>(args, item); \
    }

#else  // CPU

/// A lane of each chunk, all of one length.
typedef double recursive_vector __attribute__((ext_vector_type(recursive_lanes)));

template <class Filter, class In, class Out, bool store>
CUPRUM_DEVICE void recursive_side_by_side(const RecursiveArgs& args, long long unit) {
    constexpr int n = Filter::order;
    Filter filter;
    filter.load((const double*)args.filter);
    const In* in[recursive_lanes];
    Out* out[recursive_lanes];
    recursive_vector z[n];
    long long length = 0;
    for (int l = 0; l < recursive_lanes; ++l) {
        const RecursiveUnit own(args, unit + l);
        in[l] = (const In*)args.in + own.in;
        out[l] = (Out*)args.out + own.out;
        length = own.length;
        double start[n];
        own.template start<double, n>(args, start, !store);
        for (int i = 0; i < n; ++i) z[i][l] = start[i];
    }
    for (long long t = 0; t < length; ++t) {
        recursive_vector x;
        for (int l = 0; l < recursive_lanes; ++l) x[l] = cast<double>(in[l][t * args.in_step]);
        const recursive_vector y = filter.step(x, z);
        if (store)
            for (int l = 0; l < recursive_lanes; ++l) out[l][t * args.out_step] = cast<Out>((double)y[l]);
    }
    for (int l = 0; l < recursive_lanes; ++l) {
        double last[n];
        for (int i = 0; i < n; ++i) last[i] = z[i][l];
        RecursiveUnit(args, unit + l).template end<double, n>(args, last, !store);
    }
}
template <class Filter, class In, class Out, bool store>
CUPRUM_DEVICE void recursive_alone(const RecursiveArgs& args, long long unit) {
    using S = typename Filter::S;
    constexpr int n = Filter::order;
    const RecursiveUnit own(args, unit);
    if (!store && own.chunk + 1 == args.chunks) return;
    Filter filter;
    filter.load((const S*)args.filter);
    const In* in = (const In*)args.in + own.in;
    Out* out = (Out*)args.out + own.out;
    S z[n];
    own.template start<S, n>(args, z, !store);
    for (long long t = 0; t < own.length; ++t) {
        const S y = filter.step(cast<S>(in[t * args.in_step]), z);
        if (store) out[t * args.out_step] = cast<Out>(y);
    }
    own.template end<S, n>(args, z, !store);
}
/// Items are groups of `recursive_lanes` chunks.
template <class Filter, class In, class Out, bool store>
CUPRUM_DEVICE void recursive_pass(const RecursiveArgs& args, long long begin, long long end) {
    const long long units = args.lines * args.chunks;
    for (long long item = begin; item < end; ++item) {
        const long long first = item * recursive_lanes,
                        last = first + recursive_lanes < units ? first + recursive_lanes : units;
        bool alike = last - first == recursive_lanes && is_same<typename Filter::S, double>;
        if (alike && args.length % args.chunk != 0 && args.chunks > 1)  // one of them ends earlier
            alike = first / args.chunks == (last - 1) / args.chunks && (last - 1) % args.chunks != args.chunks - 1;
        if constexpr (is_same<typename Filter::S, double>) {
            if (alike) {
                recursive_side_by_side<Filter, In, Out, store>(args, first);
                continue;
            }
        }
        for (long long unit = first; unit < last; ++unit) recursive_alone<Filter, In, Out, store>(args, unit);
    }
}

#define CUPRUM_RECURSIVE_PREPARE(name, filter)                                                       \
    extern "C" void name(const cuprum::RecursivePrepareArgs* args, long long begin, long long end) { \
        if (begin < end) cuprum::recursive_prepare_with<filter>(*args, 0, 1, [] {});                 \
    }
#define CUPRUM_RECURSIVE_PASS(name, filter, in, out, store)                                   \
    extern "C" void name(const cuprum::RecursiveArgs* args, long long begin, long long end) { \
        cuprum::recursive_pass<filter, in, out, store>(*args, begin, end);                    \
    }
#define CUPRUM_RECURSIVE_STATES(name, S, order, what)                                               \
    extern "C" void name(const cuprum::RecursiveStatesArgs* args, long long begin, long long end) { \
        for (long long i = begin; i < end; ++i) cuprum::recursive_##what<S, order>(*args, i);       \
    }

#endif

#define CUPRUM_RECURSIVE_FOLD(name, S, order) CUPRUM_RECURSIVE_STATES(name, S, order, fold)
#define CUPRUM_RECURSIVE_SPREAD(name, S, order) CUPRUM_RECURSIVE_STATES(name, S, order, spread)

}  // namespace cuprum
