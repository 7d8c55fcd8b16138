// Which kernels calls need, without waiting for the best code of each.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "kernel/cache/cache.h"

namespace cuprum::kernel {

/// While it lives, the kernels that this thread asks for are noted. Neither packs nor the folder are looked into. For a
/// CPU the compiler hardly optimises, which is several times as quick, and this process keeps that code. Of a GPU
/// nothing is compiled: its driver is the stand-in of tools/stand_in_driver.cpp, which runs no kernel.
class CollectKernels {
public:
    CollectKernels();
    ~CollectKernels();
    CollectKernels(const CollectKernels&) = delete;

    const std::vector<KernelSource>& kernels() const { return kernels_; }
    /// The one of this thread, or null.
    static CollectKernels* current();
    void add(const KernelSource& kernel) {
        if (texts_.insert(kernel.text).second) kernels_.push_back(kernel);
    }

private:
    std::vector<KernelSource> kernels_;
    std::set<std::string> texts_;
};

}  // namespace cuprum::kernel
