// Compiles the kernels that a test run on a GPU recorded (CUPRUM_RECORD_KERNELS) with NVRTC, for the architectures named; this needs no
// GPU:   compile_recorded <folder> sm_80 sm_90
//
// Many of cuprum's own texts go into one module, as in the ready set. Where a module fails its kernels are compiled one by one,
// to name those at fault. Texts of users name what they like, and may come with options: each is a module. The exit status is
// the number of kernels that failed, 255 at most.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <string>
#include <thread>
#include <tuple>
#include <unordered_set>
#include <vector>

#include "backend/cuda/nvrtc.h"
#include "cuprum/error.h"

namespace {

struct Recorded {
    std::string name, text;
    std::vector<std::string> options;
    bool alone = false;  // a module of its own
};

std::vector<Recorded> read_folder(const std::filesystem::path& folder) {
    std::vector<Recorded> kernels;
    std::unordered_set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() != ".kernel") continue;
        std::ifstream file(entry.path(), std::ios::binary);
        Recorded kernel;
        std::string line;
        std::getline(file, kernel.name);
        std::getline(file, line);
        kernel.options.resize(std::stoul(line));
        for (std::string& option : kernel.options) std::getline(file, option);
        kernel.text.assign(std::istreambuf_iterator<char>(file), {});
        // Fused functions of one name can be many kernels.
        kernel.alone = !kernel.options.empty() || kernel.text.find("#include <cuprum/user_kernel.h>") != std::string::npos ||
                       !names.insert(kernel.name).second;
        kernels.push_back(std::move(kernel));
    }
    std::sort(kernels.begin(), kernels.end(), [](auto& a, auto& b) { return std::tie(a.alone, a.name) < std::tie(b.alone, b.name); });
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
    const auto together = static_cast<std::size_t>(
        std::find_if(kernels.begin(), kernels.end(), [](const Recorded& kernel) { return kernel.alone; }) - kernels.begin());
    std::atomic<int> failures = 0;
    std::mutex output;
    for (int a = 2; a < count; ++a) {
        const std::string arch = arguments[a];
        std::mutex turn;
        std::size_t next = 0;
        auto take = [&] {
            std::lock_guard lock(turn);
            const std::size_t from = next;
            next = from < together ? std::min(from + group, together) : std::min(from + 1, kernels.size());
            return std::make_pair(from, next);
        };
        auto compile = [&](std::size_t from, std::size_t to) {
            cuprum::runtime::CompileRequest request;
            for (std::size_t i = from; i < to; ++i) {
                request.source += kernels[i].text;
                request.names.push_back(kernels[i].name);
                request.options = kernels[i].options;
            }
            cuprum::runtime::cuda::nvrtc_compile(request, arch);
        };
        auto work = [&] {
            for (auto [from, to] = take(); from < to; std::tie(from, to) = take()) {
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
