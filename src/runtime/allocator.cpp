// Which allocator is used, allocation without a pool, and the hooks that watch.
#include <algorithm>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include "allocator_order.h"
#include "arena.h"
#include "context.h"
#include "cuprum/cuda.h"
#include "cuprum/error.h"
#include "kept_memory.h"
#include "memory_hook.h"
#include "memory_source.h"
#include "runtime/waiting.h"
#include "thread_streams.h"

namespace cuprum::runtime {

std::shared_ptr<const cuda::MemorySource> complete(cuda::MemorySource source) {
    if (bool(source.allocate) != bool(source.free))
        throw ValueError("a memory source needs both functions, allocate and free");
    if (!source.allocate)
        source = {[](int device, std::size_t bytes) { return backend().allocate(device, bytes); },
                  [](int device, void* pointer) { backend().free(device, pointer); }};
    return std::make_shared<const cuda::MemorySource>(std::move(source));
}

void KeptMemory::take(Chunk& chunk) noexcept {
    chunk.bin_next = first_;
    first_ = &chunk;
}

void KeptMemory::release() noexcept {
    context.kept_memory = nullptr;
    while (first_) {
        Chunk& chunk = *first_;
        first_ = chunk.bin_next;
        chunk.bin_next = nullptr;
        chunk.reclaim();
    }
}

void Chunk::reclaim() noexcept {
    if (context.kept_memory) [[unlikely]]
        return context.kept_memory->take(*this);
    if (!context.hooks) [[likely]] {
        arena->take_back(*this);
        return;
    }
    cuda::MemoryEvent event{device_, bytes_, bytes_, pointer_, this};
    tell_hooks(&cuda::MemoryHook::free_preprocess, event);
    arena->take_back(*this);
    tell_hooks(&cuda::MemoryHook::free_postprocess, event);
}

}  // namespace cuprum::runtime

namespace cuprum::cuda {

BlockRef Allocator::malloc(std::size_t size) { return allocate(size, current_stream_handle()); }

using runtime::context;

namespace {

class DirectBlock final : public Block {
public:
    DirectBlock(void* pointer, std::size_t bytes, int device, StreamHandle stream,
                std::shared_ptr<const MemorySource> source)
        : Block(pointer, bytes, device, stream), source_(std::move(source)) {}

private:
    void note_use(StreamHandle stream) override {
        std::lock_guard guard(lock_);
        if (!uses_) uses_ = std::make_unique<runtime::StreamUses>();
        uses_->add(context.device, stream);
    }
    void reclaim() noexcept override {
        MemoryEvent event{device_, bytes_, bytes_, pointer_, this};
        runtime::tell_hooks(&MemoryHook::free_preprocess, event);
        if (uses_) uses_->wait();
        source_->free(device_, pointer_);
        runtime::tell_hooks(&MemoryHook::free_postprocess, event);
        delete this;
    }
    std::shared_ptr<const MemorySource> source_;
    std::mutex lock_;
    std::unique_ptr<runtime::StreamUses> uses_;
};

std::atomic<Allocator*> process_allocator{nullptr};

/// An allocator that lives as long as the process.
std::shared_ptr<Allocator> unowned(Allocator& allocator) { return {std::shared_ptr<void>(), &allocator}; }

struct Choice {
    const void* key;
    std::shared_ptr<Allocator> allocator;
    Allocator* before;  ///< What the thread used when this was chosen; null means the process's.
    runtime::AllocatorOrder::Of kind;
};
// Null while there is none: plain data, as arrays may still be freed while a thread ends.
constinit thread_local std::vector<Choice>* choices = nullptr;

}  // namespace

DirectAllocator::DirectAllocator(MemorySource source) : source_(runtime::complete(std::move(source))) {}

BlockRef DirectAllocator::allocate(std::size_t bytes, StreamHandle stream) {
    if (bytes == 0) return {};
    int device = context.device;
    MemoryEvent event{device, bytes, bytes, nullptr, nullptr};
    runtime::call_hooks(&MemoryHook::alloc_preprocess, event);
    event.pointer = source_->allocate(device, bytes);
    BlockRef block(new DirectBlock(event.pointer, bytes, device, runtime::named(stream), source_));
    event.block = block.get();
    runtime::call_hooks(&MemoryHook::alloc_postprocess, event);
    return block;
}

BlockRef allocate(std::size_t bytes) { return get_allocator().allocate(bytes, context.stream); }

Allocator& get_allocator() {
    if (context.allocator) return *context.allocator;
    if (Allocator* allocator = process_allocator.load(std::memory_order_acquire)) return *allocator;
    return default_memory_pool();
}

void set_allocator(std::shared_ptr<Allocator> allocator) {
    runtime::evaluate_waiting();
    static std::mutex lock;
    static auto* kept = new std::set<std::shared_ptr<Allocator>>;
    std::lock_guard guard(lock);
    process_allocator.store(allocator.get(), std::memory_order_release);
    if (allocator) kept->insert(std::move(allocator));
}

AllocatorGuard::AllocatorGuard(std::shared_ptr<Allocator> allocator)
    : allocator_(allocator ? std::move(allocator) : unowned(default_memory_pool())), previous_(context.allocator) {
    runtime::AllocatorOrder::choose(this, allocator_, previous_, runtime::AllocatorOrder::Of::guard);
}
AllocatorGuard::~AllocatorGuard() { runtime::AllocatorOrder::leave(this); }

void add_memory_hook(MemoryHook& hook) {
    runtime::evaluate_waiting();
    if (!context.hooks) context.hooks = new std::vector<MemoryHook*>;
    context.hooks->push_back(&hook);
}

void remove_memory_hook(MemoryHook& hook) {
    if (!context.hooks || !std::erase(*context.hooks, &hook))
        throw ValueError("this memory hook is not registered in this thread");
    if (context.hooks->empty()) delete std::exchange(context.hooks, nullptr);
}

}  // namespace cuprum::cuda

namespace cuprum::runtime {

using cuda::Allocator, cuda::choices;

void AllocatorOrder::reserve() {
    if (!choices) choices = new std::vector<cuda::Choice>;
    if (choices->size() == choices->capacity()) choices->reserve(2 * choices->size() + 4);
}

void AllocatorOrder::choose(const void* key, std::shared_ptr<Allocator> allocator, Allocator* before, Of kind) {
    reserve();
    context.allocator = allocator.get();
    choices->push_back({key, std::move(allocator), before, kind});
}

void AllocatorOrder::leave(const void* key) noexcept {
    if (!choices) return;
    const auto found = std::find_if(choices->rbegin(), choices->rend(), [&](const auto& c) { return c.key == key; });
    if (found == choices->rend()) return;
    const auto choice = std::prev(found.base());
    // What was chosen later goes back to what this one came after.
    if (const auto later = std::next(choice); later != choices->end()) later->before = choice->before;
    else if (context.allocator == choice->allocator.get()) context.allocator = choice->before;
    const std::shared_ptr<Allocator> gone = std::move(choice->allocator);
    choices->erase(choice);
    if (choices->empty()) delete std::exchange(choices, nullptr);
}

std::shared_ptr<Allocator> AllocatorOrder::behind_captures() {
    if (choices)
        for (auto choice = choices->rbegin(); choice != choices->rend(); ++choice)
            if (choice->kind != Of::capture) return choice->allocator;
    Allocator* const current = cuda::process_allocator.load(std::memory_order_acquire);
    return cuda::unowned(current ? *current : cuda::default_memory_pool());
}

}  // namespace cuprum::runtime
