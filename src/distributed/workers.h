// Devices of this process, or processes of a group, that compute a matrix together. An algorithm that is written for
// workers runs on both: each process goes through the same steps, and computes those of the workers that it has.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "cuprum/distributed_group.h"
#include "cuprum/ndarray.h"

namespace cuprum::distributed {

class Workers {
public:
    /// An array that goes from a worker to another. All processes list the same messages; the arrays are there in the
    /// processes that have the workers. Both have the same shape.
    struct Message {
        int from, to;
        ndarray source, target;
    };

    virtual ~Workers() = default;
    virtual int count() const = 0;
    virtual bool is_here(int worker) const = 0;
    virtual int device(int worker) const = 0;
    /// Calls `work` for each worker of this process, whose device is current then. `bytes`: what it reads and writes.
    virtual void on_each(std::size_t bytes, const std::function<void(int)>& work) = 0;
    /// Sends arrays of one dtype, at most one from a worker to another; none without elements.
    virtual void send(DType dtype, const std::vector<Message>& messages) = 0;
    /// All processes get the numbers of the one that has the worker `from`; there are equally many.
    virtual void share(int from, std::vector<std::int64_t>& numbers) = 0;
    /// Whether a step has failed on any worker.
    virtual bool any(bool failed_here) = 0;
};

std::unique_ptr<Workers> workers_of(std::vector<int> devices);
/// `plan` is the same on all ranks if they compute the same: a Fingerprint.
std::unique_ptr<Workers> workers_of(std::shared_ptr<ProcessGroup> group, std::int64_t plan);

}  // namespace cuprum::distributed
