// Which backend is used.
#include <atomic>
#include <mutex>

#include "cuprum/error.h"
#include "runtime/context.h"

namespace cuprum::runtime {
namespace {

std::atomic<Backend*> chosen{nullptr};
std::mutex choosing;

Backend* open_cuda(std::string& why) {
#ifdef CUPRUM_WITH_CUDA
    return open_cuda_backend(why);
#else
    why = "this build of cuprum holds no CUDA backend";
    return nullptr;
#endif
}

Backend* open_cpu(std::string& why) {
#ifdef CUPRUM_WITH_CPU
    return open_cpu_backend(why);
#else
    why = "this build of cuprum holds no CPU backend";
    return nullptr;
#endif
}

Backend& choose() {
    const char* variable = std::getenv("CUPRUM_BACKEND");
    std::string asked = variable ? variable : "", why_cuda, why_cpu;
    if (!asked.empty() && asked != "cuda" && asked != "cpu")
        throw ValueError("CUPRUM_BACKEND is '" + asked + "'; set it to 'cpu' or 'cuda', or leave it out");
    if (asked != "cpu") {
        if (Backend* found = open_cuda(why_cuda)) return *found;
        if (asked == "cuda")
            throw CUDARuntimeError(100, "CUPRUM_BACKEND asks for CUDA, which cannot be used: " + why_cuda);
    }
    if (Backend* found = open_cpu(why_cpu)) return *found;
    if (asked == "cpu") throw NotSupportedError("CUPRUM_BACKEND asks for the CPU, which cannot be used: " + why_cpu);
    throw NotSupportedError("no backend can be used; CUDA: " + why_cuda + "; CPU: " + why_cpu);
}

}  // namespace

Backend& backend() {
    if (Backend* found = chosen.load(std::memory_order_acquire)) [[likely]]
        return *found;
    std::lock_guard lock(choosing);
    Backend* found = chosen.load(std::memory_order_relaxed);
    if (!found) {
        found = &choose();
        chosen.store(found, std::memory_order_release);
    }
    return *found;
}

void use_backend(Backend& backend) { chosen.store(&backend, std::memory_order_release); }

}  // namespace cuprum::runtime
