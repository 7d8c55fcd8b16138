// What a thread gathers while it captures a stream: all that must live as long as the graph.
#pragma once

#include <map>
#include <memory>
#include <unordered_set>
#include <utility>
#include <vector>

#include "backend.h"
#include "cuprum/memory.h"

namespace cuprum::runtime {

/// Everything that the steps of a graph refer to. It dies with the graph.
class Capture {
public:
    /// Takes its memory from `outer`.
    explicit Capture(std::shared_ptr<cuda::Allocator> outer);

    /// Keeps memory, or anything else, as long as the graph.
    void hold(const cuda::BlockRef& block);
    void hold(std::shared_ptr<void> thing) { things_.push_back(std::move(thing)); }

    /// Something of an engine, known by `key`, for what the graph does on one stream.
    template <class T>
    T& kept(const void* key, StreamHandle stream) {
        std::shared_ptr<void>& place = kept_[{key, stream}];
        if (!place) place = std::make_shared<T>();
        return *static_cast<T*>(place.get());
    }

    /// Lends what is allocated while the capture lasts. Each replay writes to that memory again, so nobody else gets it
    /// before the graph is gone.
    cuda::MemoryPool& pool() { return *pool_; }

private:
    struct Segments;
    std::shared_ptr<Segments> segments_;
    std::unique_ptr<cuda::MemoryPool> pool_;
    std::unordered_set<cuda::Block*> held_;
    std::vector<cuda::BlockRef> blocks_;
    std::vector<std::shared_ptr<void>> things_;
    std::map<std::pair<const void*, StreamHandle>, std::shared_ptr<void>> kept_;
};

}  // namespace cuprum::runtime
