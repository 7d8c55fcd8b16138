// Parameters and results of functions of divided arrays.
#pragma once

#include <nanobind/stl/vector.h>

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "array.h"
#include "cuprum/distributed_functions.h"
#include "cuprum/distributed_linalg.h"
#include "declared_class.h"
#include "scipy/optional_arg.h"

namespace cuprum::python {

/// Throws TypeError, which tells `name`, for what is no array on the device.
const ndarray& device_array(nb::handle object, const char* name);

/// An array on the device: no other object is made into one, as it may be written to.
struct OwnArrayArg : Arg<"ndarray"> {
    const ndarray& get(const char* name) const { return device_array(object, name); }
};
/// An object that `init_process_group` returned.
struct GroupArg : OptionalArg<"cuprumx.distributed.NCCLBackend"> {
    std::shared_ptr<distributed::ProcessGroup> get() const;
};
struct GroupStreamArg : OptionalArg<"cuprum.cuda.Stream"> {
    std::optional<cuda::Stream> get() const;
};
/// What elements mean that several boxes have: a mode of `cuprumx.distributed.array`, its name, or None.
struct DivisionModeArg : OptionalArg<"Any"> {
    distributed::Mode get() const;
};
/// A box, by slices and integers.
struct BoxArg : Arg<"slice | int | tuple[slice | int, ...]"> {
    distributed::Region get(const Shape& shape) const;
};
/// For each device pairs of a box and an array.
struct ChunksArg : Arg<"dict[int, list[Any]]"> {
    distributed::ChunkMap get(const Shape& shape) const;
};
/// For each box of a matrix its devices.
struct DevicesOfBoxesArg : Arg<"Sequence[Sequence[set[int]]]"> {
    std::vector<std::vector<std::set<int>>> get() const;
};

/// An array of a class of Python's that is divided over devices, or over processes.
struct DividedArg : Arg<"Any"> {
    using Either = std::variant<const distributed::DistributedArray*, const distributed::GroupArray*>;
    Either get() const;
    const distributed::DistributedArray& of_devices() const;
    const distributed::GroupArray& of_group() const;
    int ndim() const;

    template <class F>
    nb::object visit(F&& function) const {
        return std::visit([&](const auto* a) -> nb::object { return function(*a); }, get());
    }
    /// With another one, of the same kind.
    template <class F>
    nb::object visit(const DividedArg& other, F&& function) const {
        const Either b = other.get();
        return std::visit(
            [&](const auto* a) -> nb::object {
                if (const auto* same = std::get_if<decltype(a)>(&b)) return function(*a, **same);
                throw TypeError("two divided arrays of one kind are wanted: of devices, or of the ranks of a group");
            },
            get());
    }

private:
    template <class Array>
    const Array& as(const char* kind) const;
    mutable nb::object held_;
};
/// A Layout of Python's, or an index map: for each device a box or a list of boxes.
struct BoxesArg : Arg<"Any"> {
    distributed::IndexMap get(const Shape& shape) const;
    /// A Layout: nothing else will do.
    const distributed::Layout& layout() const;
};
/// Numbers of devices, or of axes, of which None stands for none.
struct NumbersOfAxesArg : OptionalArg<"Sequence[int | None]"> {
    /// 0, 1, ..., count - 1 where nothing is given.
    std::vector<int> or_first(std::int64_t count) const;
};
/// A number for each axis, or one for all.
struct DepthArg : Arg<"int | Sequence[int]"> {
    Dims get(int ndim) const;
};
/// Whether equations are those of a matrix, or of its transpose.
struct DividedTransposeArg : Arg<"Literal[0, 1, 2, 'N', 'T', 'C']"> {
    operator int() const;
};
struct MatrixKindArg : WordArg<"Literal['gen', 'general', 'pos', 'positive definite']"> {
    distributed::MatrixKind kind() const;
};
using BoundaryArg = WordArg<"Literal['none', 'periodic', 'nearest', 'reflect', 'constant']">;

/// A Python function of arrays, which is called with the interpreter's lock.
std::function<ndarray(const ndarray&)> chunk_function(nb::object function);
distributed::Boundary to_boundary(const std::string& name);
inline fft::Norm divided_norm(std::optional<std::string_view> name) {
    return fft::norm_from_name(std::string(name.value_or("backward")));
}

// Arrays as objects of the classes that Python has.
nb::object divided_object(distributed::DistributedArray&& array);
nb::object divided_object(distributed::GroupArray&& array);
template <class Factors>
nb::object divided_object(Factors&& factors) {
    return nb::make_tuple(divided_object(std::move(factors.q)), divided_object(std::move(factors.r)));
}
inline nb::object to_python(distributed::DistributedArray&& array) { return divided_object(std::move(array)); }
inline nb::object to_python(distributed::GroupArray&& array) { return divided_object(std::move(array)); }
nb::object to_python(distributed::Mode mode);
nb::dict to_python(const distributed::IndexMap& map);
nb::dict to_python(const distributed::ChunkMap& map);
nb::dict to_python(const std::vector<distributed::Region>& regions);

}  // namespace cuprum::python
