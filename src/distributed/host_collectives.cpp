// Collective operations over byte streams between processes whose host reaches the memory of arrays.
//
// Ranks form a ring. A reduction of n bytes over p ranks is the usual two rounds: in p - 1 steps each rank passes on a
// piece of n / p bytes, adding its own; then the finished pieces go round once more. So each rank sends
// 2 n (p - 1) / p bytes in 2 (p - 1) messages, which is the least that is possible. A piece is added in one order on
// one rank and copied to the others, so all ranks have the same bits.
//
// Before each operation all ranks tell each other what they are about to do. So a program whose ranks disagree gets an
// error on every rank, and not wrong numbers or a wait without end.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <exception>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include "cuprum/error.h"
#include "cuprum/ufunc.h"
#include "distributed/collectives.h"
#include "kernel/engine/array/allocation.h"
#include "kernel/engine/array/copy.h"

namespace cuprum::distributed {
namespace {

enum class Kind : std::int32_t {
    all_reduce,
    reduce,
    broadcast,
    reduce_scatter,
    all_gather,
    send,
    receive,
    send_recv,
    scatter,
    gather,
    all_to_all,
    exchange,
    barrier
};

/// What a rank is about to do; equal on all ranks.
struct Call {
    Kind kind;
    std::int32_t operation, root, dtype;
    std::int64_t count;
    bool operator==(const Call&) const = default;
};

std::string describe(const Call& call) {
    static constexpr const char* names[] = {"all_reduce", "reduce",   "broadcast", "reduce_scatter", "all_gather",
                                            "send",       "recv",     "send_recv", "scatter",        "gather",
                                            "all_to_all", "exchange", "barrier"};
    if (call.kind == Kind::exchange)
        return std::string("exchange of ") + info(static_cast<DType>(call.dtype)).name + ", plan " +
               std::to_string(call.count);
    return std::string(names[static_cast<int>(call.kind)]) + " of " + std::to_string(call.count) + " elements of " +
           info(static_cast<DType>(call.dtype)).name +
           (call.root >= 0 ? ", root " + std::to_string(call.root) : std::string());
}

struct Piece {
    std::int64_t begin, count;
};
/// The i-th of `parts` nearly equal pieces.
Piece piece(std::int64_t count, int parts, int i) {
    const std::int64_t begin = count * i / parts;
    return {begin, count * (i + 1) / parts - begin};
}

class HostCollectives final : public Collectives {
public:
    explicit HostCollectives(std::unique_ptr<Transport> transport) : transport_(std::move(transport)) {}

    void all_reduce(const ndarray& in, const ndarray& out, Operation operation) override {
        agree({Kind::all_reduce, static_cast<int>(operation), -1, code(in), in.size()});
        const bool apart = are_apart(in, out) && in.shape() == out.shape() && in.strides() == out.strides();
        if (address(in) != address(out) && (size() == 1 || !apart)) copy_to(in, out);
        reduce_pieces(apart ? in : out, out, operation, 0, true);
        gather_pieces(out, 1, 1);
        finish();
    }
    void reduce(const ndarray& in, const ndarray& out, int root, Operation operation) override {
        agree({Kind::reduce, static_cast<int>(operation), root, code(in), in.size()});
        // Along the chain root + 1, root + 2, ..., root, block after block, so that all ranks work at once.
        const int place = (rank() - root - 1 + size()) % size();
        const std::int64_t block = std::max<std::int64_t>(1, block_bytes / in.itemsize());
        const ndarray sum = kernel::new_array({std::min(block, in.size())}, in.dtype());
        for (std::int64_t begin = 0; begin < in.size(); begin += block) {
            const std::int64_t count = std::min(block, in.size() - begin);
            ndarray result = part(in, begin, count);
            if (place > 0) {
                const ndarray total = part(sum, 0, count);
                finish();
                transport_->receive(bytes(total), size_of(total), left());
                combine(operation, result, total, total);
                result = total;
            }
            finish();
            if (rank() == root) copy_to(result, part(out, begin, count));
            else transport_->send(bytes(result), size_of(result), right());
        }
        finish();
    }
    void broadcast(const ndarray& in_out, int root) override {
        agree({Kind::broadcast, 0, root, code(in_out), in_out.size()});
        finish();
        const std::int64_t block = std::max<std::int64_t>(1, block_bytes / in_out.itemsize());
        const bool last = right() == root;
        for (std::int64_t begin = 0; begin < in_out.size(); begin += block) {
            const ndarray some = part(in_out, begin, std::min(block, in_out.size() - begin));
            if (rank() != root) transport_->receive(bytes(some), size_of(some), left());
            if (!last) transport_->send(bytes(some), size_of(some), right());
        }
    }
    void reduce_scatter(const ndarray& in, const ndarray& out, std::int64_t count, Operation operation) override {
        agree({Kind::reduce_scatter, static_cast<int>(operation), -1, code(in), count});
        const ndarray sums = kernel::new_array({count * size()}, in.dtype()), given = part(in, 0, count * size());
        if (size() == 1) copy_to(given, sums);
        reduce_pieces(given, sums, operation, -1, false);
        copy_to(part(sums, count * rank(), count), part(out, 0, count));
        finish();
    }
    void all_gather(const ndarray& in, const ndarray& out, std::int64_t count) override {
        agree({Kind::all_gather, 0, -1, code(in), count});
        const ndarray own = part(out, count * rank(), count);
        if (address(in) != address(own)) copy_to(part(in, 0, count), own);
        gather_pieces(part(out, 0, count * size()), 0, 0);
    }
    // The receiver answers with the same words, so both know that they agree.
    void send(const ndarray& array, int peer) override {
        finish();
        meet({Kind::send, 0, -1, code(array), array.size()}, peer);
        transport_->send(bytes(array), size_of(array), peer);
    }
    void recv(const ndarray& out, int peer) override {
        finish();
        meet({Kind::send, 0, -1, code(out), out.size()}, peer);
        transport_->receive(bytes(out), size_of(out), peer);
    }
    void send_recv(const ndarray& in, const ndarray& out, int peer) override {
        finish();
        const Call mine{Kind::send_recv, 0, -1, code(in), in.size()};
        Call theirs{};
        transport_->exchange(&mine, sizeof mine, peer, &theirs, sizeof theirs, peer);
        if (theirs.kind != mine.kind || theirs.dtype != code(out) || theirs.count != out.size())
            disagree(mine, theirs, peer);
        if (peer == rank()) {
            if (address(in) != address(out)) copy_to(in, out);
            return finish();
        }
        transport_->exchange(bytes(in), size_of(in), peer, bytes(out), size_of(out), peer);
    }
    void scatter(const ndarray& in, const ndarray& out, int root) override {
        agree({Kind::scatter, 0, root, code(out), out.size()});
        finish();
        if (rank() != root) return transport_->receive(bytes(out), size_of(out), root);
        for (int other = 0; other < size(); ++other) {
            const ndarray some = part(in, out.size() * other, out.size());
            if (other == root) copy_to(some, out);
            else transport_->send(bytes(some), size_of(some), other);
        }
        finish();
    }
    void gather(const ndarray& in, const ndarray& out, int root) override {
        agree({Kind::gather, 0, root, code(in), in.size()});
        finish();
        if (rank() != root) return transport_->send(bytes(in), size_of(in), root);
        for (int other = 0; other < size(); ++other) {
            const ndarray some = part(out, in.size() * other, in.size());
            if (other == root) copy_to(in, some);
            else transport_->receive(bytes(some), size_of(some), other);
        }
        finish();
    }
    void all_to_all(const ndarray& in, const ndarray& out) override {
        agree({Kind::all_to_all, 0, -1, code(in), in.size()});
        const std::int64_t count = in.size() / size();
        copy_to(part(in, count * rank(), count), part(out, count * rank(), count));
        finish();
        for (int step = 1; step < size(); ++step) {
            const int to = (rank() + step) % size(), from = (rank() - step + size()) % size();
            const ndarray sent = part(in, count * to, count), received = part(out, count * from, count);
            transport_->exchange(bytes(sent), size_of(sent), to, bytes(received), size_of(received), from);
        }
    }
    // The thread touches bytes and the transport alone: no array, no stream.
    std::function<void()> start_exchange(std::span<const ndarray> in, std::span<const ndarray> out,
                                         std::int64_t plan) override {
        struct Way {
            void *sent, *received;
            std::size_t bytes_sent, bytes_received;
            int to, from;
        };
        std::vector<Way> ways;
        const auto self = static_cast<std::size_t>(rank());
        if (in[self].size()) copy_to(in[self], out[self]);
        for (int step = 1; step < size(); ++step) {
            const int to = around(rank() + step), from = around(rank() - step);
            const ndarray &sent = in[static_cast<std::size_t>(to)], &received = out[static_cast<std::size_t>(from)];
            ways.push_back({sent.size() ? bytes(sent) : nullptr, received.size() ? bytes(received) : nullptr,
                            size_of(sent), size_of(received), to, from});
        }
        finish();
        const Call mine{Kind::exchange, 0, -1, code(in[self]), plan};
        struct Running {
            std::exception_ptr failure;
            std::thread thread;
        };
        auto running = std::make_shared<Running>();
        running->thread = std::thread([this, mine, ways = std::move(ways), &failure = running->failure] {
            try {
                agree(mine);
                for (const Way& way : ways)
                    transport_->exchange(way.sent, way.bytes_sent, way.to, way.received, way.bytes_received, way.from);
            } catch (...) {
                failure = std::current_exception();
            }
        });
        return [running] {
            running->thread.join();
            if (running->failure) std::rethrow_exception(running->failure);
        };
    }
    bool barrier() override {
        finish();
        agree({Kind::barrier, 0, -1, static_cast<std::int32_t>(DType::bool_), 0});
        return true;
    }
    std::size_t messages() const override { return transport_->messages(); }
    std::size_t bytes() const override { return transport_->bytes(); }

private:
    static constexpr std::int64_t block_bytes = std::int64_t{1} << 18;

    int size() const { return transport_->size(); }
    int rank() const { return transport_->rank(); }
    int left() const { return (rank() - 1 + size()) % size(); }
    int right() const { return (rank() + 1) % size(); }

    static std::int32_t code(const ndarray& a) { return static_cast<std::int32_t>(a.dtype()); }
    static void* bytes(const ndarray& a) { return a.address(cuda::Access::write); }
    static const void* address(const ndarray& a) { return a.size() ? a.address(cuda::Access::read) : nullptr; }
    static std::size_t size_of(const ndarray& a) { return static_cast<std::size_t>(a.nbytes()); }
    static ndarray part(const ndarray& flat, std::int64_t begin, std::int64_t count) {
        return flat.with_layout({count}, {flat.itemsize()}, begin * flat.itemsize());
    }
    /// Waits for what the stream was given, before the host touches the memory.
    static void finish() { cuda::get_current_stream().synchronize(); }

    static bool are_apart(const ndarray& a, const ndarray& b) {
        const auto *first = static_cast<const char*>(address(a)), *second = static_cast<const char*>(address(b));
        return first && second && (first + size_of(a) <= second || second + size_of(b) <= first);
    }

    static void combine(Operation operation, const ndarray& a, const ndarray& b, const ndarray& total) {
        const UfuncOptions into{.out = {&total}};
        switch (operation) {
            case Operation::sum: add(a, b, into); break;
            case Operation::prod: multiply(a, b, into); break;
            case Operation::min: minimum(a, b, into); break;
            case Operation::max: maximum(a, b, into); break;
        }
    }

    /// The first round of the ring: afterwards piece (rank + 1 + shift) of `data` is `given`, reduced over all ranks.
    /// Each piece of `given` is read once, so it need not be copied to `data` before. With `passes_on` a block that is
    /// finished goes to the right at once, while it is in the cache: the first step of the second round.
    void reduce_pieces(const ndarray& given, const ndarray& data, Operation operation, int shift, bool passes_on) {
        const std::int64_t most = (data.size() + size() - 1) / size();
        const std::int64_t block = std::max<std::int64_t>(1, block_bytes / data.itemsize());
        const ndarray arrived = kernel::new_array({std::min(block, most)}, data.dtype());
        finish();
        for (int step = 0; step < size() - 1; ++step) {
            const Piece sent = piece(data.size(), size(), around(rank() + shift - step));
            const Piece received = piece(data.size(), size(), around(rank() + shift - step - 1));
            const bool passes = passes_on && step == size() - 2;
            const Piece next = piece(data.size(), size(), around(rank() + shift - step - 2 + size()));
            // Block by block, so that what arrives is added while it is in the cache.
            for (std::int64_t begin = 0; begin < most; begin += block) {
                const auto of = [&](const Piece& whole) {
                    return std::clamp<std::int64_t>(whole.count - begin, 0, block);
                };
                const ndarray out = part(step ? data : given, sent.begin + begin, of(sent));
                const ndarray in = part(arrived, 0, of(received));
                transport_->exchange(bytes(out), size_of(out), right(), bytes(in), size_of(in), left());
                const std::int64_t place = received.begin + begin;
                const ndarray total = part(data, place, in.size());
                if (in.size()) combine(operation, in, part(given, place, in.size()), total);
                finish();
                if (!passes) continue;
                const ndarray passed = part(data, next.begin + begin, of(next));
                transport_->exchange(bytes(total), size_of(total), right(), bytes(passed), size_of(passed), left());
            }
        }
    }
    /// The second round: piece (rank + shift) of `data` is finished here, and goes to all. `done`: steps that have
    /// been.
    void gather_pieces(const ndarray& data, int shift, int done) {
        finish();
        for (int step = done; step < size() - 1; ++step) {
            const Piece sent = piece(data.size(), size(), around(rank() + shift - step));
            const Piece received = piece(data.size(), size(), around(rank() + shift - step - 1));
            const ndarray out = part(data, sent.begin, sent.count), in = part(data, received.begin, received.count);
            transport_->exchange(bytes(out), size_of(out), right(), bytes(in), size_of(in), left());
        }
    }
    int around(int i) const { return ((i % size()) + size()) % size(); }

    void agree(const Call& mine) {
        std::vector<Call> calls(static_cast<std::size_t>(size()));
        calls[static_cast<std::size_t>(rank())] = mine;
        for (int step = 0; step < size() - 1; ++step)
            transport_->exchange(&calls[static_cast<std::size_t>(around(rank() - step))], sizeof(Call), right(),
                                 &calls[static_cast<std::size_t>(around(rank() - step - 1))], sizeof(Call), left());
        for (int other = 0; other < size(); ++other)
            if (calls[static_cast<std::size_t>(other)] != mine)
                disagree(mine, calls[static_cast<std::size_t>(other)], other);
    }
    void meet(const Call& mine, int peer) {
        Call theirs{};
        transport_->exchange(&mine, sizeof mine, peer, &theirs, sizeof theirs, peer);
        if (theirs != mine) disagree(mine, theirs, peer);
    }
    void disagree(const Call& mine, const Call& theirs, int peer) const {
        throw ValueError("rank " + std::to_string(rank()) + " called " + describe(mine) + ", and rank " +
                         std::to_string(peer) + " called " + describe(theirs) + "; all ranks must make the same call");
    }

    std::unique_ptr<Transport> transport_;
};

}  // namespace

std::unique_ptr<Collectives> host_collectives(std::unique_ptr<Transport> transport) {
    return std::make_unique<HostCollectives>(std::move(transport));
}

}  // namespace cuprum::distributed
