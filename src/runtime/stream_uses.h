// Which streams beside its own use a piece of memory, and when they have done so.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "backend.h"

namespace cuprum::runtime {

/// A stream was made, or somebody else's is about to be used; its handle is good until `stream_gone`. The number tells
/// it from others that had the handle before; 0 for the default streams, which are always there.
std::uint64_t stream_there(int device, StreamHandle stream);
/// Whether the stream with that number still has the handle.
bool is_stream_there(int device, StreamHandle stream, std::uint64_t number);
/// The device of a stream that is there under this handle; -1 where there is none.
int device_of_stream(StreamHandle stream);
/// A holder lets go, or the stream is about to be `destroyed`. True where nobody holds it any more. What memory waits
/// for on the stream is marked by an event first.
bool stream_gone(int device, StreamHandle stream, bool destroyed) noexcept;
/// Calls `work`, and lets nobody destroy the stream meanwhile; false, and no call, where it was destroyed before. To be
/// asked by those who have added the stream to uses of theirs. `work` must not ask about streams.
bool while_there(int device, StreamHandle stream, const std::function<void()>& work);

/// A place in a stream's work.
struct Mark {
    Mark(int device, EventHandle event) : device(device), event(event) {}
    ~Mark();
    Mark(const Mark&) = delete;
    Mark& operator=(const Mark&) = delete;
    const int device;
    const EventHandle event;  ///< Null: the work before it is done.
};
using MarkRef = std::shared_ptr<const Mark>;

/// The end of what was given to a stream so far.
MarkRef end_of_work(int device, StreamHandle stream);

/// The uses of one block by streams other than its own. Every function may be called from any thread.
class StreamUses {
public:
    StreamUses() = default;
    ~StreamUses();
    StreamUses(const StreamUses&) = delete;
    StreamUses& operator=(const StreamUses&) = delete;

    /// Work given to `stream` so far, and until `done` is asked, uses the block.
    void add(int device, StreamHandle stream);
    /// No more is added: marks the end of the work on each stream.
    void close() noexcept;
    /// Whether all that work is done.
    bool done() noexcept;
    /// Waits for it. False where that cannot be, as a capture forbids it.
    bool wait() noexcept;
    /// The ends of the work on each stream that have not come yet, as far as no capture forbids to mark them.
    std::vector<MarkRef> marks();
    /// Makes `stream` wait for it.
    void order_before(StreamHandle stream);

private:
    struct Use {
        int device;
        StreamHandle stream;
        std::uint64_t thread;  ///< Whose per-thread stream it is; 0 for all others.
        MarkRef mark;          ///< The end of the work; null until the stream is asked about.
    };
    bool record(Use& use);
    void forget_done();

    std::mutex lock_;
    std::vector<Use> uses_;
    std::size_t forget_at_ = 8;  ///< As many uses are looked through before another one is added.
};

}  // namespace cuprum::runtime
