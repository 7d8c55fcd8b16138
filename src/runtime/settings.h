// Settings from the environment that hold more than a text. A wrong one is a ValueError, not a setting that is ignored.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

namespace cuprum::runtime {

/// The whole number that CUPRUM_`name`, else CUPY_`name` holds; nothing if neither is set.
std::optional<std::int64_t> environment_number(std::string_view name, std::int64_t least);

/// Whether the list of words that CUPRUM_`name`, else CUPY_`name` holds has `word`, which is one of those allowed.
bool environment_lists(std::string_view name, std::string_view word, std::initializer_list<std::string_view> allowed);

/// Whether CUPRUM_CHECK has the word "bounds", "memory" or "races".
bool check_is_on(std::string_view word);

}  // namespace cuprum::runtime
