// Changes of elements that an index may name more than once.
#include "cuprum/indexing.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"

namespace cuprum {
namespace {

void scatter_with(const Ufunc& ufunc, const ndarray& a, std::span<const Index> index, const ndarray& values) {
    const Operand operand(values);
    ufunc.at(a, index, &operand);
}

}  // namespace

void scatter_add(const ndarray& a, std::span<const Index> index, const ndarray& values) {
    const kernel::Placement here(a, values);
    scatter_with(add, a, index, values);
}
void scatter_max(const ndarray& a, std::span<const Index> index, const ndarray& values) {
    const kernel::Placement here(a, values);
    scatter_with(maximum, a, index, values);
}
void scatter_min(const ndarray& a, std::span<const Index> index, const ndarray& values) {
    const kernel::Placement here(a, values);
    scatter_with(minimum, a, index, values);
}

}  // namespace cuprum
