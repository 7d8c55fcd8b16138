#include "distributed/transfers.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <limits>
#include <list>
#include <thread>

#include "cuprum/cuda.h"
#include "cuprum/error.h"
#include "distributed/region.h"
#include "kernel/engine/array/allocation.h"
#include "runtime/context.h"
#include "runtime/device_traits.h"
#include "runtime/waiting.h"

namespace cuprum::distributed {
namespace {

std::atomic<std::size_t> message_count{0}, byte_count{0};

}  // namespace

Traffic traffic() { return {message_count.load(), byte_count.load()}; }

void reset_traffic() {
    message_count = 0;
    byte_count = 0;
}

const UfuncOf<2, 1>& ufunc_of(Mode mode) {
    switch (mode) {
        case Mode::sum: return add;
        case Mode::prod: return multiply;
        case Mode::min: return minimum;
        case Mode::max: return maximum;
        default: throw ValueError("mode 'replica' has no operation");
    }
}

bool keeps_dtype(Mode mode, DType dtype) {
    return mode == Mode::min || mode == Mode::max || is_inexact(dtype) ||
           (dtype != DType::bool_ && itemsize(dtype) == 8);
}

Scalar neutral(Mode mode, DType dtype) {
    switch (mode) {
        case Mode::sum: return Scalar(0);
        case Mode::prod: return Scalar(1);
        default: break;
    }
    if (is_complex(dtype)) throw TypeError("complex numbers have no mode 'min' or 'max': they have no order");
    const bool lowest = mode == Mode::max;
    if (dtype == DType::bool_) return Scalar(!lowest);
    if (is_floating(dtype)) {
        const double infinity = std::numeric_limits<double>::infinity();
        return Scalar(lowest ? -infinity : infinity);
    }
    const int bits = static_cast<int>(itemsize(dtype)) * 8;
    if (kind(dtype) == 'u') return lowest ? Scalar(0) : Scalar(~std::uint64_t{0} >> (64 - bits));
    const std::int64_t most = static_cast<std::int64_t>(~std::uint64_t{0} >> (65 - bits));
    return Scalar(lowest ? -most - 1 : most);
}

ndarray box_of(const ndarray& array, const Region& part, const Region& whole) {
    return part == whole ? array : array.at(place_in(part, whole));
}

void Transfers::add(const ndarray& source, const ndarray& target) {
    if (!target.size()) return;
    const int from = source.device(), to = target.device();
    if (from == to) {
        const cuda::DeviceGuard here(to);
        return copy_to(source, target);
    }
    ndarray whole = source;
    if (!source.is_c_contiguous()) {
        const cuda::DeviceGuard there(from);
        whole = source.copy('C');
    }
    ndarray arrived = target;
    if (!target.is_c_contiguous()) {
        const cuda::DeviceGuard here(to);
        arrived = kernel::new_array(target.shape(), target.dtype());
        staged_.push_back({arrived, target});
    }
    copies_.push_back({whole, arrived});
    message_count.fetch_add(1, std::memory_order_relaxed);
    byte_count.fetch_add(static_cast<std::size_t>(target.nbytes()), std::memory_order_relaxed);
}

void Transfers::run() {
    if (!copies_.empty()) kernel::copy_between_devices(copies_);
    for (const Staged& one : staged_) {
        const cuda::DeviceGuard here(one.target.device());
        copy_to(one.arrived, one.target);
    }
    copies_.clear();
    staged_.clear();
}

TransfersBeside::TransfersBeside(std::span<const int> devices) {
    for (const int device : devices) {
        const cuda::DeviceGuard here(device);
        streams_.emplace(device, cuda::Stream(true));
    }
}

void TransfersBeside::start(Transfers& transfers) {
    runtime::evaluate_waiting();  // on the streams that are current now
    std::list<cuda::StreamGuard> current;
    for (const auto& [device, stream] : streams_) {
        const cuda::DeviceGuard here(device);
        stream.wait_event(cuda::get_current_stream().record());
        current.emplace_back(stream);
    }
    transfers.run();
}

TransfersBeside::Sent TransfersBeside::sent() const {
    Sent sent;
    for (const auto& [device, stream] : streams_) {
        const cuda::DeviceGuard here(device);
        sent.emplace_back(device, stream.record());
    }
    return sent;
}

void TransfersBeside::wait_for(const Sent& sent) {
    for (const auto& [device, event] : sent) {
        const cuda::DeviceGuard here(device);
        cuda::get_current_stream().wait_event(event);
    }
}

std::int64_t slab_count(std::int64_t bytes, std::int64_t p) {
    // A message of a GPU takes 50 us then, ten times what it takes to start one.
    const std::int64_t least = runtime::device_traits().asynchronous ? std::int64_t{16} << 20 : std::int64_t{1} << 20;
    return std::clamp<std::int64_t>(bytes / (p * p) / least, 1, 8);
}

ndarray Assembly::request(const DistributedArray& array, const Region& region, int device) {
    const bool replica = array.mode() == Mode::replica;
    const auto own = array.chunks().find(device);
    if (replica && own != array.chunks().end())
        for (const Chunk& chunk : own->second) {
            if (chunk.region == region) return chunk.data;
            if (const auto shared = common(chunk.region, region); shared && *shared == region)
                return box_of(chunk.data, region, chunk.region);
        }
    const cuda::DeviceGuard here(device);
    const ndarray found = replica
                              ? kernel::new_array(shape_of(region), array.dtype())
                              : kernel::filled(shape_of(region), neutral(array.mode(), array.dtype()), array.dtype());
    std::vector<Region> filled;
    const auto take = [&](int from, const Chunk& chunk) {
        const auto shared = common(chunk.region, region);
        if (!shared) return;
        const ndarray target = box_of(found, *shared, region), source = box_of(chunk.data, *shared, chunk.region);
        if (replica) {
            for (const Region& one : filled)
                if (common(one, *shared) == shared) return;  // it is there
            transfers_.add(source, target);
            filled.push_back(*shared);
            return;
        }
        ndarray arrived = source;
        if (from != device) {
            arrived = kernel::new_array(source.shape(), source.dtype());
            transfers_.add(source, arrived);
        }
        sums_.push_back({array.mode(), arrived, target});
    };
    // What lies on this device first: the rest need not be copied then. Sums keep one order on all devices.
    if (replica && own != array.chunks().end())
        for (const Chunk& chunk : own->second) take(device, chunk);
    for (const auto& [from, chunks] : array.chunks())
        for (const Chunk& chunk : chunks) take(from, chunk);
    return found;
}

void Assembly::run() {
    transfers_.run();
    for (const Sum& sum : sums_) {
        if (!sum.total.size()) continue;
        const cuda::DeviceGuard here(sum.total.device());
        ufunc_of(sum.mode)(sum.total, sum.part, {.out = {&sum.total}});
    }
    sums_.clear();
}

void on_each_device(std::span<const int> devices, const std::function<void(std::size_t)>& work) {
    const auto on = [&](std::size_t i) {
        const cuda::DeviceGuard here(devices[i]);
        work(i);
    };
    if (devices.size() == 1) return on(0);
    std::vector<cuda::Stream> streams;
    for (const int device : devices) streams.push_back(cuda::get_current_stream(device));
    cuda::Allocator* const allocator = runtime::context.allocator;
    std::vector<std::exception_ptr> failures(devices.size());
    std::vector<std::thread> threads;
    const auto guarded = [&](std::size_t i) {
        try {
            runtime::context.allocator = allocator;
            const cuda::DeviceGuard here(devices[i]);
            const cuda::StreamGuard stream(streams[i]);
            work(i);
        } catch (...) {
            failures[i] = std::current_exception();
        }
    };
    runtime::evaluate_waiting();
    for (std::size_t i = 1; i < devices.size(); ++i) threads.emplace_back(guarded, i);
    try {
        on(0);
    } catch (...) {
        failures[0] = std::current_exception();
    }
    for (std::thread& thread : threads) thread.join();
    for (const std::exception_ptr& failure : failures)
        if (failure) std::rethrow_exception(failure);
}

void start_on_each_device(std::span<const int> devices, std::size_t bytes,
                          const std::function<void(std::size_t)>& work) {
    constexpr std::size_t worth_threads = std::size_t{1} << 20;  // some 100 us of work; threads take 30 us to start
    if (!runtime::device_traits().asynchronous && bytes >= worth_threads) return on_each_device(devices, work);
    for (std::size_t i = 0; i < devices.size(); ++i) {
        const cuda::DeviceGuard here(devices[i]);
        work(i);
    }
}

bool has_repeats(const DistributedArray& array) {
    std::vector<const Region*> regions;
    for (const auto& [device, chunks] : array.chunks())
        for (const Chunk& chunk : chunks) {
            for (const Region* one : regions)
                if (common(*one, chunk.region)) return true;
            regions.push_back(&chunk.region);
        }
    return false;
}

IndexMap divided_evenly(const Shape& shape, int axis, std::span<const int> devices) {
    IndexMap map;
    const auto count = static_cast<std::int64_t>(devices.size());
    for (std::int64_t i = 0; i < count; ++i) {
        Region region = whole_of(shape);
        region[static_cast<std::size_t>(axis)] = {shape[axis] * i / count, shape[axis] * (i + 1) / count, 1};
        map[devices[static_cast<std::size_t>(i)]].push_back(region);
    }
    return map;
}

DistributedArray each_once(const DistributedArray& array) {
    DistributedArray plain = array.change_mode(Mode::replica);
    if (!has_repeats(plain)) return plain;
    if (!array.ndim()) return plain.reshard({{array.devices().front(), {Region{}}}});
    return plain.reshard(divided_evenly(array.shape(), 0, array.devices()));
}

IndexMap map_whole_along(const DistributedArray& array, std::span<const std::int64_t> axes) {
    const auto is_whole = [&](const Region& region) {
        return std::ranges::all_of(axes, [&](std::int64_t axis) {
            return region[static_cast<std::size_t>(axis)] == Range{0, array.shape()[static_cast<int>(axis)], 1};
        });
    };
    const IndexMap own = array.index_map();
    if (std::ranges::all_of(own, [&](const auto& entry) { return std::ranges::all_of(entry.second, is_whole); }))
        return own;
    int longest = -1;
    for (int axis = 0; axis < array.ndim(); ++axis)
        if (std::ranges::find(axes, axis) == axes.end() &&
            (longest < 0 || array.shape()[axis] > array.shape()[longest]))
            longest = axis;
    if (longest < 0)
        throw ValueError("an array of shape " + to_string(array.shape()) +
                         " has no axis that could be divided while these are whole");
    return divided_evenly(array.shape(), longest, array.devices());
}

DistributedArray whole_along(const DistributedArray& array, std::span<const std::int64_t> axes) {
    return array.change_mode(Mode::replica).reshard(map_whole_along(array, axes));
}

}  // namespace cuprum::distributed
