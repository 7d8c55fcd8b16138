// Copies between the boxes of divided arrays, counted, and work on all devices at once.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <vector>

#include "cuprum/cuda.h"
#include "cuprum/distributed_array.h"
#include "kernel/engine/array/copy.h"

namespace cuprum::distributed {

/// Copies of elements to arrays of the same shape and dtype. Those within a device are made at once; those between
/// devices, each a message, by `run`, together.
class Transfers {
public:
    void add(const ndarray& source, const ndarray& target);
    void run();

private:
    struct Staged {
        ndarray arrived, target;
    };
    std::vector<kernel::DeviceCopy> copies_;
    std::vector<Staged> staged_;  // messages for targets with gaps
};

/// Transfers on a stream of each device beside the current one, so that they go on while the devices compute.
class TransfersBeside {
public:
    explicit TransfersBeside(std::span<const int> devices);
    /// What was sent up to some moment.
    using Sent = std::vector<std::pair<int, cuda::Event>>;

    /// Starts behind what the devices were given before.
    void start(Transfers& transfers);
    /// All that was started so far.
    Sent sent() const;
    /// Later work of the devices finds what was sent.
    static void wait_for(const Sent& sent);
    void finish() { wait_for(sent()); }

private:
    std::map<int, cuda::Stream> streams_;
};

/// How many parts of `bytes`, which p devices exchange, are worth a message each: one travels while the next is
/// computed.
std::int64_t slab_count(std::int64_t bytes, std::int64_t p);

/// Boxes of arrays as single arrays on devices. An array that `request` returned has its elements after `run`.
class Assembly {
public:
    /// A chunk that is this box and lies on the device is given as it is: it may not be written to.
    ndarray request(const DistributedArray& array, const Region& region, int device);
    void run();

private:
    struct Sum {
        Mode mode;
        ndarray part, total;
    };
    Transfers transfers_;
    std::vector<Sum> sums_;  // in the order of the chunks, so that all devices compute the same
};

/// Calls `work(i)` for each device `devices[i]`, which is current then, on a thread for each, so that a device need
/// not wait until the host has read another's results. Throws what the first device's work threw.
void on_each_device(std::span<const int> devices, const std::function<void(std::size_t)>& work);

/// The same for work that only starts what devices do. Where a device works while the host waits, as a CPU does, there
/// is a thread for each device, if together they read and write enough bytes; otherwise the calling thread starts all.
void start_on_each_device(std::span<const int> devices, std::size_t bytes,
                          const std::function<void(std::size_t)>& work);

/// What changes nothing when it is combined with an element.
Scalar neutral(Mode mode, DType dtype);
const UfuncOf<2, 1>& ufunc_of(Mode mode);
/// Whether a reduction has the dtype of its elements. Sums and products of small integers and of bool have not: parts
/// of elements must be combined before they are added up.
bool keeps_dtype(Mode mode, DType dtype);

/// The part of an array's data, which is the box `whole`, that is the box `part`.
ndarray box_of(const ndarray& array, const Region& part, const Region& whole);

/// Whether an element lies in several chunks.
bool has_repeats(const DistributedArray& array);
/// Boxes that divide one axis evenly over devices.
IndexMap divided_evenly(const Shape& shape, int axis, std::span<const int> devices);
/// In mode `replica`, each element in one chunk.
DistributedArray each_once(const DistributedArray& array);
/// Boxes that are whole along `axes`: those of the array where that is so, else divided along the longest other axis.
/// Throws ValueError where there is none.
IndexMap map_whole_along(const DistributedArray& array, std::span<const std::int64_t> axes);
/// The array in mode `replica` in these boxes.
DistributedArray whole_along(const DistributedArray& array, std::span<const std::int64_t> axes);

}  // namespace cuprum::distributed
