// What a graph is made of.
#pragma once

#include <map>
#include <mutex>

#include "capture.h"
#include "cuprum/cuda.h"
#include "services.h"

namespace cuprum::cuda {

struct Graph::State {
    State(Stream stream, std::shared_ptr<runtime::Capture> capture)
        : stream(std::move(stream)), capture(std::move(capture)) {}
    ~State();

    void launch(StreamHandle on, int device);

    const Stream stream;  ///< The one that was captured: the graph's memory goes back in its order.
    std::shared_ptr<runtime::Capture> capture;
    runtime::GraphHandle graph = nullptr;
    runtime::GraphExecHandle exec = nullptr;

private:
    std::mutex lock;
    std::optional<Event> before;          ///< How far the captured stream was before the first launch on another one.
    std::map<StreamHandle, Event> after;  ///< The end of the last launch on streams other than the captured one.
};

}  // namespace cuprum::cuda
