// Compression as ZIP archives have it: DEFLATE (RFC 1951) and CRC-32.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace cuprum::files {

/// The checksum of ZIP archives; `so_far` is that of the bytes before.
std::uint32_t crc32(std::span<const std::byte> bytes, std::uint32_t so_far = 0);

/// The bytes behind a compressed stream, which are `size` many. Throws ValueError where the stream is damaged.
std::vector<std::byte> inflate(std::span<const std::byte> compressed, std::size_t size);

/// A compressed stream.
std::vector<std::byte> deflate(std::span<const std::byte> bytes);

}  // namespace cuprum::files
