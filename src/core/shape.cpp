#include "cuprum/shape.h"

#include "cuprum/error.h"

namespace cuprum {

std::string to_string(const Dims& dims) {
    std::string text = "(";
    for (int i = 0; i < dims.size(); ++i) text += (i ? ", " : "") + std::to_string(dims[i]);
    return text + (dims.size() == 1 ? ",)" : ")");
}

std::int64_t element_count(const Shape& shape) {
    std::int64_t count = 1;
    bool empty = false;
    for (std::int64_t length : shape) {
        if (length < 0)
            throw ValueError("negative dimensions are not allowed; the shape asked for is " + to_string(shape));
        if (length == 0) {
            empty = true;
        } else if (__builtin_mul_overflow(count, length, &count)) {
            throw ValueError("the shape " + to_string(shape) + " has more elements than an array can have");
        }
    }
    if (shape.size() > max_ndim)
        throw ValueError("an array can have at most " + std::to_string(max_ndim) + " dimensions, found " +
                         std::to_string(shape.size()));
    return empty ? 0 : count;
}

Shape broadcast_shapes(std::span<const Shape> shapes) {
    int ndim = 0;
    for (const auto& shape : shapes) ndim = std::max(ndim, shape.size());
    Shape result(ndim, 1);
    for (const auto& shape : shapes) {
        int shift = ndim - shape.size();
        for (int i = 0; i < shape.size(); ++i) {
            std::int64_t& target = result[shift + i];
            if (shape[i] == target || shape[i] == 1) continue;
            if (target != 1) {
                std::string all;
                for (const auto& s : shapes) all += " " + to_string(s);
                throw ValueError("operands could not be broadcast together with shapes" + all);
            }
            target = shape[i];
        }
    }
    return result;
}

int normalize_axis(std::int64_t axis, int ndim, const char* argument) {
    if (axis < -ndim || axis >= ndim) throw AxisError(axis, ndim, argument ? argument : "");
    return static_cast<int>(axis < 0 ? axis + ndim : axis);
}

Dims normalize_axes(const Dims& axes, int ndim, const char* argument) {
    Dims result;
    for (std::int64_t axis : axes) {
        int i = normalize_axis(axis, ndim, argument);
        if (std::find(result.begin(), result.end(), i) != result.end())
            throw ValueError(argument ? std::string("repeated axis in `") + argument + "` argument"
                                      : std::string("duplicate value in 'axis'"));
        result.push_back(i);
    }
    return result;
}

Strides contiguous_strides(const Shape& shape, std::int64_t itemsize, char order) {
    Strides strides(shape.size());
    // An array without elements has strides of 0, as NumPy's.
    if (std::find(shape.begin(), shape.end(), 0) != shape.end()) return strides;
    std::int64_t step = itemsize;
    for (int k = 0; k < shape.size(); ++k) {
        int i = order == 'F' ? k : shape.size() - 1 - k;
        strides[i] = step;
        step *= shape[i];
    }
    return strides;
}

}  // namespace cuprum
