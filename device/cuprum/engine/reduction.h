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
// that of a reduction which computes its elements from others
//     static constexpr int element_bytes;        // CPU: of the array that it stands for, whose order of additions it
//     has
// and what a user wrote
//     struct extra;                              // arguments that `accumulate` and `finish` get last
//     static constexpr int state_bytes;          // what the host takes the state's size for, where it cannot know it
//     static constexpr bool updates;             // `finish` may read what the outputs held
// and inputs and outputs of the type `counter`, which count; `finish` reads such an output. And an entry point is made
// by one of the macros of reduction_gpu.h and reduction_cpu.h:
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

#include <cuprum/engine/reduction_extremes.h>
#include <cuprum/engine/reduction_moments.h>
#if CUPRUM_GPU
#include <cuprum/engine/reduction_gpu.h>
#else
#include <cuprum/engine/reduction_cpu.h>
#endif
