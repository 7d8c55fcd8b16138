// Makes packs of kernels, as a step of the build.
//     build_prebuilt_kernels <folder>                 the prebuilt kernels for the processor of this machine
//     build_prebuilt_kernels <folder> sm_80 sm_90     the first kernels for GPUs, none of which needs to be there
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <string>
#include <thread>

#include "cuprum/error.h"
#include "cuprum/prebuilt_kernels.h"

namespace {

void show(std::size_t done, std::size_t total) {
    if (isatty(STDERR_FILENO)) std::fprintf(stderr, "\r  %zu/%zu modules%s", done, total, done == total ? "\n" : "");
}

void build(const std::string& folder, int targets, char** target) {
    const unsigned threads = std::thread::hardware_concurrency();
    if (targets == 0)
        for (const std::string& device : cuprum::kernel::device_targets())
            cuprum::kernel::build_prebuilt_kernels(device, folder, threads, show);
    try {
        for (int i = 0; i < targets; ++i) cuprum::kernel::build_first_kernels(target[i], folder, threads);
    } catch (const cuprum::CompileException&) {
        throw;
    } catch (const cuprum::Error& error) {
        // A machine that builds for GPUs needs NVRTC's header alone.
        std::fprintf(stderr,
                     "The first kernels for GPUs are left out; they are compiled when they are first called. %s\n",
                     error.what());
    }
}

}  // namespace

int main(int count, char** arguments) {
    if (count < 2) {
        std::fprintf(stderr, "usage: %s <folder> [sm_80 ...]\n", arguments[0]);
        return 2;
    }
    try {
        build(arguments[1], count - 2, arguments + 2);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
