// A pack: one read-only file that holds many ready kernels for one target, grouped into modules.
//
// The file is a header, an index sorted by kernel key, a table of modules, the names, and the modules' records
// (cache_record.h). It is mapped, so that opening it reads the index only, and a module is read when one of its kernels
// is wanted.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "kernel/cache/key.h"
#include "runtime/backend.h"

namespace cuprum::kernel {

/// The file's parts, as they lie in it.
struct PackHeader {
    static constexpr char expected_magic[8] = {'C', 'U', 'P', 'R', 'U', 'M', 'P', '1'};
    char magic[8];
    std::uint64_t file_bytes;
    std::uint32_t kernel_count, module_count, target_name, compiler_name;  ///< Names are offsets into the names.
    std::uint64_t names_bytes;
    std::uint64_t checksum;  ///< Over all that lies between the header and the records.
};
struct PackKernel {
    Key key;  ///< Of the kernel's own text, though its module was made from many.
    std::uint32_t module, symbol_name;
};
struct PackModule {
    Key key;  ///< Of the module's text.
    std::uint64_t offset, bytes;
};

class Pack {
public:
    /// Null if it cannot be read or is damaged, or, unless it is `trusted` as the library itself is, if others may have
    /// written it (trust.h).
    static std::unique_ptr<Pack> open(const std::filesystem::path& path, bool trusted = false);
    ~Pack();
    Pack(const Pack&) = delete;
    Pack& operator=(const Pack&) = delete;

    const std::filesystem::path& path() const { return path_; }
    std::string_view target() const { return name(header().target_name); }
    std::string_view compiler_version() const { return name(header().compiler_name); }
    std::size_t bytes() const { return bytes_; }
    std::span<const PackKernel> kernels() const;
    std::span<const PackModule> modules() const;

    struct Found {
        std::uint32_t module;
        std::string_view symbol;
    };
    std::optional<Found> find(const Key& kernel) const;
    /// Nothing if the module is damaged.
    std::optional<runtime::Binary> module(std::uint32_t number) const;
    /// A module's bytes as they lie in the file.
    std::string_view record(std::uint32_t number) const;

private:
    Pack(std::filesystem::path path, const char* data, std::size_t bytes)
        : path_(std::move(path)), data_(data), bytes_(bytes) {}
    const PackHeader& header() const { return *reinterpret_cast<const PackHeader*>(data_); }
    std::string_view name(std::uint32_t offset) const;
    bool is_sound() const;

    const std::filesystem::path path_;
    const char* const data_;
    const std::size_t bytes_;
};

}  // namespace cuprum::kernel
