// Parameters and results of cuprum.cuda.runtime.
#pragma once

#include <string>

#include "address.h"
#include "cuprum/cuda_runtime.h"

namespace cuprum::python {

inline std::string text_of(const nb::bytes& bytes) { return {bytes.c_str(), bytes.size()}; }
inline nb::object bytes_of(const std::string& text) { return nb::bytes(text.data(), text.size()); }

inline nb::object to_python(cuda::runtime::PointerAttributes&& attributes) { return nb::cast(attributes); }
inline nb::object to_python(cuda::runtime::DeviceProperties&& properties) {
    nb::dict result;
    result["name"] = bytes_of(properties.name);
    for (const auto& [name, values] : properties.values)
        result[name.c_str()] = values.size() == 1 ? nb::object(nb::int_(values[0])) : nb::tuple(nb::cast(values));
    return result;
}

}  // namespace cuprum::python
