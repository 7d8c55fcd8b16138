#include "kernel/cache/record.h"

#include <lz4.h>
#include <lz4hc.h>

#include <algorithm>
#include <cstring>

#include "cuprum/error.h"

namespace cuprum::kernel {
namespace {

// Bumped whenever the meaning of a record changes.
constexpr char magic[8] = {'C', 'U', 'P', 'R', 'U', 'M', 'K', '1'};

struct Header {
    char magic[8];
    Key key;
    std::uint64_t raw_bytes;  // The symbols, each ended by a zero, and the code.
    std::uint64_t symbol_count;
    std::uint64_t checksum;  // Over the header with a zero here, and the compressed bytes.
};

std::uint64_t checksum_of(Header header, std::string_view compressed) {
    header.checksum = checksum(compressed);
    return checksum({reinterpret_cast<const char*>(&header), sizeof header});
}

}  // namespace

std::string encode_record(const Key& key, const runtime::Binary& binary, bool thorough) {
    std::string raw;
    for (const std::string& symbol : binary.symbols) raw.append(symbol.c_str(), symbol.size() + 1);
    raw.append(binary.code.begin(), binary.code.end());
    if (raw.size() > LZ4_MAX_INPUT_SIZE) throw ValueError("a compiled module of more than 2 GB cannot be kept");

    int size = static_cast<int>(raw.size());
    std::string record(sizeof(Header) + LZ4_compressBound(size), '\0');
    char* target = record.data() + sizeof(Header);
    int capacity = static_cast<int>(record.size() - sizeof(Header));
    int compressed = thorough ? LZ4_compress_HC(raw.data(), target, size, capacity, LZ4HC_CLEVEL_MAX)
                              : LZ4_compress_default(raw.data(), target, size, capacity);
    record.resize(sizeof(Header) + compressed);

    Header header{{}, key, raw.size(), binary.symbols.size(), 0};
    std::memcpy(header.magic, magic, sizeof magic);
    header.checksum = checksum_of(header, std::string_view(record).substr(sizeof header));
    std::memcpy(record.data(), &header, sizeof header);
    return record;
}

std::optional<runtime::Binary> decode_record(const Key& key, std::string_view bytes) {
    Header header;
    if (bytes.size() < sizeof header) return {};
    std::memcpy(&header, bytes.data(), sizeof header);
    std::string_view compressed = bytes.substr(sizeof header);
    if (std::memcmp(header.magic, magic, sizeof magic) != 0 || header.key != key ||
        header.checksum != checksum_of(header, compressed) || header.raw_bytes > LZ4_MAX_INPUT_SIZE)
        return {};

    runtime::Binary binary;
    binary.code.resize(header.raw_bytes);
    int raw = static_cast<int>(header.raw_bytes);
    if (LZ4_decompress_safe(compressed.data(), binary.code.data(), static_cast<int>(compressed.size()), raw) != raw)
        return {};
    auto start = binary.code.begin();
    for (std::uint64_t i = 0; i < header.symbol_count; ++i) {
        auto end = std::find(start, binary.code.end(), '\0');
        if (end == binary.code.end()) return {};
        binary.symbols.emplace_back(start, end);
        start = end + 1;
    }
    binary.code.erase(binary.code.begin(), start);
    return binary;
}

}  // namespace cuprum::kernel
