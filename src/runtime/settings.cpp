#include "runtime/settings.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "cuprum/environment.h"
#include "cuprum/error.h"

namespace cuprum::runtime {

std::optional<std::int64_t> environment_number(std::string_view name, std::int64_t least) {
    const std::string text = environment(name);
    if (text.empty()) return {};
    std::int64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data(), end, number);
    if (error == std::errc() && at == end && number >= least) return number;
    throw ValueError("CUPRUM_" + std::string(name) + " must be a whole number of at least " + std::to_string(least) +
                     ", not '" + text + "'");
}

bool environment_lists(std::string_view name, std::string_view word, std::initializer_list<std::string_view> allowed) {
    constexpr std::string_view separators = ", ;";
    const std::string text = environment(name);
    bool found = false;
    for (std::size_t begin = 0; (begin = text.find_first_not_of(separators, begin)) != std::string::npos;) {
        const std::size_t end = std::min(text.find_first_of(separators, begin), text.size());
        const std::string_view one = std::string_view(text).substr(begin, end - begin);
        if (std::ranges::find(allowed, one) == allowed.end()) {
            std::string known;
            for (std::string_view other : allowed) known += (known.empty() ? "'" : ", '") + std::string(other) + "'";
            throw ValueError("CUPRUM_" + std::string(name) + " is '" + text + "'; what it may list: " + known);
        }
        found |= one == word;
        begin = end;
    }
    return found;
}

bool check_is_on(std::string_view word) { return environment_lists("CHECK", word, {"bounds", "memory", "races"}); }

}  // namespace cuprum::runtime
