// Filters given by second-order sections (sosfilt).
#include "cuprum/creation.h"
#include "cuprum/manipulation.h"
#include "cuprum/scipy/signal_filters.h"
#include "kernel/engine/array/allocation.h"
#include "kernel/engine/array/copy.h"
#include "kernel/engine/placement.h"
#include "numpy/axes.h"
#include "runtime/device_traits.h"
#include "scipy/signal/coefficients.h"
#include "scipy/signal/recent_samples.h"
#include "scipy/signal/recursive.h"

namespace cuprum::scipy::signal {
namespace {

ndarray filtered(const ndarray& sos, const ndarray& x, std::int64_t axis, const ndarray* zi, ndarray* last) {
    check_section_shape(sos);
    // Nothing is waited for: a GPU is not asked.
    if (runtime::device_traits().host_reads_memory) check_section_values(host_values(sos));
    if (x.ndim() == 0) throw ValueError("x must be at least 1-D");
    const int along = checked_axis(x, axis);
    const std::int64_t count = sos.shape(0);
    DType dtype = promote_types(sos.dtype(), x.dtype());
    if (zi) dtype = promote_types(dtype, zi->dtype());
    check_filter_dtype(dtype);
    const ndarray lines = lines_of(x, along);

    // CuPy's states are each section's last two inputs and outputs, SciPy's the contents of its delays.
    const bool of_samples = zi && zi->ndim() == x.ndim() + 1 && zi->shape()[along + 1] == 4;
    Shape state_shape(x.shape());
    state_shape[along] = of_samples ? 4 : 2;
    state_shape.insert(0, count);
    const Dims sections{0, along + 1}, ends{-2, -1};
    std::optional<ndarray> start, state;
    if (zi) {
        if (zi->shape() != state_shape)
            throw ValueError("Invalid zi shape. With axis=" + std::to_string(axis) + ", an input with shape " +
                             to_string(x.shape()) + ", and an sos array with " + std::to_string(count) +
                             " sections, zi must have shape " + to_string(state_shape) + ", got " +
                             to_string(zi->shape()));
        start = moveaxis(*zi, sections, ends).reshape({lines.shape(0), count, of_samples ? 4 : 2});
    }
    if (last) state = kernel::new_array({lines.shape(0), count, of_samples ? 4 : 2}, dtype);

    const NewLines out = new_lines(x.shape(), along, dtype);
    if (count == 0) copy_to(lines, out.lines);
    ndarray in = lines;
    // Samples between two sections are needed where states are made of them.
    const std::int64_t together = of_samples ? 1 : recursion_sections;
    for (std::int64_t first = 0; first < count; first += together, in = out.lines) {
        const std::int64_t stop = std::min(count, first + together);
        const Recursion filter{slice(sos, 0, first, stop), {}, true};
        const DType wide = state_dtype(filter, dtype);
        std::optional<ndarray> initial, final_states;
        if (of_samples) {
            const ndarray section = sos.at({first}), before = start->at({Slice{}, first});
            const ndarray delays = delays_after(before, section.at({Slice{0, 3}}), section.at({Slice{3, 6}}), wide);
            initial = kept_states(filter, delays, lines.shape(0), wide);
            const ndarray after = state->at({Slice{}, first});
            copy_to(last_samples(slice(before, 1, 0, 2), in, dtype), slice(after, 1, 0, 2));
            run_recursion(filter, in, out.lines, &*initial, nullptr);
            copy_to(last_samples(slice(before, 1, 2, 4), out.lines, dtype), slice(after, 1, 2, 4));
            continue;
        }
        if (start) initial = kept_states(filter, slice(*start, 1, first, stop), lines.shape(0), wide);
        if (last) final_states = kernel::new_array({lines.shape(0), filter.kept()}, wide);
        run_recursion(filter, in, out.lines, initial ? &*initial : nullptr, final_states ? &*final_states : nullptr);
        if (last) copy_to(final_states->reshape({lines.shape(0), stop - first, 2}), slice(*state, 1, first, stop));
    }
    if (last) {
        Shape moved(x.shape());
        moved.erase(along);
        moved.push_back(count);
        moved.push_back(state->shape(2));
        *last = moveaxis(state->reshape(moved), ends, sections);
    }
    return out.array;
}

}  // namespace

ndarray sosfilt(const ndarray& sos, const ndarray& x, std::int64_t axis) {
    const kernel::Placement here(sos, x);
    return filtered(sos, x, axis, nullptr, nullptr);
}

Filtered sosfilt(const ndarray& sos, const ndarray& x, std::int64_t axis, const ndarray& zi) {
    const kernel::Placement here(sos, x, zi);
    Filtered result;
    result.out = filtered(sos, x, axis, &zi, &result.state);
    return result;
}

}  // namespace cuprum::scipy::signal
