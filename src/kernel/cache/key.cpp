#include "kernel/cache/key.h"

#include <cstdio>

#include "runtime/device_headers.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace cuprum::kernel {
namespace {

// Parts with their lengths, so that no two lists of parts give the same bytes.
class Parts {
public:
    Parts& operator<<(std::string_view part) {
        *this << part.size();
        bytes_ += part;
        return *this;
    }
    Parts& operator<<(std::uint64_t number) {
        bytes_.append(reinterpret_cast<const char*>(&number), sizeof number);
        return *this;
    }
    Key key() const {
        XXH128_hash_t hash = XXH3_128bits(bytes_.data(), bytes_.size());
        return {hash.high64, hash.low64};
    }

private:
    std::string bytes_;
};

}  // namespace

std::string Key::hex() const {
    char text[33];
    std::snprintf(text, sizeof text, "%016llx%016llx", static_cast<unsigned long long>(high),
                  static_cast<unsigned long long>(low));
    return text;
}

Key source_key(const runtime::CompileRequest& request) {
    Parts parts;
    parts << runtime::device_headers_hash() << request.source << request.options.size();
    for (const std::string& option : request.options) parts << option;
    for (const std::string& name : request.names) parts << name;
    if (request.code != CodeOptions{}) {
        const CodeOptions& code = request.code;
        parts << std::uint64_t{code.calls + 2u * code.long_code + 4u * code.unfused + 8u * code.one_copy};
    }
    if (request.is_cuda)
        parts << std::uint64_t{(request.with_nvcc ? 2u : 1u) + (request.check_races ? 4u : 0u) +
                               (request.check_memory ? 8u : 0u)}
              << request.definitions;
    return parts.key();
}

Key name_key(std::string_view name) {
    const XXH128_hash_t hash = XXH3_128bits(name.data(), name.size());
    return {hash.high64, hash.low64};
}

Key binary_key(const Key& source, std::string_view target, std::string_view compiler_version) {
    Parts parts;
    parts << source.high << source.low << target << compiler_version;
    return parts.key();
}

std::uint64_t checksum(std::string_view bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

}  // namespace cuprum::kernel
