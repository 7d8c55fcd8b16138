// Rows that go through several reductions and the work between them in one kernel: a softmax, a normalisation. A row is
// read once and stays in registers (GPU) or in the caches (CPU) until its results are written.
//
// An operation is a struct with
//     using inputs = cuprum::types<A0, ...>;          // as stored in memory, then the values that are kept
//     using results = cuprum::types<R0, ...>;         // of the reductions, one each
//     using outputs = cuprum::types<O0, ...>;         // those along the row, then those of which a row has one
//     using reductions = cuprum::types<Op0, ...>;     // as reduction.h describes them; each takes the inputs, then the
//                                                     // results of those before it
//     static constexpr unsigned still, values;        // bit k: input k has one element a row; is no array at all
//     static constexpr int kept, along;               // how many values are kept; how many outputs lie along the row
//     static constexpr int until[];                   // reductions p to until[p] - 1 do not need each other's results
//                                                     // and go along the row together, if p is the first of them
//     static constexpr int after[];                   // when so many reductions are done, they are computed by
//     static void keep(index_constant<j>, Aj&, const A0&, ..., const R0&, ...);
//     static void elements(O0&, ..., const A0&, ..., const R0&, ...);  // the outputs along the row
//     static void row(Oj&, ..., const A0&, ..., const R0&, ...);       // the others; only still inputs count
// that of a program on a GPU whose reductions have the order of those that read rows from memory also
//     static constexpr int vector;                    // the elements that these load at once
//     static constexpr bool in_block;                 // whether they take a row in a block (reduction_loops::rows), or
//                                                     // in a group of lanes (reduction_loops::groups)
// and an entry point is made by CUPRUM_ROW_PROGRAM(name, op, vectors), where a GPU's thread holds so many vectors; none
// where a row is too long for that, and is read again for each reduction, from a cache that holds a row for every
// multiprocessor.
#pragma once

#include <cuprum/base.h>

#if CUPRUM_GPU
#include <cuprum/engine/row_program_gpu.h>
#else
#include <cuprum/engine/row_program_cpu.h>
#endif
