#include "distributed/store.h"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <tuple>
#include <utility>

#include "cuprum/environment.h"
#include "cuprum/error.h"

namespace cuprum::distributed {
namespace {

constexpr char greeting[8] = {'c', 'u', 'p', 'r', 'u', 'm', '0', '1'};
constexpr std::size_t longest_secret = 1024, longest_key = 256, longest_value = std::size_t{1} << 20;
constexpr std::size_t most_keys = 1 << 20;
constexpr int most_connections = 4096;
constexpr char set_command = 1, get_command = 2, note_command = 3;
constexpr char done = 1, not_there = 2, failed = 3;

/// Takes as long for a wrong secret as for the right one.
bool same_bytes(const std::string& a, const std::string& b) {
    unsigned difference = a.size() == b.size() ? 0 : 1;
    for (std::size_t i = 0; i < a.size(); ++i)
        difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[b.empty() ? 0 : i % b.size()]);
    return difference == 0;
}

bool is_loopback(const std::string& host) { return host == "localhost" || host == "::1" || host.starts_with("127."); }

/// `cuprum` in the user's folder of settings; created if missing.
std::string settings_folder() {
    const char* config = std::getenv("XDG_CONFIG_HOME");
    const char* home = std::getenv("HOME");
    const std::filesystem::path base = config && *config ? config : std::string(home ? home : "/") + "/.config";
    std::error_code ignored;  // whoever writes there tells what is wrong
    std::filesystem::create_directories(base / "cuprum", ignored);
    return base / "cuprum";
}

/// 32 random bytes that this user's processes share, in a file that nobody else can read.
std::string secret_of_user() {
    const std::string folder = settings_folder();
    const std::string path = folder + "/distributed-secret";
    const auto readable = [&]() -> std::string {
        const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
        if (file < 0) return {};
        struct stat facts{};
        char bytes[32];
        const bool good = fstat(file, &facts) == 0 && facts.st_uid == geteuid() && !(facts.st_mode & 077) &&
                          read(file, bytes, sizeof bytes) == sizeof bytes;
        close(file);
        if (!good) throw Error(path + " must be a file of 32 bytes that only its owner can read; delete it");
        return {bytes, sizeof bytes};
    };
    if (std::string secret = readable(); !secret.empty()) return secret;
    char bytes[32];
    if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes) throw Error("the system has no random bytes");
    // The file appears whole: it is written under a name of its own and then linked, which fails if another process
    // was first.
    const std::string own = path + "." + std::to_string(getpid());
    const int file = open(own.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    const bool written = file >= 0 && write(file, bytes, sizeof bytes) == sizeof bytes;
    if (file >= 0) close(file);
    if (written) (void)!link(own.c_str(), path.c_str());
    unlink(own.c_str());
    if (std::string secret = readable(); !secret.empty()) return secret;
    throw Error("cannot keep a secret in " + folder + ": set CUPRUM_DISTRIBUTED_SECRET, the same for all ranks");
}

}  // namespace

std::string group_secret(const std::string& host) {
    std::string secret = runtime::environment("DISTRIBUTED_SECRET");
    if (secret.size() > longest_secret)
        throw ValueError("CUPRUM_DISTRIBUTED_SECRET must have at most " + std::to_string(longest_secret) + " bytes");
    if (!secret.empty()) return secret;
    if (!is_loopback(host))
        throw ValueError("host " + host +
                         " can be reached by others: set CUPRUM_DISTRIBUTED_SECRET, the same for all ranks");
    return secret_of_user();
}

void greet(const Socket& socket, const std::string& secret, Deadline deadline) {
    const auto length = static_cast<std::uint32_t>(secret.size());
    std::string message(greeting, sizeof greeting);
    message.append(reinterpret_cast<const char*>(&length), sizeof length);
    message += secret;
    socket.send_all(message.data(), message.size(), deadline);
    char answer = 0;
    try {
        socket.receive_all(&answer, 1, deadline);
    } catch (const Late&) {
        throw;
    } catch (const Error&) {
        throw Error(
            "the group refused this process: its secret (CUPRUM_DISTRIBUTED_SECRET) is another one, or the "
            "port belongs to another program");
    }
    if (answer != done) throw Error("the port belongs to another program");
}

bool is_greeted(const Socket& socket, const std::string& secret, Deadline deadline) {
    char head[sizeof greeting];
    std::uint32_t length = 0;
    socket.receive_all(head, sizeof head, deadline);
    if (std::memcmp(head, greeting, sizeof head) != 0) return false;
    socket.receive_all(&length, sizeof length, deadline);
    if (length > longest_secret) return false;
    std::string told(length, '\0');
    socket.receive_all(told.data(), told.size(), deadline);
    if (!same_bytes(told, secret)) return false;
    socket.send_all(&done, 1, deadline);
    return true;
}

// ------------------------------------------------------------------------------------------------------------ server

StoreServer::StoreServer(const std::string& host, int port, std::string secret)
    : listener_(Socket::listen(host, port)), secret_(std::move(secret)) {
    thread_ = std::thread([this] { accept_connections(); });
}

StoreServer::~StoreServer() {
    {
        std::unique_lock lock(mutex_);
        // After a failure the others are given a moment to read what went wrong.
        const auto all_ended = [&] {
            return std::all_of(connections_.begin(), connections_.end(),
                               [](const Connection& one) { return one.ended; });
        };
        if (!failure_.empty()) changed_.wait_for(lock, std::chrono::seconds(1), all_ended);
        stopping_ = true;
        for (const Connection& connection : connections_) connection.socket.shut_down();
    }
    changed_.notify_all();
    listener_.shut_down();
    thread_.join();
    for (Connection& connection : connections_) connection.thread.join();
}

void StoreServer::fail(const std::string& message) {
    std::lock_guard lock(mutex_);
    failure_ = message;
    changed_.notify_all();
}

void StoreServer::erase(const std::string& prefix) {
    std::lock_guard lock(mutex_);
    const auto first = values_.lower_bound(prefix);
    auto last = first;
    while (last != values_.end() && last->first.starts_with(prefix)) ++last;
    values_.erase(first, last);
}

void StoreServer::accept_connections() {
    for (;;) {
        Socket socket = listener_.accept(deadline_after(1));
        std::lock_guard lock(mutex_);
        if (stopping_) return;
        for (auto one = connections_.begin(); one != connections_.end();) {
            if (!one->ended) {
                ++one;
                continue;
            }
            one->thread.join();
            one = connections_.erase(one);
        }
        if (!socket.valid() || connections_.size() >= most_connections) continue;
        Connection& connection = connections_.emplace_back();
        connection.socket = std::move(socket);
        connection.thread = std::thread([this, &connection] { serve(connection); });
    }
}

void StoreServer::serve(Connection& connection) {
    const Socket& socket = connection.socket;
    try {
        if (is_greeted(socket, secret_, deadline_after(10))) {
            for (;;) {
                char command = 0;
                std::uint32_t key_length = 0;
                std::uint64_t value_length = 0;
                socket.receive_all(&command, 1, deadline_after(1e9));
                const Deadline soon = deadline_after(30);
                socket.receive_all(&key_length, sizeof key_length, soon);
                socket.receive_all(&value_length, sizeof value_length, soon);
                if (key_length > longest_key || value_length > longest_value) break;
                std::string key(key_length, '\0'), value(value_length, '\0');
                socket.receive_all(key.data(), key.size(), soon);
                socket.receive_all(value.data(), value.size(), soon);
                char status = done;
                std::string answer;
                {
                    std::unique_lock lock(mutex_);
                    if (command == set_command || command == note_command) {
                        if (values_.size() >= most_keys) break;
                        values_[key] = std::move(value);
                        changed_.notify_all();
                    } else if (command == get_command && value.size() == sizeof(std::uint64_t)) {
                        std::uint64_t milliseconds = 0;
                        std::memcpy(&milliseconds, value.data(), sizeof milliseconds);
                        const auto found = [&] { return stopping_ || !failure_.empty() || values_.contains(key); };
                        changed_.wait_until(lock, deadline_after(static_cast<double>(milliseconds) / 1000), found);
                        const auto entry = values_.find(key);
                        if (entry != values_.end()) answer = entry->second;
                        else if (failure_.empty()) status = not_there;
                        else std::tie(status, answer) = std::pair(failed, failure_);
                    } else {
                        break;
                    }
                }
                if (command == note_command) continue;
                const std::uint64_t length = answer.size();
                socket.send_all(&status, 1, soon);
                socket.send_all(&length, sizeof length, deadline_after(30));
                socket.send_all(answer.data(), answer.size(), deadline_after(30));
            }
        }
    } catch (const Error&) {
        // The peer is gone or sends nothing; it may connect again.
    }
    socket.shut_down();
    std::lock_guard lock(mutex_);
    connection.ended = true;
    changed_.notify_all();
}

// ------------------------------------------------------------------------------------------------------------ client

namespace {

/// Calls `action`, whose errors get the name of rank 0.
template <class Action>
auto with_rank_0(double seconds, Action&& action) {
    try {
        return action();
    } catch (const Late& error) {
        throw Error("rank 0 did not answer " + within(seconds) + ": " + error.what() +
                    ". It must run, with this host and port");
    }
}

}  // namespace

StoreClient::StoreClient(const std::string& host, int port, const std::string& secret, double seconds)
    : socket_(with_rank_0(seconds, [&] {
          const Deadline deadline = deadline_after(seconds);
          Socket socket = Socket::connect(host, port, deadline);
          greet(socket, secret, deadline);
          return socket;
      })) {}

void StoreClient::tell(char command, const std::string& key, const std::string& value, Deadline deadline) {
    const auto key_length = static_cast<std::uint32_t>(key.size());
    const std::uint64_t value_length = value.size();
    std::string message(1, command);
    message.append(reinterpret_cast<const char*>(&key_length), sizeof key_length);
    message.append(reinterpret_cast<const char*>(&value_length), sizeof value_length);
    message += key;
    message += value;
    socket_.send_all(message.data(), message.size(), deadline);
}

bool StoreClient::ask(char command, const std::string& key, const std::string& value, std::string& answer,
                      Deadline deadline) {
    char status = 0;
    with_rank_0(timeout_seconds(), [&] {
        tell(command, key, value, deadline);
        std::uint64_t length = 0;
        socket_.receive_all(&status, 1, deadline);
        socket_.receive_all(&length, sizeof length, deadline);
        if (length > longest_value) throw Error("the group's store sent a value that is too long");
        answer.resize(length);
        socket_.receive_all(answer.data(), length, deadline);
    });
    if (status == failed) throw Error(answer);
    return status == done;
}

void StoreClient::set(const std::string& key, const std::string& value) {
    if (value.size() > longest_value) throw ValueError("a value of the group's store has at most 1 MiB");
    std::string answer;
    ask(set_command, key, value, answer, deadline_after(timeout_seconds()));
}

void StoreClient::note(const std::string& key) { tell(note_command, key, "", deadline_after(timeout_seconds())); }

bool StoreClient::get(const std::string& key, std::string& value, Deadline deadline) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    const std::uint64_t milliseconds = left > 0 ? static_cast<std::uint64_t>(left) : 0;
    const std::string wait(reinterpret_cast<const char*>(&milliseconds), sizeof milliseconds);
    return ask(get_command, key, wait, value, deadline + std::chrono::seconds(10));
}

// ---------------------------------------------------------------------------------------------------------- exchange

StoreExchange::StoreExchange(int size, int rank, const std::string& host, int port) : size_(size), rank_(rank) {
    const std::string secret = group_secret(host);
    if (rank == 0) server_ = std::make_unique<StoreServer>(host, port, secret);
    client_ = std::make_unique<StoreClient>(host, port, secret, timeout_seconds());
}

std::vector<std::string> StoreExchange::operator()(const std::string& mine) {
    const std::string prefix = std::to_string(round_++) + "/";
    client_->set(prefix + std::to_string(rank_), mine);
    std::vector<std::string> all(static_cast<std::size_t>(size_));
    const double seconds = timeout_seconds();
    const Deadline deadline = deadline_after(seconds);
    std::string missing;
    for (int rank = 0; rank < size_; ++rank)
        if (!client_->get(prefix + std::to_string(rank), all[static_cast<std::size_t>(rank)], deadline))
            missing += (missing.empty() ? "" : ", ") + std::to_string(rank);
    if (!missing.empty()) {
        const std::string message =
            within(seconds) + " nothing came from rank " + missing + " of " + std::to_string(size_);
        if (server_) server_->fail(message);
        throw Error(message);
    }
    // Rank 0 stays until the others have read everything, as the table goes with it.
    if (rank_ != 0) {
        client_->note(prefix + "read/" + std::to_string(rank_));
    } else {
        std::string ignored;
        for (int rank = 1; rank < size_; ++rank)
            client_->get(prefix + "read/" + std::to_string(rank), ignored, deadline);
        server_->erase(prefix);
    }
    return all;
}

}  // namespace cuprum::distributed
