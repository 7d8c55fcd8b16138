#include "kernel/deferred/operation.h"

namespace cuprum::kernel {

void WaitingOperation::release() noexcept {
    for (std::size_t k = 0; k < operands.size(); ++k)
        if (counted >> k & 1u) operands[k].array->buffer()->remove_waiting_reader();
    counted = 0;
    kernel = nullptr;
    reduction = nullptr;
    call.reset();
    operands.clear();
    arrays.clear();
}

void run_over_memory(const WaitingOperation& operation) {
    std::vector<ndarray> arrays;
    arrays.reserve(operation.operands.size());  // does not move them later
    std::vector<KernelOperand> operands = operation.operands;
    for (KernelOperand& operand : operands)
        if (operand.array) operand.array = &arrays.emplace_back(resolved(*operand.array));
    if (operation.call) {
        const std::size_t outputs = operation.output_count();
        return operation.call->run(std::span(arrays).subspan(outputs), std::span(arrays).first(outputs));
    }
    if (operation.kernel) return operation.kernel->run(operands, operation.shape);
    operation.reduce(operands, [&](const ReductionCall& call) { operation.reduction->run(call); });
}

}  // namespace cuprum::kernel
