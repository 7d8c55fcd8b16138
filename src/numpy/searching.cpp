#include "cuprum/creation.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/sorting.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/launch.h"
#include "kernel/engine/placement.h"
#include "kernel/engine/search.h"
#include "numpy/edge_order.h"
#include "numpy/sort_order.h"

namespace cuprum {
namespace {

void check_vector(const ndarray& a) {
    if (a.ndim() != 1)
        throw ValueError(std::string("object ") + (a.ndim() ? "too deep" : "of too small depth") +
                         " for desired array; its shape is " + to_string(a.shape()));
}

ndarray checked_sorter(const ndarray& sorter, std::int64_t size) {
    if (!is_integer(sorter.dtype())) throw TypeError("sorter must only contain integers");
    if (sorter.ndim() != 1) throw TypeError("could not parse sorter argument: it must have one dimension");
    if (sorter.size() != size) throw ValueError("sorter.size must equal a.size");
    if (size && (min(sorter).item().to_int() < 0 || max(sorter).item().to_int() >= size))
        throw ValueError("Sorter index out of range.");
    return sorter.astype(DType::int64, 'C', Casting::unsafe, false);
}

}  // namespace

ndarray searchsorted(const ndarray& a, const Operand& v, std::string_view side, const ndarray* sorter) {
    const kernel::Placement here(a, v, sorter);
    if (side != "left" && side != "right")
        throw ValueError("search side must be 'left' or 'right' (got '" + std::string(side) + "')");
    check_vector(a);
    kernel::check_device(a);
    const DType dtype = promote_types(a.dtype(), v.dtype());
    ndarray values = (v.is_array() ? v.array() : full({}, v)).astype(dtype, 'C', Casting::unsafe, false);
    kernel::check_device(values);
    if (!is_number(dtype)) {
        const auto [sorted, wanted] = common_order_numbers(a.astype(dtype, 'C', Casting::unsafe, false), values);
        return searchsorted(sorted, wanted, side, sorter);
    }
    ndarray result = empty(values.shape(), DType::int64);
    std::optional<ndarray> order;
    if (sorter) order = checked_sorter(*sorter, a.size());
    kernel::search(a.astype(dtype, 'C', Casting::unsafe, false), order ? &*order : nullptr, values, result,
                   side == "left" ? search_left : search_right);
    return result;
}

ndarray digitize(const Operand& x, const ndarray& bins, bool right) {
    const kernel::Placement here(x, bins);
    if (is_complex(x.dtype())) throw TypeError("x may not be complex");
    if (is_complex(bins.dtype())) throw TypeError("bins may not be complex");
    check_vector(bins);
    const int direction = edge_direction(bins);
    if (direction == 0) throw ValueError("bins must be monotonically increasing or decreasing");
    // A bin that holds its lower edge ends before the next edge: there equal values go behind it.
    const char* side = right ? "left" : "right";
    if (direction > 0) return searchsorted(bins, x, side);
    return subtract(Scalar(bins.size()), searchsorted(flip(bins), x, side));
}

}  // namespace cuprum
