// What names a kernel in the cache.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "runtime/backend.h"

namespace cuprum::kernel {

/// A 128-bit hash.
struct Key {
    std::uint64_t high = 0, low = 0;
    auto operator<=>(const Key&) const = default;
    std::string hex() const;
};

/// Hashes what a kernel is made from: text, options, names and all device headers.
Key source_key(const runtime::CompileRequest& request);

/// Hashes a name.
Key name_key(std::string_view name);

/// Hashes what its machine code is made by as well: names a file of the user's folder.
Key binary_key(const Key& source, std::string_view target, std::string_view compiler_version);

/// A checksum, not a key.
std::uint64_t checksum(std::string_view bytes);

}  // namespace cuprum::kernel

template <>
struct std::hash<cuprum::kernel::Key> {
    std::size_t operator()(const cuprum::kernel::Key& key) const { return key.low; }
};
