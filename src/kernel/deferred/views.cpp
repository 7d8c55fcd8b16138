#include "kernel/deferred/views.h"

#include <algorithm>

namespace cuprum::kernel {

void find_views(std::span<WaitingOperation> operations) {
    for (std::size_t i = operations.size(); i-- > 0;) {
        WaitingOperation& operation = operations[i];
        if (!operation.is_left()) continue;
        int last_use = operation.level;
        bool is_read_by_kernel = operation.kernel && !operation.call;
        if (operation.call && operation.call->has_view()) {
            PendingBlock* const made = operation.blocks[0];
            bool is_lazy = made && !made->mark.is_live && made->mark.writers == 1 && made->mark.is_read_by_kernel;
            for (std::size_t k = 1; k < operation.operands.size(); ++k)
                if (const PendingBlock* const source = operation.blocks[k])
                    is_lazy = is_lazy && source->mark.last_writer < static_cast<int>(i);
            if (is_lazy) {
                made->mark.view = &operation;
                last_use = std::max(last_use, made->mark.last_use);
                is_read_by_kernel = true;
            }
        }
        for (std::size_t k = operation.output_count(); k < operation.operands.size(); ++k)
            if (PendingBlock* const source = operation.blocks[k]) {
                source->mark.last_use = std::max(source->mark.last_use, last_use);
                source->mark.is_read_by_kernel = source->mark.is_read_by_kernel || is_read_by_kernel;
            }
    }
}

std::optional<CompositeView> view_of(const ndarray& a) {
    const WaitingOperation* const operation = lazy_call(a);
    if (!operation) return std::nullopt;
    std::vector<CompositeView> inputs;
    for (std::size_t k = 1; k < operation->operands.size(); ++k) {
        const ndarray& input = *operation->operands[k].array;
        std::optional<CompositeView> inner = view_of(input);
        inputs.push_back(inner ? std::move(*inner) : CompositeView(resolved(input)));
    }
    const std::optional<CompositeView> whole = operation->call->view(inputs);
    return whole ? seen_as(*whole, *operation->operands[0].array, a) : std::nullopt;
}

const CompositeView* LazyOperand::view() {
    if (!is_viewed_) view_ = view_of(array_);
    is_viewed_ = true;
    return view_ && lazy_call(array_) ? &*view_ : nullptr;
}

const ndarray& LazyOperand::array() {
    if (!memory_) memory_ = resolved(array_);
    return *memory_;
}

bool run_through_views(const WaitingOperation& operation) {
    if (!operation.kernel || operation.call) return false;
    const std::size_t count = operation.operands.size(), outputs = operation.output_count();
    std::int64_t seen = 0, bytes = 0;
    for (const ndarray& a : operation.arrays)
        if (lazy_call(a)) {
            ++seen;
            bytes = std::max(bytes, a.nbytes());
        }
    if (seen == 0 || !serves_composite(2, seen, bytes, runtime::device_traits())) return false;
    seen = 0;
    std::vector<std::optional<CompositeView>> made(count);
    std::vector<const CompositeView*> views(count);
    for (std::size_t k = outputs; k < count; ++k) {
        const ndarray* const a = operation.operands[k].array;
        if (!a || !(made[k] = view_of(*a))) continue;
        views[k] = &*made[k];
        ++seen;
    }
    if (seen == 0) return false;
    const CompositeSpace space(views, operation.shape, CompositeLoops::usual);
    if (!serves_composite(space.launches(), seen, bytes, runtime::device_traits())) return false;
    std::vector<ndarray> arrays;
    arrays.reserve(count);  // does not move them later
    std::vector<KernelOperand> operands = operation.operands;
    for (std::size_t k = 0; k < count; ++k)
        if (operands[k].array && !views[k]) operands[k].array = &arrays.emplace_back(resolved(*operands[k].array));
    space.run(*operation.kernel, operands);
    return true;
}

}  // namespace cuprum::kernel
