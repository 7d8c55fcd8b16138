// Compiles the kernels that a test run on a GPU recorded (CUPRUM_RECORD_KERNELS) with NVRTC, for the architectures
// named; this needs no GPU:   compile_recorded [--seconds N] [--seed S] <folder> sm_80 sm_90
//
// A kernel is not compiled again for the architecture that it ran on. Texts that differ in nothing but the kernel's
// name count once. After N seconds no more is begun: the order is a random one, so that the runs of many days see all
// of them.
//
// Some dozens of cuprum's own texts go into one module, as in the ready set. Where a module fails its kernels are
// compiled one by one, to name those at fault. Texts of users name what they like, and may come with options: each is a
// module. The exit status is the number of kernels that failed, 255 at most.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_set>
#include <vector>

#include "backend/cuda/nvrtc.h"
#include "cuprum/error.h"

namespace {

struct Recorded {
    std::string name, ran_on, text;
    std::vector<std::string> options;
    cuprum::CodeOptions code;
    bool alone = false;  // a module of its own
};

/// What two kernels have in common that differ in their names alone.
std::string without_name(const Recorded& kernel) {
    std::string text = kernel.text;
    for (std::size_t at = 0; (at = text.find(kernel.name, at)) != std::string::npos;)
        text.replace(at, kernel.name.size(), "@");
    for (const std::string& option : kernel.options) text += option + "\n";
    return text + kernel.ran_on;
}

struct Folder {
    std::size_t files = 0;
    std::vector<Recorded> kernels;  // distinct ones
};

Folder read_folder(const std::filesystem::path& path) {
    Folder folder;
    std::unordered_set<std::string> seen, names;
    for (const auto& entry : std::filesystem::directory_iterator(path)) {
        if (entry.path().extension() != ".kernel") continue;
        ++folder.files;
        std::ifstream file(entry.path(), std::ios::binary);
        Recorded kernel;
        std::string line;
        std::getline(file, kernel.name);
        std::getline(file, kernel.ran_on);
        std::getline(file, line);
        kernel.code = {line.at(0) == '1', line.at(1) == '1', line.at(2) == '1', line.at(3) == '1'};
        std::getline(file, line);
        kernel.options.resize(std::stoul(line));
        for (std::string& option : kernel.options) std::getline(file, option);
        kernel.text.assign(std::istreambuf_iterator<char>(file), {});
        if (!seen.insert(without_name(kernel)).second) continue;
        // Fused functions of one name can be many kernels.
        kernel.alone = !kernel.options.empty() ||
                       kernel.text.find("#include <cuprum/user_kernel.h>") != std::string::npos ||
                       !names.insert(kernel.name).second;
        folder.kernels.push_back(std::move(kernel));
    }
    return folder;
}

using Module = std::vector<const Recorded*>;

/// Modules in a random order, of kernels that are chosen at random.
std::vector<Module> modules(const std::vector<Recorded>& kernels, const std::string& arch, unsigned seed) {
    constexpr std::size_t most = 48;  // reading the headers takes as long as compiling a dozen kernels
    std::vector<const Recorded*> order;
    for (const Recorded& kernel : kernels)
        if (kernel.ran_on != arch) order.push_back(&kernel);
    std::mt19937 random(seed);
    // Folders are read in any order: the seed tells all only if that does not count.
    std::sort(order.begin(), order.end(), [](auto* a, auto* b) { return a->text < b->text; });
    std::shuffle(order.begin(), order.end(), random);
    std::vector<Module> result;
    Module together;
    for (const Recorded* kernel : order) {
        if (kernel->alone) {
            result.push_back({kernel});
        } else if (together.push_back(kernel); together.size() == most) {
            result.push_back(std::move(together));
            together.clear();
        }
    }
    if (!together.empty()) result.push_back(std::move(together));
    std::shuffle(result.begin(), result.end(), random);
    return result;
}

void compile(std::span<const Recorded* const> kernels, const std::string& arch) {
    cuprum::runtime::CompileRequest request;
    for (const Recorded* kernel : kernels) {
        request.source += kernel->text;
        request.names.push_back(kernel->name);
        request.options = kernel->options;
        request.code |= kernel->code;
    }
    cuprum::backend::cuda::nvrtc_compile(request, arch);
}

}  // namespace

int main(int count, char** arguments) {
    using Clock = std::chrono::steady_clock;
    std::optional<double> seconds;
    unsigned seed = std::random_device()();
    std::vector<std::string> words;
    for (int i = 1; i < count; ++i) {
        const std::string_view word = arguments[i];
        if (word == "--seconds" && i + 1 < count) seconds = std::stod(arguments[++i]);
        else if (word == "--seed" && i + 1 < count) seed = static_cast<unsigned>(std::stoul(arguments[++i]));
        else words.emplace_back(word);
    }
    if (words.size() < 2) {
        std::fprintf(stderr, "usage: compile_recorded [--seconds N] [--seed S] <folder> <architecture>...\n");
        return 2;
    }
    const Folder folder = read_folder(words[0]);
    std::printf("%zu kernels are recorded, of which %zu are distinct; seed %u\n", folder.files, folder.kernels.size(),
                seed);
    const auto begin = Clock::now();
    const auto passed = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
    std::atomic<int> failures = 0;
    std::mutex output;
    for (std::size_t a = 1; a < words.size(); ++a) {
        const std::string& arch = words[a];
        const std::vector<Module> all = modules(folder.kernels, arch, seed);
        // The architectures share the time.
        const double until = seconds ? passed() + (*seconds - passed()) / static_cast<double>(words.size() - a) : 0;
        std::atomic<std::size_t> next = 0, compiled = 0;
        const auto work = [&] {
            while (!seconds || passed() < until) {
                const std::size_t i = next++;
                if (i >= all.size()) return;
                const Module& module = all[i];
                compiled += module.size();
                try {
                    compile(module, arch);
                } catch (const cuprum::Error&) {
                    for (const Recorded* kernel : module) try {
                            compile({&kernel, 1}, arch);
                        } catch (const cuprum::Error& error) {
                            ++failures;
                            std::lock_guard lock(output);
                            std::printf("%s does not compile for %s:\n%s\n", kernel->name.c_str(), arch.c_str(),
                                        error.what());
                        }
                }
            }
        };
        const double started = passed();
        std::vector<std::thread> threads;
        for (unsigned t = 0; t < std::max(1u, std::thread::hardware_concurrency()); ++t) threads.emplace_back(work);
        for (auto& thread : threads) thread.join();
        std::size_t wanted = 0;
        for (const Module& module : all) wanted += module.size();
        std::printf("%s: %zu of %zu kernels compiled with %s in %.0f s, %zu ran on it\n", arch.c_str(), compiled.load(),
                    wanted, cuprum::backend::cuda::nvrtc_version().c_str(), passed() - started,
                    folder.kernels.size() - wanted);
    }
    if (failures) std::printf("%d kernels failed to compile\n", failures.load());
    return std::min(failures.load(), 255);
}
