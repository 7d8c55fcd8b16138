// Functions of arrays that are traced once for each set of axes, and then run as few kernels.
#pragma once

#include <vector>

#include "cuprum/fuse.h"
#include "cuprum/reduction.h"

namespace cuprum::scipy::stats {

/// Runs `function(operands, rows)`, which returns one array; `rows` are a reduction's options that keep its axes.
template <class F>
ndarray run_traced(FusedFunction& traces, F function, std::span<const Operand> operands, const Dims& axes) {
    std::uint64_t bits = 0;
    for (const std::int64_t axis : axes) bits |= std::uint64_t(1) << axis;
    const std::uint64_t constants[] = {bits};
    const ReduceOptions rows{.axis = axes, .keepdims = true};
    const auto program = traces.program(operands, constants, [&](std::span<const Operand> traced) {
        return FusedFunction::Traced{std::vector<ndarray>{function(traced, rows)}};
    });
    if (!program) return function(operands, rows);
    std::vector<ndarray> results(program->result_count());
    program->run(operands, results);
    return results[0];
}

}  // namespace cuprum::scipy::stats
