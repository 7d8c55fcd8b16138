// The device pool: finds the arena, keeps the limit, and knows what to try before it gives up.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <deque>
#include <mutex>

#include "arena.h"
#include "context.h"
#include "cuprum/cuda.h"
#include "cuprum/environment.h"
#include "cuprum/error.h"
#include "cuprum/gil_release.h"
#include "memory_hook.h"
#include "memory_source.h"
#include "services.h"
#include "thread_streams.h"

namespace cuprum::cuda {

using runtime::Arena;
using runtime::ArenaStatistics;
using runtime::backend;
using runtime::Chunk;
using runtime::context;

namespace {

// Blocks smaller than this stay with their stream while memory lasts: taking over is worth a query of the other stream
// only where it saves a large allocation, and small programs see CuPy's arenas.
constexpr std::size_t worth_moving = std::size_t{1} << 20;

// Sizes above are nonsense, and rounding them up must not wrap around.
constexpr std::size_t too_large = std::size_t{1} << 62;

std::size_t rounded(std::size_t bytes) { return (bytes + Arena::unit - 1) & ~(Arena::unit - 1); }

std::size_t bytes_of_fraction(double fraction, int device) {
    if (!(fraction >= 0 && fraction <= 1))
        throw ValueError("a memory limit as a fraction must lie in [0, 1], not " + std::to_string(fraction));
    return static_cast<std::size_t>(std::llround(fraction * double(backend().properties(device).total_memory)));
}

std::size_t limit_from_environment(int device) {
    std::string text = runtime::environment("GPU_MEMORY_LIMIT");
    if (text.empty()) return 0;
    bool percent = text.back() == '%';
    const char* end = text.data() + text.size() - percent;
    std::size_t bytes = 0;
    double fraction = 0;
    auto [stop, error] =
        percent ? std::from_chars(text.data(), end, fraction) : std::from_chars(text.data(), end, bytes);
    if (error != std::errc() || stop != end)
        throw ValueError("CUPRUM_GPU_MEMORY_LIMIT is '" + text + "'; give bytes ('4294967296') or a part ('50%')");
    return percent ? bytes_of_fraction(fraction / 100, device) : bytes;
}

std::mutex collector_lock;
std::function<void()>& collector() {
    static auto* function = new std::function<void()>;
    return *function;
}

void collect_garbage() {
    std::function<void()> function;
    {
        std::lock_guard guard(collector_lock);
        function = collector();
    }
    if (function) function();
}

// What a pool holds on one device.
class DevicePool {
public:
    DevicePool(int device, std::shared_ptr<const MemorySource> source)
        : limit(limit_from_environment(device)), device_(device), source_(std::move(source)) {}

    Arena& arena(StreamHandle stream);
    Block* grow(Arena& arena, std::size_t bytes, std::size_t asked);
    void release_free(Arena& arena) noexcept { held_.fetch_sub(arena.release_free()); }
    void release_free() noexcept {
        for_each_arena([this](Arena& arena) { release_free(arena); });
    }
    void orphan() noexcept {
        for (auto& arena : arenas_) {
            if (arena->fence) backend().destroy_event(arena->fence);
            arena.release()->orphan();
        }
    }
    ArenaStatistics statistics() const;

    void retire(StreamHandle stream);
    void adopt(StreamHandle stream);

    std::atomic<std::size_t> limit;

private:
    // Arenas are never removed, so a walk needs the lock only to find out how many there are.
    template <class F>
    void for_each_arena(F&& f) const {
        std::size_t count;
        {
            std::lock_guard guard(lock_);
            count = arenas_.size();
        }
        for (std::size_t i = 0; i < count; ++i) {
            Arena* arena;
            {
                std::lock_guard guard(lock_);
                arena = arenas_[i].get();
            }
            f(*arena);
        }
    }
    Block* allocate(Arena& arena, std::size_t bytes);
    bool take_over(Arena& arena, std::size_t bytes, bool wait);
    bool order_after(Arena& donor, StreamHandle stream, bool wait);
    [[noreturn]] void fail(std::size_t asked) const;

    const int device_;
    const std::shared_ptr<const MemorySource> source_;
    mutable std::mutex lock_;
    std::deque<std::unique_ptr<Arena>> arenas_;
    std::atomic<std::size_t> held_{0};  // Bytes got from the device, or about to be.
};

Arena& DevicePool::arena(StreamHandle stream) {
    std::uint64_t thread = stream == runtime::per_thread_stream ? runtime::thread_number() : 0;
    std::lock_guard guard(lock_);
    for (auto& arena : arenas_)
        if (arena->stream == stream && arena->thread == thread) return *arena;
    return *arenas_.emplace_back(std::make_unique<Arena>(device_, stream, thread, source_));
}

ArenaStatistics DevicePool::statistics() const {
    ArenaStatistics sum;
    for_each_arena([&](Arena& arena) {
        ArenaStatistics part = arena.statistics();
        sum.used += part.used;
        sum.free += part.free;
        sum.free_blocks += part.free_blocks;
        sum.largest_free = std::max(sum.largest_free, part.largest_free);
    });
    return sum;
}

// A segment from the device, or null if the limit or the device does not allow it.
Block* DevicePool::allocate(Arena& arena, std::size_t bytes) {
    std::size_t held = held_.fetch_add(bytes) + bytes, allowed = limit.load(std::memory_order_relaxed);
    void* pointer = nullptr;
    try {
        if (!allowed || held <= allowed) {
            MemoryEvent event{device_, bytes, bytes, nullptr, nullptr};
            runtime::call_hooks(&MemoryHook::alloc_preprocess, event);
            {
                const runtime::GilRelease waiting;
                pointer = source_->allocate(device_, bytes);
            }
            event.pointer = pointer;
            runtime::call_hooks(&MemoryHook::alloc_postprocess, event);
        }
    } catch (const OutOfMemoryError&) {
    } catch (...) {
        held_.fetch_sub(bytes);
        throw;
    }
    if (pointer) return arena.add(pointer, bytes);
    held_.fetch_sub(bytes);
    return nullptr;
}

// Makes what comes next on `stream` come after all that the donor's stream has been given so far. Without `wait` that
// holds only if the donor has nothing left to do: a wait would chain streams that were meant to overlap.
bool DevicePool::order_after(Arena& donor, StreamHandle stream, bool wait) {
    if (donor.thread) return false;  // Another thread's default stream cannot be named here.
    std::lock_guard guard(lock_);    // For the fence.
    if (donor.fence) {
        if (wait) backend().wait_event(stream, donor.fence);
        return wait || backend().query_event(donor.fence);
    }
    if (backend().services().is_capturing(donor.stream))
        return false;  // A question would spoil what another thread captures.
    if (!wait) return backend().query_stream(donor.stream);
    runtime::EventHandle event = backend().create_event(device_, false, false);
    backend().record_event(event, donor.stream);
    backend().wait_event(stream, event);
    backend().destroy_event(event);
    return true;
}

// Moves a free segment that serves the request from another arena into this one.
bool DevicePool::take_over(Arena& arena, std::size_t bytes, bool wait) {
    bool found = false;
    for_each_arena([&](Arena& donor) {
        if (found || &donor == &arena) return;
        // Taken out first and asked about afterwards: all uses of a block that is free now were given to the stream
        // before.
        Chunk* segment = donor.remove_segment(bytes, !wait);
        if (!segment) return;
        try {
            found = order_after(donor, arena.stream, wait);
        } catch (...) {
            donor.insert_segment(*segment);
            throw;
        }
        (found ? arena : donor).insert_segment(*segment);
    });
    return found;
}

Block* DevicePool::grow(Arena& arena, std::size_t bytes, std::size_t asked) {
    if (asked > too_large) fail(asked);
    // Questions to other streams would disturb a capture.
    if (bytes >= worth_moving && !context.capture && take_over(arena, bytes, false))
        if (Block* block = arena.take(bytes, true)) return block;
    if (Block* block = allocate(arena, bytes)) return block;

    // Memory is short, and what follows may wait. The cheap remedies first: large blocks are split after all, other
    // streams are waited for.
    auto reuse = [&]() -> Block* {
        if (Block* block = arena.take(bytes, false)) return block;
        return take_over(arena, bytes, true) ? arena.take(bytes, false) : nullptr;
    };
    if (context.capture) {
        if (Block* block = arena.take(bytes, false)) return block;
        fail(asked);
    }
    const runtime::GilRelease waiting;
    for_each_arena([](Arena& each) { each.settle(true); });
    if (Block* block = reuse()) return block;
    release_free(arena);
    if (Block* block = allocate(arena, bytes)) return block;
    backend().synchronize_device(device_);
    release_free();
    if (Block* block = allocate(arena, bytes)) return block;
    collect_garbage();
    if (Block* block = reuse()) return block;
    backend().synchronize_device(device_);
    release_free();
    if (Block* block = allocate(arena, bytes)) return block;
    fail(asked);
}

void DevicePool::fail(std::size_t asked) const {
    ArenaStatistics now = statistics();
    std::size_t allowed = limit.load();
    throw OutOfMemoryError("out of memory on " + Device(device_).repr() + ": " + std::to_string(asked) +
                           " bytes asked; the pool holds " + std::to_string(now.used + now.free) + " bytes, " +
                           std::to_string(now.used) + " of them in use; its largest free block has " +
                           std::to_string(now.largest_free) + " bytes; " +
                           (allowed ? "its limit is " + std::to_string(allowed) + " bytes" : "it has no limit") +
                           "; the device has " + std::to_string(backend().memory_info(device_).free) +
                           " bytes left. Drop arrays that are no longer needed, work in smaller pieces" +
                           (allowed ? ", or raise the limit (MemoryPool.set_limit, CUPRUM_GPU_MEMORY_LIMIT)." : "."));
}

void DevicePool::retire(StreamHandle stream) {
    std::lock_guard guard(lock_);
    for (auto& arena : arenas_) {
        if (arena->stream != stream || arena->thread) continue;
        if (!arena->fence) arena->fence = backend().create_event(device_, false, false);
        backend().record_event(arena->fence, stream);
    }
}

void DevicePool::adopt(StreamHandle stream) {
    std::lock_guard guard(lock_);
    for (auto& arena : arenas_) {
        if (arena->stream != stream || !arena->fence) continue;
        backend().wait_event(stream, arena->fence);
        backend().destroy_event(std::exchange(arena->fence, nullptr));
    }
}

}  // namespace

struct MemoryPool::State {
    const std::uint64_t number;
    std::deque<DevicePool> devices;
};

namespace {

// Pools that are alive, for the news of streams.
struct Registry {
    std::mutex lock;
    std::vector<MemoryPool::State*> pools;
};
Registry& registry() {
    static auto* pools = new Registry;
    return *pools;
}

std::uint64_t next_pool_number() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}

}  // namespace

MemoryPool::MemoryPool(MemorySource source) : state_(new State{next_pool_number(), {}}) {
    auto shared = runtime::complete(std::move(source));
    for (int device = 0; device < backend().device_count(); ++device) state_->devices.emplace_back(device, shared);
    std::lock_guard guard(registry().lock);
    registry().pools.push_back(state_.get());
}

MemoryPool::~MemoryPool() {
    {
        std::lock_guard guard(registry().lock);
        std::erase(registry().pools, state_.get());
    }
    for (DevicePool& device : state_->devices) device.orphan();
}

BlockRef MemoryPool::allocate(std::size_t bytes, StreamHandle stream) {
    if (bytes == 0) return {};
    runtime::ArenaCache& cache = context.arena;
    if (cache.pool != state_->number || cache.stream != stream || cache.device != context.device) [[unlikely]] {
        Arena& arena = state_->devices.at(context.device).arena(runtime::named(stream));
        cache = {state_->number, context.device, stream, &arena};
    }
    Arena& arena = *cache.arena;
    std::size_t size = rounded(bytes);
    auto lend = [&] {
        Block* block = bytes > too_large ? nullptr : arena.take(size, true);
        return BlockRef(block ? block : state_->devices[arena.device].grow(arena, size, bytes));
    };
    if (!context.hooks) [[likely]]
        return lend();
    MemoryEvent event{arena.device, bytes, size, nullptr, nullptr};
    runtime::call_hooks(&MemoryHook::malloc_preprocess, event);
    BlockRef block = lend();
    event.pointer = block.pointer();
    event.block = block.get();
    runtime::call_hooks(&MemoryHook::malloc_postprocess, event);
    return block;
}

std::size_t MemoryPool::used_bytes() const { return state_->devices.at(context.device).statistics().used; }
std::size_t MemoryPool::free_bytes() const { return state_->devices.at(context.device).statistics().free; }
std::size_t MemoryPool::n_free_blocks() const { return state_->devices.at(context.device).statistics().free_blocks; }
std::size_t MemoryPool::total_bytes() const {
    ArenaStatistics now = state_->devices.at(context.device).statistics();
    return now.used + now.free;
}

void MemoryPool::free_all_blocks() { state_->devices.at(context.device).release_free(); }
void MemoryPool::free_all_blocks(StreamHandle stream) {
    DevicePool& device = state_->devices.at(context.device);
    device.release_free(device.arena(runtime::named(stream)));
}

void MemoryPool::set_limit(std::optional<std::int64_t> size, std::optional<double> fraction) {
    state_->devices.at(context.device).limit = runtime::limit_in_bytes(size, fraction, context.device);
}
std::size_t MemoryPool::get_limit() const { return state_->devices.at(context.device).limit; }

MemoryPool& default_memory_pool() {
    static auto* pool = new MemoryPool;  // Never deleted: arrays may outlive every static object.
    return *pool;
}

void set_collector(std::function<void()> function) {
    std::lock_guard guard(collector_lock);
    collector() = std::move(function);
}

}  // namespace cuprum::cuda

namespace cuprum::runtime {

std::size_t limit_in_bytes(std::optional<std::int64_t> size, std::optional<double> fraction, int device) {
    if (size && fraction) throw ValueError("set_limit takes a size or a fraction, not both");
    if (size && *size < 0) throw ValueError("a memory limit must not be negative: " + std::to_string(*size));
    return fraction ? cuda::bytes_of_fraction(*fraction, device) : static_cast<std::size_t>(size.value_or(0));
}

void retire_stream(int device, StreamHandle stream) {
    auto& pools = cuda::registry();
    std::lock_guard guard(pools.lock);
    for (auto* pool : pools.pools) pool->devices.at(device).retire(stream);
}

void adopt_stream(int device, StreamHandle stream) {
    auto& pools = cuda::registry();
    std::lock_guard guard(pools.lock);
    for (auto* pool : pools.pools) pool->devices.at(device).adopt(stream);
}

}  // namespace cuprum::runtime
