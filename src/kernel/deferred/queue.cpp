#include "kernel/deferred/queue.h"

#include <algorithm>
#include <utility>

#include "core/layout.h"
#include "kernel/deferred/division.h"
#include "kernel/deferred/evaluation.h"
#include "runtime/backend.h"
#include "runtime/lock_releasing_gil.h"
#include "runtime/settings.h"

namespace cuprum::kernel {

// -------------------------------------------------------------------------------------------- queues of all threads

namespace {

struct Registry {
    std::mutex mutex;
    std::vector<Queue*> queues;
    std::vector<Queue*> abandoned;  // some of `queues`, for threads to come
};

Registry& registry() {
    static auto* registry = new Registry;  // queues may be asked for until the process ends
    return *registry;
}

struct Owner {
    Queue* queue = nullptr;

    // A thread that ends launches nothing any more, as what launches need of it may be gone.
    ~Owner() {
        if (queue) queue->abandon();
    }
};

constinit thread_local const Queue* evaluated = nullptr;  // by the calling thread now

}  // namespace

Queue& Queue::own() {
    thread_local Owner owner;
    if (!owner.queue) {
        auto lock = runtime::lock_releasing_gil(registry().mutex);
        auto& [mutex, queues, abandoned] = registry();
        if (abandoned.empty()) {
            queues.reserve(queues.size() + 1);
            abandoned.reserve(queues.size() + 1);  // so that a thread can end without memory
            owner.queue = queues.emplace_back(new Queue);
        } else {
            owner.queue = abandoned.back();
            abandoned.pop_back();
        }
        auto waiting = runtime::lock_releasing_gil(owner.queue->mutex_);
        owner.queue->thread_ = std::this_thread::get_id();
    }
    return *owner.queue;
}

void Queue::abandon() noexcept {
    runtime::context.waiting = nullptr;
    {
        auto lock = runtime::lock_releasing_gil(mutex_);
        thread_ = {};
        drop_unneeded(operations_.all());
        operations_.remove_done();
    }
    auto lock = runtime::lock_releasing_gil(registry().mutex);
    registry().abandoned.push_back(this);
}

void Queue::evaluate_all() {
    auto lock = runtime::lock_releasing_gil(registry().mutex);
    for (Queue* queue : registry().queues) {
        if (queue == evaluated) continue;  // its lock is held, and it writes to an array after reading it
        auto waiting = runtime::lock_releasing_gil(queue->mutex_);
        queue->evaluate_locked();
    }
}

// -------------------------------------------------------------------------------------------------------- recording

std::int64_t Queue::least_bytes() {
    static const std::int64_t bytes = [] {
        if (const auto wanted = runtime::environment_number("DEFER_BYTES", 0)) return *wanted;
        // A launch on a GPU costs several operations' waiting. On a CPU it costs less than one.
        return std::int64_t{runtime::device_traits().asynchronous ? 1 : 1 << 16};
    }();
    return bytes;
}

bool Queue::can_wait(std::span<const KernelOperand> operands, std::size_t outputs) {
    const runtime::Context& context = runtime::context;
    bool is_large = false;
    for (const KernelOperand& output : operands.first(outputs)) {
        const ndarray& a = *output.array;
        const PendingBlock* block = PendingBlock::of(a);
        // A result that waits may be overwritten in whole: readers before see what they read.
        if (!block || a.size() == 0 || static_cast<std::size_t>(a.nbytes()) != block->bytes()) return false;
        if (block->has_shared_address() || (block->queue && block->queue != this)) return false;
        is_large = is_large || a.nbytes() >= least_bytes();
    }
    for (const KernelOperand& operand : operands.subspan(outputs)) {
        if (!operand.array || !operand.array->buffer()) continue;
        const ndarray& a = *operand.array;
        if (a.buffer()->has_shared_address() || a.device() != context.device) return false;
        is_large = is_large || a.nbytes() >= least_bytes();
        if (a.buffer()->state() == cuda::MemoryState::ready) continue;
        const PendingBlock* block = PendingBlock::of(a);
        if (!block) return false;  // of a function that is or was traced
        if (block->queue != this) {
            if (!block->queue) return false;  // nothing was written to it yet
            a.address(cuda::Access::read);    // what waits in another thread
        } else {
            is_large = true;
        }
    }
    return is_large;
}

WaitingOperation& Queue::add(std::span<const KernelOperand> operands, std::size_t outputs, const cuda::Block* own) {
    ++runtime::context.asked_to_wait;
    WaitingOperation& operation = operations_.add();
    operation.is_needed = operation.is_write = false;
    operation.addresses = 0;
    operation.arrays.reserve(operands.size());  // does not move them later
    operation.operands.assign(operands.begin(), operands.end());
    operation.blocks.resize(operands.size());
    for (std::size_t k = 0; k < operands.size(); ++k) {
        if (!operands[k].array) continue;
        const ndarray& a = operation.arrays.emplace_back(*operands[k].array);
        operation.operands[k].array = &a;
        if (!a.buffer()) continue;
        if (PendingBlock* block = PendingBlock::of(a)) {
            if (k < outputs) block->queue = this;
        } else if (a.buffer().get() != own) {
            a.buffer()->add_waiting_reader();
            operation.counted |= 1u << k;
            bytes_read_ += a.nbytes();
        }
    }
    return operation;
}

void Queue::begin() {
    const runtime::Context& context = runtime::context;
    if (!operations_.empty() && (context.device != device_ || context.stream != stream_)) evaluate_locked();
    device_ = context.device;
    stream_ = context.stream;
}

void Queue::end() {
    const std::size_t size = operations_.size();
    if (size - views_ >= most_operations || size >= 2 * most_operations ||
        (bytes_read_ > most_held && holds_too_much()))
        evaluate_locked();
    else runtime::context.waiting = this;
}

bool Queue::take(ElementwiseKernel& kernel, std::span<const KernelOperand> operands, const Shape& shape,
                 std::unique_ptr<const WaitingCall> call) {
    const std::size_t outputs = kernel.expression().outputs.size();
    if (!can_wait(operands, outputs)) return false;
    auto lock = runtime::lock_releasing_gil(mutex_);
    begin();
    WaitingOperation& operation = add(operands, outputs);
    operation.kernel = &kernel;
    operation.call = std::move(call);
    operation.addresses = kernel.expression().addresses << outputs;
    operation.shape = shape;
    end();
    return true;
}

bool Queue::reads_beside(const ndarray& target) const {
    int readers = 0;
    for (const WaitingOperation& operation : operations_.all())
        for (std::size_t k = 0; k < operation.operands.size(); ++k) {
            if (!(operation.counted >> k & 1u)) continue;
            const ndarray& a = *operation.operands[k].array;
            if (a.buffer().get() != target.buffer().get()) continue;
            if (!are_apart(a, target)) return false;
            ++readers;
        }
    return readers == target.buffer()->waiting_readers();
}

bool Queue::write(ElementwiseKernel& kernel, std::span<const KernelOperand> operands, const Shape& shape) {
    const runtime::Context& context = runtime::context;
    if (context.waiting != this || kernel.expression().outputs.size() != 1) return false;
    const ndarray& target = *operands[0].array;
    cuda::Block* const block = target.buffer().get();
    if (target.size() == 0 || !block || block->state() != cuda::MemoryState::ready || target.device() != context.device)
        return false;
    bool reads_waiting = false;
    for (const KernelOperand& operand : operands.subspan(1)) {
        if (!operand.array || !operand.array->buffer()) continue;
        const ndarray& a = *operand.array;
        if (a.device() != context.device) return false;
        const bool is_target = a.dtype() == target.dtype() && same_elements(a, target);
        if (a.buffer().get() == block && !is_target && !are_apart(a, target)) return false;
        if (a.buffer()->state() == cuda::MemoryState::ready) continue;
        const PendingBlock* const pending = PendingBlock::of(a);
        if (!pending || pending->queue != this) return false;
        reads_waiting = true;
    }
    if (!reads_waiting) return false;
    auto lock = runtime::lock_releasing_gil(mutex_);
    if (operations_.empty() || context.device != device_ || context.stream != stream_) return false;
    // Who waits to read the target reads what is there now.
    if (block->has_waiting_readers() && !reads_beside(target)) return false;
    WaitingOperation& operation = add(operands, 1, block);
    operation.kernel = &kernel;
    operation.shape = shape;
    operation.is_write = true;
    try {
        evaluate_locked(true);
    } catch (...) {
        // The write failed: it must not happen later.
        for (WaitingOperation& left : operations_)
            if (left.is_write) left.release();
        operations_.remove_done();
        if (operations_.empty()) runtime::context.waiting = nullptr;
        throw;
    }
    return true;
}

bool Queue::take(ReductionKernel& kernel, const ReductionCall& call) {
    const std::size_t outputs = call.outputs.size();
    KernelOperand operands[max_reduction_operands];
    std::size_t count = 0;
    for (const auto& arrays : {call.outputs, call.inputs})
        for (const ndarray* a : arrays) {
            if (!a->buffer()) return false;
            operands[count++].array = a;
        }
    const std::span<const KernelOperand> all(operands, count);
    kernel.check(call);
    if (!can_wait(all, outputs)) return false;
    auto lock = runtime::lock_releasing_gil(mutex_);
    begin();
    WaitingOperation& operation = add(all, outputs);
    operation.reduction = &kernel;
    operation.shape = call.inputs[0]->shape();
    operation.reduced = call.reduced;
    operation.parameter = call.parameter;
    if (call.initial) operation.initial = *call.initial;
    else operation.initial.reset();
    end();
    return true;
}

bool Queue::take(std::unique_ptr<const WaitingCall> call, std::span<const ndarray> inputs,
                 std::span<const ndarray> outputs) {
    constexpr std::size_t most_operands = 32;  // as `counted` has bits for
    std::vector<KernelOperand> operands(outputs.size() + inputs.size());
    if (operands.size() > most_operands) return false;
    for (std::size_t k = 0; k < operands.size(); ++k)
        operands[k].array = k < outputs.size() ? &outputs[k] : &inputs[k - outputs.size()];
    if (!can_wait(operands, outputs.size())) return false;
    auto lock = runtime::lock_releasing_gil(mutex_);
    begin();
    if (call->has_view()) {
        const bool is_pending = std::ranges::any_of(inputs, [](const ndarray& a) { return PendingBlock::of(a); });
        if (is_pending && operations_.size() - views_ >= enough_operations) evaluate_locked();
        ++views_;
    }
    WaitingOperation& operation = add(operands, outputs.size());
    operation.call = std::move(call);
    operation.shape = outputs[0].shape();
    end();
    return true;
}

bool Queue::holds_too_much() {
    std::vector<const cuda::Block*> held;
    for (const WaitingOperation& operation : operations_)
        for (std::size_t k = 0; k < operation.operands.size(); ++k)
            if (operation.counted >> k & 1u) held.push_back(operation.operands[k].array->buffer().get());
    std::sort(held.begin(), held.end());
    std::int64_t bytes = 0;
    for (std::size_t i = 0, next; i < held.size(); i = next) {
        for (next = i; next < held.size() && held[next] == held[i];) ++next;
        if (held[i]->references() == static_cast<int>(next - i)) bytes += static_cast<std::int64_t>(held[i]->bytes());
    }
    bytes_read_ = bytes;
    return bytes > most_held;
}

// ------------------------------------------------------------------------------------------------------- evaluation

namespace {

/// The calling thread on a queue's device and stream, with work that does not wait.
class OnStream {
public:
    OnStream(int device, runtime::StreamHandle stream) : before_(runtime::context) {
        runtime::Context& context = runtime::context;
        if (context.device != device) runtime::backend().set_device(device);
        context.device = device;
        context.stream = stream;
        context.waiting = nullptr;
        context.deferred = 0;
        context.recorder = nullptr;
        context.capture = nullptr;
        context.allocator = nullptr;
    }
    ~OnStream() {
        runtime::Context& context = runtime::context;
        if (context.device != before_.device) runtime::backend().set_device(before_.device);
        context.device = before_.device;
        context.stream = before_.stream;
        context.waiting = before_.waiting;
        context.deferred = before_.deferred;
        context.recorder = before_.recorder;
        context.capture = before_.capture;
        context.allocator = before_.allocator;
    }
    OnStream(const OnStream&) = delete;

private:
    const runtime::Context before_;
};

}  // namespace

void Queue::evaluate() {
    auto lock = runtime::lock_releasing_gil(mutex_);
    evaluate_locked();
}

void Queue::let_pass() {
    auto lock = runtime::lock_releasing_gil(mutex_);
    if (operations_.size() - views_ >= enough_operations) evaluate_locked();
}

void Queue::compute(PendingBlock& block) {
    auto lock = runtime::lock_releasing_gil(mutex_);
    if (block.state() != cuda::MemoryState::ready) evaluate_locked();
}

// Of what was computed meanwhile too: it may now be overwritten in place.
void Queue::count_readers(WaitingOperation& operation) noexcept {
    for (std::size_t k = operation.output_count(); k < operation.operands.size(); ++k) {
        if (!operation.operands[k].array) continue;
        const ndarray& a = *operation.operands[k].array;
        if (!a.buffer() || a.buffer()->state() != cuda::MemoryState::ready) continue;
        bytes_read_ += a.nbytes();
        if (operation.counted >> k & 1u) continue;
        a.buffer()->add_waiting_reader();
        operation.counted |= 1u << k;
    }
}

void Queue::evaluate_locked(bool may_leave) {
    const bool is_own = thread_ == std::this_thread::get_id();
    if (is_own) runtime::context.waiting = nullptr;
    if (operations_.empty()) return;
    const struct Evaluated {
        const Queue* const before = evaluated;
        ~Evaluated() { evaluated = before; }
    } restored;
    evaluated = this;
    const auto wait_on = [&] {
        operations_.remove_done();
        bytes_read_ = 0;
        views_ = 0;
        for (WaitingOperation& operation : operations_) {
            count_readers(operation);
            views_ += operation.call && operation.call->has_view();
        }
        if (is_own && !operations_.empty()) runtime::context.waiting = this;
    };
    try {
        const OnStream there(device_, stream_);
        const auto [has_saved, may_save] = run_waiting(operations_.all(), stream_, may_leave);
        if (is_own) trial_.judge(has_saved, may_save);
    } catch (...) {
        wait_on();  // so that it can be asked for again when there is memory, say
        throw;
    }
    wait_on();
}

void Queue::show(const PendingBlock& block, const std::function<void(std::span<const WaitingGroup>)>& look) {
    auto lock = runtime::lock_releasing_gil(mutex_);
    Division division(operations_.all());
    const std::span<WaitingGroup> groups = division.groups();
    std::vector<const cuda::Block*> seen{&block};
    const auto touches = [&](const WaitingGroup& group) {
        for (const WaitingOperation* operation : group.operations)
            for (std::size_t k = 0; k < operation->operands.size(); ++k)
                if (const PendingBlock* of = block_of(*operation, k); of && std::ranges::count(seen, of)) return true;
        return false;
    };
    std::vector<bool> is_shown(groups.size());
    for (bool has_grown = true; has_grown;) {
        has_grown = false;
        for (std::size_t p = 0; p < groups.size(); ++p) {
            if (is_shown[p] || !touches(groups[p])) continue;
            is_shown[p] = has_grown = true;
            for (const WaitingOperation* operation : groups[p].operations)
                for (std::size_t k = 0; k < operation->operands.size(); ++k)
                    if (const PendingBlock* of = block_of(*operation, k)) seen.push_back(of);
        }
    }
    std::vector<WaitingGroup> shown;
    for (std::size_t p = 0; p < groups.size(); ++p)
        if (is_shown[p]) shown.push_back(groups[p]);
    if (!shown.empty()) look(shown);
    operations_.remove_done();
}

}  // namespace cuprum::kernel
