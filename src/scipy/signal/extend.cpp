#include "scipy/signal/extend.h"

#include "cuprum/kernel.h"
#include "kernel/engine/array/allocation.h"

namespace cuprum::scipy::signal {

std::optional<ExtendMode> extend_mode(std::string_view name) {
    constexpr std::pair<std::string_view, ExtendMode> names[] = {
        {"constant", extend_zeros},  {"edge", extend_constant},       {"reflect", extend_even},
        {"antireflect", extend_odd}, {"symmetric", extend_symmetric}, {"antisymmetric", extend_antisymmetric},
        {"wrap", extend_wrap},       {"smooth", extend_smooth},       {"line", extend_line},
    };
    for (const auto& [word, mode] : names)
        if (word == name) return mode;
    return std::nullopt;
}

ndarray extended_lines(const ndarray& lines, std::int64_t pad, ExtendMode mode, DType dtype, double value,
                       std::optional<std::int64_t> right) {
    // Places are counted from the first sample. Mirrors repeat with the period of the signal and its image.
    static const ElementwiseKernel kernel("raw X x, int64 lines, int64 n, int64 pad, int64 length, int32 mode, T value",
                                          "T y",
                                          R"(
        const long long line = i / length;
        const long long t = i - line * length - pad;
        long long at[2] = {line, t};
        if (t >= 0 && t < n) {
            y = T(x[at]);
        } else if (mode == 0) {
            y = value;
        } else if (mode == 1) {
            at[1] = t < 0 ? 0 : n - 1;
            y = T(x[at]);
        } else if (mode == 6) {
            at[1] = t % n + (t % n < 0 ? n : 0);
            y = T(x[at]);
        } else if (mode == 7 || mode == 8) {
            long long from[2] = {line, 0}, to[2] = {line, n - 1};
            const T first = T(x[from]), last = T(x[to]);
            if (mode == 8) {
                const T slope = n > 1 ? T((last - first) / T(double(n - 1))) : T(0.0);
                y = t < 0 ? first + slope * T(double(t)) : last + slope * T(double(t - (n - 1)));
            } else {
                from[1] = n > 1 ? 1 : 0;
                to[1] = n > 1 ? n - 2 : 0;
                y = t < 0 ? first + (first - T(x[from])) * T(double(-t))
                          : last + (last - T(x[to])) * T(double(t - (n - 1)));
            }
        } else {
            const bool whole = mode >= 4;
            const long long period = whole ? n : (n > 1 ? n - 1 : 1);
            long long turns = t / period;
            if (t - turns * period < 0) --turns;
            const long long rest = t - turns * period;
            const bool mirrored = turns & 1;
            at[1] = n == 1 ? 0 : mirrored ? n - 1 - rest : rest;
            y = T(x[at]);
            if (mode == 5 && mirrored) y = -y;
            if (mode == 3) {
                long long from[2] = {line, 0}, to[2] = {line, n - 1};
                const T first = T(x[from]), last = T(x[to]);
                // Each turn about an end adds the way from one end to the other.
                if (mirrored) y = (t < 0 ? first + first : last + last) - y;
                // Without a turn an end that is not finite has no influence on the other.
                const long long ways = mirrored ? turns - (turns < 0 ? -1 : 1) : turns;
                if (ways != 0) y = y + (last - first) * T(double(ways));
            }
        }
        )",
                                          "cuprum_extended_lines");
    const std::int64_t count = lines.shape(0), n = lines.shape(1), length = n + pad + right.value_or(pad);
    const ndarray out = kernel::new_array({count, length}, dtype);
    if (out.size() == 0) return out;
    const Operand operands[] = {lines,
                                Scalar(count),
                                Scalar(n),
                                Scalar(pad),
                                Scalar(length),
                                Scalar(static_cast<std::int64_t>(mode)),
                                Scalar(value).as(dtype),
                                out};
    ndarray same;
    kernel.call(operands, {}, &same);
    return out;
}

}  // namespace cuprum::scipy::signal
