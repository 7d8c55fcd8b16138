// Makes packs of kernels, as a step of the build.
//     build_prebuilt_kernels <folder> all                   a set of kernels for the processor of this machine
//     build_prebuilt_kernels <folder> all --headers         with the usual headers of kernels precompiled, 5 MB
//     build_prebuilt_kernels <folder> first sm_80 sm_90     one for GPUs, none of which needs to be there
//     build_prebuilt_kernels list common                    tells which kernels a set has
// With the driver of stand_in_driver.cpp this machine's processor is a GPU that runs nothing.
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <string>
#include <thread>
#include <vector>

#include "cuprum/error.h"
#include "kernel/prebuilt/prebuilt_kernels.h"

namespace {

void show(std::size_t done, std::size_t total) {
    if (isatty(STDERR_FILENO)) std::fprintf(stderr, "\r  %zu/%zu modules%s", done, total, done == total ? "\n" : "");
}

using cuprum::kernel::PrebuiltSet;

void build(const std::string& folder, const std::vector<std::string>& targets, PrebuiltSet set) {
    const unsigned threads = std::thread::hardware_concurrency();
    if (targets.empty()) {
        cuprum::kernel::add_typical_calls();
        for (const std::string& device : cuprum::kernel::device_targets())
            cuprum::kernel::build_prebuilt_kernels(device, folder, threads, show, set);
    }
    try {
        for (const std::string& target : targets)
            cuprum::kernel::build_prebuilt_kernels(target, folder, threads, show, set);
    } catch (const cuprum::CompileException&) {
        throw;
    } catch (const cuprum::Error& error) {
        // A machine that builds for GPUs needs NVRTC's header alone.
        std::fprintf(stderr, "The kernels for GPUs are left out; they are compiled when they are first called. %s\n",
                     error.what());
    }
}

void list(PrebuiltSet set) {
    cuprum::kernel::add_typical_calls();
    for (const std::string& device : cuprum::kernel::device_targets())
        for (const auto& module : cuprum::kernel::prebuilt_kernels(device, set))
            for (const auto& kernel : module) std::printf("%s\n", kernel.name.c_str());
}

PrebuiltSet set_of(const std::string& name) {
    if (name == "first") return PrebuiltSet::first;
    if (name == "common") return PrebuiltSet::common;
    if (name == "all") return PrebuiltSet::all;
    throw cuprum::ValueError("the sets of kernels are first, common and all, not " + name);
}

}  // namespace

int main(int count, char** arguments) {
    std::vector<std::string> words(arguments + 1, arguments + count);
    if (std::erase(words, "--headers")) cuprum::kernel::add_precompiled_headers();
    if (words.size() < 2) {
        std::fprintf(stderr, "usage: %s <folder> first|common|all [--headers] [sm_80 ...]\n", arguments[0]);
        return 2;
    }
    try {
        if (words[0] == "list") list(set_of(words[1]));
        else build(words[0], {words.begin() + 2, words.end()}, set_of(words[1]));
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
