// Parameters of cuprumx.scipy.spatial as Python gives them.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "optional_arg.h"

namespace cuprum::python {

/// Options of Qhull's, none of which may ask for other points, facets or triangles than there are without them.
inline void check_qhull_options(std::optional<std::string_view> given, std::initializer_list<std::string_view> known) {
    std::string names;
    for (const std::string_view name : known) names += (names.empty() ? "" : ", ") + std::string(name);
    std::string_view rest = given.value_or("");
    while (true) {
        const std::size_t start = rest.find_first_not_of(" \t\n");
        if (start == std::string_view::npos) return;
        const std::string_view option = rest.substr(start, rest.find_first_of(" \t\n", start) - start);
        if (std::find(known.begin(), known.end(), option) == known.end())
            throw NotSupportedError("qhull_options: '" + std::string(option) + "' is none of " + names);
        rest.remove_prefix(start + option.size());
    }
}

inline void check_furthest_site(bool furthest_site) {
    if (furthest_site) throw NotSupportedError("furthest_site: only triangulations of nearest sites are made");
}

}  // namespace cuprum::python
