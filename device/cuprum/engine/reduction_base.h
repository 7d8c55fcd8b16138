// What both processors do with a reduction's operation, its states and its arguments (reduction.h).
#pragma once

#include <cuprum/base.h>
#include <cuprum/cast.h>
#include <cuprum/engine/reduction_args.h>
#include <cuprum/math.h>
#include <cuprum/type_list.h>

namespace cuprum {

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

/// Bytes of the widest element that the order of additions hangs on. A reduction that computes its elements adds them
/// as the one does that reads them from memory.
template <class Op>
CUPRUM_DEVICE constexpr int widest_element() {
    if constexpr (requires { Op::element_bytes; }) return Op::element_bytes;
    else return largest_of(typename Op::inputs());
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

}  // namespace cuprum
