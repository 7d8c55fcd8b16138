// What bindings of several chapters take.
#pragma once

#include "../convert.h"

namespace cuprum::python {

/// What a text tells, or None whatever the default is.
template <Text text>
struct OptionalArg : ObjectArg {
    static constexpr auto type = nb::detail::const_name(text.characters);
};

/// An array or None, where NumPy's arrays are refused.
struct OptionalDeviceArg : DeviceArrayArg {
    CUPRUM_TAKES("ArrayLike", true)
    const ndarray* pointer() const { return is_none() ? nullptr : &get(); }
};

inline double number(const ScalarArg& value) { return Scalar(value).to_double(); }

}  // namespace cuprum::python
