// Gathers, and changes at places that indices name, that may wait. A gather that waits has two forms: the engine's,
// which runs where the result has to be in memory, and an expression of one element, which becomes a part of the kernel
// that reads the result. The expression reads the source by its address, which the evaluation puts in the place of the
// array (`Expression::addresses`).
#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "kernel/engine/array/allocation.h"
#include "kernel/engine/deferral.h"
#include "kernel/engine/elementwise/elementwise.h"
#include "kernel/engine/gather/gather.h"
#include "kernel/engine/kernel_table.h"
#include "kernel/graph/storage.h"

namespace cuprum::kernel {
namespace {

constexpr std::size_t most_indices = 3;  // in an expression

/// How an index names a place: from -length on and below length, as was checked; anything, modulo the length; the
/// nearest end.
enum class Places : std::uint8_t { checked, wrapped, clipped };

const char* const place_functions = R"(
namespace cuprum {
CUPRUM_DEVICE long long checked_place(long long i, long long length) { return i < 0 ? i + length : i; }
CUPRUM_DEVICE long long wrapped_place(long long i, long long length) {
    if (i >= 0 && i < length) return i;
    i %= length;
    return i < 0 ? i + length : i;
}
CUPRUM_DEVICE long long clipped_place(long long i, long long length) {
    return i < 0 ? 0 : i >= length ? length - 1 : i;
}
}
)";

/// An element as the gather's expression: its address is that of the source, and for each index so many bytes more, and
/// what a counter tells of the axes that no index moves along.
Expression element_expression(DType dtype, std::span<const IndexArray> indices, Places places, bool has_counter) {
    static constexpr const char* functions[] = {"checked_place(", "wrapped_place(", "clipped_place("};
    Expression expression;
    Expression::Step step;
    const auto add = [&](DType stored, DType type) {
        step.arguments.push_back(expression.add_input(stored));
        step.in_types.push_back(type);
        return "in" + std::to_string(step.arguments.back());
    };
    const std::string address = add(DType::uint64, DType::uint64);
    expression.addresses = 1;
    std::string sum = "0";
    for (const IndexArray& index : indices) {
        const std::string i = add(index.array.dtype(), DType::int64), length = add(DType::int64, DType::int64),
                          stride = add(DType::int64, DType::int64);
        sum += std::string(" + ") + functions[static_cast<int>(places)] + i + ", " + length + ") * " + stride;
    }
    if (has_counter) {
        step.arguments.push_back(expression.add_counter());
        step.in_types.push_back(DType::int64);
        sum += " + in" + std::to_string(step.arguments.back());
    }
    step.body = "out0 = cast<out0_t>(*(const " + input_type(dtype) + "*)(" + address + " + (" + sum + ")));";
    step.out_types = {dtype};
    step.prelude = place_functions;
    step.cost = Cost::moderate;
    expression.outputs.push_back({expression.add_step(std::move(step)), dtype});
    return expression;
}

ElementwiseKernel& element_kernel(const char* name, DType dtype, std::span<const IndexArray> indices, Places places,
                                  bool has_counter) {
    static constexpr const char* suffixes[] = {"_checked", "_wrapped", "_clipped"};
    static KernelTable<ElementwiseKernel> kernels;
    KernelKey key(std::string_view(name), dtype, places, has_counter);
    for (const IndexArray& index : indices) key.put(index.array.dtype());
    return kernels.get(key, [&] {
        std::string entry = std::string(name) + "_" + info(dtype).name + suffixes[static_cast<int>(places)] +
                            (has_counter ? "_counter" : "");
        for (const IndexArray& index : indices) entry += std::string("_") + info(index.array.dtype()).name;
        return ElementwiseKernel(std::move(entry), element_expression(dtype, indices, places, has_counter), name);
    });
}

/// What indices select from an array, apart from the arrays.
class Selected {
public:
    Selected(const ndarray& source, const ndarray& data, std::span<const IndexArray> indices)
        : shape_(data.shape()), strides_(data.strides()), offset_(data.offset() - source.offset()) {
        for (const IndexArray& index : indices) indices_.push_back({ndarray(), index.stride, index.length, index.axis});
    }
    ndarray data(const ndarray& source) const { return source.with_layout(shape_, strides_, offset_); }
    std::vector<IndexArray> indices(std::span<const ndarray> arrays) const {
        std::vector<IndexArray> indices = indices_;
        for (std::size_t k = 0; k < indices.size(); ++k) indices[k].array = arrays[k];
        return indices;
    }
    std::size_t count() const { return indices_.size(); }

private:
    Shape shape_;
    Strides strides_;
    std::int64_t offset_;
    std::vector<IndexArray> indices_;
};

/// The engine's form, over the source and the index arrays.
class GatherCall final : public WaitingCall {
public:
    GatherCall(const char* name, const Selected& selected, IndexMode mode)
        : WaitingCall(name, 1, true), selected_(selected), mode_(mode) {}
    void run(std::span<const ndarray> inputs, std::span<const ndarray> outputs) const override {
        gather(outputs[0], selected_.data(inputs[0]), selected_.indices(inputs.subspan(1)), mode_);
    }

private:
    const Selected selected_;
    const IndexMode mode_;
};

/// While it lives, nothing waits that the calling thread asks for.
struct AtOnce {
    const std::int8_t before = std::exchange(runtime::context.deferred, std::int8_t{0});
    ~AtOnce() { runtime::context.deferred = before; }
};

void check_now(std::span<const IndexArray> indices, IndexMode mode) {
    if (mode != index_raise || !checks_bounds()) return;
    const AtOnce here;
    check_bounds(indices);
}

// Few elements of what is computed are moved at once.
bool may_be_later(Deferral& deferral, const ndarray& source, const ndarray& data, std::span<const IndexArray> indices,
                  IndexMode mode) {
    if (data.size() == 0 || !is_number(data.dtype()) || indices.empty() || indices.size() > most_indices) return false;
    const bool checks = mode == index_raise && checks_bounds();
    bool is_worth = deferral.is_waiting(source);
    for (const IndexArray& index : indices) {
        if (index.length == 0 || (checks && deferral.is_waiting(index.array))) return false;
        is_worth = is_worth || deferral.may_reduce(index.array.broadcast_to(data.shape()));  // pending, or many bytes
    }
    return is_worth;
}

// Whether a CPU moves whole rows, faster than a kernel that counts elements reads them.
bool moves_rows(const ndarray& data, std::span<const IndexArray> indices) {
    constexpr std::int64_t least_bytes = 32;
    const int last = data.ndim() - 1;
    if (runtime::device_traits().thread_blocks || last < 0 || data.strides()[last] != data.itemsize() ||
        data.shape()[last] * data.itemsize() < least_bytes)
        return false;
    return std::ranges::all_of(indices, [](const IndexArray& index) {
        return index.array.ndim() == 0 || index.array.shape()[index.array.ndim() - 1] == 1;
    });
}

bool take_later(Deferral& deferral, const char* name, const ndarray& result, const ndarray& source, const ndarray& data,
                std::span<const IndexArray> indices, IndexMode mode) {
    auto call = std::make_unique<GatherCall>(name, Selected(source, data, indices), mode);
    if (moves_rows(data, indices)) {
        std::vector<ndarray> inputs{source};
        for (const IndexArray& index : indices) inputs.push_back(index.array);
        return deferral.take(std::move(call), inputs, std::span(&result, 1));
    }
    std::array<KernelOperand, 3 + 3 * most_indices> operands;
    std::size_t count = 0;
    operands[count++].array = &result;
    operands[count++].array = &source;
    for (const IndexArray& index : indices) {
        operands[count++].array = &index.array;
        operands[count++].set(index.length, DType::int64);
        operands[count++].set(index.stride, DType::int64);
    }
    const std::int64_t start = data.offset() - source.offset();
    Dims steps(data.ndim());
    bool has_counter = start != 0;
    for (int d = 0; d < data.ndim(); ++d) {
        steps[d] = data.shape()[d] == 1 ? 0 : data.strides()[d];
        has_counter = has_counter || steps[d] != 0;
    }
    ndarray other_axes;
    if (has_counter) {
        other_axes = counter(data.shape(), steps, start);
        operands[count++].array = &other_axes;
    }
    const Places places = mode == index_clip                       ? Places::clipped
                          : mode == index_raise && checks_bounds() ? Places::checked
                                                                   : Places::wrapped;
    ElementwiseKernel& kernel = element_kernel(name, data.dtype(), indices, places, has_counter);
    return deferral.take(kernel, std::span(operands).first(count), data.shape(), std::move(call));
}

}  // namespace

ndarray gathered(const char* name, const ndarray& source, const ndarray& data, std::span<const IndexArray> indices,
                 IndexMode mode) {
    Deferral* const deferral = kernel::deferral();
    if (deferral && may_be_later(*deferral, source, data, indices, mode) &&
        (deferral->is_waiting(source) || !moves_rows(data, indices))) [[unlikely]] {
        ndarray result = deferral->new_result(data.shape(), data.dtype(), 'C');
        if (result.buffer()->state() == cuda::MemoryState::pending) {
            check_now(indices, mode);
            if (take_later(*deferral, name, result, source, data, indices, mode)) return result;
        }
        gather(result, data, indices, mode);
        return result;
    }
    ndarray result = new_array(data.shape(), data.dtype());
    gather(result, data, indices, mode);
    return result;
}

bool change_later(const char* name, const ndarray& target, const ndarray& data, const ndarray* values,
                  std::span<const IndexArray> indices, ChangeAt change) {
    Deferral* const deferral = kernel::deferral();
    if (!deferral || !deferral->is_waiting(target) || !may_be_later(*deferral, target, data, indices, index_raise))
        return false;
    class Call final : public WaitingCall {
    public:
        Call(const char* name, const Selected& selected, bool has_values, ChangeAt change)
            : WaitingCall(name, 1, false), selected_(selected), has_values_(has_values), change_(std::move(change)) {}
        // The target is the first input, and the output. Sorts may be a part of it, so it is no list of kernels.
        void run(std::span<const ndarray> inputs, std::span<const ndarray> outputs) const override {
            const std::vector<IndexArray> indices = selected_.indices(inputs.subspan(1));
            change_(selected_.data(outputs[0]), has_values_ ? inputs[1 + selected_.count()] : ndarray(), indices);
        }

    private:
        const Selected selected_;
        const bool has_values_;
        const ChangeAt change_;
    };
    check_now(indices, index_raise);
    std::vector<ndarray> inputs{target};
    for (const IndexArray& index : indices) inputs.push_back(index.array);
    if (values) inputs.push_back(*values);
    return deferral->take(
        std::make_unique<Call>(name, Selected(target, data, indices), values != nullptr, std::move(change)), inputs,
        std::span(&target, 1));
}

}  // namespace cuprum::kernel
