// Order between streams that take turns at changing something.
#pragma once

#include <memory>

#include "context.h"
#include "stream_uses.h"
#include "thread_streams.h"

namespace cuprum::runtime {

/// Something on a device that each use changes, so that uses must come one after the other on whichever streams they
/// are.
class StreamTurns {
public:
    /// The current stream is about to be given a use. It waits for the last one where that was another stream's. Calls
    /// must not overlap.
    void take() {
        const int device = context.device;
        const StreamHandle stream = named(context.stream);
        if (last_ && device == device_ && stream == stream_ && stream != per_thread_stream) [[likely]]
            return;
        if (context.capture) return;  // a graph is ordered by its own steps alone
        if (last_) last_->order_before(stream);
        last_ = std::make_unique<StreamUses>();
        marked_ = false;
        device_ = device;
        stream_ = stream;
    }
    /// The use has been given to the current stream.
    void done() {
        if (context.capture || (marked_ && stream_ != per_thread_stream)) return;
        last_->add(device_, stream_);
        marked_ = true;
    }

private:
    std::unique_ptr<StreamUses> last_;  ///< Which stream had the last turns; null before the first.
    bool marked_ = false;
    int device_ = 0;
    StreamHandle stream_ = nullptr;
};

}  // namespace cuprum::runtime
