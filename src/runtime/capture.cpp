#include "capture.h"

#include <map>
#include <mutex>

#include "context.h"
#include "cuprum/cuda.h"
#include "peer_order.h"
#include "services.h"

namespace cuprum::runtime {

struct Capture::Segments {
    std::mutex lock;
    std::map<void*, cuda::BlockRef> blocks;

    bool contain(void* pointer) {
        std::lock_guard guard(lock);
        auto after = blocks.upper_bound(pointer);
        if (after == blocks.begin()) return false;
        const cuda::BlockRef& block = std::prev(after)->second;
        return static_cast<char*>(pointer) < static_cast<char*>(block.pointer()) + block->bytes();
    }
};

Capture::Capture(std::shared_ptr<cuda::Allocator> outer) : segments_(std::make_shared<Segments>()) {
    cuda::MemorySource source;
    source.allocate = [segments = segments_, outer = std::move(outer)](int, std::size_t bytes) {
        cuda::BlockRef block = outer->allocate(bytes, context.stream);
        void* pointer = block.pointer();
        std::lock_guard guard(segments->lock);
        segments->blocks.emplace(pointer, std::move(block));
        return pointer;
    };
    source.free = [segments = segments_](int, void* pointer) {
        cuda::BlockRef gone;
        std::lock_guard guard(segments->lock);
        auto found = segments->blocks.find(pointer);
        if (found == segments->blocks.end()) return;
        gone = std::move(found->second);
        segments->blocks.erase(found);
    };
    pool_ = std::make_unique<cuda::MemoryPool>(std::move(source));
    pool_->set_limit(0);  // The outer allocator has its own.
}

void Capture::hold(const cuda::BlockRef& block) {
    if (!block || segments_->contain(block.pointer()) || !held_.insert(block.get()).second) return;
    blocks_.push_back(block);
}

bool admit(const cuda::BlockRef& block) {
    if (context.capture) context.capture->hold(block);
    if (block->device() == context.device || block->device() < 0) {
        block->used_on(context.stream);
        return true;
    }
    if (!backend().services().has_peer_access(context.device, block->device())) return false;
    block->used_on_peer(context.stream);
    if (!context.capture) order_after_peer(block->device());
    return true;
}

}  // namespace cuprum::runtime
