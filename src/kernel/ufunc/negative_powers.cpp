#include "kernel/ufunc/negative_powers.h"

#include <vector>

#include "cuprum/reduction.h"
#include "kernel/engine/recorder.h"

namespace cuprum::kernel {

bool refuses_negative_powers(const UfuncRow& row, const Loop& loop) {
    return row.refuses == Refusal::negative_powers && kind(loop.in[1]) == 'i';
}

void refuse_negative(const Operand& powers, DType taken, const ndarray* where) {
    static constexpr const char* message = "Integers to negative integer powers are not allowed.";
    bool negative;
    if (!powers.is_array()) {
        negative = powers.scalar().to_double() < 0;
        if (negative && where && runtime::context.recorder) return recorder()->refuse_if(any(*where), message);
        negative = negative && (!where || any(*where).item().to_bool());
    } else {
        const DType given = powers.array().dtype();
        const bool as_given = can_cast(given, taken, Casting::safe);
        if (powers.array().size() == 0 || (as_given && kind(given) != 'i')) return;
        const ndarray array = as_given ? powers.array() : powers.array().astype(taken);  // which may make it negative
        if (runtime::context.recorder) {
            const ndarray below = less(array, 0);
            return recorder()->refuse_if(any(where ? logical_and(below, *where) : below), message);
        }
        // These reductions are ready in the package, those of the ufuncs' methods are not.
        negative = where ? any(logical_and(less(array, 0), *where)).item().to_bool() : min(array).item().to_int() < 0;
    }
    if (negative) throw ValueError(message);
}

ndarray stretch(const ndarray& a, int axis, std::int64_t first, std::int64_t last) {
    std::vector<Index> index(static_cast<std::size_t>(axis), Slice{});
    index.push_back(Slice{first, last});
    return a.at(index);
}

void refuse_negative_behind_first(const ndarray& a, int axis, const ndarray* where) {
    const std::int64_t length = a.shape()[axis];
    if (length < 2) return;
    std::optional<ndarray> mask;
    if (where) mask = stretch(where->broadcast_to(a.shape()), axis, 1, length);
    refuse_negative(stretch(a, axis, 1, length), a.dtype(), mask ? &*mask : nullptr);
}

}  // namespace cuprum::kernel
