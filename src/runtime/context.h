// What each thread carries: its device, its stream, its allocator. Reading it costs one thread-local address.
#pragma once

#include <cstdint>
#include <vector>

#include "backend.h"
#include "cuprum/memory.h"

namespace cuprum::runtime {

class Arena;
class Capture;

/// The arena that a thread used last, so that the next request finds it without a search.
struct ArenaCache {
    std::uint64_t pool = 0;  ///< Number of the pool; never used twice.
    int device = 0;
    StreamHandle stream = nullptr;
    Arena* arena = nullptr;
    std::uint64_t tenant = 0;  ///< The arena's, which changes when another stream gets the arena.
};

/// Takes work in the place of the device; engines know what kind of work (kernel/engine/recorder.h).
class WorkRecorder {
protected:
    ~WorkRecorder() = default;
};

class WaitingWork;  // runtime/waiting.h
class KeptMemory;   // runtime/kept_memory.h

// Plain data without a destructor, so that arrays may still be freed while a thread or the process ends.
struct Context {
    int device = 0;
    StreamHandle stream = nullptr;                            ///< The current stream of `device`.
    cuprum::cuda::Allocator* allocator = nullptr;             ///< Set by AllocatorGuard; null means the process's.
    std::vector<cuprum::cuda::MemoryHook*>* hooks = nullptr;  ///< Null while there is none.
    ArenaCache arena;
    Capture* capture = nullptr;         ///< What this thread records a stream's work for; null outside of a capture.
    WorkRecorder* recorder = nullptr;   ///< Takes what engines would launch; mostly null.
    WaitingWork* waiting = nullptr;     ///< The thread's work that waits; null while there is none.
    std::uint64_t asked_to_wait = 0;    ///< Counts the operations of the thread that were asked for and waited.
    KeptMemory* kept_memory = nullptr;  ///< Takes memory that is released; mostly null (runtime/kept_memory.h).
    std::uint64_t peers = 0;      ///< Devices whose memory work of the current stream uses (runtime/peer_order.h).
    std::int8_t deferred = -1;    ///< Whether work may wait: 0 no, 1 yes, -1 as the process says.
    bool may_synchronize = true;  ///< Whether this thread may wait for the device.
};

// Initial-exec spares each use a call: an operation has some twenty.
extern __attribute__((tls_model("initial-exec"))) constinit thread_local Context context;

/// Stands for "the calling thread's own default stream" in CUDA's API.
inline const StreamHandle per_thread_stream = cuprum::cuda::per_thread_handle;

/// A number for the calling thread, never used twice.
std::uint64_t thread_number();

/// Puts `backend` in the place of the one that would be chosen: for tests, before anything else is called.
void use_backend(Backend& backend);

/// Admits memory to the work that the current stream is about to be given. False where it is on another device that the
/// current one cannot reach. What follows on the stream may use the block; a capture holds it for its graph.
bool admit(const cuprum::cuda::BlockRef& block);

/// Tells all pools that `stream` is about to be destroyed, or has just been created, perhaps with the handle of a
/// destroyed one.
void retire_stream(int device, StreamHandle stream);
void adopt_stream(int device, StreamHandle stream);

}  // namespace cuprum::runtime
