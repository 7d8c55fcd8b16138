// What the bindings of arrays divided over devices and over processes share.
#pragma once

#include <functional>
#include <string>

#include "array.h"
#include "cuprum/distributed_functions.h"
#include "cuprum/distributed_linalg.h"

namespace cuprum::python {

/// Throws TypeError, which tells `name`, for what is no array on the device.
const ndarray& device_array(nanobind::handle object, const char* name);
distributed::Mode to_mode(const std::string& name);
std::string from_mode(distributed::Mode mode);
distributed::RegionIndex to_region_index(nanobind::handle index);
nanobind::tuple from_region(const distributed::Region& region);
/// A Python function of arrays, which is called with the interpreter's lock.
std::function<ndarray(const ndarray&)> chunk_function(nanobind::object function);
distributed::Boundary to_boundary(const std::string& name);

void bind_group_arrays(nanobind::module_& m);

}  // namespace cuprum::python
