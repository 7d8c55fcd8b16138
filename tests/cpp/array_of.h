// An array of given elements.
#pragma once

#include <initializer_list>

#include "cuprum/creation.h"

namespace cuprum {

template <class T>
ndarray array_of(const Shape& shape, std::initializer_list<T> values) {
    ndarray result = empty(shape, dtype_of<T>);
    result.set(values.begin());
    return result;
}
template <class T>
ndarray array_of(std::initializer_list<T> values) {
    return array_of<T>({static_cast<std::int64_t>(values.size())}, values);
}

}  // namespace cuprum
