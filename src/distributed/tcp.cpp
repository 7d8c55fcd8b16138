// A TCP connection between any two ranks, for groups over several machines. A rank connects to all before it and
// accepts those after it; each connection begins with the group's secret and the rank.
#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "cuprum/error.h"
#include "distributed/socket.h"
#include "distributed/store.h"
#include "distributed/transport.h"

namespace cuprum::distributed {
namespace {

class Tcp final : public Transport {
public:
    Tcp(int size, int rank, std::vector<Socket> peers) : Transport(size, rank), peers_(std::move(peers)) {}

protected:
    std::size_t try_send(const char* data, std::size_t bytes, int to) override {
        return named(to, [&](const Socket& socket) { return socket.try_send(data, bytes); });
    }
    std::size_t try_receive(char* data, std::size_t bytes, int from) override {
        return named(from, [&](const Socket& socket) { return socket.try_receive(data, bytes); });
    }
    void check_alive(int) override {}  // the kernel tells of closed connections
    void leave() noexcept override {
        for (const Socket& peer : peers_)
            if (peer.valid()) peer.shut_down();
    }

private:
    std::size_t named(int peer, auto&& action) {
        try {
            return action(peers_[static_cast<std::size_t>(peer)]);
        } catch (const Error& error) {
            throw Error("rank " + std::to_string(peer) + ": " + error.what());
        }
    }
    std::vector<Socket> peers_;
};

}  // namespace

std::unique_ptr<Transport> tcp_transport(int size, int rank, const Exchange& exchange, const std::string& host,
                                         const std::string& secret) {
    const Deadline deadline = deadline_after(timeout_seconds());
    const Socket listener = Socket::listen(host, 0);
    const auto addresses = exchange(host + " " + std::to_string(listener.port()));
    std::vector<Socket> peers(static_cast<std::size_t>(size));
    for (int peer = 0; peer < rank; ++peer) {
        const std::string& address = addresses[static_cast<std::size_t>(peer)];
        const auto space = address.rfind(' ');
        if (space == std::string::npos) throw Error("rank " + std::to_string(peer) + " sent no address");
        Socket socket = Socket::connect(address.substr(0, space), std::atoi(address.c_str() + space), deadline);
        greet(socket, secret, deadline);
        const auto own = static_cast<std::int32_t>(rank);
        socket.send_all(&own, sizeof own, deadline);
        peers[static_cast<std::size_t>(peer)] = std::move(socket);
    }
    for (int missing = size - 1 - rank; missing;) {
        Socket socket = listener.accept(deadline);
        if (!socket.valid()) throw Error("a rank did not connect within CUPRUM_DISTRIBUTED_TIMEOUT");
        std::int32_t peer = -1;
        try {  // whoever does not know the secret, or says nothing, is no member
            const Deadline soon = std::min(deadline, deadline_after(10));
            if (!is_greeted(socket, secret, soon)) continue;
            socket.receive_all(&peer, sizeof peer, soon);
        } catch (const Error&) {
            continue;
        }
        if (peer <= rank || peer >= size || peers[static_cast<std::size_t>(peer)].valid()) continue;
        peers[static_cast<std::size_t>(peer)] = std::move(socket);
        --missing;
    }
    return std::make_unique<Tcp>(size, rank, std::move(peers));
}

}  // namespace cuprum::distributed
