#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "cuprum/distributed.h"
#include "cuprum/error.h"
#include "distributed/collectives.h"
#include "distributed/store.h"
#include "runtime/device_traits.h"

namespace cuprum::distributed {
namespace {

void check_size(int size, int rank) {
    if (size < 1) throw ValueError("a group has at least one rank, not " + std::to_string(size));
    if (rank < 0 || rank >= size)
        throw ValueError("rank " + std::to_string(rank) + " is none of a group of " + std::to_string(size));
}

Operation operation_of(std::string_view op, const ndarray& in) {
    const bool complex = is_complex(in.dtype());
    if (complex && op != "sum")
        throw ValueError("complex numbers can only be reduced by 'sum', not by '" + std::string(op) + "'");
    if (op == "sum") return Operation::sum;
    if (op == "prod") return Operation::prod;
    if (op == "min") return Operation::min;
    if (op == "max") return Operation::max;
    throw ValueError("the operation must be 'sum', 'prod', 'min' or 'max', not '" + std::string(op) + "'");
}

void check(const ndarray& a, std::int64_t needed, const char* name) {
    if (!a.is_contiguous())
        throw ValueError(std::string(name) + " must be C- or F-contiguous; copy it with ascontiguousarray first");
    if (a.size() && a.device() != cuda::Device().id())
        throw ValueError(std::string(name) + " lies on device " + std::to_string(a.device()) +
                         ", and the current device is " + std::to_string(cuda::Device().id()));
    if (a.size() < needed)
        throw ValueError(std::string(name) + " has " + std::to_string(a.size()) + " elements, and " +
                         std::to_string(needed) + " are needed");
    info(a.dtype());
}

void check_same_dtype(const ndarray& in, const ndarray& out) {
    if (in.dtype() != out.dtype())
        throw ValueError("in_array is of " + std::string(info(in.dtype()).name) + " and out_array of " +
                         info(out.dtype()).name + "; both must have one dtype");
}

}  // namespace

struct ProcessGroup::Impl {
    int size, rank;
    Exchange exchange;
    std::shared_ptr<Collectives> collectives;
    std::shared_ptr<bool> exchanging = std::make_shared<bool>(false);

    Impl(int size, int rank, Exchange how, const std::string& host) : size(size), rank(rank), exchange(std::move(how)) {
        if (runtime::device_traits().host_reads_memory)
            collectives = host_collectives(choose_transport(size, rank, exchange, host));
        else collectives = nccl_collectives(size, rank, exchange);
    }
    void check_peer(int peer, const char* what) const {
        if (peer < 0 || peer >= size)
            throw ValueError(std::string(what) + " " + std::to_string(peer) + " is none of the ranks 0 to " +
                             std::to_string(size - 1));
    }
};

ProcessGroup::ProcessGroup(int size, int rank, const std::string& host, int port) {
    check_size(size, rank);
    if (port < 1 || port > 65535) throw ValueError("port " + std::to_string(port) + " is not between 1 and 65535");
    auto store = std::make_shared<StoreExchange>(size, rank, host, port);
    impl_ = std::make_unique<Impl>(
        size, rank, [store](const std::string& mine) { return (*store)(mine); }, store->address());
}

ProcessGroup::ProcessGroup(int size, int rank, Exchange exchange) {
    check_size(size, rank);
    impl_ = std::make_unique<Impl>(size, rank, std::move(exchange), "0.0.0.0");
}

ProcessGroup::ProcessGroup(ProcessGroup&&) noexcept = default;
ProcessGroup::~ProcessGroup() = default;

ProcessGroup::Impl& ProcessGroup::there() const {
    if (!impl_) throw ValueError("this process has left the group");
    if (*impl_->exchanging) throw ValueError("an exchange of this group goes on; call its wait() first");
    return *impl_;
}
int ProcessGroup::size() const { return impl_ ? impl_->size : there().size; }
int ProcessGroup::rank() const { return impl_ ? impl_->rank : there().rank; }
std::size_t ProcessGroup::messages_sent() const { return there().collectives->messages(); }
std::size_t ProcessGroup::bytes_sent() const { return there().collectives->bytes(); }

namespace {

/// Makes a stream current for a call, if one is given.
class MaybeStream {
public:
    explicit MaybeStream(const std::optional<cuda::Stream>& stream) {
        if (stream) guard_.emplace(*stream);
    }

private:
    std::optional<cuda::StreamGuard> guard_;
};

}  // namespace

void ProcessGroup::all_reduce(const ndarray& in, const ndarray& out, std::string_view op,
                              const std::optional<cuda::Stream>& stream) {
    Impl& group = there();
    const Operation operation = operation_of(op, in);
    check(in, 0, "in_array");
    check(out, in.size(), "out_array");
    check_same_dtype(in, out);
    const MaybeStream current(stream);
    group.collectives->all_reduce(in, out, operation);
}

void ProcessGroup::reduce(const ndarray& in, const ndarray& out, int root, std::string_view op,
                          const std::optional<cuda::Stream>& stream) {
    Impl& group = there();
    const Operation operation = operation_of(op, in);
    group.check_peer(root, "root");
    check(in, 0, "in_array");
    if (group.rank == root) {
        check(out, in.size(), "out_array");
        check_same_dtype(in, out);
    }
    const MaybeStream current(stream);
    group.collectives->reduce(in, out, root, operation);
}

void ProcessGroup::broadcast(const ndarray& in_out, int root, const std::optional<cuda::Stream>& stream) {
    Impl& group = there();
    group.check_peer(root, "root");
    check(in_out, 0, "in_out_array");
    const MaybeStream current(stream);
    group.collectives->broadcast(in_out, root);
}

void ProcessGroup::reduce_scatter(const ndarray& in, const ndarray& out, std::int64_t count, std::string_view op,
                                  const std::optional<cuda::Stream>& stream) {
    Impl& group = there();
    const Operation operation = operation_of(op, in);
    if (count < 0) throw ValueError("count must not be negative");
    check(in, count * group.size, "in_array");
    check(out, count, "out_array");
    check_same_dtype(in, out);
    const MaybeStream current(stream);
    group.collectives->reduce_scatter(in, out, count, operation);
}

void ProcessGroup::all_gather(const ndarray& in, const ndarray& out, std::int64_t count,
                              const std::optional<cuda::Stream>& stream) {
    Impl& group = there();
    if (count < 0) throw ValueError("count must not be negative");
    check(in, count, "in_array");
    check(out, count * group.size, "out_array");
    check_same_dtype(in, out);
    const MaybeStream current(stream);
    group.collectives->all_gather(in, out, count);
}

void ProcessGroup::send(const ndarray& array, int peer, const std::optional<cuda::Stream>& stream) {
    Impl& group = there();
    group.check_peer(peer, "peer");
    check(array, 0, "array");
    const MaybeStream current(stream);
    group.collectives->send(array, peer);
}

void ProcessGroup::recv(const ndarray& out, int peer, const std::optional<cuda::Stream>& stream) {
    Impl& group = there();
    group.check_peer(peer, "peer");
    check(out, 0, "out_array");
    const MaybeStream current(stream);
    group.collectives->recv(out, peer);
}

void ProcessGroup::send_recv(const ndarray& in, const ndarray& out, int peer,
                             const std::optional<cuda::Stream>& stream) {
    Impl& group = there();
    group.check_peer(peer, "peer");
    check(in, 0, "in_array");
    check(out, 0, "out_array");
    const MaybeStream current(stream);
    group.collectives->send_recv(in, out, peer);
}

void ProcessGroup::scatter(const ndarray& in, const ndarray& out, int root, const std::optional<cuda::Stream>& stream) {
    Impl& group = there();
    group.check_peer(root, "root");
    check(out, 0, "out_array");
    if (group.rank == root) {
        if (in.ndim() < 1 || in.shape(0) != group.size)
            throw Error("scatter: in_array's first axis must have one element for each of the " +
                        std::to_string(group.size) + " ranks");
        check(in, out.size() * group.size, "in_array");
        check_same_dtype(in, out);
        if (!in.is_c_contiguous()) throw ValueError("in_array must be C-contiguous");
    }
    const MaybeStream current(stream);
    group.collectives->scatter(in, out, root);
}

void ProcessGroup::gather(const ndarray& in, const ndarray& out, int root, const std::optional<cuda::Stream>& stream) {
    Impl& group = there();
    group.check_peer(root, "root");
    check(in, 0, "in_array");
    if (group.rank == root) {
        if (out.ndim() < 1 || out.shape(0) != group.size)
            throw Error("gather: out_array's first axis must have one element for each of the " +
                        std::to_string(group.size) + " ranks");
        check(out, in.size() * group.size, "out_array");
        check_same_dtype(in, out);
        if (!out.is_c_contiguous()) throw ValueError("out_array must be C-contiguous");
    }
    const MaybeStream current(stream);
    group.collectives->gather(in, out, root);
}

void ProcessGroup::all_to_all(const ndarray& in, const ndarray& out, const std::optional<cuda::Stream>& stream) {
    Impl& group = there();
    for (const ndarray* one : {&in, &out}) {
        if (one->ndim() < 1 || one->shape(0) != group.size)
            throw Error("all_to_all: the first axis of both arrays must have one element for each of the " +
                        std::to_string(group.size) + " ranks");
        if (!one->is_c_contiguous()) throw ValueError("all_to_all: both arrays must be C-contiguous");
    }
    check(in, 0, "in_array");
    check(out, in.size(), "out_array");
    check_same_dtype(in, out);
    const MaybeStream current(stream);
    group.collectives->all_to_all(in, out);
}

struct PendingExchange::Impl {
    std::shared_ptr<Collectives> collectives;
    std::shared_ptr<bool> exchanging;
    std::vector<ndarray> in, out;
    std::function<void()> finish;
};

PendingExchange::PendingExchange(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
PendingExchange::PendingExchange(PendingExchange&&) noexcept = default;

PendingExchange& PendingExchange::operator=(PendingExchange&& other) noexcept {
    std::swap(impl_, other.impl_);
    return *this;
}

PendingExchange::~PendingExchange() {
    try {
        wait();
    } catch (...) {  // the group throws it again when it is used
    }
}

void PendingExchange::wait() {
    if (!impl_) return;
    const auto done = std::move(impl_);
    *done->exchanging = false;
    done->finish();
}

PendingExchange ProcessGroup::start_exchange(std::span<const ndarray> in, std::span<const ndarray> out,
                                             std::int64_t plan) {
    Impl& group = there();
    const auto count = static_cast<std::size_t>(group.size);
    if (in.size() != count || out.size() != count)
        throw ValueError("an exchange needs an array for each of the " + std::to_string(group.size) + " ranks");
    for (std::size_t other = 0; other < count; ++other) {
        check(in[other], 0, "in");
        check(out[other], 0, "out");
        check_same_dtype(in[other], out[other]);
    }
    const auto self = static_cast<std::size_t>(group.rank);
    if (in[self].size() != out[self].size())
        throw ValueError("in and out of a rank's own number must have the same number of elements");
    auto pending = std::make_unique<PendingExchange::Impl>();
    pending->collectives = group.collectives;
    pending->exchanging = group.exchanging;
    pending->in.assign(in.begin(), in.end());
    pending->out.assign(out.begin(), out.end());
    pending->finish = group.collectives->start_exchange(pending->in, pending->out, plan);
    *group.exchanging = true;
    return PendingExchange(std::move(pending));
}

void ProcessGroup::exchange(std::span<const ndarray> in, std::span<const ndarray> out, std::int64_t plan) {
    start_exchange(in, out, plan).wait();
}

void ProcessGroup::barrier() {
    Impl& group = there();
    if (!group.collectives->barrier()) group.exchange("");
}
void ProcessGroup::stop() {
    if (impl_) there();
    impl_.reset();
}

}  // namespace cuprum::distributed
