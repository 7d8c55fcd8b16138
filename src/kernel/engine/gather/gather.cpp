#include "kernel/engine/gather/gather.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <vector>

#include "core/index_parse.h"
#include "core/layout.h"
#include "cuprum/engine/segments_args.h"
#include "kernel/engine/array/few_elements.h"
#include "kernel/engine/data_access.h"
#include "kernel/engine/kernel_table.h"
#include "kernel/graph/expression.h"
#include "kernel/graph/statement.h"
#include "kernel/graph/storage.h"
#include "kernel/graph/template.h"
#include "kernel/plan/gather.h"
#include "runtime/settings.h"

namespace cuprum::kernel {
namespace {

using Nest = LoopNest<max_index_arrays + 2>;  // packed, data, indices

static_assert(fold_dims >= max_ndim);

// An int that a kernel sets, in the host's own memory where the kernel reaches that.
class ErrorFlag {
public:
    explicit ErrorFlag(bool wanted) {
        if (!wanted) return;
        if (runtime::device_traits().host_reads_memory) {
            address_ = &host_;
            return;
        }
        memory_ = cuda::allocate(sizeof host_);
        address_ = memory_.pointer();
        runtime::backend().fill(address_, 0, sizeof host_, runtime::context.stream);
    }
    ErrorFlag(const ErrorFlag&) = delete;
    unsigned long long address() const { return reinterpret_cast<unsigned long long>(address_); }
    bool is_set() {
        if (memory_) {
            runtime::backend().copy(&host_, address_, sizeof host_, runtime::CopyKind::device_to_host,
                                    runtime::context.stream);
            runtime::backend().synchronize_stream(runtime::context.stream);
        }
        return host_ != 0;
    }

private:
    int host_ = 0;
    void* address_ = nullptr;
    cuda::BlockRef memory_;
};

// The indices as int32 or int64, which the kernels read.
ndarray readable(const ndarray& array, bool wide) {
    DType wanted = wide ? DType::int64 : DType::int32;
    return array.dtype() == wanted ? array : array.astype(wanted);
}

bool needs_64_bits(DType dtype) { return dtype == DType::int64 || dtype == DType::uint32 || dtype == DType::uint64; }

const char* index_type(bool wide) { return wide ? "long long" : "int"; }

// Names the first index that is out of bounds, as NumPy's own walk finds it.
[[noreturn]] void report(std::span<const IndexArray> indices) {
    for (const IndexArray& index : indices)
        for (std::int64_t i : index.array.astype(DType::int64).to_vector<std::int64_t>())
            resolve_integer(i, index.length, index.axis);
    throw IndexError("an index is out of bounds; the index array was changed while it was used");
}

bool any_outside(const IndexArray& index) {
    static KernelTable<> functions;
    const bool wide = needs_64_bits(index.array.dtype());
    ndarray array = readable(index.array, wide);
    if (!array.is_contiguous()) array = array.copy();
    if (array.size() == 0) return false;
    const auto function = functions.function(KernelKey(wide), [&] {
        const std::string name = wide ? "cuprum_bounds_64" : "cuprum_bounds_32";
        return KernelSource{
            name, "#include <cuprum/engine/gather.h>\nCUPRUM_BOUNDS(" + name + ", " + index_type(wide) + ")\n", {}};
    });
    ErrorFlag error(true);
    DataAccess data;
    BoundsArgs args{device_address(data.read(array)), error.address(), index.length, array.size()};
    data.launch(function, plan_elements(args.size, 8), args);
    return error.is_set();
}

runtime::FunctionHandle find_function(Direction direction, int bytes, bool wide, int count) {
    static KernelTable<> functions;
    return functions.function(KernelKey(direction, bytes, wide, count), [&] {
        const bool gathers = direction == Direction::gather;
        const std::string size = std::to_string(bytes), n = std::to_string(count);
        std::string name =
            std::string("cuprum_") + (gathers ? "gather_" : "scatter_") + size + (wide ? "_64_" : "_32_") + n;
        return KernelSource{name,
                            std::string("#include <cuprum/engine/gather.h>\n") +
                                (gathers ? "CUPRUM_GATHER(" : "CUPRUM_SCATTER(") + name + ", " + size + ", " +
                                index_type(wide) + ", " + n + ")\n",
                            {}};
    });
}

struct Operands {
    Direction direction;
    const ndarray* packed;  // null: the value
    const ndarray* data;
    std::int64_t itemsize;
    unsigned char value[16];
    std::span<const IndexArray> indices;
    IndexMode mode;
    bool ordered;  // the items of one place must be moved one after the other
    bool wide = false;
    const ApplyOperation* operation = nullptr;  // of Direction::apply
};

// A struct called `name` that apply_move of device/cuprum/engine/gather.h takes.
std::string apply_struct(const ApplyOperation& operation, DType target, DType value, const std::string& name) {
    static constexpr const char* forms[] = {"none", "add", "max", "min", "none"};  // by AtomicForm
    const bool native_types = operation.element == target && value == target;
    const char* native = native_types ? forms[static_cast<int>(operation.atomic)] : "none";
    // In the library's namespace, so that a body's `sin` is ours and not the compiler's.
    return fill(
        R"(
namespace cuprum {
struct $name {
    using target_t = $target;
    using value_t = $value;
    static constexpr cuprum::NativeAtomic native = cuprum::NativeAtomic::$native;
    CUPRUM_DEVICE static target_t apply(target_t old, value_t value) {
        $result_type result;
        $statement
        return cast<target_t>(result);
    }
};
}
)",
        {{"name", name},
         {"target", input_type(target)},
         {"value", input_type(value)},
         {"native", native},
         {"result_type", compute_type(operation.result)},
         {"statement", statement_block(operation.body,
                                       {cast_operand(operation.element, "old"), cast_operand(operation.value, "value")},
                                       {{compute_type(operation.result), "result"}})}});
}

// `macro` is called with the kernel's name, the struct's and `more`.
runtime::FunctionHandle apply_function(const ApplyOperation& operation, DType target, DType value,
                                       const std::string& macro, const std::string& more, const std::string& suffix) {
    static KernelTable<> functions;
    const KernelKey key(std::string_view(operation.name), operation.element, operation.value, operation.result, target,
                        value, std::string_view(suffix));
    return functions.function(key, [&] {
        std::string name = "cuprum_at_" + operation.name;
        for (DType dtype : {operation.element, operation.value, operation.result, target, value})
            name += std::string("_") + info(dtype).name;
        name += suffix;
        return KernelSource{.name = name,
                            .text = "#include <cuprum/engine/segments.h>\n#include <cuprum/math.h>\n" +
                                    include_lines(operation.headers) +
                                    apply_struct(operation, target, value, name + "_op") + macro + "(" + name +
                                    ", cuprum::" + name + "_op" + more + ")\n",
                            .code = operation.code,
                            .has_definitions = true};
    });
}

// Walks the outermost axis of more than a kernel takes. So many that do not merge are rare, and then the outer ones are
// short.
template <class F>
void walk_outermost(Nest nest, int operands, F f) {
    const std::int64_t length = nest.shape[0];
    std::array<std::int64_t, max_index_arrays + 2> step;
    for (int k = 0; k < operands; ++k) step[static_cast<std::size_t>(k)] = nest.strides[k][0];
    --nest.ndim;
    nest.size /= length;
    for (int d = 0; d < nest.ndim; ++d) {
        nest.shape[d] = nest.shape[d + 1];
        for (int k = 0; k < operands; ++k) nest.strides[k][d] = nest.strides[k][d + 1];
    }
    for (std::int64_t i = 0; i < length; ++i) {
        f(nest);
        for (int k = 0; k < operands; ++k) nest.offset[k] += step[static_cast<std::size_t>(k)];
    }
}

using Args = GatherArgs<max_index_arrays>;

// What follows from the plan alone.
void write_space(Args& args, const GatherPlan& plan, int count, bool has_packed) {
    const Nest& nest = plan.nest;
    args.size = plan.items;
    args.run = plan.run;
    args.ndim = std::max(nest.ndim, 1);
    for (int d = 0; d < max_kernel_dims; ++d) {
        args.shape[d] = d < nest.ndim ? nest.shape[d] : 1;
        if (d >= nest.ndim) continue;
        args.packed_strides[d] = has_packed ? nest.strides[0][d] : 0;
        args.data_strides[d] = nest.strides[1][d];
        for (int k = 0; k < count; ++k) args.index[k].steps[d] = nest.strides[k + 2][d];
    }
    if (!plan.narrow) return;
    args.flags |= gather_narrow;
    for (int d = 0; d < args.ndim; ++d) args.divisors[d] = make_divisor(static_cast<std::uint32_t>(args.shape[d]));
    args.run_divisor = make_divisor(static_cast<std::uint32_t>(args.run));
}

runtime::FunctionHandle function_for(const Operands& operands, const GatherPlan& plan) {
    const int count = static_cast<int>(operands.indices.size());
    if (!operands.operation) return find_function(operands.direction, plan.piece, operands.wide, count);
    const std::string n = std::to_string(count);
    return apply_function(*operands.operation, operands.data->dtype(), operands.packed->dtype(), "CUPRUM_APPLY",
                          std::string(", ") + index_type(operands.wide) + ", " + n,
                          (operands.wide ? "_64_" : "_32_") + n);
}

void launch_nest(const Operands& operands, const Nest& nest, unsigned long long error) {
    const int count = static_cast<int>(operands.indices.size());
    if (nest.ndim > max_kernel_dims)
        return walk_outermost(nest, count + 2, [&](const Nest& part) { launch_nest(operands, part, error); });
    const std::size_t argument_bytes = offsetof(Args, index) + static_cast<std::size_t>(count) * sizeof(IndexRef);
    Args args;
    std::memset(&args, 0, argument_bytes);  // what a launch takes: room for all indices is kilobytes
    DataAccess access;
    auto at = [&](const void* first, int k) {
        return first ? device_address(first) + static_cast<unsigned long long>(nest.offset[k]) : 0;
    };
    const bool gathers = operands.direction == Direction::gather;
    args.packed = at(gathers ? access.write(operands.packed) : access.read(operands.packed), 0);
    args.data = at(gathers ? access.read(operands.data) : access.write(operands.data), 1);
    GatherLayout layout{nest,
                        operands.direction,
                        count,
                        operands.packed != nullptr,
                        operands.ordered,
                        operands.itemsize,
                        args.packed | args.data};
    for (const IndexArray& index : operands.indices) layout.together |= static_cast<std::uint64_t>(index.stride);
    const GatherPlan plan = plan_gather(layout, runtime::device_traits());

    args.flags = operands.mode | (operands.packed ? 0u : gather_value);
    args.error = error;
    write_space(args, plan, count, operands.packed != nullptr);
    for (std::int64_t k = 0; !operands.packed && k < 16; ++k)
        reinterpret_cast<unsigned char*>(args.value)[k] = operands.value[k % operands.itemsize];
    for (int k = 0; k < count; ++k) {
        const IndexArray& index = operands.indices[static_cast<std::size_t>(k)];
        args.index[k].address = at(access.read(index.array), k + 2);
        args.index[k].stride = index.stride;
        args.index[k].length = index.length;
    }
    access.launch(function_for(operands, plan), plan.launch, &args, argument_bytes,
                  static_cast<std::size_t>(2 * plan.items * plan.run * plan.piece));
}

void run(Operands operands, unsigned long long error) {
    const std::size_t count = operands.indices.size();
    operands.wide = false;
    for (const IndexArray& index : operands.indices) operands.wide |= needs_64_bits(index.array.dtype());
    const DType wanted = operands.wide ? DType::int64 : DType::int32;
    std::vector<IndexArray> converted;
    if (std::ranges::any_of(operands.indices, [&](const IndexArray& i) { return i.array.dtype() != wanted; })) {
        converted.assign(operands.indices.begin(), operands.indices.end());
        for (IndexArray& index : converted) index.array = readable(index.array, operands.wide);
        operands.indices = converted;
    }
    const ndarray* arrays[max_index_arrays + 2];
    arrays[0] = operands.packed;
    arrays[1] = operands.data;
    for (std::size_t k = 0; k < count; ++k) arrays[k + 2] = &operands.indices[k].array;
    Nest nest;
    collapse(nest, std::span(arrays, count + 2), operands.data->shape(), !operands.ordered);
    launch_nest(operands, nest, error);
}

}  // namespace

bool is_worth(const ndarray& data, std::span<const IndexArray> indices, IndexMode mode) {
    if (indices.size() > max_index_arrays)
        throw IndexError("too many advanced (array) indices: at most " + std::to_string(max_index_arrays) +
                         " are supported, found " + std::to_string(indices.size()));
    for (const IndexArray& index : indices)
        if (index.array.size() && index.length == 0) report(indices);
    if (data.size()) return true;
    if (mode == index_raise && checks_bounds()) check_bounds(indices);
    return false;
}

bool checks_bounds() {
    static const bool asked = runtime::check_is_on("bounds");
    return asked || !runtime::device_traits().asynchronous;
}

void check_bounds(std::span<const IndexArray> indices) {
    for (const IndexArray& index : indices)
        if (any_outside(index)) report(indices);
}

void gather(const ndarray& result, const ndarray& data, std::span<const IndexArray> indices, IndexMode mode) {
    if (!is_worth(data, indices, mode)) return;
    if (mode == index_raise && indices.size() == 1 && data.ndim() == 1 &&
        gather_few(result, data, indices[0].array, indices[0].stride, indices[0].length))
        return;
    ErrorFlag error(mode == index_raise && checks_bounds());
    run({Direction::gather, &result, &data, data.itemsize(), {}, indices, mode, false}, error.address());
    if (error.address() && error.is_set()) report(indices);
}

namespace {

// With an axis for the bytes of an element.
ndarray as_bytes(const ndarray& a) {
    Shape shape(a.shape());
    Strides strides(a.strides());
    shape.push_back(a.itemsize());
    strides.push_back(1);
    return ndarray(a.buffer(), a.offset(), DType::uint8, std::move(shape), std::move(strides));
}

void assign_in_order(const ndarray& data, const ndarray& values, std::span<const IndexArray> indices) {
    if (is_number(data.dtype())) {
        const DType dtype = data.dtype();
        return apply_in_order({"assign", "out0 = in1", dtype, dtype, dtype}, data, values, indices);
    }
    std::vector<IndexArray> behind(indices.begin(), indices.end());
    for (IndexArray& index : behind) {
        Shape shape(index.array.shape());
        Strides strides(index.array.strides());
        shape.push_back(1);
        strides.push_back(0);
        index.array = index.array.with_layout(std::move(shape), std::move(strides));
    }
    assign_in_order(as_bytes(data), as_bytes(values), behind);
}

}  // namespace

void scatter(const ndarray& data, const ndarray& values, std::span<const IndexArray> indices, IndexMode mode,
             bool unique) {
    if (!is_worth(data, indices, mode)) return;
    if (mode == index_raise && checks_bounds()) check_bounds(indices);
    const bool ordered = runtime::device_traits().ordered_items;
    if (!ordered && !unique) {
        if (names_many_places(data, indices))
            return scatter(data, last_values(data, values, indices), indices, mode, true);
        if (mode != index_clip) return assign_in_order(data, values, indices);
    }
    run({Direction::scatter, &values, &data, data.itemsize(), {}, indices, mode, ordered && !unique}, 0);
}

void scatter(const ndarray& data, const Scalar& value, std::span<const IndexArray> indices, IndexMode mode) {
    if (!is_worth(data, indices, mode)) return;
    if (mode == index_raise && checks_bounds()) check_bounds(indices);
    Operands operands{Direction::scatter, nullptr, &data, data.itemsize(), {}, indices, mode, false};
    value.store(data.dtype(), operands.value);
    run(operands, 0);
}

void apply_at(const ApplyOperation& operation, const ndarray& data, const ndarray& values,
              std::span<const IndexArray> indices) {
    if (!is_worth(data, indices)) return;
    if (checks_bounds()) check_bounds(indices);
    Operands operands{Direction::apply, &values, &data, data.itemsize(), {}, indices, index_raise, true};
    operands.operation = &operation;
    run(operands, 0);
}

void apply_sorted(const ApplyOperation& operation, const ndarray& data, const ndarray& values, const ndarray& places,
                  const ndarray& order) {
    FoldArgs args{};
    args.count = places.size();
    args.size = data.size();
    if (args.count == 0 || args.size == 0) return;
    DataAccess access;
    args.data = device_address(access.update(data));
    args.values = device_address(access.read(values));
    args.places = device_address(access.read(places));
    args.order = device_address(access.read(order));
    args.ndim = data.ndim();
    for (int d = 0; d < data.ndim(); ++d) {
        args.shape[d] = data.shape()[d];
        args.strides[d] = data.strides()[d];
    }
    access.launch(apply_function(operation, data.dtype(), values.dtype(), "CUPRUM_FOLD", "", "_sorted"),
                  plan_elements(args.count * args.size, data.itemsize()), args);
}

}  // namespace cuprum::kernel
