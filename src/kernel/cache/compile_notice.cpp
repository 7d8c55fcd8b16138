#include "kernel/cache/compile_notice.h"

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <system_error>
#include <thread>

#include "cuprum/environment.h"
#include "cuprum/kernel_cache.h"

namespace cuprum::kernel {
namespace {

using namespace std::chrono_literals;
constexpr std::chrono::milliseconds patience = 1s, step = 500ms;
constexpr std::size_t longest_name = 48;

std::atomic<bool> somebody_looks = false;
std::atomic<bool> line_is_taken = false;
constinit thread_local bool is_quiet = false;

bool wanted() {
    if (is_quiet) return false;
    if (const std::string setting = runtime::environment("PROGRESS"); !setting.empty()) return setting != "0";
    return somebody_looks || isatty(STDERR_FILENO);
}

}  // namespace

void show_compilations(bool show) { somebody_looks = show; }

// A thread that waits, most often in vain: starting it costs a thousandth of what a compiler takes. It belongs to one
// compilation, so a forked process has none that is lost.
struct CompileNotice::Watch {
    explicit Watch(const std::string& kernel) : name(kernel.substr(0, longest_name)), thread([this] { run(); }) {}

    ~Watch() {
        {
            std::lock_guard guard(mutex);
            is_ready = true;
        }
        changed.notify_one();
        thread.join();
    }

    void run() {
        std::unique_lock lock(mutex);
        if (changed.wait_for(lock, patience, [&] { return is_ready; }) || line_is_taken.exchange(true)) return;
        std::size_t width = 0;
        do {
            const auto spent = std::chrono::steady_clock::now() - start;
            const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(spent).count();
            char line[longest_name + 64];
            const int length = std::snprintf(line, sizeof line, "cuprum: compiling %s, %lld s", name.c_str(),
                                             static_cast<long long>(seconds));
            width = length < 0 ? 0 : static_cast<std::size_t>(length);
            std::fprintf(stderr, "\r%s", line);
            std::fflush(stderr);
        } while (!changed.wait_for(lock, step, [&] { return is_ready; }));
        std::fprintf(stderr, "\r%*s\r", static_cast<int>(width), "");
        std::fflush(stderr);
        line_is_taken = false;
    }

    const std::string name;
    const std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
    std::mutex mutex;
    std::condition_variable changed;
    bool is_ready = false;
    std::thread thread;  // the last member: what it uses is there before it runs
};

CompileNotice::CompileNotice(const std::string& name) {
    if (!wanted()) return;
    try {
        watch_ = new Watch(name);
    } catch (const std::system_error&) {  // the system starts no thread: nothing is told
    }
}

void CompileNotice::keep_quiet() { is_quiet = true; }

CompileNotice::~CompileNotice() { delete watch_; }

}  // namespace cuprum::kernel
