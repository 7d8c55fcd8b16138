#include "scipy/signal/recursive.h"

#include <algorithm>
#include <bit>
#include <string>

#include "cuprum/creation.h"
#include "cuprum/manipulation.h"
#include "cuprum/signal/recursive_args.h"
#include "kernel/engine/array/allocation.h"
#include "kernel/engine/array/copy.h"
#include "kernel/engine/data_access.h"
#include "kernel/engine/kernel_table.h"
#include "kernel/graph/expression.h"
#include "kernel/graph/storage.h"
#include "numpy/axes.h"
#include "scipy/signal/plan.h"

namespace cuprum::scipy::signal {
namespace {

using kernel::KernelKey, kernel::KernelSource, kernel::KernelTable, kernel::DataAccess;

/// A line of text that names the filter's type.
std::string filter_type(const std::string& name, const Recursion& filter, DType state) {
    std::string text = "using " + name + " = cuprum::";
    text += filter.sections ? "Sections<" : "DirectForm<";
    text += kernel::storage_type(state);
    text += ", " + std::to_string(filter.sections ? filter.kept() / 2 : filter.kept()) + ">;\n";
    return text;
}

std::string name_of(const char* what, const Recursion& filter, DType state) {
    std::string name = "cuprum_recursive_";
    name += what;
    name += filter.sections ? "_sections" : "_direct";
    name += std::to_string(filter.kept()) + "_" + info(state).name;
    return name;
}

KernelSource source_of(const std::string& name, const char* macro, const std::string& arguments,
                       const std::string& before = {}) {
    return {name,
            "#include <cuprum/signal/recursive.h>\n" + before + "CUPRUM_RECURSIVE_" + macro + "(" + name + ", " +
                arguments + ")\n",
            {}};
}

/// The coefficients as the kernels read them, and what chunks and groups of them do to a state.
struct Prepared {
    ndarray filter, powers;
};

Prepared prepare(const Recursion& filter, DType state, std::int64_t chunk, int more, int levels) {
    const std::int64_t n = filter.kept();
    const auto coefficients = [&](const ndarray& a) { return ascontiguousarray(a, state); };
    const ndarray b = coefficients(filter.b), a = filter.sections ? b : coefficients(filter.a);
    Prepared made{kernel::new_array({filter.sections ? 5 * n / 2 : 2 * n + 1}, state),
                  kernel::new_array({levels, 2, n, n}, state)};
    const ndarray scratch = kernel::new_array({levels ? 4 : 0, n, n}, state);
    DataAccess data;
    RecursivePrepareArgs args{};
    args.b = data.read(b);
    args.a = filter.sections ? nullptr : data.read(a);
    args.filter = data.write(made.filter);
    args.powers = data.write(made.powers);
    args.scratch = data.write(scratch);
    args.b_length = b.shape(0);
    args.a_length = a.shape(0);
    args.doublings = chunk ? std::countr_zero(static_cast<std::uint64_t>(chunk)) : 0;
    args.levels = levels;
    args.more = more;
    static KernelTable<> functions;
    const auto function = functions.function(KernelKey(state, filter.sections, n), [&] {
        const std::string name = name_of("prepare", filter, state), type = name + "_t";
        return source_of(name, "PREPARE", type, filter_type(type, filter, state));
    });
    data.launch(function, kernel::plan_blocks(1, recursive_prepare, 1), args);
    return made;
}

void run_pass(const Recursion& filter, RecursiveArgs args, DataAccess& data, DType state, DType in, DType out,
              bool store) {
    static KernelTable<> functions;
    const auto function = functions.function(KernelKey(state, in, out, filter.sections, filter.kept(), store), [&] {
        const std::string name =
            name_of(store ? "filter" : "ends", filter, state) + "_" + info(in).name + "_" + info(out).name;
        const std::string type = name + "_t";
        std::string arguments = type + ", " + kernel::input_type(in) + ", " + kernel::storage_type(out);
        arguments += store ? ", true" : ", false";
        return source_of(name, "PASS", arguments, filter_type(type, filter, state));
    });
    const std::int64_t units = args.lines * args.chunks;
    runtime::Launch launch;
    launch.block[0] = recursive_warps * 32;
    launch.grid[0] = kernel::blocks_for(units, recursive_warps * 32);
    launch.items = kernel::ceil_div(units, recursive_lanes);
    launch.grain = 1;
    data.launch(function, launch, args);
}

void run_along(const Recursion& filter, RecursiveArgs args, DataAccess& data, DType state, DType in, DType out) {
    static KernelTable<> functions;
    const auto function = functions.function(KernelKey(state, in, out, filter.sections, filter.kept()), [&] {
        const std::string name = name_of("line", filter, state) + "_" + info(in).name + "_" + info(out).name;
        const std::string type = name + "_t";
        return source_of(name, "LINE", type + ", " + kernel::input_type(in) + ", " + kernel::storage_type(out),
                         filter_type(type, filter, state));
    });
    runtime::Launch launch;
    launch.block[0] = is_complex(state) ? recursive_along / 2 : recursive_along;
    launch.grid[0] = args.lines;
    launch.items = args.lines;
    launch.grain = 1;
    data.launch(function, launch, args);
}

/// One level of states: into groups, or from groups back to the starts of chunks.
void run_states(const Recursion& filter, DType state, bool spread, const ndarray& states, const ndarray* groups,
                const ndarray& powers, std::int64_t level, std::int64_t group) {
    DataAccess data;
    RecursiveStatesArgs args{};
    args.states = data.update(states);
    if (groups) args.groups = spread ? const_cast<void*>(data.read(*groups)) : data.write(*groups);
    args.power = data.read(place_of(powers, 0, level));
    args.lines = states.shape(0);
    args.count = states.shape(1);
    args.group = group;
    args.groups_a_line = kernel::ceil_div(args.count, group);
    const std::int64_t n = filter.kept();
    static KernelTable<> functions;
    const auto function = functions.function(KernelKey(state, n, spread), [&] {
        std::string name = "cuprum_recursive_";
        name += spread ? "spread" : "fold";
        name += std::to_string(n) + "_" + info(state).name;
        return source_of(name, spread ? "SPREAD" : "FOLD", kernel::storage_type(state) + ", " + std::to_string(n));
    });
    data.launch(function, kernel::plan_items(args.lines * args.groups_a_line, recursive_threads, 64), args);
}

std::int64_t line_count(const Shape& shape, int axis) {
    std::int64_t count = 1;
    for (int d = 0; d < shape.size(); ++d)
        if (d != axis) count *= shape[d];
    return count;
}

}  // namespace

std::int64_t Recursion::order() const { return sections ? 2 * b.shape(0) : std::max(b.shape(0), a.shape(0)) - 1; }

std::int64_t Recursion::kept() const {
    const std::int64_t n = order();
    if (sections || n <= 8) return std::max<std::int64_t>(n, 1);
    return n <= 16 ? (n + 1) / 2 * 2 : (n + 3) / 4 * 4;
}

DType state_dtype(const Recursion& filter, DType samples) {
    const bool complex =
        is_complex(samples) || is_complex(filter.b.dtype()) || (!filter.sections && is_complex(filter.a.dtype()));
    return complex ? DType::complex128 : DType::float64;
}

void run_recursion(const Recursion& filter, const ndarray& in, const ndarray& out, const ndarray* initial,
                   const ndarray* last) {
    const std::int64_t lines = in.shape(0), length = in.shape(1), n = filter.kept();
    if (lines == 0) return;
    const DType state = state_dtype(filter, promote_types(in.dtype(), out.dtype()));
    if (length == 0) {
        if (last && initial) copy_to(*initial, *last);
        else if (last) last->fill(0);
        return;
    }
    const runtime::DeviceTraits& device = runtime::device_traits();
    const bool along = goes_along(filter.kept(), is_complex(state), lines, length, device);
    const std::int64_t chunk = along ? recursive_run : chunk_length(lines, length, device);
    const std::int64_t chunks = chunk && !along ? kernel::ceil_div(length, chunk) : 1;
    std::vector<ndarray> states;
    for (std::int64_t count = chunks; chunks > 1;) {
        states.push_back(kernel::new_array({lines, count, n}, state));
        if (count <= recursive_group) break;
        count = kernel::ceil_div(count, recursive_group);
    }
    const int levels = static_cast<int>(states.size());
    static_assert(recursive_group == 32);
    const Prepared prepared =
        along ? prepare(filter, state, chunk, 1, recursive_steps) : prepare(filter, state, chunk, 5, levels);

    const auto arguments = [&](DataAccess& data, bool store) {
        RecursiveArgs args{};
        args.in = data.read(in);
        args.out = store ? data.write(out) : nullptr;
        args.filter = data.read(prepared.filter);
        if (along) args.powers = data.read(prepared.powers);
        if (chunks > 1) args.states = data.update(states[0]);
        if (store) {
            args.initial = data.read(initial);
            args.last = data.write(last);
        }
        args.lines = lines;
        args.length = length;
        args.chunk = chunk ? chunk : length;
        args.chunks = chunks;
        const auto elements = [](std::int64_t bytes, const ndarray& a) { return bytes / a.itemsize(); };
        args.in_line = elements(in.strides()[0], in), args.in_step = elements(in.strides()[1], in);
        args.out_line = elements(out.strides()[0], out), args.out_step = elements(out.strides()[1], out);
        return args;
    };
    if (chunks > 1) {
        DataAccess data;
        run_pass(filter, arguments(data, false), data, state, in.dtype(), out.dtype(), false);
        for (int level = 0; level + 1 < levels; ++level)
            run_states(filter, state, false, states[static_cast<std::size_t>(level)],
                       &states[static_cast<std::size_t>(level) + 1], prepared.powers, level, recursive_group);
        run_states(filter, state, true, states.back(), initial, prepared.powers, levels - 1,
                   std::max<std::int64_t>(states.back().shape(1), 1));
        for (int level = levels - 2; level >= 0; --level)
            run_states(filter, state, true, states[static_cast<std::size_t>(level)],
                       &states[static_cast<std::size_t>(level) + 1], prepared.powers, level, recursive_group);
    }
    DataAccess data;
    if (along) return run_along(filter, arguments(data, true), data, state, in.dtype(), out.dtype());
    run_pass(filter, arguments(data, true), data, state, in.dtype(), out.dtype(), true);
}

ndarray kept_states(const Recursion& filter, const ndarray& states, std::int64_t lines, DType dtype) {
    const std::int64_t n = filter.order(), kept = filter.kept();
    const ndarray given = states.reshape({lines, n});
    if (n == kept) return ascontiguousarray(given, dtype);
    const ndarray padded = zeros({lines, kept}, dtype);
    copy_to(given, slice(padded, 1, 0, n));
    return padded;
}

ndarray lines_of(const ndarray& x, int axis) {
    const std::int64_t length = x.shape()[axis];
    ndarray lines = moveaxis(x, axis, -1).reshape({line_count(x.shape(), axis), length});
    const bool side_by_side = length <= 1 || std::abs(lines.strides()[1]) == lines.itemsize();
    return side_by_side || !wants_lines_side_by_side(runtime::device_traits()) ? lines : lines.copy('C');
}

NewLines new_lines(const Shape& shape, int axis, DType dtype) {
    Shape moved(shape);
    moved.erase(axis);
    moved.push_back(shape[axis]);
    const ndarray made = kernel::new_array(moved, dtype);
    return {made.reshape({line_count(shape, axis), shape[axis]}), moveaxis(made, -1, axis)};
}

}  // namespace cuprum::scipy::signal
