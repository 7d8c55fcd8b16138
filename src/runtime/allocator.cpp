// Which allocator is used, allocation without a pool, and the hooks that watch.
#include <mutex>
#include <set>

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
    : allocator_(std::move(allocator)), previous_(context.allocator) {
    context.allocator = allocator_ ? allocator_.get() : &default_memory_pool();
}
AllocatorGuard::~AllocatorGuard() { context.allocator = previous_; }

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
