// What the loops of row programs (row_program.h) share on both processors.
#pragma once

#include <cuprum/engine/reduction.h>
#include <cuprum/engine/row_program_args.h>

namespace cuprum {

template <class List>
struct packs_of;
template <class... T>
struct packs_of<types<T...>> {
    template <int V>
    using pack = vector_pack<V, T...>;
};

/// What both processors do.
template <class Op>
struct row_base {
    static constexpr int nin = Op::inputs::count, given = nin - Op::kept, nout = Op::outputs::count;
    static constexpr int count = Op::reductions::count;
    using args_t = RowArgs<given, nout>;
    template <int V>
    using elements = typename packs_of<typename Op::inputs>::template pack<V>;
    using results = typename packs_of<typename Op::results>::template pack<1>;
    template <int V>
    using outputs = typename packs_of<typename Op::outputs>::template pack<V>;
    template <int P>
    using reduction = element_of<typename packs_of<typename Op::reductions>::template pack<1>, P>;
    template <int P>
    using state_list = typename reduction<P>::state;
    template <int P, int W>
    using states = typename pack_of_list<W, state_list<P>>::type;
    template <int P>
    using state_indices = indices_below<state_list<P>::count>;
    using in_indices = indices_below<nin>;
    template <int K>
    using input_type = element_of<elements<1>, K>;
    template <int K>
    using output_type = element_of<outputs<1>, K>;

    CUPRUM_DEVICE static constexpr bool is_still(int k) { return Op::still >> k & 1u; }

    CUPRUM_DEVICE static long long offset(const args_t& args, long long row, int operand) {
        return offset_of(row, args.kept_ndim, args.kept_shape, args.kept_strides[operand]);
    }
    CUPRUM_DEVICE static const char* input(const args_t& args, long long row, int k) {
        return Op::values >> k & 1u ? (const char*)args.values[k] : args.input[k] + offset(args, row, k);
    }

    // Pieces of a reduction P; `s` has states side by side, of which j is meant, `data` elements, of which k is.
    template <int P, class S, int... I>
    CUPRUM_DEVICE static void start(S& s, int j, indices<I...>) {
        reduction<P>::start(s.template get<I>().v[j]...);
    }
    template <int P, class S, class D, int... I, int... K, int... R>
    CUPRUM_DEVICE static void begin(S& s, int j, const D& data, int k, const results& r, long long counted,
                                    indices<I...>, indices<K...>, indices<R...>) {
        if constexpr (reduction<P>::begins)
            reduction<P>::begin(s.template get<I>().v[j]..., data.template get<K>().v[k]...,
                                r.template get<R>().v[0]..., counted);
    }
    template <int P, class S, class D, int... I, int... K, int... R>
    CUPRUM_DEVICE static void accumulate(S& s, int j, const D& data, int k, const results& r, int index, indices<I...>,
                                         indices<K...>, indices<R...>) {
        reduction<P>::accumulate(s.template get<I>().v[j]..., data.template get<K>().v[k]...,
                                 r.template get<R>().v[0]..., index);
    }
    template <int P, class S, int... I>
    CUPRUM_DEVICE static void add_initial(S& s, int j, const args_t& args, indices<I...>) {
        if (args.initials >> P & 1u) reduction<P>::initial(s.template get<I>().v[j]..., args.tails[P]);
    }
    template <int P, class S, class T, int... I>
    CUPRUM_DEVICE static void combine(S& s, int j, const T& t, int l, indices<I...>) {
        reduction<P>::combine(s.template get<I>().v[j]..., t.template get<I>().v[l]...);
    }
    template <int P, class S, int... I>
    CUPRUM_DEVICE static void finish(results& r, const S& s, const args_t& args, indices<I...>) {
        reduction<P>::finish(r.template get<P>().v[0], s.template get<I>().v[0]..., args.tails[P]);
    }

    // The outputs of which a row has one.
    template <int... O, int... K, int... R>
    CUPRUM_DEVICE static void write_row(const args_t& args, long long row, const elements<1>& data, const results& r,
                                        indices<O...>, indices<K...>, indices<R...>) {
        if constexpr (sizeof...(O) > 0) {
            outputs<1> out;
            Op::row(out.template get<Op::along + O>().v[0]..., data.template get<K>().v[0]...,
                    r.template get<R>().v[0]...);
            ((*(output_type<Op::along + O>*)(args.output[Op::along + O] + offset(args, row, given + Op::along + O)) =
                  out.template get<Op::along + O>().v[0]),
             ...);
        }
    }
    CUPRUM_DEVICE static void write_row(const args_t& args, long long row, const elements<1>& data, const results& r) {
        write_row(args, row, data, r, indices_below<nout - Op::along>(), in_indices(), indices_below<count>());
    }
};

}  // namespace cuprum
