// Two arrays overlap where the offset of a byte of one is the offset of a byte of the other. With all strides made
// positive, and the bytes of the second counted from its end, that is
//     sum of stride_k * i_k over the axes of both + two offsets within an element = a constant,   0 <= i_k <= last_k,
// an equation in bounded integers. The search chooses one unknown after the other, the largest stride first. It tries
// only values for which the remaining terms can still give the rest:
//   - the rest lies within their reach;
//   - for each division of these terms into coarse and fine ones: the coarse terms give multiples of the greatest
//     common divisor of their strides, so the rest modulo this divisor must lie within the reach of the fine ones.
// The second condition alone tells rows, columns and blocks of a matrix apart, and even from odd elements.
#include "core/overlap.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>

namespace cuprum {
namespace {

struct Term {
    std::int64_t stride, last;  // positive; the unknown is in [0, last]
    std::int64_t reach;         // the most that this term and those behind it give
};

class Search {
public:
    Search(const ndarray& a, const ndarray& b, std::int64_t max_work) : work_left_(max_work) {
        add_terms(a);
        add_terms(b);
        std::sort(terms_.begin(), terms_.begin() + count_,
                  [](const Term& x, const Term& y) { return x.stride > y.stride; });
        // Terms of one stride are one term.
        int kept = 0;
        for (int k = 0; k < count_; ++k)
            if (kept && terms_[kept - 1].stride == terms_[k].stride) terms_[kept - 1].last += terms_[k].last;
            else terms_[kept++] = terms_[k];
        count_ = kept;
        std::int64_t reach = 0;
        for (int k = count_; k-- > 0;) terms_[k].reach = reach += terms_[k].stride * terms_[k].last;
    }

    /// Whether the terms from the k-th on give `rest`; nothing if the work is used up.
    std::optional<bool> solve(std::int64_t rest, int k = 0) {
        if (!is_possible(rest, k)) return false;
        if (k == count_ || rest == 0 || rest == terms_[k].reach) return true;
        const auto [stride, last, reach] = terms_[k];
        const std::int64_t beyond = rest - (reach - stride * last);
        const std::int64_t first = beyond > 0 ? (beyond + stride - 1) / stride : 0;
        for (std::int64_t value = std::min(last, rest / stride); value >= first; --value) {
            if (work_left_ == 0) return std::nullopt;
            if (work_left_ > 0) --work_left_;
            const std::optional<bool> found = solve(rest - value * stride, k + 1);
            if (!found || *found) return found;
        }
        return false;
    }

private:
    void add_terms(const ndarray& a) {
        for (int i = 0; i < a.ndim(); ++i)
            if (a.strides()[i] && a.shape()[i] > 1) terms_[count_++] = {std::abs(a.strides()[i]), a.shape()[i] - 1, 0};
        if (a.itemsize() > 1) terms_[count_++] = {1, a.itemsize() - 1, 0};
    }

    /// Whether `rest` meets the two conditions for the terms from the k-th on.
    bool is_possible(std::int64_t rest, int k) const {
        if (rest < 0 || rest > reach(k)) return false;
        std::int64_t divisor = 0;
        while (k < count_ && divisor != 1) {
            divisor = std::gcd(divisor, terms_[k].stride);
            if (rest % divisor > reach(++k)) return false;
        }
        return true;
    }

    std::int64_t reach(int k) const { return k < count_ ? terms_[k].reach : 0; }

    std::array<Term, 2 * (max_ndim + 1)> terms_;
    int count_ = 0;
    std::int64_t work_left_;
};

/// The number of bytes from the lowest to the highest of an array that has elements.
std::int64_t span(const ndarray& a) {
    std::int64_t bytes = a.itemsize();
    for (int i = 0; i < a.ndim(); ++i) bytes += (a.shape()[i] - 1) * std::abs(a.strides()[i]);
    return bytes;
}

}  // namespace

std::optional<bool> overlap(const ndarray& a, const ndarray& b, std::int64_t distance, std::int64_t max_work) {
    if (a.size() == 0 || b.size() == 0) return false;
    const std::int64_t end = distance + span(b);
    if (end <= 0 || distance >= span(a)) return false;
    if (max_work == 0) return std::nullopt;
    return Search(a, b, max_work).solve(end - 1);
}

}  // namespace cuprum
