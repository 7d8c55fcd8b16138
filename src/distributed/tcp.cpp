// A TCP connection between any two ranks, for groups over several machines. A rank connects to all before it and
// accepts those after it; each connection begins with the group's secret and the rank.
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <list>
#include <mutex>
#include <thread>

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

/// Accepts all ranks after this one, until the deadline. Each connection has a thread, so a silent stranger delays no
/// rank.
void accept_members(const Socket& listener, const std::string& secret, Deadline deadline, int rank,
                    std::vector<Socket>& peers) {
    constexpr std::size_t most_at_once = 1024;
    struct Greeting {
        Socket socket;
        std::thread thread;
        std::atomic<bool> ended = false;
    };
    std::mutex mutex;
    int missing = static_cast<int>(peers.size()) - 1 - rank;
    std::list<Greeting> greetings;
    const auto greet_back = [&](Greeting& one) {
        try {  // whoever does not know the secret, or says nothing, is no member
            const Deadline soon = std::min(deadline, deadline_after(10));
            std::int32_t peer = -1;
            if (is_greeted(one.socket, secret, soon)) {
                one.socket.receive_all(&peer, sizeof peer, soon);
                const std::lock_guard lock(mutex);
                if (peer > rank && peer < static_cast<int>(peers.size()) &&
                    !peers[static_cast<std::size_t>(peer)].valid()) {
                    peers[static_cast<std::size_t>(peer)] = std::move(one.socket);
                    --missing;
                }
            }
        } catch (const Error&) {
        }
        one.ended = true;
    };
    const auto finish = [&](bool all) {
        for (auto one = greetings.begin(); one != greetings.end();) {
            if (!all && !one->ended) {
                ++one;
                continue;
            }
            one->thread.join();
            one = greetings.erase(one);
        }
    };
    for (;;) {
        {
            const std::lock_guard lock(mutex);
            if (missing <= 0 || Clock::now() >= deadline) break;
        }
        Socket socket = listener.accept(std::min(deadline, deadline_after(0.02)));
        finish(false);
        if (!socket.valid() || greetings.size() >= most_at_once) continue;
        Greeting& one = greetings.emplace_back();
        one.socket = std::move(socket);
        one.thread = std::thread([&greet_back, &one] { greet_back(one); });
    }
    {
        const std::lock_guard lock(mutex);
        for (const Greeting& one : greetings)
            if (one.socket.valid()) one.socket.shut_down();
    }
    finish(true);
}

/// Connects to a rank before this one.
Socket connected(const std::string& address, const std::string& secret, Deadline deadline, int rank) {
    const auto space = address.rfind(' ');
    if (space == std::string::npos) throw Error("it sent no address");
    Socket socket = Socket::connect(address.substr(0, space), std::atoi(address.c_str() + space), deadline);
    greet(socket, secret, deadline);
    const auto own = static_cast<std::int32_t>(rank);
    socket.send_all(&own, sizeof own, deadline);
    return socket;
}

}  // namespace

std::unique_ptr<Transport> tcp_transport(int size, int rank, const Exchange& exchange, const std::string& host,
                                         const std::string& secret) {
    const double seconds = timeout_seconds();
    const Deadline deadline = deadline_after(seconds);
    const Socket listener = Socket::listen(host, 0);
    const auto addresses = exchange(host + " " + std::to_string(listener.port()));
    std::vector<Socket> peers(static_cast<std::size_t>(size));
    // At the same time, so that one that cannot be reached keeps no other one waiting.
    std::vector<std::string> reasons(peers.size());
    std::vector<std::thread> threads;
    for (std::size_t peer = 0; peer < static_cast<std::size_t>(rank); ++peer)
        threads.emplace_back([&, peer] {
            try {
                peers[peer] = connected(addresses[peer], secret, deadline, rank);
            } catch (const Error& error) {
                reasons[peer] = error.what();
            }
        });
    accept_members(listener, secret, deadline, rank, peers);
    for (std::thread& thread : threads) thread.join();
    std::string missing, why;
    for (std::size_t peer = 0; peer < peers.size(); ++peer) {
        if (peers[peer].valid() || static_cast<int>(peer) == rank) continue;
        missing += (missing.empty() ? "" : ", ") + std::to_string(peer);
        if (why.empty() && !reasons[peer].empty()) why = ": " + reasons[peer];
    }
    // All ranks are told, also those that have their connections.
    const std::string own = missing.empty() ? ""
                                            : "no connection with rank " + missing + " of " + std::to_string(size) +
                                                  " " + within(seconds) + why;
    const auto verdicts = exchange(own);
    if (!own.empty()) throw Error(own);
    for (std::size_t peer = 0; peer < verdicts.size(); ++peer)
        if (!verdicts[peer].empty()) throw Error("rank " + std::to_string(peer) + " has " + verdicts[peer]);
    return std::make_unique<Tcp>(size, rank, std::move(peers));
}

}  // namespace cuprum::distributed
