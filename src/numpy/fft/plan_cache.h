// Plans by layout.
#pragma once

#include "cuprum/fft.h"
#include "runtime/fourier.h"

namespace cuprum::fft {

struct PlanCache::Impl {
    struct Entry {
        std::uint64_t hash;
        std::uint64_t used;  ///< The number of the call that used it last.
        runtime::FourierLayout layout;
        std::shared_ptr<runtime::FourierPlan> plan;
    };

    std::shared_ptr<runtime::FourierPlan> plan(const runtime::FourierLayout& layout);
    void shrink(std::int64_t size, std::int64_t memsize);

    std::int64_t size, memsize;
    int device;
    std::vector<Entry> entries;
    std::int64_t bytes = 0;
    std::uint64_t calls = 0, found = 0;
};

/// The calling thread's cache of the current device.
PlanCache& current_plan_cache();

}  // namespace cuprum::fft
