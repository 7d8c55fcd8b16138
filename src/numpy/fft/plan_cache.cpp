#include "numpy/fft/plan_cache.h"

#include <algorithm>
#include <string>
#include <vector>

#include "cuprum/cuda.h"
#include "numpy/fft/transform.h"
#include "runtime/context.h"

namespace cuprum::fft {
namespace {

using runtime::FourierLayout;

std::uint64_t hash_of(const FourierLayout& layout) {
    std::uint64_t h = static_cast<std::uint64_t>(layout.kind) | static_cast<std::uint64_t>(layout.real) << 8 |
                      static_cast<std::uint64_t>(layout.orthogonal) << 16 | std::uint64_t{layout.axis_count} << 24 |
                      std::uint64_t{layout.batch_count} << 32;
    const auto add = [&](std::int64_t value) {
        h = (h ^ static_cast<std::uint64_t>(value)) * 0x9E3779B97F4A7C15u, h ^= h >> 29;
    };
    const auto add_axes = [&](const FourierLayout::Axis* axes, int count) {
        for (int i = 0; i < count; ++i) add(axes[i].length), add(axes[i].input), add(axes[i].output);
    };
    add_axes(layout.axes.data(), layout.axis_count);
    add_axes(layout.batch.data(), layout.batch_count);
    return h;
}

void check_limit(std::int64_t limit, const char* what) {
    if (limit < -1)
        throw ValueError(std::string("the plan cache's ") + what + " is a number, or -1 for no limit; not " +
                         std::to_string(limit));
}

std::string limit_text(std::int64_t limit) { return limit < 0 ? "(unlimited)" : std::to_string(limit); }

/// The calling thread's caches by device.
std::vector<std::shared_ptr<PlanCache>>& thread_caches() {
    thread_local std::vector<std::shared_ptr<PlanCache>> caches;
    return caches;
}

const std::shared_ptr<PlanCache>& cache_of(int device) {
    auto& caches = thread_caches();
    if (static_cast<std::size_t>(device) >= caches.size()) caches.resize(static_cast<std::size_t>(device) + 1);
    auto& cache = caches[static_cast<std::size_t>(device)];
    if (!cache) cache = std::make_shared<PlanCache>(16, -1, device);
    return cache;
}

}  // namespace

PlanCache::PlanCache(std::int64_t size, std::int64_t memsize, int device) {
    check_limit(size, "size");
    check_limit(memsize, "memsize");
    impl_.reset(new Impl{size, memsize, device, {}});
}
PlanCache::~PlanCache() = default;

std::int64_t PlanCache::size() const { return impl_->size; }
std::int64_t PlanCache::memsize() const { return impl_->memsize; }
std::int64_t PlanCache::current_size() const { return static_cast<std::int64_t>(impl_->entries.size()); }
std::int64_t PlanCache::current_memsize() const { return impl_->bytes; }
int PlanCache::device() const { return impl_->device; }

void PlanCache::set_size(std::int64_t size) {
    check_limit(size, "size");
    impl_->size = size;
    impl_->shrink(size, impl_->memsize);
}
void PlanCache::set_memsize(std::int64_t memsize) {
    check_limit(memsize, "memsize");
    impl_->memsize = memsize;
    impl_->shrink(impl_->size, memsize);
}
void PlanCache::clear() { impl_->shrink(0, 0); }

std::vector<PlanKey> PlanCache::keys() const {
    static constexpr const char* kinds[] = {"C2C",     "R2C",   "C2R",   "cosine1", "cosine2", "cosine3",
                                            "cosine4", "sine1", "sine2", "sine3",   "sine4"};
    std::vector<const Impl::Entry*> entries;
    for (const Impl::Entry& entry : impl_->entries) entries.push_back(&entry);
    std::sort(entries.begin(), entries.end(),
              [](const Impl::Entry* a, const Impl::Entry* b) { return a->used > b->used; });
    std::vector<PlanKey> keys;
    for (const Impl::Entry* entry : entries) {
        const FourierLayout& layout = entry->layout;
        PlanKey key{
            kinds[static_cast<int>(layout.kind)], layout.real, {}, 1, static_cast<std::int64_t>(entry->plan->bytes())};
        for (std::size_t i = 0; i < layout.axis_count; ++i) key.lengths.push_back(layout.axes[i].length);
        for (std::size_t i = 0; i < layout.batch_count; ++i) key.batch *= layout.batch[i].length;
        keys.push_back(std::move(key));
    }
    return keys;
}

std::string PlanCache::info() const {
    const Impl& i = *impl_;
    return "Plans of Fourier transforms of this thread on " + cuda::Device(i.device).repr() + "\n" +
           "  plans: " + std::to_string(i.entries.size()) + " of " + limit_text(i.size) + "\n" +
           "  bytes: " + std::to_string(i.bytes) + " of " + limit_text(i.memsize) + "\n" +
           "  found: " + std::to_string(i.found) + ", made: " + std::to_string(i.calls - i.found) + "\n";
}

std::shared_ptr<runtime::FourierPlan> PlanCache::Impl::plan(const FourierLayout& layout) {
    const std::uint64_t hash = hash_of(layout);
    ++calls;
    for (Entry& entry : entries)
        if (entry.hash == hash && entry.layout == layout) {
            entry.used = calls;
            ++found;
            return entry.plan;
        }
    auto made = library().plan(layout);
    const auto taken = static_cast<std::int64_t>(made->bytes());
    if (size == 0 || (memsize >= 0 && taken > memsize)) return made;
    shrink(size < 0 ? -1 : size - 1, memsize < 0 ? -1 : memsize - taken);
    entries.push_back({hash, calls, layout, made});
    bytes += taken;
    return made;
}

void PlanCache::Impl::shrink(std::int64_t to_size, std::int64_t to_bytes) {
    while (!entries.empty() && ((to_size >= 0 && static_cast<std::int64_t>(entries.size()) > to_size) ||
                                (to_bytes >= 0 && bytes > to_bytes))) {
        const auto oldest = std::min_element(entries.begin(), entries.end(),
                                             [](const Entry& a, const Entry& b) { return a.used < b.used; });
        bytes -= static_cast<std::int64_t>(oldest->plan->bytes());
        entries.erase(oldest);
    }
    if (to_size == 0) bytes = 0, entries.clear();
}

PlanCache& current_plan_cache() { return *cache_of(runtime::context.device); }
std::shared_ptr<PlanCache> plan_cache() { return cache_of(runtime::context.device); }

}  // namespace cuprum::fft
