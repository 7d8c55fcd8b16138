#include "numpy/edge_order.h"

#include <memory>
#include <optional>
#include <span>

#include "cuprum/indexing.h"
#include "cuprum/reduction.h"
#include "cuprum/ufunc.h"

namespace cuprum {
namespace {

/// Up to this many edges are copied to the host in less time than a GPU needs for a reduction.
constexpr std::int64_t most_on_host = 4096;

/// f(edges on the host); nothing where the edges are many, or are no real numbers.
template <class F>
std::optional<int> on_host(const ndarray& edges, F f) {
    if (edges.size() > most_on_host || !is_number(edges.dtype()) || is_complex(edges.dtype())) return std::nullopt;
    return dispatch(edges.dtype(), [&]<class T>() -> std::optional<int> {
        if constexpr (requires(T a) { a < a; }) {
            const auto size = static_cast<std::size_t>(edges.size());
            const auto copy = std::make_unique_for_overwrite<T[]>(size);
            edges.get(copy.get());
            return f(std::span<const T>(copy.get(), size));
        } else {
            return std::nullopt;
        }
    });
}

}  // namespace

int edge_direction(const ndarray& edges) {
    const auto known = on_host(edges, [](const auto& e) {
        std::size_t i = 1;
        while (i < e.size() && e[i - 1] == e[i]) ++i;
        if (i >= e.size()) return 1;
        const bool rises = e[i - 1] < e[i];
        for (; i < e.size(); ++i)
            if (rises ? e[i - 1] > e[i] : e[i - 1] < e[i]) return 0;
        return rises ? 1 : -1;
    });
    if (known) return *known;
    const ndarray before = edges(Slice{0, -1}), after = edges(Slice{1});
    const ndarray changes = not_equal(before, after);
    if (!any(changes).item().to_bool()) return 1;
    const bool rises = less(before, after)(argmax(changes).item().to_int()).item().to_bool();
    if (any(rises ? greater(before, after) : less(before, after)).item().to_bool()) return 0;
    return rises ? 1 : -1;
}

bool has_falling_edge(const ndarray& edges) {
    const auto known = on_host(edges, [](const auto& e) {
        for (std::size_t i = 1; i < e.size(); ++i)
            if (e[i - 1] > e[i]) return 1;
        return 0;
    });
    return known ? *known : any(greater(edges(Slice{0, -1}), edges(Slice{1}))).item().to_bool();
}

}  // namespace cuprum
