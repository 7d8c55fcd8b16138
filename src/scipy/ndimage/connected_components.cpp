#include "scipy/ndimage/connected_components.h"

#include <algorithm>

#include "cuprum/scan.h"
#include "cuprum/transfer.h"
#include "cuprum/types.h"
#include "kernel/engine/array/copy.h"
#include "kernel/engine/placement.h"
#include "scipy/ndimage/runs.h"

namespace cuprum::scipy::ndimage {

bool is_symmetric(const std::vector<char>& marks) { return std::equal(marks.begin(), marks.end(), marks.rbegin()); }

std::vector<char> structure_marks(int rank, std::int64_t connectivity) {
    std::size_t count = 1;
    for (int d = 0; d < rank; ++d) count *= 3;
    std::vector<char> marks(count);
    for (std::size_t cell = 0; cell < count; ++cell) {
        std::int64_t distance = 0;
        std::size_t rest = cell;
        for (int d = 0; d < rank; ++d, rest /= 3) distance += rest % 3 != 1;
        marks[cell] = distance <= std::max<std::int64_t>(connectivity, 1);
    }
    return marks;
}

ConnectedComponents::ConnectedComponents(const ndarray& given, const std::vector<char>& marks) : shape_(given.shape()) {
    if (!is_number(given.dtype())) throw TypeError("label takes numbers or bools");
    const ndarray input = contiguous(given);
    hold_.push_back(input);
    const bool wide = input.size() >= (std::int64_t{1} << 31) - 2;
    index_type_ = wide ? "long long" : "int";
    parents_ = empty(shape_, wide ? DType::int64 : DType::int32);
    args_.items = input.size();
    args_.ndim = input.ndim();
    if (args_.ndim > nd_axes)
        throw NotSupportedError("label of so many axes: at most " + std::to_string(nd_axes) + " can be");
    for (int d = 0; d < args_.ndim; ++d) args_.shape[d] = shape_[d];
    // Steps to the neighbours that stand before an element.
    std::vector<signed char> steps;
    const std::size_t centre = marks.size() / 2;
    for (std::size_t cell = 0; cell < centre; ++cell) {
        if (!marks[cell]) continue;
        std::size_t place = marks.size() / 3, rest = cell;
        for (int d = 0; d < args_.ndim; ++d, place /= 3) {
            steps.push_back(static_cast<signed char>(static_cast<int>(rest / place) - 1));
            rest %= place;
        }
        std::int64_t offset = 0;
        for (int d = 0; d < args_.ndim; ++d)
            offset = offset * shape_[d] + steps[steps.size() - static_cast<std::size_t>(args_.ndim - d)];
        if (args_.count < nd_neighbours) args_.offsets[args_.count] = offset;
        ++args_.count;
    }
    args_.along_last = marks.size() > 1 && marks[centre - 1];
    if (steps.size() <= sizeof args_.steps) {
        std::copy(steps.begin(), steps.end(), args_.steps);
    } else {
        hold_.push_back(array_from_host(steps.data(), DType::int8, {static_cast<std::int64_t>(steps.size())}));
    }
    kernel::DataAccess data;
    LabelArgs args = args_;
    args.in = data.read(input);
    args.parents = data.write(parents_);
    launch("LABEL_START", {read_type(input.dtype()), index_type_}, args, data);
    kernel::DataAccess again;
    args.parents = again.update<void>(parents_);
    launch("LABEL_JOIN", {index_type_}, args, again);
}

void ConnectedComponents::launch(const char* macro, std::initializer_list<std::string> types, LabelArgs args,
                                 kernel::DataAccess& data) {
    if (hold_.size() > 1) args.far_steps = data.read<signed char>(hold_[1]);
    launch_items(data, kernel_of("label.h", macro, types), args);
}

std::int64_t ConnectedComponents::number(const ndarray& out) {
    if (parents_.size() == 0) return 0;
    const ndarray roots = empty(shape_, DType::int32);
    kernel::DataAccess data;
    LabelArgs args = args_;
    args.parents = data.update<void>(parents_);
    args.roots = data.write(roots);
    launch("LABEL_ROOTS", {index_type_}, args, data);
    const ndarray numbers = cumsum(roots, {}, DType::int32);
    const std::int64_t count = numbers.at({numbers.size() - 1}).item().to_int();
    check_label_count(count, out.dtype());
    const ndarray target = out.is_c_contiguous() ? out : empty(shape_, out.dtype());
    kernel::DataAccess last;
    args.parents = const_cast<void*>(last.read(parents_));
    args.roots = const_cast<void*>(last.read(numbers));
    args.out = last.write(target);
    launch("LABEL_NUMBERS", {index_type_, write_type(out.dtype())}, args, last);
    if (!out.is_c_contiguous()) copy_to(target, out);
    return count;
}

void ConnectedComponents::spread(const ndarray* seeds, bool border, const ndarray& out) {
    if (parents_.size() == 0) return;
    kernel::DataAccess data;
    LabelArgs args = args_;
    args.parents = data.update<void>(parents_);
    launch("LABEL_ROOTS", {index_type_}, args, data);
    const ndarray marks = zeros(shape_, DType::int32);
    kernel::DataAccess more;
    args.parents = more.update<void>(parents_);
    args.seeds = more.read<void>(seeds);
    args.border = border;
    args.marks = more.update<int>(marks);
    launch("LABEL_SEEDS", {index_type_}, args, more);
    kernel::DataAccess last;
    args.parents = last.update<void>(parents_);
    args.marks = last.update<int>(marks);
    args.out = last.write(out);
    launch("LABEL_SPREAD", {index_type_}, args, last);
}

std::pair<ndarray, std::int64_t> label(const ndarray& input, const OptionalArray& structure, const Output& output) {
    const kernel::Placement here(input, structure, output);
    if (is_complex(input.dtype())) throw TypeError("Complex type not supported");
    std::vector<char> marks;
    if (structure) {
        if (structure->ndim() != input.ndim()) throw Error("structure and input must have equal rank");
        for (const std::int64_t n : structure->shape())
            if (n != 3) throw ValueError("structure dimensions must be equal to 3");
        marks = host_bools(*structure);
        if (!is_symmetric(marks)) throw ValueError("Input structuring element is not symmetric");
    } else {
        marks = structure_marks(input.ndim(), 1);
    }
    if (output.array && output.array->shape() != input.shape()) throw ValueError("output shape not correct");
    const DType dtype =
        output.dtype.value_or(input.size() >= (std::int64_t{1} << 31) - 2 ? DType::int64 : DType::int32);
    const ndarray out = output.array ? *output.array : empty(input.shape(), dtype);
    if (input.size() == 0) return {out, 0};
    if (input.ndim() == 0) {
        const bool there = input.item().to_bool();
        out.fill(there ? 1 : 0);
        return {out, there};
    }
    if (finds_parts_by_runs(runtime::device_traits())) return {out, number_by_runs(input, marks, out)};
    ConnectedComponents parts(input, marks);
    return {out, parts.number(out)};
}

}  // namespace cuprum::scipy::ndimage
