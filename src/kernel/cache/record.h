// A compiled module as bytes: compressed, with a version and a checksum. The user's folder and the packs hold the same
// records.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "kernel/cache/key.h"
#include "runtime/backend.h"

namespace cuprum::kernel {

/// `thorough` spends time on a smaller record: for what is written once and read often.
std::string encode_record(const Key& key, const runtime::Binary& binary, bool thorough);

/// Nothing if the bytes are damaged, of another version, or not what `key` names.
std::optional<runtime::Binary> decode_record(const Key& key, std::string_view bytes);

}  // namespace cuprum::kernel
