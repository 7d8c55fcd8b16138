// The .npy format: a header that is a Python dictionary, then the elements.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "cuprum/ndarray.h"

namespace cuprum::files {

/// What precedes the elements of an array that is stored in C order.
std::string npy_header(const ndarray& a);

/// The elements' bytes in C order.
std::vector<std::byte> elements(const ndarray& a);

/// The array of a whole .npy file. `name` is what error messages call it.
ndarray from_npy(std::span<const std::byte> file, const std::string& name);

// Whole files. Both throw FileError.
std::vector<std::byte> read_file(const std::string& path);
void write_file(const std::string& path, std::span<const std::span<const std::byte>> parts);

inline std::span<const std::byte> bytes_of(const std::string& text) { return std::as_bytes(std::span(text)); }

}  // namespace cuprum::files
