// Makes the pack of the ready set for the processor of this machine, as a step of the build: build_ready_set <folder>
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <thread>

#include "kernel/ready_set.h"

int main(int count, char** arguments) {
    if (count != 2) {
        std::fprintf(stderr, "usage: %s <folder>\n", arguments[0]);
        return 2;
    }
    auto progress = [](std::size_t done, std::size_t total) {
        if (isatty(STDERR_FILENO)) std::fprintf(stderr, "\r  %zu/%zu modules%s", done, total, done == total ? "\n" : "");
    };
    try {
        for (const std::string& target : cuprum::kernel::device_targets())
            cuprum::kernel::build_ready_set(target, arguments[1], std::thread::hardware_concurrency(), progress);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
