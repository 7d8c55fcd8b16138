// The two overlap where an address of one is an address of the other: offset of a byte of `a` = offset of a byte of
// `b`. With all strides made positive that is
//     sum of stride_k * i_k over both arrays + two offsets within an element = a constant,   0 <= i_k < length_k,
// an equation in bounded integers. The search sets one unknown after the other, the largest stride first, to the few
// values that the others can still make up for: those within the others' reach, and in the residue class that the
// greatest common divisor of their strides leaves.
#include "cuprum/layout.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace cuprum {

std::pair<std::intptr_t, std::intptr_t> byte_bounds(const ndarray& a) {
    const auto first = reinterpret_cast<std::intptr_t>(a.address(cuda::Access::read));
    std::intptr_t low = first, high = first;
    if (a.size() == 0) return {low, high};
    for (int i = 0; i < a.ndim(); ++i) (a.strides()[i] < 0 ? low : high) += (a.shape()[i] - 1) * a.strides()[i];
    return {low, high + a.itemsize()};
}

namespace {

struct Term {
    std::int64_t coefficient, most;  // positive; the unknown is in [0, most]
};

class Search {
public:
    Search(std::vector<Term> terms, std::int64_t max_work) : terms_(std::move(terms)), work_left_(max_work) {
        std::sort(terms_.begin(), terms_.end(),
                  [](const Term& a, const Term& b) { return a.coefficient > b.coefficient; });
        // Terms of one coefficient are one term.
        std::vector<Term> merged;
        for (const Term& term : terms_)
            if (!merged.empty() && merged.back().coefficient == term.coefficient) merged.back().most += term.most;
            else merged.push_back(term);
        terms_ = std::move(merged);
        reach_.assign(terms_.size() + 1, 0);
        divisor_.assign(terms_.size() + 1, 0);
        for (std::size_t k = terms_.size(); k-- > 0;) {
            reach_[k] = reach_[k + 1] + terms_[k].coefficient * terms_[k].most;
            divisor_[k] = std::gcd(divisor_[k + 1], terms_[k].coefficient);
        }
    }

    /// Whether the terms from the k-th on can make `target`; nothing where the work is used up.
    std::optional<bool> solve(std::int64_t target, std::size_t k = 0) {
        if (target < 0 || target > reach_[k]) return false;
        if (k == terms_.size()) return target == 0;
        if (target % divisor_[k]) return false;
        const auto [coefficient, most] = terms_[k];
        if (k + 1 == terms_.size()) return target / coefficient <= most;
        const std::int64_t beyond = target - reach_[k + 1];
        const std::int64_t first = beyond > 0 ? (beyond + coefficient - 1) / coefficient : 0;
        const std::int64_t last = std::min(most, target / coefficient);
        for (std::int64_t value = first; value <= last; ++value) {
            if (work_left_ == 0) return std::nullopt;
            if (work_left_ > 0) --work_left_;
            const std::optional<bool> found = solve(target - value * coefficient, k + 1);
            if (!found || *found) return found;
        }
        return false;
    }

private:
    std::vector<Term> terms_;
    std::vector<std::int64_t> reach_, divisor_;  // of the terms from the k-th on
    std::int64_t work_left_;
};

void add_terms(std::vector<Term>& terms, const ndarray& a) {
    for (int i = 0; i < a.ndim(); ++i)
        if (a.strides()[i] && a.shape()[i] > 1) terms.push_back({std::abs(a.strides()[i]), a.shape()[i] - 1});
    if (a.itemsize() > 1) terms.push_back({1, a.itemsize() - 1});
}

/// Whether they have a byte in common; nothing where that is not known after so much work.
std::optional<bool> overlap(const ndarray& a, const ndarray& b, std::int64_t max_work) {
    if (a.size() == 0 || b.size() == 0 || a.device() != b.device()) return false;
    const auto [a_low, a_high] = byte_bounds(a);
    const auto [b_low, b_high] = byte_bounds(b);
    if (a_high <= b_low || b_high <= a_low) return false;
    if (max_work == 0) return std::nullopt;
    // a_low + sum = b_high - 1 - sum of the other's terms, counted from its end.
    std::vector<Term> terms;
    add_terms(terms, a);
    add_terms(terms, b);
    return Search(std::move(terms), max_work).solve(b_high - 1 - a_low);
}

}  // namespace

bool may_share_memory(const ndarray& a, const ndarray& b, std::int64_t max_work) {
    return overlap(a, b, max_work).value_or(true);
}

bool shares_memory(const ndarray& a, const ndarray& b, std::int64_t max_work) {
    const std::optional<bool> found = overlap(a, b, max_work);
    if (!found)
        throw TooHardError("shares_memory: no answer after " + std::to_string(max_work) +
                           " candidates; allow more by max_work, or ask may_share_memory");
    return *found;
}

namespace lib::stride_tricks {

ndarray as_strided(const ndarray& x, const std::optional<Shape>& shape, const std::optional<Strides>& strides) {
    const Shape& lengths = shape ? *shape : x.shape();
    const Strides& steps = strides ? *strides : x.strides();
    if (lengths.size() != steps.size())
        throw ValueError("as_strided: shape " + to_string(lengths) + " has " + std::to_string(lengths.size()) +
                         " axes, and strides " + to_string(steps) + " are for " + std::to_string(steps.size()));
    return x.with_layout(lengths, steps);
}

ndarray sliding_window_view(const ndarray& x, const Dims& window_shape, const Axes& axis) {
    for (std::int64_t length : window_shape)
        if (length < 0) throw ValueError("`window_shape` cannot contain negative values");
    if (!axis && window_shape.size() != x.ndim())
        throw ValueError("Since axis is None, must provide window_shape for all dimensions of `x`; got " +
                         std::to_string(window_shape.size()) + " window_shape elements and `x.ndim` is " +
                         std::to_string(x.ndim()) + ".");
    Dims axes;
    for (int i = 0; i < (axis ? axis->size() : x.ndim()); ++i)
        axes.push_back(axis ? normalize_axis((*axis)[i], x.ndim()) : i);
    if (window_shape.size() != axes.size())
        throw ValueError("Must provide matching length window_shape and axis; got " +
                         std::to_string(window_shape.size()) + " window_shape elements and " +
                         std::to_string(axes.size()) + " axes elements.");
    Shape shape = x.shape();
    Strides strides = x.strides();
    for (int i = 0; i < axes.size(); ++i) {
        const int along = static_cast<int>(axes[i]);
        if (shape[along] < window_shape[i]) throw ValueError("window shape cannot be larger than input array shape");
        shape[along] -= window_shape[i] - 1;
        strides.push_back(x.strides()[along]);
    }
    for (std::int64_t length : window_shape) shape.push_back(length);
    return x.with_layout(shape, strides);
}

}  // namespace lib::stride_tricks
}  // namespace cuprum
