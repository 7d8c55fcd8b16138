#include "kernel/deferred/queue.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/layout.h"
#include "cuprum/error.h"
#include "kernel/deferred/programs.h"
#include "kernel/deferred/views.h"
#include "runtime/backend.h"
#include "runtime/kept_memory.h"
#include "runtime/lock_releasing_gil.h"
#include "runtime/settings.h"

namespace cuprum::kernel {

// ------------------------------------------------------------------------------------------------- queues of all
// threads

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

namespace {

constinit thread_local const Queue* evaluated = nullptr;  // by the calling thread now

}  // namespace

void Queue::evaluate_all() {
    auto lock = runtime::lock_releasing_gil(registry().mutex);
    for (Queue* queue : registry().queues) {
        if (queue == evaluated) continue;  // its lock is held, and it writes to an array after reading it
        auto waiting = runtime::lock_releasing_gil(queue->mutex_);
        queue->evaluate_locked();
    }
}

// -------------------------------------------------------------------------------------------------------------
// recording

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

bool Queue::take(ElementwiseKernel& kernel, std::span<const KernelOperand> operands, const Shape& shape) {
    const std::size_t outputs = kernel.expression().outputs.size();
    if (!can_wait(operands, outputs)) return false;
    auto lock = runtime::lock_releasing_gil(mutex_);
    begin();
    WaitingOperation& operation = add(operands, outputs);
    operation.kernel = &kernel;
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

bool Queue::take(std::unique_ptr<const WaitingCall> call, std::span<const ndarray> inputs, const ndarray& output) {
    constexpr std::size_t most_inputs = 31;  // as `counted` has bits for
    if (inputs.size() > most_inputs) return false;
    std::vector<KernelOperand> operands(inputs.size() + 1);
    operands[0].array = &output;
    for (std::size_t k = 0; k < inputs.size(); ++k) operands[k + 1].array = &inputs[k];
    if (!can_wait(operands, 1)) return false;
    auto lock = runtime::lock_releasing_gil(mutex_);
    begin();
    if (call->has_view()) {
        const bool is_pending = std::ranges::any_of(inputs, [](const ndarray& a) { return PendingBlock::of(a); });
        if (is_pending && operations_.size() - views_ >= enough_operations) evaluate_locked();
        ++views_;
    }
    WaitingOperation& operation = add(operands, 1);
    operation.call = std::move(call);
    operation.shape = output.shape();
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

// -----------------------------------------------------------------------------------------------------------
// evaluation

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
        run_all(is_own, may_leave);
    } catch (...) {
        wait_on();  // so that it can be asked for again when there is memory, say
        throw;
    }
    wait_on();
}

namespace {

// Runs it as if it had never waited, but for lazy arrays.
void run_over_memory(const WaitingOperation& operation) {
    std::vector<ndarray> arrays;
    arrays.reserve(operation.operands.size());  // does not move them later
    std::vector<KernelOperand> operands = operation.operands;
    for (KernelOperand& operand : operands)
        if (operand.array) operand.array = &arrays.emplace_back(resolved(*operand.array));
    if (operation.call) return operation.call->run(std::span(arrays).subspan(1), arrays[0]);
    if (operation.kernel) return operation.kernel->run(operands, operation.shape);
    operation.reduce(operands, [&](const ReductionCall& call) { operation.reduction->run(call); });
}

// True where elements were not moved to memory first.
bool run_alone(const WaitingOperation& operation) {
    if (run_through_views(operation)) return true;
    run_over_memory(operation);
    return false;
}

PendingBlock* block_of(const WaitingOperation& operation, std::size_t k) {
    return operation.operands[k].array ? PendingBlock::of(*operation.operands[k].array) : nullptr;
}

/// Calls visit(operation, k, block) for each operand that is a block that waits.
template <class Operations, class Visit>
void for_blocks(Operations&& operations, Visit visit) {
    for (WaitingOperation& operation : operations)
        for (std::size_t k = 0; k < operation.operands.size(); ++k)
            if (PendingBlock* block = operation.blocks[k]) visit(operation, k, *block);
}

// Drops operations whose results no array refers to any more.
void drop_unneeded(std::span<WaitingOperation> operations) {
    for (WaitingOperation& operation : operations)
        for (std::size_t k = 0; k < operation.operands.size(); ++k)
            if ((operation.blocks[k] = block_of(operation, k))) operation.blocks[k]->mark = {};
    for_blocks(operations, [](auto&, std::size_t, PendingBlock& block) { ++block.mark.held; });
    for (std::size_t i = operations.size(); i-- > 0;) {
        WaitingOperation& operation = operations[i];
        const std::size_t outputs = operation.output_count();
        bool needed = operation.is_write;
        for (std::size_t k = 0; k < outputs; ++k) {
            PendingBlock* block = operation.blocks[k];
            if (!block) continue;  // memory that is there
            block->mark.is_live = block->mark.is_live || block->references() > block->mark.held;
            needed = needed || block->mark.is_live || block->mark.is_needed;
        }
        if (!needed) continue;
        operation.is_needed = true;
        for (std::size_t k = outputs; k < operation.operands.size(); ++k)
            if (PendingBlock* block = operation.blocks[k]) block->mark.is_needed = true;
    }
    for (WaitingOperation& operation : operations)
        if (!operation.is_needed) operation.release();
}

// Whether a view of an array's memory leaves out some of it, or has its elements in an order that no axes tell: a
// program could not see through it what it computes, so the elements have to be in memory.
bool shows_part(const ndarray& view, const ndarray& whole) {
    if (view.dtype() != whole.dtype()) return false;  // parts of complex numbers
    if (view.offset() != whole.offset()) return true;
    std::uint64_t used = 0;
    for (int d = 0; d < view.ndim(); ++d) {
        if (view.shape()[d] == 1 || view.strides()[d] == 0) continue;
        int axis = 0;
        while (axis < whole.ndim() && ((used >> axis & 1u) || whole.shape()[axis] != view.shape()[d] ||
                                       whole.strides()[axis] != view.strides()[d]))
            ++axis;
        if (axis == whole.ndim()) return true;
        used |= std::uint64_t{1} << axis;
    }
    return false;
}

// A call comes behind all that it depends on, and all that depends on it behind the call. What writes to a block comes
// no earlier than what touched it before. Where there are reductions, operations come behind those of which they see a
// part: so work on rows can be one kernel, whose inputs were computed in another shape. True where not all are of one
// level.
bool find_levels(std::span<WaitingOperation> operations) {
    const bool has_reductions = std::ranges::any_of(operations, [](const auto& o) { return o.reduction; });
    int highest = 0;
    for (WaitingOperation& operation : operations) {
        const bool is_call = operation.call != nullptr;
        int level = is_call;
        const auto behind = [&](int before) {
            if (before >= 0) level = std::max(level, before + (is_call ? 1 + before % 2 : before % 2));
        };
        const std::size_t outputs = operation.is_left() ? operation.output_count() : 0;
        operation.parts = 0;
        for (std::size_t k = 0; k < operation.operands.size(); ++k)
            if (PendingBlock* block = operation.blocks[k]) {
                behind(block->mark.written);
                if (k < outputs) behind(block->mark.read);
                else if (has_reductions && !is_call && block->mark.writers > 0) {
                    const WaitingOperation& writer = operations[static_cast<std::size_t>(block->mark.last_writer)];
                    if (writer.call || !shows_part(*operation.operands[k].array, writer.output_in(*block))) continue;
                    operation.parts |= 1u << k;
                    level = std::max(level, block->mark.written + 2);
                }
            }
        operation.level = level;
        highest = std::max(highest, level);
        for (std::size_t k = 0; k < operation.operands.size(); ++k)
            if (PendingBlock* block = operation.blocks[k]) {
                int& highest = k < outputs ? block->mark.written : block->mark.read;
                highest = std::max(highest, level);
                if (k >= outputs) continue;
                block->mark.last_writer = static_cast<int>(&operation - operations.data());
                ++block->mark.writers;
            }
    }
    return highest > 0;
}

// Elementwise operations that nothing needs before a later level go there, to be one kernel with what reads them, where
// their inputs are kept until then anyway or go there too.
void defer_to_readers(std::span<WaitingOperation> operations) {
    constexpr int none = std::numeric_limits<int>::max();
    std::vector<int> earliest(operations.size());
    std::vector<bool> stays(operations.size());
    for (std::size_t i = 0; i < operations.size(); ++i) {
        earliest[i] = operations[i].level;
        stays[i] = !operations[i].kernel || operations[i].is_write;
        for (std::size_t k = 0; k < operations[i].operands.size() && !stays[i]; ++k)
            if (const PendingBlock* const block = operations[i].blocks[k])
                stays[i] = k < operations[i].output_count() ? block->mark.writers > 1
                                                            : block->mark.last_writer > static_cast<int>(i);
    }
    for (bool has_changed = true; has_changed;) {
        has_changed = false;
        for_blocks(operations, [](auto&, std::size_t, PendingBlock& block) {
            block.mark.first_use = none;
            block.mark.read = -1;
        });
        for (std::size_t i = operations.size(); i-- > 0;) {  // readers before what they read
            WaitingOperation& operation = operations[i];
            if (!operation.is_left()) continue;
            int level = none;
            for (std::size_t k = 0; k < operation.output_count(); ++k)
                if (const PendingBlock* const block = operation.blocks[k])
                    level = std::min(level, block->mark.first_use);
            operation.level = stays[i] || level == none ? earliest[i] : std::max(earliest[i], level);
            for (std::size_t k = operation.output_count(); k < operation.operands.size(); ++k)
                if (PendingBlock* const block = operation.blocks[k]) {
                    const int before = (operation.parts >> k & 1u) ? 2 : 0;
                    block->mark.first_use = std::min(block->mark.first_use, (operation.level & ~1) - before);
                    block->mark.read = std::max(block->mark.read, operation.level);
                }
        }
        for (std::size_t i = 0; i < operations.size(); ++i) {
            WaitingOperation& operation = operations[i];
            if (operation.level == earliest[i]) continue;
            for (std::size_t k = operation.output_count(); k < operation.operands.size() && !stays[i]; ++k)
                if (const PendingBlock* const block = operation.blocks[k]) {
                    // By others, or made there too.
                    const bool is_kept =
                        block->mark.is_live || block->mark.first_use < operation.level ||
                        operations[static_cast<std::size_t>(block->mark.last_writer)].level == operation.level;
                    stays[i] = !is_kept;
                }
            has_changed = has_changed || stays[i];
        }
    }
    for_blocks(operations, [](auto& operation, std::size_t k, PendingBlock& block) {
        if (k < operation.output_count()) block.mark.written = std::max(block.mark.written, operation.level);
    });
}

/// The operations in the order in which they run, as parts.
class Division {
public:
    explicit Division(std::span<WaitingOperation> operations);

    std::span<WaitingPart> parts() { return parts_; }

private:
    void join(std::span<WaitingOperation* const> level);
    void list_parts(std::span<WaitingOperation* const> order);
    void list_live();

    std::span<WaitingOperation> operations_;
    std::vector<WaitingOperation*> members_;  // part by part...
    std::vector<cuda::BlockRef> live_;        // ...likewise
    std::vector<WaitingPart> parts_;
};

// What is dropped has no operands any more.
Division::Division(std::span<WaitingOperation> operations) : operations_(operations) {
    drop_unneeded(operations);
    const bool has_levels = find_levels(operations);
    if (has_levels) {
        defer_to_readers(operations);
        find_views(operations);
    }
    std::vector<WaitingOperation*> order;
    order.reserve(operations.size());
    for (WaitingOperation& operation : operations)
        if (operation.is_left()) order.push_back(&operation);
    if (has_levels)
        std::ranges::stable_sort(order, {}, [](const WaitingOperation* operation) { return operation->level; });
    for (std::size_t begin = 0, end; begin < order.size(); begin = end) {
        for (end = begin + 1; end < order.size() && order[end]->level == order[begin]->level;) ++end;
        join(std::span(order).subspan(begin, end - begin));
    }
    list_parts(order);
    list_live();
}

// Operations of one level that share a block that waits are one part.
void Division::join(std::span<WaitingOperation* const> level) {
    for (WaitingOperation* operation : level) {
        operation->root = static_cast<int>(operation - operations_.data());
        for (std::size_t k = 0; k < operation->operands.size(); ++k)
            if (PendingBlock* const block = operation->blocks[k]) block->mark.operation = -1;
    }
    const auto root_of = [&](int i) {
        const auto above = [&](int k) -> int& { return operations_[static_cast<std::size_t>(k)].root; };
        while (above(i) != i) i = above(i) = above(above(i));
        return i;
    };
    for (WaitingOperation* operation : level) {
        if (operation->call) continue;  // each by itself
        const int own = static_cast<int>(operation - operations_.data());
        for (std::size_t k = 0; k < operation->operands.size(); ++k)
            if (PendingBlock* const block = operation->blocks[k]) {
                if (block->mark.operation < 0) block->mark.operation = own;
                const int a = root_of(own), b = root_of(block->mark.operation);
                operations_[static_cast<std::size_t>(std::max(a, b))].root = std::min(a, b);
            }
    }
    for (WaitingOperation* operation : level)
        operation->root = root_of(static_cast<int>(operation - operations_.data()));
}

// Parts come in the order of their first operations.
void Division::list_parts(std::span<WaitingOperation* const> order) {
    std::vector<std::size_t> places;  // behind each part's members
    for (WaitingOperation* operation : order) {
        const WaitingOperation& root = operations_[static_cast<std::size_t>(operation->root)];
        if (&root == operation) {
            operation->part = static_cast<int>(places.size());
            places.push_back(0);
        } else {
            operation->part = root.part;
        }
        ++places[static_cast<std::size_t>(operation->part)];
    }
    members_.resize(order.size());
    parts_.resize(places.size());
    std::size_t begin = 0;
    for (std::size_t p = 0; p < places.size(); ++p) {
        parts_[p].operations = std::span(members_).subspan(begin, places[p]);
        begin += std::exchange(places[p], begin);
    }
    for (WaitingOperation* operation : order) members_[places[static_cast<std::size_t>(operation->part)]++] = operation;
}

void Division::list_live() {
    std::size_t outputs = 0;
    for (const WaitingOperation* operation : members_) outputs += operation->output_count();
    live_.reserve(outputs);  // does not move them later
    for (WaitingPart& part : parts_) {
        const std::size_t begin = live_.size();
        for (const WaitingOperation* operation : part.operations)
            for (std::size_t k = 0; k < operation->output_count(); ++k) {
                const PendingBlock* const block = operation->blocks[k];
                if (!block) continue;
                const bool is_of_others = block->mark.read > operation->level || block->mark.written > operation->level;
                if ((block->mark.is_live || is_of_others) &&
                    std::none_of(live_.begin() + static_cast<std::ptrdiff_t>(begin), live_.end(),
                                 [&](const cuda::BlockRef& held) { return held.get() == block; }))
                    live_.push_back(operation->operands[k].array->buffer());
            }
        part.live = std::span(live_).subspan(begin);
    }
}

}  // namespace

void Queue::show(const PendingBlock& block, const std::function<void(std::span<const WaitingPart>)>& look) {
    auto lock = runtime::lock_releasing_gil(mutex_);
    Division division(operations_.all());
    const std::span<WaitingPart> parts = division.parts();
    std::vector<const cuda::Block*> seen{&block};
    const auto touches = [&](const WaitingPart& part) {
        for (const WaitingOperation* operation : part.operations)
            for (std::size_t k = 0; k < operation->operands.size(); ++k)
                if (const PendingBlock* of = block_of(*operation, k); of && std::ranges::count(seen, of)) return true;
        return false;
    };
    std::vector<bool> is_shown(parts.size());
    for (bool has_grown = true; has_grown;) {
        has_grown = false;
        for (std::size_t p = 0; p < parts.size(); ++p) {
            if (is_shown[p] || !touches(parts[p])) continue;
            is_shown[p] = has_grown = true;
            for (const WaitingOperation* operation : parts[p].operations)
                for (std::size_t k = 0; k < operation->operands.size(); ++k)
                    if (const PendingBlock* of = block_of(*operation, k)) seen.push_back(of);
        }
    }
    std::vector<WaitingPart> shown;
    for (std::size_t p = 0; p < parts.size(); ++p)
        if (is_shown[p]) shown.push_back(parts[p]);
    if (!shown.empty()) look(shown);
    operations_.remove_done();
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

namespace {

/// Parts whose kernels were started, or are kept by the backend to be started together. Until the kernels are given to
/// the device, operands stay held and results stay pending.
class Started {
public:
    explicit Started(runtime::StreamHandle stream) : stream_(stream) {}

    /// Whether kernels that are started from now on are kept.
    bool keep() {
        if (!memory_ && runtime::backend().keep_launches(stream_)) memory_.emplace();
        return memory_.has_value();
    }
    void add(WaitingPart& part) { parts_.push_back(&part); }
    void add(WaitingOperation& operation) { operations_.push_back(&operation); }
    /// Gives the device what was kept.
    void finish() {
        try {
            stop_keeping();
        } catch (...) {
            operations_.clear();
            parts_.clear();
            throw;
        }
        for (WaitingOperation* operation : operations_) operation->release();
        for (const WaitingPart* part : parts_) settle(*part);
        operations_.clear();
        parts_.clear();
    }

private:
    void stop_keeping() {
        if (!memory_) return;
        const struct Released {
            std::optional<runtime::KeptMemory>& memory;
            ~Released() { memory.reset(); }
        } behind{memory_};
        runtime::backend().give_launches();
    }
    // What no operation writes to any more is ready, and its memory is free once its readers have run.
    static void settle(const WaitingPart& part) {
        const int level = part.operations[0]->level;
        for (cuda::BlockRef& live : part.live) {
            auto& block = static_cast<PendingBlock&>(*live.get());
            bool is_written = block.has_memory() && block.mark.written <= level;
            for (const WaitingOperation* operation : part.operations)
                for (std::size_t k = 0; operation->is_left() && k < operation->output_count(); ++k)
                    is_written = is_written && block_of(*operation, k) != &block;
            if (is_written) block.set_ready();
            live = {};
        }
    }

    const runtime::StreamHandle stream_;
    std::optional<runtime::KeptMemory> memory_;
    std::vector<WaitingOperation*> operations_;
    std::vector<WaitingPart*> parts_;
};

// Whether launches may take longer than the work: several small operations. Their memory is small enough to be held
// until all are launched.
bool is_launch_bound(std::span<const WaitingPart> parts) {
    constexpr std::size_t least_operations = 4;
    constexpr std::int64_t most_bytes = std::int64_t{16} << 20;
    std::size_t operations = 0;
    std::int64_t bytes = 0;
    for (const WaitingPart& part : parts)
        for (const WaitingOperation* operation : part.operations) {
            ++operations;
            for (std::size_t k = 0; k < operation->output_count(); ++k) bytes += operation->arrays[k].nbytes();
        }
    return operations >= least_operations && bytes <= most_bytes;
}

// What a write depends on, where nothing of it comes behind other work; all parts otherwise.
std::span<WaitingPart> parts_of_write(std::span<WaitingPart> parts) {
    for (WaitingPart& part : parts) {
        const auto is_write = [](const WaitingOperation* operation) { return operation->is_write; };
        if (part.operations[0]->level == 0 && std::ranges::any_of(part.operations, is_write)) return {&part, 1};
    }
    return parts;
}

}  // namespace

void Queue::run_all(bool is_judged, bool may_leave) {
    Division division(operations_.all());
    const std::span<WaitingPart> parts = may_leave ? parts_of_write(division.parts()) : division.parts();
    // Where all was dropped a program measures a function, say: the next call is done at once.
    bool has_saved = !parts.empty() && std::ranges::any_of(operations_, [](const auto& o) { return !o.is_left(); });
    bool may_save = false;
    const bool keeps = is_launch_bound(parts);
    Started started(stream_);
    // Calls whose results are lazy: they hold these, and what the elements lie in, until the last reader has run.
    std::vector<WaitingOperation*> lazy;
    const auto release_lazy = [&](int level) {
        std::erase_if(lazy, [&](WaitingOperation* call) {
            const bool is_done = block_of(*call, 0)->mark.last_use < level;
            if (is_done) call->release();
            return is_done;
        });
    };
    try {
        for (WaitingPart& part : parts) {
            WaitingOperation& first = *part.operations[0];
            if (part.is_call() && lazy_call(*first.operands[0].array)) {
                lazy.push_back(&first);
                continue;
            }
            const bool is_kept = keeps && (!part.is_call() || first.call->is_kernels) && started.keep();
            if (!is_kept) {
                started.finish();
                if (!lazy.empty()) release_lazy(first.level);
            }
            started.add(part);
            const Together together =
                part.operations.size() > 1 ? run_together(part.operations, part.live) : Together::no;
            has_saved = has_saved || together == Together::done;
            may_save = may_save || together == Together::later;
            for (WaitingOperation* operation : part.operations) {
                if (together != Together::done) has_saved = run_alone(*operation) || has_saved;
                if (is_kept) started.add(*operation);
                else operation->release();  // so that what only it read is freed before the next runs
            }
            if (!is_kept) started.finish();
        }
        started.finish();
        release_lazy(std::numeric_limits<int>::max());
    } catch (...) {
        started.finish();
        throw;
    }
    if (is_judged) trial_.judge(has_saved, may_save);
}

// ---------------------------------------------------------------------------------------------------------------
// blocks

ndarray resolved(const ndarray& a) {
    PendingBlock* block = PendingBlock::of(a);
    if (block && block->mark.view) run_over_memory(*std::exchange(block->mark.view, nullptr));
    return block ? ndarray(block->memory(), a.offset(), a.dtype(), a.shape(), a.strides()) : a;
}

const cuda::BlockRef& PendingBlock::memory() {
    if (!memory_) memory_ = cuda::allocate(bytes());
    return memory_;
}

// Of a block that nothing was recorded for, the memory is asked for before anything is in it.
void PendingBlock::compute() {
    if (Queue* writer = queue.load()) return writer->compute(*this);
    static std::mutex mutex;
    auto lock = runtime::lock_releasing_gil(mutex);
    if (state() == cuda::MemoryState::ready) return;
    memory();
    set_ready();
}

void PendingBlock::note_use(cuda::StreamHandle stream) {
    if (memory_) memory_->used_on(stream);
}

}  // namespace cuprum::kernel
