#include "kernel/cache/folder.h"

#include <fcntl.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <vector>

#include "cuprum/environment.h"
#include "cuprum/error.h"
#include "kernel/cache/record.h"
#include "kernel/cache/trust.h"

namespace cuprum::kernel {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr const char* suffix = ".kernel";
constexpr const char* temporary_suffix = ".tmp";
constexpr const char* stamp_name = "swept.stamp";
constexpr auto sweep_interval = 1h;
constexpr auto longest_unused = 24h * 180;

fs::path default_path() {
    const char* cache = std::getenv("XDG_CACHE_HOME");
    if (cache && *cache) return fs::path(cache) / "cuprum";
    const char* home = std::getenv("HOME");
    if (!home || !*home) {
        const passwd* user = getpwuid(getuid());
        home = user ? user->pw_dir : nullptr;
    }
    return home && *home ? fs::path(home) / ".cache" / "cuprum" : fs::path();
}

std::uint64_t size_from_environment() {
    std::string text = runtime::environment("CACHE_SIZE");
    if (text.empty()) return std::uint64_t{1} << 30;
    std::uint64_t bytes = 0;
    auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), bytes);
    int shift = 0;
    if (*stop == 'K') shift = 10;
    if (*stop == 'M') shift = 20;
    if (*stop == 'G') shift = 30;
    if (error != std::errc() || stop + (shift > 0) != text.data() + text.size())
        throw ValueError("CUPRUM_CACHE_SIZE is '" + text + "'; give bytes, or a number with K, M or G behind it");
    return bytes << shift;
}

fs::file_time_type::duration age(const fs::path& path, std::error_code& error) {
    auto time = fs::last_write_time(path, error);
    return error ? fs::file_time_type::duration::zero() : fs::file_time_type::clock::now() - time;
}

void touch(const fs::path& path) {
    std::error_code ignored;  // In a folder of another user the time stays as it is.
    fs::last_write_time(path, fs::file_time_type::clock::now(), ignored);
}

std::optional<std::string> read_all(int descriptor) {
    struct stat status;
    if (fstat(descriptor, &status) != 0) return {};
    std::string bytes(static_cast<std::size_t>(status.st_size), '\0');
    for (std::size_t done = 0; done < bytes.size();) {
        const ssize_t got = read(descriptor, bytes.data() + done, bytes.size() - done);
        if (got > 0) done += static_cast<std::size_t>(got);
        else if (got == 0 || errno != EINTR) return {};
    }
    return bytes;
}

// Makes a folder, and those above it that are missing, for this user alone.
void make_folder(const fs::path& path, std::error_code& error) {
    if (path.empty() || fs::is_directory(path, error)) return;
    error.clear();
    make_folder(path.parent_path(), error);
    if (!error && fs::create_directory(path, error)) fs::permissions(path, fs::perms::owner_all, error);
}

struct File {
    fs::path path;
    std::uint64_t bytes;
    fs::file_time_type time;
};

// Kernels, and temporary files that nobody can be writing any more. Other processes may remove files meanwhile; those
// are skipped.
std::vector<File> list(const fs::path& folder) {
    std::vector<File> files;
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
        auto extension = at->path().extension();
        if (extension != suffix && extension != temporary_suffix) continue;
        std::error_code gone;
        File file{at->path(), at->file_size(gone), {}};
        if (!gone) file.time = at->last_write_time(gone);
        const auto age = fs::file_time_type::clock::now() - file.time;  // negative where the clock was set back
        const bool in_use = extension == temporary_suffix && age < sweep_interval && age > -sweep_interval;
        if (!gone && !in_use) files.push_back(std::move(file));
    }
    return files;
}

}  // namespace

CacheFolder CacheFolder::from_environment() {
    std::string path = runtime::environment("CACHE_DIR");
    if (runtime::environment_says_yes("CACHE_IN_MEMORY")) return {{}, 0};
    return {path.empty() ? default_path() : fs::path(path), size_from_environment()};
}

fs::path CacheFolder::file(const Key& key) const { return path_ / (key.hex() + suffix); }

std::optional<runtime::Binary> CacheFolder::load(const Key& key) const {
    if (path_.empty()) return {};
    fs::path path = file(key);
    const int descriptor = open_trusted(path);
    if (descriptor < 0) return {};
    const std::optional<std::string> bytes = read_all(descriptor);
    close(descriptor);
    if (!bytes) return {};
    auto binary = decode_record(key, *bytes);
    // The time of the last use, for the sweep; once an hour is exact enough and spares the disk.
    std::error_code error;
    if (binary && age(path, error) > sweep_interval) touch(path);
    return binary;
}

void CacheFolder::give_up(const std::string& reason) {
    if (!writable_.exchange(false) || !warns_) return;
    std::fprintf(stderr,
                 "cuprum: compiled kernels cannot be kept in '%s' (%s); every process will compile them again. "
                 "Set CUPRUM_CACHE_DIR to a folder that can be written.\n",
                 path_.c_str(), reason.c_str());
}

void CacheFolder::store(const Key& key, const runtime::Binary& binary) {
    if (!writable_ || (path_.empty() && limit_ == 0)) return;
    if (path_.empty()) return give_up("no home folder is known");
    std::error_code error;
    make_folder(path_, error);
    if (error) return give_up(error.message());

    static std::atomic<unsigned> number{0};
    fs::path temporary =
        path_ / (key.hex() + "." + std::to_string(getpid()) + "." + std::to_string(number++) + temporary_suffix);
    std::string record = encode_record(key, binary, false);
    int descriptor = open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (descriptor < 0) return give_up(std::strerror(errno));
    int failure = 0;
    for (std::size_t done = 0; done < record.size() && !failure;) {
        ssize_t written = write(descriptor, record.data() + done, record.size() - done);
        if (written > 0) done += static_cast<std::size_t>(written);
        else if (written == 0 || errno != EINTR) failure = written ? errno : ENOSPC;
    }
    // Without fsync: a crash may leave a damaged file, which the checksum finds.
    if (close(descriptor) != 0 && !failure) failure = errno;
    if (!failure && rename(temporary.c_str(), file(key).c_str()) != 0) failure = errno;
    if (failure) {
        unlink(temporary.c_str());
        return give_up(std::strerror(failure));
    }
    if (sweep_is_due()) sweep();
}

bool CacheFolder::sweep_is_due() const {
    fs::path stamp = path_ / stamp_name;
    std::error_code error;
    const auto since = age(stamp, error);  // negative where the clock was set back
    if (!error && since < sweep_interval && since > -sweep_interval) return false;
    // Stamped before the work, so that other processes do not start on it too. A link, which another user may have put
    // there, is not followed.
    const int descriptor = open(stamp.c_str(), O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0644);
    if (descriptor < 0) return false;
    futimens(descriptor, nullptr);
    close(descriptor);
    return true;
}

void CacheFolder::sweep() const {
    auto files = list(path_);
    auto now = fs::file_time_type::clock::now();
    std::uint64_t bytes = 0;
    for (const File& file : files) bytes += file.bytes;
    std::sort(files.begin(), files.end(), [](const File& a, const File& b) { return a.time < b.time; });
    for (const File& file : files) {
        bool abandoned = file.path.extension() == temporary_suffix;
        if (bytes <= limit_ && now - file.time < longest_unused && !abandoned) continue;
        std::error_code ignored;
        fs::remove(file.path, ignored);
        bytes -= file.bytes;
    }
}

CacheFolder::Contents CacheFolder::contents() const {
    Contents contents;
    for (const File& file : list(path_)) {
        ++contents.files;
        contents.bytes += file.bytes;
    }
    return contents;
}

CacheFolder::Contents CacheFolder::clear() {
    Contents removed;
    for (const File& file : list(path_)) {
        std::error_code error;
        if (!fs::remove(file.path, error) || error) continue;
        ++removed.files;
        removed.bytes += file.bytes;
    }
    return removed;
}

}  // namespace cuprum::kernel
