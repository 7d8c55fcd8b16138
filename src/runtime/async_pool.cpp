// The driver's pools, whose memory is taken and given back in a stream's order; and managed memory.
#include <map>
#include <mutex>

#include "capture.h"
#include "context.h"
#include "cuprum/async_memory.h"
#include "cuprum/cuda.h"
#include "errors.h"
#include "memory_hook.h"
#include "memory_source.h"
#include "on_device.h"
#include "services.h"
#include "stream_uses.h"
#include "thread_streams.h"

namespace cuprum::cuda {

using runtime::backend;
using runtime::context;

namespace {

constexpr int reserved_now = 5, used_now = 7;  // cudaMemPoolAttrReservedMemCurrent, cudaMemPoolAttrUsedMemCurrent

// For each device a stream on which memory goes back that outlived its own. Nothing waits for it.
StreamHandle last_resort(int device) {
    static std::mutex lock;
    static auto& streams = *new std::map<int, StreamHandle>;
    std::lock_guard guard(lock);
    StreamHandle& stream = streams[device];
    if (!stream) stream = backend().create_stream(device, true, 0);
    return stream;
}

class AsyncBlock final : public Block {
public:
    AsyncBlock(void* pointer, std::size_t bytes, int device, StreamHandle stream,
               std::shared_ptr<std::atomic<std::size_t>> lent)
        : Block(pointer, bytes, device, stream), lent_(std::move(lent)) {
        // The stream is needed once more, when the memory goes back.
        home_.add(device, stream);
    }

    std::optional<StreamHandle> living_stream() {
        const bool there = stream_ == runtime::per_thread_stream || runtime::while_there(device_, stream_, [] {});
        return there ? std::optional(stream_) : std::nullopt;
    }

private:
    void note_use(StreamHandle stream) override { others_.add(context.device, stream); }

    void reclaim() noexcept override {
        // It would become a step of the graph that is being captured; it goes back with the graph instead.
        if (context.capture)
            return context.capture->hold(
                std::shared_ptr<void>(this, [](void* self) { static_cast<AsyncBlock*>(self)->reclaim(); }));
        MemoryEvent event{device_, bytes_, bytes_, pointer_, this};
        runtime::tell_hooks(&MemoryHook::free_preprocess, event);
        try {
            const runtime::OnDevice there(device_);
            give_back();
        } catch (const Error&) {
            // The device has failed, and its memory with it.
        }
        if (lent_) lent_->fetch_sub(bytes_);
        runtime::tell_hooks(&MemoryHook::free_postprocess, event);
        delete this;
    }

    void give_back() {
        const bool is_threads_own = stream_ == runtime::per_thread_stream;
        const auto others = others_.marks();
        if (!is_threads_own && runtime::while_there(device_, stream_, [&] { free_after(others, stream_); })) return;
        // Its stream was destroyed, or perhaps is another thread's.
        const StreamHandle stream = is_threads_own ? stream_ : last_resort(device_);
        home_.order_before(stream);
        free_after(others, stream);
    }

    void free_after(const std::vector<runtime::MarkRef>& marks, StreamHandle stream) {
        for (const runtime::MarkRef& mark : marks) backend().wait_event(stream, mark->event);
        backend().services().free_async(device_, pointer_, stream);
    }

    runtime::StreamUses home_, others_;
    std::shared_ptr<std::atomic<std::size_t>> lent_;
};

BlockRef lend(std::size_t bytes, void* pool, StreamHandle stream, std::shared_ptr<std::atomic<std::size_t>> lent) {
    const int device = context.device;
    stream = runtime::named(stream);
    MemoryEvent event{device, bytes, bytes, nullptr, nullptr};
    runtime::call_hooks(&MemoryHook::malloc_preprocess, event);
    event.pointer = backend().services().allocate_async(device, bytes, pool, stream);
    BlockRef block(new AsyncBlock(event.pointer, bytes, device, stream, std::move(lent)));
    event.block = block.get();
    runtime::call_hooks(&MemoryHook::malloc_postprocess, event);
    return block;
}

}  // namespace

struct MemoryAsyncPool::State {
    struct PerDevice {
        void* handle = nullptr;
        std::shared_ptr<std::atomic<std::size_t>> lent = std::make_shared<std::atomic<std::size_t>>(0);
        std::atomic<std::size_t> limit{0};
    };
    std::vector<PerDevice> devices;
    explicit State(int count) : devices(count) {}
    PerDevice& here() { return devices.at(context.device); }
};

std::vector<void*> MemoryAsyncPool::current_pools() {
    std::vector<void*> pools;
    for (int i = 0; i < backend().device_count(); ++i) pools.push_back(backend().services().current_pool(i));
    return pools;
}

MemoryAsyncPool::MemoryAsyncPool(const std::vector<void*>& pool_handles) : state_(new State(backend().device_count())) {
    const int count = backend().device_count();
    if (pool_handles.size() != static_cast<std::size_t>(count))
        throw ValueError(
            "MemoryAsyncPool needs a pool of the driver for each device: " + std::to_string(pool_handles.size()) +
            " were given, and there are " + std::to_string(count) + " devices");
    for (int i = 0; i < count; ++i)
        state_->devices[i].handle = pool_handles[i] ? pool_handles[i] : backend().services().default_pool(i);
}

MemoryAsyncPool::~MemoryAsyncPool() = default;

BlockRef MemoryAsyncPool::allocate(std::size_t bytes, StreamHandle stream) {
    if (bytes == 0) return {};
    State::PerDevice& here = state_->here();
    const std::size_t lent = here.lent->fetch_add(bytes) + bytes, limit = here.limit;
    try {
        if (limit && lent > limit)
            throw OutOfMemoryError("out of memory on " + Device().repr() + ": " + std::to_string(bytes) +
                                   " bytes asked, " + std::to_string(lent - bytes) +
                                   " bytes lent; the limit of this MemoryAsyncPool is " + std::to_string(limit) +
                                   " bytes. Drop arrays, or raise the limit (MemoryAsyncPool.set_limit).");
        return lend(bytes, here.handle, stream, here.lent);
    } catch (...) {
        here.lent->fetch_sub(bytes);
        throw;
    }
}

std::size_t MemoryAsyncPool::used_bytes() const {
    return backend().services().pool_attribute(state_->here().handle, used_now);
}
std::size_t MemoryAsyncPool::total_bytes() const {
    return backend().services().pool_attribute(state_->here().handle, reserved_now);
}
std::size_t MemoryAsyncPool::free_bytes() const { return total_bytes() - std::min(used_bytes(), total_bytes()); }

std::size_t MemoryAsyncPool::n_free_blocks() const {
    throw NotSupportedError("the driver does not tell how many free blocks its pools have; see free_bytes");
}

void MemoryAsyncPool::free_all_blocks(std::optional<StreamHandle> stream) {
    backend().synchronize_stream(stream.value_or(context.stream));
    backend().services().trim_pool(state_->here().handle, 0);
}

void MemoryAsyncPool::set_limit(std::optional<std::int64_t> size, std::optional<double> fraction) {
    state_->here().limit = runtime::limit_in_bytes(size, fraction, context.device);
}
std::size_t MemoryAsyncPool::get_limit() const { return state_->here().limit; }

BlockRef malloc_async(std::size_t bytes, StreamHandle stream) {
    return bytes ? lend(bytes, nullptr, stream, nullptr) : BlockRef();
}

bool is_async(const BlockRef& memory) { return dynamic_cast<AsyncBlock*>(memory.get()) != nullptr; }

std::optional<StreamHandle> stream_of(const BlockRef& memory) {
    auto* block = dynamic_cast<AsyncBlock*>(memory.get());
    return block ? block->living_stream() : std::nullopt;
}

MemorySource managed_source() {
    constexpr unsigned attach_global = 1;
    return {[](int device, std::size_t bytes) {
                return backend().services().allocate_managed(device, bytes, attach_global);
            },
            [](int device, void* pointer) { backend().free(device, pointer); }};
}

BlockRef malloc_managed(std::size_t bytes) {
    static auto* allocator = new DirectAllocator(managed_source());
    return allocator->allocate(bytes, context.stream);
}

void prefetch(const BlockRef& managed, StreamHandle stream, std::optional<int> device) {
    if (managed)
        backend().services().prefetch(managed.pointer(), managed->bytes(), device.value_or(managed->device()), stream);
}

void advise(const BlockRef& managed, int advice, int device) {
    if (managed) backend().services().advise(managed.pointer(), managed->bytes(), advice, device);
}

MemorySource c_source(CAllocationFunctions functions) {
    if (!functions.allocate || !functions.free)
        throw ValueError("an allocator of C functions needs both, one to allocate and one to free");
    auto kept = std::make_shared<const CAllocationFunctions>(std::move(functions));
    return {[kept](int device, std::size_t bytes) {
                if (void* pointer = kept->allocate(kept->param, bytes, device)) return pointer;
                throw OutOfMemoryError("the allocator of C functions has no " + std::to_string(bytes) +
                                       " bytes for device " + std::to_string(device));
            },
            [kept](int device, void* pointer) { kept->free(kept->param, pointer, device); }};
}

}  // namespace cuprum::cuda
