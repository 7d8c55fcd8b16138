#include "runtime/thread_pool.h"

#include <immintrin.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <new>
#include <optional>
#include <system_error>
#include <thread>
#include <vector>

#include "runtime/settings.h"

namespace cuprum::runtime {
namespace {

// How long an idle thread looks for work before it sleeps: about what waking it would cost.
constexpr auto spin_time = std::chrono::microseconds(5);

// How long a woken thread may take to come. One that takes longer waits, as a rule, for the core of the thread that
// woke it: the scheduler puts both on one, and may leave them there for many milliseconds while another core is idle.
constexpr auto patience = std::chrono::microseconds(50);

// Pieces a thread, so that one that is held up does not hold up all.
constexpr std::int64_t pieces_per_thread = 4;

thread_local bool inside_pool = false;

int cores_available() {
    // The mask may be longer than cpu_set_t on large machines.
    for (int cpus = CPU_SETSIZE; cpus <= 1 << 20; cpus *= 2) {
        cpu_set_t* set = CPU_ALLOC(cpus);
        if (!set) break;
        const std::size_t size = CPU_ALLOC_SIZE(cpus);
        const bool known = sched_getaffinity(0, size, set) == 0;
        const int count = known ? CPU_COUNT_S(size, set) : 0;
        CPU_FREE(set);
        if (known) return std::max(count, 1);
        if (errno != EINVAL) break;
    }
    return 1;
}

int threads_wanted() {
    const std::optional<std::int64_t> wanted = environment_number("NUM_THREADS", 1);
    return wanted ? static_cast<int>(std::min(*wanted, std::int64_t{1024})) : cores_available();
}

/// Looks whether `ready()` for the spin time.
template <class Ready>
bool spin_until(Ready ready) {
    const auto limit = std::chrono::steady_clock::now() + spin_time;
    do {
        for (int i = 0; i < 16; ++i) {
            if (ready()) return true;
            _mm_pause();
        }
    } while (std::chrono::steady_clock::now() < limit);
    return false;
}

/// One parallel_for in progress. It lives on its caller's stack, and leaves the list only when no other thread is in
/// it.
struct Job {
    void (*call)(void*, std::int64_t, std::int64_t);
    void* context;
    std::int64_t end;
    std::int64_t piece;
    std::atomic<std::int64_t> next;
    std::atomic<int> helpers{
        0};  // Threads other than the caller that are in work(). Grows only under the pool's mutex.
    std::atomic<bool> joined{false};  // Whether there was ever one.
    std::atomic<bool> failed{false};
    std::exception_ptr error{};

    bool has_work() const { return next.load(std::memory_order_relaxed) < end; }

    void work() {
        work([] {});
    }

    /// Calls `after_piece` after each piece that this thread did.
    template <class AfterPiece>
    void work(AfterPiece after_piece) {
        try {
            while (has_work()) {
                const std::int64_t first = next.fetch_add(piece, std::memory_order_relaxed);
                if (first >= end) return;
                call(context, first, end - first > piece ? first + piece : end);
                after_piece();
            }
        } catch (...) {
            next.store(end, std::memory_order_relaxed);
            if (!failed.exchange(true)) error = std::current_exception();
        }
    }
};

thread_local Job* own_job = nullptr;  // The job that this thread has called for and is in.

class Pool {
public:
    void run(Job& job, std::int64_t pieces) {
        {
            std::lock_guard lock(mutex_);
            start_workers();
            jobs_.push_back(&job);
            published_.fetch_add(1, std::memory_order_relaxed);
            // Each thread woken is a system call; those that spin come by themselves.
            const auto helpers = static_cast<int>(std::min<std::int64_t>(pieces - 1, workers_));
            const int awake = workers_ - sleeping_;
            if (helpers - awake >= sleeping_ && sleeping_ > 0) {
                work_there_.notify_all();
            } else {
                for (int i = awake; i < helpers; ++i) work_there_.notify_one();
            }
        }
        inside_pool = true;
        own_job = &job;
        const auto start = std::chrono::steady_clock::now();
        bool moved = false;
        job.work([&] {
            if (moved || job.joined.load(std::memory_order_relaxed)) return;
            if (std::chrono::steady_clock::now() - start < patience) return;
            moved = true;
            move_workers_away();
        });
        own_job = nullptr;
        inside_pool = false;
        {
            std::lock_guard lock(mutex_);
            jobs_.erase(std::find(jobs_.begin(), jobs_.end(), &job));
        }
        // Nobody can join any more.
        const auto done = [&] { return job.helpers.load(std::memory_order_acquire) == 0; };
        if (!spin_until(done)) {
            std::unique_lock lock(mutex_);
            ++waiting_;
            job_left_.wait(lock, done);
            --waiting_;
        }
    }

    void before_fork() { mutex_.lock(); }
    void after_fork_in_parent() { mutex_.unlock(); }

    /// The child has one thread. The mutex and the conditions may hold traces of the others, so all is made anew. Jobs
    /// of threads that are gone are dropped; that of the thread that forked, if it was in one, goes on without the
    /// helpers it had.
    void after_fork_in_child() {
        new (this) Pool;
        if (!own_job) return;
        own_job->helpers = 0;
        jobs_.push_back(own_job);
    }

private:
    // Called with the mutex held.
    void start_workers() {
        const int wanted = ThreadPool::threads() - 1;
        if (workers_ >= wanted || start_failed_) return;
        sigset_t all, before;
        sigfillset(&all);
        for (int fault : {SIGSEGV, SIGBUS, SIGILL, SIGFPE})
            sigdelset(&all, fault);  // These are a thread's own: raw/faults.cpp takes them.
        pthread_sigmask(SIG_SETMASK, &all,
                        &before);  // A new thread inherits the mask: signals are the program's business.
        try {
            threads_.reserve(wanted);
            for (; workers_ < wanted; ++workers_) {
                std::thread worker([this] { serve(); });
                threads_.push_back(worker.native_handle());
                worker.detach();
            }
        } catch (const std::system_error&) {
            start_failed_ = true;  // The system allows no more threads; those that there are do the work.
        }
        pthread_sigmask(SIG_SETMASK, &before, nullptr);
    }

    /// To other cores than this thread's: a thread that waits for a core which it may not use is moved at once, and
    /// stays where it is when it may use all again.
    void move_workers_away() {
        const int here = sched_getcpu();
        if (here < 0 || here >= CPU_SETSIZE) return;
        std::lock_guard lock(mutex_);
        for (pthread_t thread : threads_) {
            cpu_set_t before;
            if (pthread_getaffinity_np(thread, sizeof before, &before) != 0) continue;
            cpu_set_t others = before;
            CPU_CLR(here, &others);
            if (CPU_COUNT(&others) == 0) continue;
            if (pthread_setaffinity_np(thread, sizeof others, &others) == 0)
                pthread_setaffinity_np(thread, sizeof before, &before);
        }
    }

    void serve() {
        inside_pool = true;
        std::uint64_t seen = 0;
        for (;;) {
            const bool news = spin_until([&] { return published_.load(std::memory_order_relaxed) != seen; });
            Job* job = join(seen, !news);
            if (!job) continue;
            job->work();
            // After the decrement the job may be gone.
            if (job->helpers.fetch_sub(1, std::memory_order_acq_rel) == 1) {
                std::lock_guard lock(mutex_);
                if (waiting_) job_left_.notify_all();
            }
        }
    }

    /// Enters a job that has work, and counts this thread in. Null when there was none, if allowed after a sleep until
    /// the next.
    Job* join(std::uint64_t& seen, bool may_sleep) {
        std::unique_lock lock(mutex_);
        for (;; may_sleep = false) {
            seen = published_.load(std::memory_order_relaxed);
            for (Job* job : jobs_) {
                if (!job->has_work()) continue;
                job->helpers.fetch_add(1, std::memory_order_relaxed);
                job->joined.store(true, std::memory_order_relaxed);
                return job;
            }
            if (!may_sleep) return nullptr;
            ++sleeping_;
            work_there_.wait(lock);
            --sleeping_;
        }
    }

    std::mutex mutex_;
    std::condition_variable work_there_, job_left_;
    std::vector<Job*> jobs_;
    std::vector<pthread_t> threads_;
    std::atomic<std::uint64_t> published_{0};
    int workers_ = 0, sleeping_ = 0, waiting_ = 0;
    bool start_failed_ = false;
};

// Never destroyed: its threads run until the process ends.
Pool& pool() {
    static Pool& instance = *[] {
        auto* made = new Pool;
        pthread_atfork([] { pool().before_fork(); }, [] { pool().after_fork_in_parent(); },
                       [] { pool().after_fork_in_child(); });
        return made;
    }();
    return instance;
}

}  // namespace

int ThreadPool::threads() {
    static const int count = threads_wanted();
    return count;
}

bool ThreadPool::runs_inline() { return inside_pool || threads() == 1; }

void ThreadPool::run(Call call, void* context, std::int64_t begin, std::int64_t end, std::int64_t grain) {
    const std::int64_t items = end - begin;
    const std::int64_t grains = items / grain + (items % grain != 0);
    const std::int64_t grains_a_piece = std::max<std::int64_t>(1, grains / (threads() * pieces_per_thread));
    const std::int64_t piece = grains_a_piece * grain;
    Job job{call, context, end, piece, begin};
    pool().run(job, items / piece + (items % piece != 0));
    if (job.error) std::rethrow_exception(job.error);
}

}  // namespace cuprum::runtime
