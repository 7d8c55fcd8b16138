// `cuprumx.distributed.array.GroupArray`: arrays that are divided over processes. By hand, as distributed.cpp is.
#include "cuprum/distributed_group.h"

#include <nanobind/stl/shared_ptr.h>

#include <string>
#include <utility>
#include <vector>

#include "array.h"
#include "cuprum/distributed_linalg.h"
#include "cuprum/gil_release.h"
#include "distributed.h"
#include "ufunc.h"

namespace cuprum::python {
namespace {

using distributed::GroupArray, distributed::ProcessGroup;
using Group = std::shared_ptr<ProcessGroup>;
namespace dist = distributed;

using Object = Typed<"Any">;

const nb::call_guard<runtime::GilRelease> without_gil;

/// What a function returns that is called without the GIL.
template <class Function>
auto unlocked(Function&& function) {
    const runtime::GilRelease released;
    return function();
}

void bind_group_array(nb::module_& m) {
    nb::class_<GroupArray>(m, "GroupArray", "An array that is divided over the processes of a group.")
        .def_static(
            "divide",
            [](Group group, Typed<"ndarray"> array, const dist::Layout& layout, const std::string& mode) {
                const ndarray& whole = device_array(array, "array");
                const dist::Mode meaning = to_mode(mode);
                return unlocked([&] { return dist::group_array(std::move(group), whole, layout, meaning); });
            },
            "group"_a, "array"_a, "layout"_a, "mode"_a)
        .def_static(
            "from_local",
            [](Group group, Typed<"ndarray"> local, Object shape, const dist::Layout& layout, const std::string& mode) {
                return GroupArray(std::move(group), device_array(local, "local"), to_shape(shape.ptr()), layout,
                                  to_mode(mode));
            },
            "group"_a, "local"_a, "shape"_a, "layout"_a, "mode"_a)
        .def_prop_ro("shape", [](const GroupArray& a) { return from_dims(a.shape()); })
        .def_prop_ro("dtype", [](const GroupArray& a) { return nb::borrow(numpy_dtype(a.dtype())); })
        .def_prop_ro("rank", &GroupArray::rank)
        .def_prop_ro("ranks", [](const GroupArray& a) { return a.group()->size(); })
        .def_prop_ro("local", [](const GroupArray& a) { return wrap_object(ndarray(a.local())); })
        .def_prop_ro("mode", [](const GroupArray& a) { return from_mode(a.mode()); })
        .def(
            "change_mode",
            [](const GroupArray& a, const std::string& mode) {
                const dist::Mode meaning = to_mode(mode);
                return unlocked([&] { return a.change_mode(meaning); });
            },
            "mode"_a)
        .def_prop_ro("index_map",
                     [](const GroupArray& a) {
                         nb::dict found;
                         for (std::size_t rank = 0; rank < a.regions().size(); ++rank)
                             found[nb::int_(rank)] = from_region(a.regions()[rank]);
                         return found;
                     })
        .def(
            "reshard",
            [](const GroupArray& a, const dist::Layout& layout) { return unlocked([&] { return a.reshard(layout); }); },
            "layout"_a)
        .def(
            "reshard_like",
            [](const GroupArray& a, const GroupArray& other) {
                return unlocked([&] { return a.reshard(other.regions()); });
            },
            "other"_a)
        .def("box",
             [](const GroupArray& a, Object index) {
                 const dist::Region region = dist::region_of(to_region_index(index), a.shape());
                 return unlocked([&] { return a.at(region); });
             })
        .def("gather", [](const GroupArray& a) { return wrap_object(unlocked([&] { return a.gather(); })); })
        .def("astype",
             [](const GroupArray& a, Object dtype) {
                 const DType to = to_dtype(dtype.ptr());
                 return unlocked([&] { return a.astype(to); });
             })
        .def("copy", &GroupArray::copy, without_gil)
        .def(
            "reduce",
            [](const GroupArray& a, const std::string& operation, Object axis, Object dtype, bool keepdims) {
                const Axes along = axis.is_none() ? Axes() : to_axes(axis.ptr());
                const std::optional<DType> type = to_optional_dtype(dtype.ptr());
                return unlocked([&] { return a.reduce(to_mode(operation), along, type, keepdims); });
            },
            "operation"_a, "axis"_a.none(), "dtype"_a.none(), "keepdims"_a);
}

nb::tuple call_group_ufunc(const PyUfunc& ufunc, nb::args operands, Object dtype, Object casting) {
    std::vector<dist::GroupOperand> in;
    for (nb::handle operand : operands) {
        if (nb::isinstance<GroupArray>(operand)) {
            in.emplace_back(nb::inst_ptr<GroupArray>(operand));
        } else if (const auto scalar = to_scalar(operand.ptr())) {
            in.emplace_back(*scalar);
        } else {
            throw TypeError(std::string("an array of a group cannot be combined with ") +
                            Py_TYPE(operand.ptr())->tp_name + "; divide it first with distributed_array");
        }
    }
    const std::optional<DType> type = to_optional_dtype(dtype.ptr());
    const Casting rule = casting.is_none() ? Casting::same_kind : to_casting(casting.ptr());
    const auto results = unlocked([&] { return dist::call(*ufunc.ufunc, in, type, rule); });
    nb::list list;
    for (const GroupArray& one : results) list.append(nb::cast(one));
    return nb::tuple(list);
}

void bind_group_sparse_rows(nb::module_& m) {
    using Rows = dist::GroupSparseRows;
    nb::class_<Rows>(m, "GroupSparseRows", "A sparse matrix whose rows are divided over the processes of a group.")
        .def_static(
            "divide",
            [](Group group, const scipy::sparse::sparse_matrix& matrix) {
                return unlocked([&] { return Rows(std::move(group), matrix); });
            },
            "group"_a, "matrix"_a)
        .def_static(
            "from_local",
            [](Group group, const scipy::sparse::sparse_matrix& own) {
                return unlocked([&] { return Rows::from_local(std::move(group), own); });
            },
            "group"_a, "own"_a)
        .def_prop_ro("shape", [](const Rows& a) { return nb::make_tuple(a.rows(), a.columns()); })
        .def_prop_ro("ranks", [](const Rows& a) { return a.group()->size(); })
        .def("matvec", [](const Rows& a, const GroupArray& x) { return unlocked([&] { return a.matvec(x); }); }, "x"_a);
}

}  // namespace

void bind_group_arrays(nb::module_& m) {
    bind_group_array(m);
    bind_group_sparse_rows(m);
    m.def("group_call", call_group_ufunc, "ufunc"_a, "operands"_a, "dtype"_a.none(), "casting"_a.none());
    m.def(
        "group_random",
        [](Group group, Object shape, const dist::Layout& layout, std::uint64_t seed, Object dtype, bool normal) {
            const Shape lengths = to_shape(shape.ptr());
            const DType type = to_dtype(dtype.ptr());
            return unlocked([&] {
                return normal ? dist::standard_normal(std::move(group), lengths, layout, seed, type)
                              : dist::random(std::move(group), lengths, layout, seed, type);
            });
        },
        "group"_a, "shape"_a, "layout"_a, "seed"_a, "dtype"_a, "normal"_a);
    m.def(
        "group_integers",
        [](Group group, Object shape, const dist::Layout& layout, std::uint64_t seed, std::int64_t low,
           std::int64_t high) {
            const Shape lengths = to_shape(shape.ptr());
            return unlocked([&] { return dist::integers(std::move(group), lengths, layout, seed, low, high); });
        },
        "group"_a, "shape"_a, "layout"_a, "seed"_a, "low"_a, "high"_a);
}

}  // namespace cuprum::python
