// The device pool: finds the arena, keeps the limit, gives unused memory back, and knows what to try before it gives
// up.
#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <deque>
#include <mutex>
#include <set>

#include "arena.h"
#include "capture_gate.h"
#include "context.h"
#include "cuprum/cuda.h"
#include "cuprum/environment.h"
#include "cuprum/error.h"
#include "cuprum/gil_release.h"
#include "memory_hook.h"
#include "memory_source.h"
#include "runtime/waiting.h"
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

// A pool holds at most a quarter more than the most that was in use lately, and this. What is more is given back.
constexpr std::size_t slack = std::size_t{32} << 20;
// "Lately": in this period of time or the one before.
constexpr std::chrono::seconds period{10};
// Giving back may wait for a stream, so it is worth as much at least.
constexpr std::size_t least_release = std::size_t{16} << 20;

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

// The threads that have an arena for their own default stream, to find those arenas whose threads have ended.
class LivingThreads {
public:
    static void add_this_thread() { thread_local const Entry entry; }
    static bool contain(std::uint64_t number) {
        std::lock_guard guard(all().lock);
        return all().numbers.contains(number);
    }

private:
    struct All {
        std::mutex lock;
        std::set<std::uint64_t> numbers;
    };
    static All& all() {
        static auto* made = new All;
        return *made;
    }
    struct Entry {
        Entry() {
            std::lock_guard guard(all().lock);
            all().numbers.insert(runtime::thread_number());
        }
        ~Entry() {
            std::lock_guard guard(all().lock);
            all().numbers.erase(runtime::thread_number());
        }
    };
};

// What a pool holds on one device.
class DevicePool {
public:
    DevicePool(int device, std::shared_ptr<const MemorySource> source, bool grows)
        : limit(limit_from_environment(device)),
          device_(device),
          mapping_unit_(grows ? backend().traits(device).mapping_unit : 0),
          source_(std::move(source)) {}

    Arena& arena(StreamHandle stream);
    /// The arena of a stream; null if it has none.
    Arena* find_arena(StreamHandle stream) const {
        std::lock_guard guard(lock_);
        return find_living(stream);
    }
    Block* grow(Arena& arena, std::size_t bytes, std::size_t asked);
    void release_free(Arena& arena) noexcept { release(arena, ~std::size_t{0}); }
    void release_free() noexcept {
        for_each_arena([this](Arena& arena) { release_free(arena); });
    }
    /// Gives back what has not been needed lately; to be called once in a while.
    void maintain();
    void orphan() noexcept {
        for (auto& arena : arenas_) {
            if (arena->fence) backend().destroy_event(arena->fence);
            arena.release()->orphan();
        }
    }
    ArenaStatistics statistics(bool reset_most = false) const;

    void retire(StreamHandle stream);
    void adopt(StreamHandle stream);

    std::atomic<std::size_t> limit;

private:
    using Clock = std::chrono::steady_clock;

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
    Arena* find_living(StreamHandle stream) const;
    Arena* find_abandoned(bool is_threads_own);
    void revive(Arena& arena, StreamHandle stream);
    Block* allocate(Arena& arena, std::size_t bytes);
    Block* take_over(Arena& arena, std::size_t bytes, bool wait);
    bool order_after(Arena& donor, StreamHandle stream, bool wait);
    bool is_idle(Arena& arena);
    Block* curb(Arena& arena, std::size_t bytes);
    std::size_t keepable(std::size_t more_used);
    std::size_t release(Arena& arena, std::size_t most) noexcept {
        const std::size_t bytes = arena.release_free(most);
        held_.fetch_sub(bytes);
        return bytes;
    }
    std::size_t release_idle(std::size_t most);
    void wait_for_device() const {
        const auto gate = runtime::CaptureGate::hold();
        if (!runtime::CaptureGate::has_captures()) backend().synchronize_device(device_);
    }
    [[noreturn]] void fail(std::size_t asked) const;

    const int device_;
    const std::size_t mapping_unit_;
    const std::shared_ptr<const MemorySource> source_;
    mutable std::mutex lock_;
    std::deque<std::unique_ptr<Arena>> arenas_;
    std::atomic<std::size_t> held_{0};  // Bytes got from the device, or about to be.

    std::mutex usage_lock_;
    Clock::time_point period_start_ = Clock::now();
    std::size_t most_now_ = 0, most_before_ = 0;  // Bytes in use at most, in this period and the one before.
};

Arena* DevicePool::find_living(StreamHandle stream) const {
    const std::uint64_t thread = stream == runtime::per_thread_stream ? runtime::thread_number() : 0;
    for (auto& arena : arenas_)
        if (arena->stream == stream && arena->thread == thread) return arena.get();
    return nullptr;
}

// An arena of a stream that is gone, of which nothing is lent, ready for another stream once `revive` was called.
Arena* DevicePool::find_abandoned(bool is_threads_own) {
    for (auto& arena : arenas_) {
        const bool is_gone = arena->thread ? !LivingThreads::contain(arena->thread) : arena->fence != nullptr;
        if (is_gone && is_threads_own == (arena->thread != 0) && arena->is_vacant()) return arena.get();
    }
    return nullptr;
}

// The stream takes an arena over whose last stream is gone: what it does comes after all that was done there.
void DevicePool::revive(Arena& arena, StreamHandle stream) {
    if (arena.fence) {
        backend().wait_event(stream, arena.fence);
        backend().destroy_event(std::exchange(arena.fence, nullptr));
    } else {
        backend().synchronize_device(device_);  // The stream of a thread that has ended cannot be named.
    }
}

Arena& DevicePool::arena(StreamHandle stream) {
    const bool is_threads_own = stream == runtime::per_thread_stream;
    std::lock_guard guard(lock_);
    if (Arena* found = find_living(stream)) {
        if (found->fence) revive(*found, stream);  // A stream of somebody else's, that was let go in between.
        return *found;
    }
    const std::uint64_t thread = is_threads_own ? runtime::thread_number() : 0;
    if (is_threads_own) LivingThreads::add_this_thread();
    // A capture must not wait for what is not captured.
    if (Arena* found = context.capture ? nullptr : find_abandoned(is_threads_own)) {
        const auto gate = runtime::CaptureGate::hold();
        if (!is_threads_own || !runtime::CaptureGate::has_captures()) {
            revive(*found, stream);
            ++found->tenant;
            found->stream = stream;
            found->thread = thread;
            return *found;
        }
    }
    return *arenas_.emplace_back(std::make_unique<Arena>(device_, stream, thread, source_, mapping_unit_));
}

ArenaStatistics DevicePool::statistics(bool reset_most) const {
    ArenaStatistics sum;
    std::size_t above = 0;  // One arena after another had its peak; at most this was in use more than is now.
    for_each_arena([&](Arena& arena) {
        ArenaStatistics part = arena.statistics(reset_most);
        sum.used += part.used;
        sum.free += part.free;
        sum.free_blocks += part.free_blocks;
        sum.largest_free = std::max(sum.largest_free, part.largest_free);
        above = std::max(above, part.most_used - part.used);
    });
    sum.most_used = sum.used + above;
    return sum;
}

// New memory from the device, or null if the limit or the device does not allow it.
Block* DevicePool::allocate(Arena& arena, std::size_t bytes) {
    const std::size_t allowed = limit.load(std::memory_order_relaxed);
    if (allowed && held_ + arena.missing(bytes) > allowed) return nullptr;
    std::size_t admitted = 0;
    const auto admit = [&](std::size_t more) {
        const std::size_t held = held_.fetch_add(more) + more;
        admitted = more;
        return !allowed || held <= allowed;
    };
    MemoryEvent event{device_, bytes, bytes, nullptr, nullptr};
    Block* block = nullptr;
    try {
        runtime::call_hooks(&MemoryHook::alloc_preprocess, event);
        const runtime::GilRelease waiting;
        block = arena.extend(bytes, admit);
    } catch (const OutOfMemoryError&) {
    } catch (...) {
        held_.fetch_sub(admitted);
        throw;
    }
    if (!block) {
        held_.fetch_sub(admitted);
        return nullptr;
    }
    BlockRef made(block);
    event.pointer = block->pointer();
    runtime::call_hooks(&MemoryHook::alloc_postprocess, event);
    block->retain();
    return block;
}

// How much the pool should hold at most, while so many bytes are in use.
std::size_t DevicePool::keepable(std::size_t more_used) {
    std::lock_guard guard(usage_lock_);
    const auto now = Clock::now();
    const bool is_over = now - period_start_ > period;
    const ArenaStatistics usage = statistics(is_over);
    if (is_over) {  // What `most_used` tells of is the period before.
        most_before_ = std::max(most_now_, usage.most_used);
        most_now_ = usage.used + more_used;
        period_start_ = now;
    } else {
        most_now_ = std::max({most_now_, usage.used + more_used, usage.most_used});
    }
    const std::size_t most = std::max(most_now_, most_before_);
    return most + most / 4 + slack;
}

// Whether all work is done that could use free memory of the arena.
bool DevicePool::is_idle(Arena& arena) {
    if (!backend().traits(device_).asynchronous) return true;
    try {
        std::lock_guard guard(lock_);
        if (arena.fence) return backend().query_event(arena.fence);
        const auto gate = runtime::CaptureGate::hold();
        if (arena.thread && arena.thread != runtime::thread_number()) return false;
        if (backend().services().is_capturing(arena.stream)) return false;
        return backend().query_stream(arena.stream);
    } catch (const Error&) {
        return false;  // A capture somewhere forbids the question.
    }
}

std::size_t DevicePool::release_idle(std::size_t most) {
    std::size_t released = 0;
    for_each_arena([&](Arena& arena) {
        if (released < most && is_idle(arena)) released += release(arena, most - released);
    });
    return released;
}

// Before the pool grows: it must not hold much more than is in use. Null where it may grow now.
Block* DevicePool::curb(Arena& arena, std::size_t bytes) {
    const std::size_t held = held_ + arena.missing(bytes);
    if (held <= slack) return nullptr;
    const std::size_t keep = keepable(bytes);
    if (held <= keep) return nullptr;
    if (bytes >= Arena::large)
        if (Block* block = arena.take(bytes, true)) return block;
    const runtime::GilRelease waiting;
    const std::size_t excess = std::max(held - keep, least_release);
    if (release_idle(excess) >= held - keep || is_idle(arena) || arena.thread) return nullptr;
    try {
        const auto gate = runtime::CaptureGate::hold();
        if (backend().services().is_capturing(arena.stream)) return nullptr;
        backend().synchronize_stream(arena.stream);
    } catch (const Error&) {
        return nullptr;  // Another thread's capture forbids to wait.
    }
    release(arena, excess);
    return nullptr;
}

void DevicePool::maintain() {
    if (context.capture) return;
    {
        std::lock_guard guard(usage_lock_);
        if (Clock::now() - period_start_ <= period) return;
    }
    const std::size_t keep = keepable(0), held = held_;
    if (held > keep) {
        const runtime::GilRelease waiting;
        release_idle(held - keep);
    }
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
    const auto gate = runtime::CaptureGate::hold();
    if (backend().services().is_capturing(donor.stream)) return false;
    if (!wait) return backend().query_stream(donor.stream);
    runtime::EventHandle event = backend().create_event(device_, false, false);
    backend().record_event(event, donor.stream);
    backend().wait_event(stream, event);
    backend().destroy_event(event);
    return true;
}

// Lends free memory of another stream's arena. It goes back there, after what this stream does with it.
Block* DevicePool::take_over(Arena& arena, std::size_t bytes, bool wait) {
    Chunk* found = nullptr;
    for_each_arena([&](Arena& donor) {
        if (found || &donor == &arena) return;
        // Taken first and asked about afterwards: all uses of memory that is free now were given to the stream before.
        Chunk* chunk = donor.take(bytes, wait);
        if (!chunk) return;
        try {
            if (order_after(donor, arena.stream, wait)) {
                chunk->lend_to(arena.stream);
                found = chunk;
            }
        } catch (...) {
            donor.take_back(*chunk);
            throw;
        }
        if (!found) donor.take_back(*chunk);
    });
    return found;
}

Block* DevicePool::grow(Arena& arena, std::size_t bytes, std::size_t asked) {
    if (asked > too_large) fail(asked);
    if (bytes >= Arena::large && arena.join_neighbours())
        if (Block* block = arena.take(bytes, false)) return block;
    // Questions to other streams would disturb a capture.
    if (!context.capture) {
        if (bytes >= worth_moving)
            if (Block* block = take_over(arena, bytes, false)) return block;
        if (Block* block = curb(arena, bytes)) return block;
    }
    if (Block* block = allocate(arena, bytes)) return block;

    // Memory is short, and what follows may wait. The cheap remedies first: large blocks are split after all, other
    // streams are waited for.
    auto reuse = [&]() -> Block* {
        if (Block* block = arena.take(bytes, true)) return block;
        return take_over(arena, bytes, true);
    };
    if (context.capture) {
        if (Block* block = arena.take(bytes, true)) return block;
        fail(asked);
    }
    const runtime::GilRelease waiting;
    for_each_arena([](Arena& each) { each.settle(true); });
    if (Block* block = reuse()) return block;
    release_free(arena);
    if (Block* block = allocate(arena, bytes)) return block;
    wait_for_device();
    release_free();
    if (Block* block = allocate(arena, bytes)) return block;
    collect_garbage();
    if (Block* block = reuse()) return block;
    wait_for_device();
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
    std::vector<Arena*> abandoned;
    {
        std::lock_guard guard(lock_);
        for (auto& arena : arenas_) {
            if (arena->thread) continue;
            if (arena->stream != stream) {
                if (arena->fence && arena->is_vacant()) abandoned.push_back(arena.get());
                continue;
            }
            if (!arena->fence) arena->fence = backend().create_event(device_, false, false);
            backend().record_event(arena->fence, stream);
        }
    }
    // The next stream gets one arena with its memory; all others' memory goes back.
    for (Arena* arena : abandoned)
        if (is_idle(*arena)) release_free(*arena);
}

void DevicePool::adopt(StreamHandle stream) {
    std::lock_guard guard(lock_);
    for (auto& arena : arenas_)
        if (arena->stream == stream && arena->fence) revive(*arena, stream);
}

}  // namespace

struct MemoryPool::State {
    const std::uint64_t number;
    std::deque<DevicePool> devices;
};

namespace {

// Pools that are alive, which are told when a stream ends.
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
    const bool grows = !source.allocate && runtime::environment("MEMORY_GROWTH") != "0";
    auto shared = runtime::complete(std::move(source));
    for (int device = 0; device < backend().device_count(); ++device)
        state_->devices.emplace_back(device, shared, grows);
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
    if (cache.pool != state_->number || cache.stream != stream || cache.device != context.device ||
        cache.tenant != cache.arena->tenant.load(std::memory_order_relaxed)) [[unlikely]] {
        Arena& arena = state_->devices.at(context.device).arena(runtime::named(stream));
        cache = {state_->number, context.device, stream, &arena, arena.tenant};
    }
    Arena& arena = *cache.arena;
    std::size_t size = rounded(bytes);
    auto lend = [&] {
        if (arena.is_due()) [[unlikely]] {
            arena.was_due();
            state_->devices[arena.device].maintain();
        }
        Block* block = bytes > too_large ? nullptr : arena.take(size, false);
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

namespace {

// Results that wait count as if they were computed.
ArenaStatistics statistics_of_all(DevicePool& pool) {
    runtime::evaluate_waiting();
    return pool.statistics();
}

}  // namespace

std::size_t MemoryPool::used_bytes() const { return statistics_of_all(state_->devices.at(context.device)).used; }
std::size_t MemoryPool::free_bytes() const { return statistics_of_all(state_->devices.at(context.device)).free; }
std::size_t MemoryPool::n_free_blocks() const {
    return statistics_of_all(state_->devices.at(context.device)).free_blocks;
}
std::size_t MemoryPool::total_bytes() const {
    ArenaStatistics now = statistics_of_all(state_->devices.at(context.device));
    return now.used + now.free;
}

void MemoryPool::free_all_blocks(std::optional<StreamHandle> stream) {
    DevicePool& device = state_->devices.at(context.device);
    if (!stream) device.release_free();
    else if (Arena* arena = device.find_arena(runtime::named(*stream))) device.release_free(*arena);
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
