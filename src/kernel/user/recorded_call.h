// What a traced function remembers of a call of a user's kernel that cannot be taken apart.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "kernel/engine/recorder.h"

namespace cuprum::kernel {

/// A call that a traced function makes, to be made again when the function's kernels run.
template <class Kernel, class Launch>
class RecordedCall final : public WholeKernel {
public:
    /// The launch names no stream.
    RecordedCall(Kernel kernel, Launch launch, std::string fingerprint)
        : kernel_(std::move(kernel)), launch_(std::move(launch)), fingerprint_(std::move(fingerprint)) {}

    void run(std::span<const Operand> inputs, std::span<const ndarray> outputs) const override {
        std::vector<Operand> arguments(inputs.begin(), inputs.end());
        for (const ndarray& output : outputs) arguments.emplace_back(output);
        std::vector<ndarray> results(outputs.size());
        kernel_.call(arguments, launch_, results.data());
    }
    std::string fingerprint() const override { return fingerprint_; }

private:
    Kernel kernel_;
    Launch launch_;
    std::string fingerprint_;
};

/// What tells one kernel's state from all others that live.
inline std::string identity_of(const void* state) { return std::to_string(reinterpret_cast<std::uintptr_t>(state)); }

}  // namespace cuprum::kernel
