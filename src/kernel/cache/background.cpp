#include "kernel/cache/background.h"

#include <pthread.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <map>
#include <mutex>
#include <system_error>
#include <thread>

#include "cuprum/gil_release.h"
#include "kernel/cache/compile_notice.h"
#include "runtime/backend.h"
#include "runtime/context.h"

namespace cuprum::kernel {
namespace {

constinit thread_local bool in_background = false;

class BackgroundCompiler;
BackgroundCompiler& background_compiler();

class BackgroundCompiler {
public:
    void add(int device, const KernelSource& source) {
        std::unique_lock lock(mutex_);
        if (process_ != getpid() || is_ending_) return;
        auto [asked, is_new] = asked_.try_emplace({device, source.text});
        if (!is_new) {
            if (asked->second) std::rethrow_exception(asked->second);
            return;
        }
        if (asked_.size() > most_kernels || jobs_.size() >= most_waiting) {
            asked_.erase(asked);
            return;
        }
        jobs_.push_back({device, source});
        if (!is_running_) {
            is_running_ = is_compiling_ = true;  // to load the compiler is work that the process's end waits for
            std::atexit([] { background_compiler().end(); });
            try {
                std::thread([this] { work(); }).detach();
            } catch (const std::system_error&) {  // the system starts no thread: the kernel stays uncompiled
                is_running_ = is_compiling_ = false;
                jobs_.pop_back();
                asked_.erase(asked);
                return;
            }
        }
        changed_.notify_all();
    }

    void wait() {
        const runtime::GilRelease waiting;
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return process_ != getpid() || (jobs_.empty() && !is_compiling_); });
    }

    /// No compiler is at work when static objects are destroyed.
    void end() {
        std::unique_lock lock(mutex_);
        is_ending_ = true;
        jobs_.clear();
        if (process_ == getpid()) changed_.wait(lock, [&] { return !is_compiling_; });
    }

    void before_fork() { mutex_.lock(); }
    void after_fork() { mutex_.unlock(); }

private:
    static constexpr std::size_t most_waiting = 64, most_kernels = 4096;
    struct Job {
        int device;
        KernelSource source;
    };

    void work() {
        setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), 19);
        try {
            runtime::backend().load_compiler();
        } catch (...) {
            // Whoever compiles in the foreground is told.
        }
        // After the compiler's own, and so before it, as functions for the end of the process run the other way round.
        std::atexit([] { background_compiler().end(); });
        CompileNotice::keep_quiet();
        std::unique_lock lock(mutex_);
        is_compiling_ = false;
        changed_.notify_all();
        for (;;) {
            changed_.wait(lock, [&] { return !jobs_.empty(); });
            const Job job = std::move(jobs_.front());
            jobs_.pop_front();
            is_compiling_ = true;
            lock.unlock();
            std::exception_ptr failure;
            try {
                if (runtime::context.device != job.device) runtime::backend().set_device(job.device);
                runtime::context.device = job.device;
                cache_get(job.device, job.source);
            } catch (...) {
                failure = std::current_exception();
            }
            lock.lock();
            is_compiling_ = false;
            if (failure) asked_[{job.device, job.source.text}] = failure;
            changed_.notify_all();
        }
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Job> jobs_;
    std::map<std::pair<int, std::string>, std::exception_ptr> asked_;
    bool is_running_ = false, is_compiling_ = false, is_ending_ = false;
    const pid_t process_ = getpid();
};

BackgroundCompiler& background_compiler() {
    static auto* compiler = [] {
        auto* made = new BackgroundCompiler;  // its thread lives as long as the process
        pthread_atfork([] { background_compiler().before_fork(); }, [] { background_compiler().after_fork(); },
                       [] { background_compiler().after_fork(); });
        return made;
    }();
    return *compiler;
}

}  // namespace

CompileInBackground::CompileInBackground() : before_(in_background) { in_background = true; }
CompileInBackground::~CompileInBackground() { in_background = before_; }
bool CompileInBackground::is_on() { return in_background; }

void compile_in_background(int device, const KernelSource& source) { background_compiler().add(device, source); }
void end_background_compiler() { background_compiler().end(); }
void wait_for_background_compiler() { background_compiler().wait(); }

}  // namespace cuprum::kernel
