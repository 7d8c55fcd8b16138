// The user's folder of compiled kernels: a file a module. Several processes may use it at once.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "kernel/cache/key.h"
#include "runtime/backend.h"

namespace cuprum::kernel {

class CacheFolder {
public:
    /// The folder named by CUPRUM_CACHE_DIR, else CUPY_CACHE_DIR, else `cuprum` in the platform's cache folder; kept to
    /// CUPRUM_CACHE_SIZE.
    static CacheFolder from_environment();
    /// An empty path stands for no folder.
    CacheFolder(std::filesystem::path path, std::uint64_t limit) : path_(std::move(path)), limit_(limit) {}
    /// The folder in this one for precompiled headers, which warns of nothing and is swept by itself.
    CacheFolder headers() const {
        CacheFolder folder(path_.empty() ? path_ : path_ / "headers", limit_ / 8);
        folder.warns_ = false;
        return folder;
    }
    CacheFolder(CacheFolder&& other)
        : path_(other.path_), limit_(other.limit_), warns_(other.warns_), writable_(other.writable_.load()) {}

    const std::filesystem::path& path() const { return path_; }
    std::uint64_t limit() const { return limit_; }

    /// Nothing if it is not there, damaged or not readable.
    std::optional<runtime::Binary> load(const Key& key) const;
    /// Publishes a file at once or not at all. A folder that cannot be written is warned of once and then left alone.
    void store(const Key& key, const runtime::Binary& binary);
    /// Removes what was not used for long, and then the least recently used, until the folder is small enough.
    void sweep() const;

    struct Contents {
        std::size_t files = 0;
        std::uint64_t bytes = 0;
    };
    Contents contents() const;
    /// Removes all kernels; tells what that was.
    Contents clear();

private:
    std::filesystem::path file(const Key& key) const;
    bool sweep_is_due() const;
    void give_up(const std::string& reason);

    const std::filesystem::path path_;
    const std::uint64_t limit_;
    bool warns_ = true;
    std::atomic<bool> writable_ = true;
};

}  // namespace cuprum::kernel
