#include "distributed/transport.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <thread>

#include "cuprum/environment.h"
#include "cuprum/error.h"
#include "distributed/socket.h"
#include "distributed/store.h"

namespace cuprum::distributed {

std::string Transport::names_of_absent(double seconds) {
    std::string names;
    for (const int rank : absent(seconds)) names += (names.empty() ? "" : ", ") + std::to_string(rank);
    return names;
}

void Transport::exchange(const void* send, std::size_t send_bytes, int to, void* receive, std::size_t receive_bytes,
                         int from) {
    if (!broken_.empty()) throw Error("this group can no longer be used: " + broken_);
    try {
        const auto* source = static_cast<const char*>(send);
        auto* target = static_cast<char*>(receive);
        std::size_t sent = 0, received = 0;
        long idle = 0;
        Clock::time_point idle_since{}, checked{};
        double limit = 0;
        show_presence();
        while (sent < send_bytes || received < receive_bytes) {
            std::size_t moved = 0;
            if (sent < send_bytes) sent += moved = try_send(source + sent, send_bytes - sent, to);
            if (received < receive_bytes) {
                const std::size_t more = try_receive(target + received, receive_bytes - received, from);
                received += more;
                moved += more;
            }
            if (moved) {
                idle = 0;
                continue;
            }
            // A peer is soon there as a rule: first without giving up the processor, then with, then asleep.
            if (++idle < 200) continue;
            const auto now = Clock::now();
            if (idle == 200) {
                idle_since = checked = now;
                limit = timeout_seconds();
            }
            // On a busy machine it may be long until the processor comes back.
            if (idle < 2000 && now - idle_since < std::chrono::milliseconds(5)) {
                sched_yield();
                continue;
            }
            std::this_thread::sleep_for(std::chrono::microseconds(50));
            if (now - checked > std::chrono::milliseconds(20)) {
                checked = now;
                show_presence();
                try {
                    if (received < receive_bytes) check_alive(from);
                    if (sent < send_bytes) check_alive(to);
                } catch (const Error& error) {
                    // A peer may have given up because of another rank.
                    const std::string names = names_of_absent(limit / 2);
                    if (names.empty() || now - idle_since < std::chrono::duration<double>(limit / 2)) throw;
                    throw Error(std::string(error.what()) + "; rank " + names + " did not answer");
                }
            }
            if (now - idle_since > std::chrono::duration<double>(limit)) {
                const std::string names = names_of_absent(limit / 2);
                throw Error("rank " + (names.empty() ? std::to_string(received < receive_bytes ? from : to) : names) +
                            " did not answer " + within(limit));
            }
        }
        messages_ += send_bytes > 0;
        bytes_ += send_bytes;
    } catch (const Error& error) {
        broken_ = error.what();
        leave();
        throw;
    }
}

namespace {

/// What two processes have in common if and only if they run under one kernel in one view of processes.
std::string machine_name() {
    std::string id;
    std::ifstream("/proc/sys/kernel/random/boot_id") >> id;
    char view[64] = {};
    const auto length = readlink("/proc/self/ns/pid", view, sizeof view - 1);
    return id + (length > 0 ? std::string(view, static_cast<std::size_t>(length)) : "");
}

}  // namespace

std::unique_ptr<Transport> choose_transport(int size, int rank, const Exchange& exchange, const std::string& host) {
    const std::string wanted = runtime::environment("DISTRIBUTED_TRANSPORT");
    if (!wanted.empty() && wanted != "shared" && wanted != "tcp")
        throw ValueError("CUPRUM_DISTRIBUTED_TRANSPORT must be 'shared' or 'tcp', not '" + wanted + "'");
    const auto machines = exchange(wanted == "tcp" ? "tcp " + std::to_string(rank) : machine_name());
    const bool one_machine = std::all_of(machines.begin(), machines.end(), [&](auto& m) { return m == machines[0]; });
    if (one_machine && (size == 1 || !machines[0].starts_with("tcp")))
        if (auto transport = shared_memory_transport(size, rank, exchange)) return transport;
    if (wanted == "shared") throw Error("the processes of this group cannot share memory");
    return tcp_transport(size, rank, exchange, host, group_secret(host));
}

}  // namespace cuprum::distributed
