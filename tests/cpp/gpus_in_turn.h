// The GPUs that tests compile for where there is none.
#pragma once

#include <atomic>
#include <cstdlib>
#include <vector>

namespace cuprum::testing {

/// An older GPU and a newer one in turn, as NVRTC takes seconds; both where CUPRUM_EVERY_METHOD is set.
class GpusInTurn {
public:
    std::vector<const char*> next() {
        const bool is_newer = ++asked_ % 2;
        if (std::getenv("CUPRUM_EVERY_METHOD")) return {"sm_80", "sm_90"};
        return {is_newer ? "sm_90" : "sm_80"};
    }

private:
    std::atomic<int> asked_ = 0;
};

}  // namespace cuprum::testing
