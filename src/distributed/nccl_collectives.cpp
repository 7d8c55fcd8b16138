// Collective operations that NCCL carries. Complex numbers are pairs of real ones to it.
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "cuprum/error.h"
#include "cuprum/nccl.h"
#include "distributed/collectives.h"
#include "kernel/engine/array/copy.h"

namespace cuprum::distributed {
namespace {

namespace nccl = cuda::nccl;

struct Type {
    int nccl;
    std::size_t parts;  // of an element
};

Type type_of(const ndarray& a) {
    switch (a.dtype()) {
        case DType::int8: return {nccl::int8, 1};
        case DType::uint8: return {nccl::uint8, 1};
        case DType::bool_: return {nccl::uint8, 1};
        case DType::int32: return {nccl::int32, 1};
        case DType::uint32: return {nccl::uint32, 1};
        case DType::int64: return {nccl::int64, 1};
        case DType::uint64: return {nccl::uint64, 1};
        case DType::float16: return {nccl::float16, 1};
        case DType::bfloat16: return {nccl::bfloat16, 1};
        case DType::float32: return {nccl::float32, 1};
        case DType::float64: return {nccl::float64, 1};
        case DType::complex64: return {nccl::float32, 2};
        case DType::complex128: return {nccl::float64, 2};
        default: break;
    }
    throw TypeError("NCCL has no dtype " + std::string(info(a.dtype()).name) +
                    ": use one of 8, 32 or 64 bits, a float or a complex dtype");
}

int code(Operation operation, const ndarray& a) {
    if (a.dtype() == DType::bool_)
        throw TypeError("NCCL cannot reduce bool; convert to uint8 and use 'max' for any, 'min' for all");
    switch (operation) {
        case Operation::sum: return nccl::sum;
        case Operation::prod: return nccl::prod;
        case Operation::min: return nccl::min;
        default: return nccl::max;
    }
}

const void* source(const ndarray& a) { return a.address(cuda::Access::read); }
void* target(const ndarray& a) { return a.address(cuda::Access::write); }
std::size_t count(const ndarray& a) { return static_cast<std::size_t>(a.size()) * type_of(a).parts; }

/// Calls made while it lives start together.
class TogetherGuard {
public:
    TogetherGuard() { nccl::group_start(); }
    ~TogetherGuard() noexcept(false) {
        if (std::uncaught_exceptions() == exceptions_) nccl::group_end();
        else try {
                nccl::group_end();
            } catch (const Error&) {  // the first one is thrown
            }
    }

private:
    int exceptions_ = std::uncaught_exceptions();
};

class NcclCollectives final : public Collectives {
public:
    NcclCollectives(int size, const std::string& id, int rank) : comm_(size, id, rank), size_(size), rank_(rank) {}

    void all_reduce(const ndarray& in, const ndarray& out, Operation operation) override {
        comm_.all_reduce(source(in), target(out), count(in), type_of(in).nccl, code(operation, in), stream());
    }
    void reduce(const ndarray& in, const ndarray& out, int root, Operation operation) override {
        comm_.reduce(source(in), target(out), count(in), type_of(in).nccl, code(operation, in), root, stream());
    }
    void broadcast(const ndarray& in_out, int root) override {
        comm_.broadcast(source(in_out), target(in_out), count(in_out), type_of(in_out).nccl, root, stream());
    }
    void reduce_scatter(const ndarray& in, const ndarray& out, std::int64_t n, Operation operation) override {
        comm_.reduce_scatter(source(in), target(out), static_cast<std::size_t>(n) * type_of(in).parts, type_of(in).nccl,
                             code(operation, in), stream());
    }
    void all_gather(const ndarray& in, const ndarray& out, std::int64_t n) override {
        comm_.all_gather(source(in), target(out), static_cast<std::size_t>(n) * type_of(in).parts, type_of(in).nccl,
                         stream());
    }
    void send(const ndarray& array, int peer) override {
        comm_.send(source(array), count(array), type_of(array).nccl, peer, stream());
    }
    void recv(const ndarray& out, int peer) override {
        comm_.recv(target(out), count(out), type_of(out).nccl, peer, stream());
    }
    void send_recv(const ndarray& in, const ndarray& out, int peer) override {
        const TogetherGuard together;
        send(in, peer);
        recv(out, peer);
    }
    void scatter(const ndarray& in, const ndarray& out, int root) override {
        if (rank_ != root) return recv(out, root);
        copy_to(part(in, root, out.size()), out);
        const TogetherGuard together;
        for (int other = 0; other < size_; ++other)
            if (other != root) send(part(in, other, out.size()), other);
    }
    void gather(const ndarray& in, const ndarray& out, int root) override {
        if (rank_ != root) return send(in, root);
        copy_to(in, part(out, root, in.size()));
        const TogetherGuard together;
        for (int other = 0; other < size_; ++other)
            if (other != root) recv(part(out, other, in.size()), other);
    }
    void all_to_all(const ndarray& in, const ndarray& out) override {
        const std::int64_t each = in.size() / size_;
        copy_to(part(in, rank_, each), part(out, rank_, each));
        const TogetherGuard together;
        for (int other = 0; other < size_; ++other) {
            if (other == rank_) continue;
            send(part(in, other, each), other);
            recv(part(out, other, each), other);
        }
    }
    // A stream of its own, which starts behind the current one.
    std::function<void()> start_exchange(std::span<const ndarray> in, std::span<const ndarray> out,
                                         std::int64_t) override {
        const auto self = static_cast<std::size_t>(rank_);
        if (in[self].size()) copy_to(in[self], out[self]);
        const cuda::Stream current = cuda::get_current_stream();
        // Addresses are asked for on the stream whose order the arrays are in.
        std::vector<std::pair<const void*, void*>> addresses;
        for (std::size_t other = 0; other < in.size(); ++other)
            addresses.emplace_back(in[other].size() ? source(in[other]) : nullptr,
                                   out[other].size() ? target(out[other]) : nullptr);
        if (!side_) side_.emplace(true);
        side_->wait_event(current.record());
        {
            const cuda::StreamGuard on(*side_);
            const TogetherGuard together;
            for (std::size_t other = 0; other < in.size(); ++other) {
                if (other == self) continue;
                const int peer = static_cast<int>(other);
                if (in[other].size())
                    comm_.send(addresses[other].first, count(in[other]), type_of(in[other]).nccl, peer, stream());
                if (out[other].size())
                    comm_.recv(addresses[other].second, count(out[other]), type_of(out[other]).nccl, peer, stream());
            }
        }
        return [done = side_->record()] { cuda::get_current_stream().wait_event(done); };
    }

private:
    static void* stream() { return cuda::current_stream_handle(); }
    static ndarray part(const ndarray& flat, int i, std::int64_t n) {
        return flat.with_layout({n}, {flat.itemsize()}, i * n * flat.itemsize());
    }

    nccl::Communicator comm_;
    int size_, rank_;
    std::optional<cuda::Stream> side_;
};

}  // namespace

std::unique_ptr<Collectives> nccl_collectives(int size, int rank, const Exchange& exchange) {
    const auto ids = exchange(rank == 0 ? nccl::get_unique_id() : std::string());
    return std::make_unique<NcclCollectives>(size, ids[0], rank);
}

}  // namespace cuprum::distributed
