// What the programs of this folder share: they are those of examples/seeds, in C++.
#pragma once

#include <cuprum/cuda.h>

#include <charconv>
#include <chrono>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace steps {

/// Whether to be quick: the program was asked to, or there is no GPU.
inline bool small(int argc, char** argv) {
    return (argc > 1 && argv[1] == std::string_view("--small")) || std::getenv("SMALL") ||
           cuprum::backend_name() == std::string_view("cpu");
}

/// Unless the environment says something else, a CPU stands in for two devices. To be called before anything else.
inline void two_devices() { setenv("CUPRUM_CPU_DEVICES", "2", 0); }

class Clock {
public:
    double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Keeps the seconds of named steps, and prints them.
class Timer {
public:
    template <class F>
    void operator()(const std::string& step, F&& function) {
        const Clock clock;
        function();
        const double seconds = clock.seconds();
        steps_.emplace_back(step, seconds);
        std::cout << step << ": " << std::fixed << seconds << std::defaultfloat << " seconds\n";
    }
    void print() const {
        std::cout << "All steps:\n";
        for (const auto& [step, seconds] : steps_)
            std::cout << "  " << std::left << std::setw(32) << step << " " << std::fixed << seconds << std::defaultfloat
                      << " seconds\n";
    }

private:
    std::vector<std::pair<std::string, double>> steps_;
};

/// The mean milliseconds of a call.
template <class F>
void per_loop(F&& function, int loops = 5, int runs = 7) {
    const Clock clock;
    for (int i = 0; i < loops * runs; ++i) function();
    std::cout << clock.seconds() * 1e3 / (loops * runs) << " ms per loop (mean of " << runs << " runs, " << loops
              << " loops each)\n";
}

/// A number with as many digits as it takes to read it back, and at least one behind the point.
inline std::string digits(double value) {
    char text[32];
    const std::string made(text, std::to_chars(text, text + sizeof text, value).ptr);
    return made.find_first_of(".en") == std::string::npos ? made + ".0" : made;
}

inline const char* truth(bool value) { return value ? "True" : "False"; }

}  // namespace steps
