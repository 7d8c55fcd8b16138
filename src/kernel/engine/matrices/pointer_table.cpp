#include "kernel/engine/matrices/pointer_table.h"

namespace cuprum::kernel {

ElementwiseKernel& address_kernel() {
    static ElementwiseKernel& kernel = *new ElementwiseKernel("addresses", [] {
        Expression graph;
        const ValueId place = graph.add_counter();
        graph.outputs.push_back({place, DType::int64});
        return graph;
    }());
    return kernel;
}

}  // namespace cuprum::kernel
