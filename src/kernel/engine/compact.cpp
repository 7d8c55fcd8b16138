#include "kernel/engine/compact.h"

#include "kernel/engine/array/allocation.h"
#include "kernel/engine/array/few_elements.h"
#include "kernel/engine/data_access.h"
#include "kernel/engine/gather/gather.h"
#include "kernel/engine/kernel_table.h"
#include "kernel/engine/scan.h"
#include "kernel/graph/expression.h"
#include "kernel/graph/storage.h"
#include "kernel/plan/compact.h"

namespace cuprum::kernel {
namespace {

static_assert(compact_dims >= max_ndim);

KernelSource make_source(const std::string& name, const std::string& macro, const std::string& more = {}) {
    return {name, "#include <cuprum/engine/compact.h>\n" + macro + "(" + name + more + ")\n", {}};
}

// The tiles of a mask, counted and summed up.
class TrueElements {
public:
    explicit TrueElements(const ndarray& mask) : mask_(mask.is_c_contiguous() ? mask : mask.copy()) {
        if (mask_.size() == 0) return;
        plan_ = plan_compact(mask_.size(), runtime::device_traits());
        counts_ = new_array({plan_.tiles}, DType::int64);
        bits_ = new_array({plan_.tiles * plan_.tile / 64}, DType::uint64);
        args_.mask = device_address(data_.read(mask_));
        args_.bits = device_address(data_.write(bits_));
        args_.counts = device_address(data_.write(counts_));
        args_.size = mask_.size();
        static KernelTable<> functions;
        start(functions.function(KernelKey(mask_.dtype()), [&] {
            return make_source(std::string("cuprum_count_true_") + info(mask_.dtype()).name, "CUPRUM_COUNT_TRUE",
                               ", " + input_type(mask_.dtype()));
        }));
        if (plan_.tiles > 1) sum_up(counts_, 0);
        count_ = counts_.with_layout({}, {}, 8 * (plan_.tiles - 1)).item().to_int();
    }
    std::int64_t count() const { return count_; }
    const ndarray& mask() const { return mask_; }
    CompactArgs& arguments() { return args_; }
    DataAccess& data() { return data_; }
    void start(runtime::FunctionHandle function) { data_.launch(function, plan_.launch, args_); }

private:
    ndarray mask_, counts_, bits_;
    CompactPlan plan_;
    std::int64_t count_ = 0;
    CompactArgs args_{};
    DataAccess data_;
};

}  // namespace

ndarray select(const ndarray& a, const ndarray& mask) {
    if (!is_number(a.dtype())) {  // of any size
        const ndarray line = a.reshape({-1}), places = true_coordinates(mask.reshape({-1}), false).reshape({-1});
        ndarray result = new_array(places.shape(), a.dtype());
        const IndexArray index{places, line.strides()[0], line.size(), 0};
        gather(result, line.with_layout(places.shape(), {0}), std::span(&index, 1));
        return result;
    }
    if (std::optional<ndarray> few = select_few(a, mask)) return std::move(*few);
    ndarray source = a.is_c_contiguous() ? a : a.copy();
    TrueElements found(mask);
    ndarray result = new_array({found.count()}, a.dtype());
    if (found.count() == 0) return result;
    found.arguments().data = device_address(found.data().read(source));
    found.arguments().out = device_address(found.data().write(result));
    static KernelTable<> functions;
    found.start(functions.function(KernelKey(a.itemsize()), [&] {
        const std::string bytes = std::to_string(a.itemsize());
        return make_source("cuprum_select_" + bytes, "CUPRUM_SELECT", ", " + bytes);
    }));
    return result;
}

ndarray true_coordinates(const ndarray& mask, bool by_element) {
    if (std::optional<ndarray> few = few_true_coordinates(mask, by_element)) return std::move(*few);
    TrueElements found(mask);
    const std::int64_t ndim = mask.ndim();
    ndarray result = new_array(by_element ? Shape{found.count(), ndim} : Shape{ndim, found.count()}, DType::int64);
    if (result.size() == 0) return result;
    CompactArgs& args = found.arguments();
    args.out = device_address(found.data().write(result));
    args.axis_step = by_element ? 8 : 8 * found.count();
    args.item_step = by_element ? 8 * ndim : 8;
    args.ndim = mask.ndim();
    for (int d = 0; d < mask.ndim(); ++d) args.shape[d] = mask.shape()[d];
    static FunctionSlot function;
    found.start(function.get([] { return make_source("cuprum_coordinates", "CUPRUM_COORDINATES"); }));
    return result;
}

}  // namespace cuprum::kernel
