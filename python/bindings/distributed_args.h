// Parameters and results of functions of divided arrays.
#pragma once

#include <string>
#include <variant>

#include "declared_class.h"
#include "distributed.h"
#include "scipy/optional_arg.h"

namespace cuprum::python {

/// An array of a class of Python's that is divided over devices, or over processes.
struct DividedArg : Arg<"Any"> {
    using Either = std::variant<const distributed::DistributedArray*, const distributed::GroupArray*>;
    Either get() const;
    const distributed::DistributedArray& of_devices() const;
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
    mutable nb::object held_;
};
/// A Layout of Python's, or an index map: for each device a box or a list of boxes.
struct BoxesArg : Arg<"Any"> {
    distributed::IndexMap get(const Shape& shape) const;
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
nb::dict to_python(const distributed::IndexMap& map);

}  // namespace cuprum::python
