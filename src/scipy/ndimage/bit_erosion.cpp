#include "scipy/ndimage/bit_erosion.h"

#include "cuprum/transfer.h"

namespace cuprum::scipy::ndimage {
namespace {

constexpr std::int64_t word_bits = 64;

/// Of each cell the steps on all axes.
std::vector<int> word_steps(const Footprint& footprint) {
    const int ndim = footprint.box.size();
    std::vector<int> steps(footprint.cells.size() * static_cast<std::size_t>(ndim));
    for (std::size_t k = 0; k < footprint.cells.size(); ++k) {
        std::int64_t rest = footprint.cells[k];
        for (int d = ndim - 1; d >= 0; --d) {
            steps[k * static_cast<std::size_t>(ndim) + static_cast<std::size_t>(d)] =
                static_cast<int>(rest % footprint.box[d] - footprint.before[d]);
            rest /= footprint.box[d];
        }
    }
    return steps;
}

/// What stays the same from one launch to the next.
class Bits {
public:
    Bits(const Shape& shape, const Footprint& footprint, bool border, bool invert) {
        args_.ndim = shape.size();
        for (int d = 0; d < args_.ndim; ++d) args_.shape[d] = shape[d];
        args_.n = shape[args_.ndim - 1];
        args_.lines = element_count(shape) / args_.n;
        args_.words = kernel::ceil_div(args_.n, word_bits);
        args_.count = static_cast<int>(footprint.cells.size());
        args_.border = border;
        args_.invert = invert;
        args_.items = bit_items(args_.lines, args_.words, runtime::device_traits());
        const std::vector<int> steps = word_steps(footprint);
        steps_ = array_from_host(steps.data(), DType::int32, {static_cast<std::int64_t>(steps.size())});
    }
    /// Lines of words that all lie outside of the array.
    ndarray outside() const {
        return full({args_.lines + 1, args_.words + 2}, Scalar(std::int64_t{args_.border ? -1 : 0}), DType::int64);
    }
    ndarray bits_of(const ndarray& bytes) const {
        const ndarray result = outside();
        run("BITS_PACK", bytes, nullptr, result, nullptr);
        return result;
    }
    void run(const char* macro, const ndarray& in, const ndarray* mask, const ndarray& out,
             const ndarray* changed) const {
        constexpr std::int64_t grain = 32;
        kernel::DataAccess data;
        BitsArgs args = args_;
        args.in = data.read<void>(in);
        args.mask = data.read<void>(mask);
        args.steps = data.read<int>(steps_);
        args.out = data.update<void>(out);
        if (changed) args.changed = data.update<int>(*changed);
        launch_items(data, kernel_of("bits.h", macro, {}), args, grain);
    }

private:
    BitsArgs args_{};
    ndarray steps_;
};

}  // namespace

bool can_pack(const ndarray& in, const Footprint& footprint) {
    const int last = in.ndim() - 1;
    return last >= 0 && last < nd_axes && !footprint.cells.empty() && footprint.before[last] < word_bits &&
           footprint.box[last] - footprint.before[last] <= word_bits;
}

void erode_bits(const ndarray& in, const BitErosion& how, const ndarray& out) {
    const Bits bits(in.shape(), how.footprint, how.border, how.invert);
    std::optional<ndarray> mask;
    if (how.mask) mask = bits.bits_of(*how.mask);
    const ndarray start = bits.bits_of(in);
    const ndarray result = repeated(how.iterations, start, bits.outside(), bits.outside(),
                                    [&](const ndarray& from, const ndarray& to, const ndarray* changed) {
                                        bits.run("BITS_STEP", from, mask ? &*mask : nullptr, to, changed);
                                    });
    bits.run("BITS_UNPACK", result, nullptr, out, nullptr);
}

}  // namespace cuprum::scipy::ndimage
