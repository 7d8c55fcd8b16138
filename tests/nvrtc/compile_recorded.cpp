// Compiles the kernels that a test run on a GPU recorded (CUPRUM_RECORD_KERNELS) with NVRTC, for the architectures named; this needs no
// GPU:   compile_recorded <folder> sm_80 sm_90
//
// Many texts go into one module, as in the ready set. Where a module fails its kernels are compiled one by one, to name those
// at fault. The exit status is the number of kernels that failed, 255 at most.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_set>
#include <vector>

#include "backend/cuda/nvrtc.h"
#include "cuprum/error.h"

namespace {

struct Recorded {
    std::string name, text;
};

std::vector<Recorded> read_folder(const std::filesystem::path& folder) {
    std::vector<Recorded> kernels;
    std::unordered_set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() != ".kernel") continue;
        std::ifstream file(entry.path(), std::ios::binary);
        Recorded kernel;
        std::getline(file, kernel.name);
        kernel.text.assign(std::istreambuf_iterator<char>(file), {});
        // Two tests may have raced to write one file; a name that was seen is that same kernel.
        if (names.insert(kernel.name).second) kernels.push_back(std::move(kernel));
    }
    std::sort(kernels.begin(), kernels.end(), [](auto& a, auto& b) { return a.name < b.name; });
    return kernels;
}

}  // namespace

int main(int count, char** arguments) {
    if (count < 3) {
        std::fprintf(stderr, "usage: compile_recorded <folder> <architecture>...\n");
        return 2;
    }
    const std::vector<Recorded> kernels = read_folder(arguments[1]);
    constexpr std::size_t group = 32;
    std::atomic<int> failures = 0;
    std::mutex output;
    for (int a = 2; a < count; ++a) {
        const std::string arch = arguments[a];
        std::atomic<std::size_t> next = 0;
        auto compile = [&](std::size_t from, std::size_t to) {
            cuprum::runtime::CompileRequest request;
            for (std::size_t i = from; i < to; ++i) {
                request.source += kernels[i].text;
                request.names.push_back(kernels[i].name);
            }
            cuprum::runtime::cuda::nvrtc_compile(request, arch);
        };
        auto work = [&] {
            for (std::size_t from; (from = next.fetch_add(group)) < kernels.size();) {
                const std::size_t to = std::min(from + group, kernels.size());
                try {
                    compile(from, to);
                } catch (const cuprum::Error&) {
                    for (std::size_t i = from; i < to; ++i) try {
                            compile(i, i + 1);
                        } catch (const cuprum::Error& error) {
                            ++failures;
                            std::lock_guard lock(output);
                            std::printf("%s does not compile for %s:\n%s\n", kernels[i].name.c_str(), arch.c_str(), error.what());
                        }
                }
            }
        };
        std::vector<std::thread> threads;
        for (unsigned t = 0; t < std::max(1u, std::thread::hardware_concurrency()); ++t) threads.emplace_back(work);
        for (auto& thread : threads) thread.join();
        std::printf("%zu kernels compiled with %s for %s\n", kernels.size(), cuprum::runtime::cuda::nvrtc_version().c_str(), arch.c_str());
    }
    if (failures) std::printf("%d kernels failed\n", failures.load());
    return std::min(failures.load(), 255);
}
