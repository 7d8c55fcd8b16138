// `cuprumx.distributed`: groups of processes, and arrays that are divided over devices or processes. By hand: functions
// of Python's, ufuncs, and the identity of layouts.
#include "cuprum/distributed.h"

#include <nanobind/stl/shared_ptr.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "array.h"
#include "cuprum/distributed_array.h"
#include "cuprum/distributed_functions.h"
#include "cuprum/distributed_group.h"
#include "cuprum/distributed_linalg.h"
#include "cuprum/gil_release.h"
#include "distributed_args.h"
#include "released.h"
#include "ufunc.h"

namespace cuprum::python {

void bind_declared_numpy_distributed(nb::module_& m);

namespace {

namespace dist = distributed;

constexpr std::pair<const char*, dist::Mode> modes[] = {{"replica", dist::Mode::replica},
                                                        {"sum", dist::Mode::sum},
                                                        {"prod", dist::Mode::prod},
                                                        {"min", dist::Mode::min},
                                                        {"max", dist::Mode::max}};

}  // namespace

const ndarray& device_array(nb::handle object, const char* name) {
    if (!is_ndarray(object.ptr()))
        refuse_argument(object.ptr(), std::string(name) + " must be an array on the device, not " +
                                          Py_TYPE(object.ptr())->tp_name + "; convert it with cuprum.asarray");
    return unwrap(object.ptr());
}

dist::Mode DivisionModeArg::get() const {
    const nb::handle given(object);
    if (given.is_none()) return dist::Mode::replica;
    const auto name = nb::cast<std::string>(nb::isinstance<nb::str>(given) ? nb::borrow(given) : given.attr("name"));
    for (const auto& [word, mode] : modes)
        if (name == word) return mode;
    throw ValueError("the mode must be 'replica', 'sum', 'prod', 'min' or 'max', not '" + name + "'");
}

nb::object to_python(dist::Mode mode) { return nb::str(modes[static_cast<std::size_t>(mode)].first); }

namespace {

dist::RegionIndex to_region_index(nb::handle index) {
    dist::RegionIndex found;
    const auto add = [&](nb::handle entry) {
        if (PySlice_Check(entry.ptr())) {
            const auto part = [&](const char* name) -> std::optional<std::int64_t> {
                const nb::object value = entry.attr(name);
                if (value.is_none()) return {};
                return to_index(value.ptr());
            };
            found.emplace_back(Slice{part("start"), part("stop"), part("step")});
        } else if (is_index(entry.ptr())) {
            found.emplace_back(to_index(entry.ptr()));
        } else {
            throw ValueError(std::string("a box of a divided array is told by slices and integers, not by ") +
                             Py_TYPE(entry.ptr())->tp_name);
        }
    };
    if (PyTuple_Check(index.ptr())) {
        for (nb::handle entry : nb::borrow<nb::tuple>(index)) add(entry);
    } else {
        add(index);
    }
    return found;
}

nb::tuple from_region(const dist::Region& region) {
    nb::list slices;
    for (const dist::Range& range : region)
        slices.append(nb::steal(
            PySlice_New(nb::int_(range.start).ptr(), nb::int_(range.stop).ptr(), nb::int_(range.step).ptr())));
    return nb::tuple(slices);
}

}  // namespace

dist::Region BoxArg::get(const Shape& shape) const { return dist::region_of(to_region_index(object), shape); }

dist::ChunkMap ChunksArg::get(const Shape& shape) const {
    dist::ChunkMap chunks;
    for (auto [device, list] : nb::cast<nb::dict>(nb::handle(object)))
        for (nb::handle entry : list) {
            const nb::object index = entry[0], array = entry[1];
            chunks[nb::cast<int>(device)].push_back(
                {dist::region_of(to_region_index(index), shape), device_array(array, "chunk")});
        }
    return chunks;
}

std::vector<std::vector<std::set<int>>> DevicesOfBoxesArg::get() const {
    std::vector<std::vector<std::set<int>>> sets;
    for (nb::handle row : nb::iter(nb::handle(object))) {
        sets.emplace_back();
        for (nb::handle entry : row) {
            sets.back().emplace_back();
            for (nb::handle device : entry) sets.back().back().insert(nb::cast<int>(device));
        }
    }
    return sets;
}

std::function<ndarray(const ndarray&)> chunk_function(nb::object function) {
    return [held = function](const ndarray& chunk) {
        const nb::gil_scoped_acquire locked;
        const nb::object result = held(wrap_object(ndarray(chunk)));
        return ndarray(device_array(result, "the function's result"));
    };
}

dist::Boundary to_boundary(const std::string& name) {
    static constexpr std::pair<const char*, dist::Boundary> names[] = {{"none", dist::Boundary::none},
                                                                       {"periodic", dist::Boundary::periodic},
                                                                       {"nearest", dist::Boundary::nearest},
                                                                       {"reflect", dist::Boundary::reflect},
                                                                       {"constant", dist::Boundary::constant}};
    for (const auto& [word, boundary] : names)
        if (name == word) return boundary;
    throw ValueError("the boundary must be 'none', 'periodic', 'nearest', 'reflect' or 'constant', not '" + name + "'");
}

static dist::IndexMap to_index_map(nb::dict map, const Shape& shape) {
    dist::IndexMap found;
    for (auto [device, indices] : map) {
        std::vector<dist::Region>& regions = found[nb::cast<int>(device)];
        if (PyList_Check(indices.ptr())) {
            for (nb::handle index : nb::borrow<nb::list>(indices))
                regions.push_back(dist::region_of(to_region_index(index), shape));
        } else {
            regions.push_back(dist::region_of(to_region_index(indices), shape));
        }
    }
    return found;
}

nb::dict to_python(const dist::IndexMap& map) {
    nb::dict found;
    for (const auto& [device, regions] : map) {
        nb::list list;
        for (const dist::Region& region : regions) list.append(from_region(region));
        found[nb::int_(device)] = list;
    }
    return found;
}

nb::dict to_python(const dist::ChunkMap& map) {
    nb::dict found;
    for (const auto& [device, chunks] : map) {
        nb::list list;
        for (const dist::Chunk& chunk : chunks) list.append(wrap_object(ndarray(chunk.data)));
        found[nb::int_(device)] = list;
    }
    return found;
}

nb::dict to_python(const std::vector<dist::Region>& regions) {
    nb::dict found;
    for (std::size_t rank = 0; rank < regions.size(); ++rank) found[nb::int_(rank)] = from_region(regions[rank]);
    return found;
}

std::shared_ptr<dist::ProcessGroup> GroupArg::get() const {
    return nb::cast<std::shared_ptr<dist::ProcessGroup>>(nb::handle(object).attr("_group"));
}

std::optional<cuda::Stream> GroupStreamArg::get() const {
    if (is_none()) return std::nullopt;
    return nb::cast<const cuda::Stream&>(nb::handle(object));
}

static nb::object of_class(const char* name, nb::object array) {
    return nb::module_::import_("cuprumx.distributed.array").attr(name).attr("_of")(array);
}
nb::object divided_object(dist::DistributedArray&& array) {
    return of_class("DistributedArray", nb::cast(std::move(array)));
}
nb::object divided_object(dist::GroupArray&& array) { return of_class("GroupArray", nb::cast(std::move(array))); }

DividedArg::Either DividedArg::get() const {
    held_ = nb::getattr(nb::handle(object), "_array", nb::none());
    if (nb::isinstance<dist::DistributedArray>(held_)) return nb::inst_ptr<dist::DistributedArray>(held_);
    if (nb::isinstance<dist::GroupArray>(held_)) return nb::inst_ptr<dist::GroupArray>(held_);
    throw TypeError(std::string("a divided array is wanted, not ") + Py_TYPE(object)->tp_name +
                    "; divide it first with distributed_array");
}

template <class Array>
const Array& DividedArg::as(const char* kind) const {
    held_ = nb::getattr(nb::handle(object), "_array", nb::none());
    if (nb::isinstance<Array>(held_)) return *nb::inst_ptr<Array>(held_);
    throw TypeError(std::string("a ") + kind + " is wanted, not " + Py_TYPE(object)->tp_name);
}

const dist::DistributedArray& DividedArg::of_devices() const { return as<dist::DistributedArray>("DistributedArray"); }
const dist::GroupArray& DividedArg::of_group() const { return as<dist::GroupArray>("GroupArray"); }

int DividedArg::ndim() const {
    return std::visit([](const auto* a) { return static_cast<int>(a->shape().size()); }, get());
}

dist::IndexMap BoxesArg::get(const Shape& shape) const {
    const nb::handle given(object);
    if (nb::isinstance<dist::Layout>(given)) return nb::cast<const dist::Layout&>(given).index_map(shape);
    return to_index_map(nb::cast<nb::dict>(given), shape);
}

const dist::Layout& BoxesArg::layout() const {
    if (nb::isinstance<dist::Layout>(nb::handle(object))) return nb::cast<const dist::Layout&>(nb::handle(object));
    throw TypeError(std::string("an array of a group is divided by a Layout, not by ") + Py_TYPE(object)->tp_name);
}

std::vector<int> NumbersOfAxesArg::or_first(std::int64_t count) const {
    std::vector<int> numbers;
    if (is_none()) {
        for (int number = 0; number < count; ++number) numbers.push_back(number);
        return numbers;
    }
    for (nb::handle number : nb::iter(nb::handle(object)))
        numbers.push_back(number.is_none() ? dist::Layout::whole : static_cast<int>(to_index(number.ptr())));
    return numbers;
}

Dims DepthArg::get(int ndim) const { return is_index(object) ? Dims(ndim, to_index(object)) : Dims(to_shape(object)); }

DividedTransposeArg::operator int() const {
    const nb::handle given(object);
    int number = 0;
    for (const char* word : {"N", "T", "C"}) {
        if (given.equal(nb::str(word)) || given.equal(nb::int_(number))) return number;
        ++number;
    }
    throw ValueError("trans must be 0, 1, 2, 'N', 'T' or 'C', not " + nb::cast<std::string>(nb::repr(given)));
}

dist::MatrixKind MatrixKindArg::kind() const {
    const std::string_view word = *this;
    if (word == "gen" || word == "general") return dist::MatrixKind::general;
    if (word == "pos" || word == "positive definite") return dist::MatrixKind::positive_definite;
    throw ValueError("assume_a must be 'gen', 'general', 'pos' or 'positive definite', not '" + std::string(word) +
                     "'");
}

namespace {

using Object = Typed<"Any">;

void bind_exchange() {
    nb::borrow<nb::class_<dist::ProcessGroup>>(nb::type<dist::ProcessGroup>())
        .def_static(
            "by_exchange",
            [](int size, int rank, Object exchange) {
                // The group copies and drops the function while others have the interpreter's lock.
                const std::shared_ptr<nb::object> held(new nb::object(exchange), [](nb::object* object) {
                    const nb::gil_scoped_acquire locked;
                    delete object;
                });
                return new dist::ProcessGroup(size, rank, [held](const std::string& mine) {
                    const nb::gil_scoped_acquire locked;
                    std::vector<std::string> all;
                    for (nb::handle one : (*held)(nb::bytes(mine.data(), mine.size()))) {
                        const auto bytes = nb::cast<nb::bytes>(one);
                        all.emplace_back(bytes.c_str(), bytes.size());
                    }
                    return all;
                });
            },
            "size"_a, "rank"_a, "exchange"_a, nb::rv_policy::take_ownership,
            "A group whose ranks find each other by a function like MPI's allgather.");
}

/// Calls a ufunc of arrays of one kind and numbers, `function(ufunc, operands, dtype, casting)` without Python's lock.
template <class Array, class Function>
nb::tuple call_with(nb::args given, Object dtype, Object casting, Function&& function) {
    std::vector<std::variant<const Array*, Scalar>> operands;
    for (nb::handle operand : given) {
        if (nb::isinstance<Array>(operand)) {
            operands.emplace_back(nb::inst_ptr<Array>(operand));
        } else if (const auto scalar = to_scalar(operand.ptr())) {
            operands.emplace_back(*scalar);
        } else {
            throw TypeError(std::string("a divided array cannot be combined with ") + Py_TYPE(operand.ptr())->tp_name +
                            "; divide it first with distributed_array");
        }
    }
    const std::optional<DType> type = to_optional_dtype(dtype.ptr());
    const Casting rule = casting.is_none() ? Casting::same_kind : to_casting(casting.ptr());
    const auto results = released([&] { return function(operands, type, rule); });
    nb::list list;
    for (const Array& one : results) list.append(nb::cast(one));
    return nb::tuple(list);
}

nb::tuple call_ufunc(const PyUfunc& ufunc, nb::args operands, Object out, Object dtype, Object casting) {
    std::vector<const dist::DistributedArray*> targets;
    if (!out.is_none())
        for (nb::handle one : out) targets.push_back(nb::cast<const dist::DistributedArray*>(one));
    return call_with<dist::DistributedArray>(operands, dtype, casting,
                                             [&](const auto& in, std::optional<DType> type, Casting rule) {
                                                 return dist::call(*ufunc.ufunc, in, targets, type, rule);
                                             });
}

nb::tuple call_group_ufunc(const PyUfunc& ufunc, nb::args operands, Object dtype, Object casting) {
    return call_with<dist::GroupArray>(operands, dtype, casting,
                                       [&](const auto& in, std::optional<DType> type, Casting rule) {
                                           return dist::call(*ufunc.ufunc, in, type, rule);
                                       });
}

nb::object partition_of(const dist::Layout& layout) {
    nb::list axes;
    for (const int axis : layout.partition()) axes.append(axis < 0 ? nb::none() : nb::object(nb::int_(axis)));
    return nb::tuple(axes);
}

/// What identifies a layout.
nb::tuple parts_of(const dist::Layout& layout) {
    return nb::make_tuple(from_dims(Dims(layout.mesh())), to_python(layout.devices()), partition_of(layout));
}

void bind_layouts() {
    auto type = nb::borrow<nb::class_<dist::Layout>>(nb::type<dist::Layout>());
    type.def_prop_ro("partition", partition_of,
                     "For each axis of an array the axis of the mesh that divides it, or None.");
    type.def(
        "__eq__", [](const dist::Layout& a, nb::handle b) -> Typed<"bool"> {
            if (!nb::isinstance<dist::Layout>(b)) return nb::borrow(Py_NotImplemented);
            return nb::bool_(a == nb::cast<const dist::Layout&>(b));
        },
        nb::arg().none());
    type.def("__hash__", [](const dist::Layout& layout) { return nb::hash(parts_of(layout)); });
    type.def("__repr__", [](const dist::Layout& layout) {
        return nb::str("Layout({}, {}, {})")
            .format(parts_of(layout)[0], nb::list(to_python(layout.devices())), partition_of(layout));
    });
}

}  // namespace

void bind_distributed(nb::module_& core) {
    nb::module_ m = core.def_submodule("_distributed");
    bind_declared_numpy_distributed(core);
    bind_exchange();
    bind_layouts();
    m.def("call", call_ufunc, "ufunc"_a, "operands"_a, "out"_a.none(), "dtype"_a.none(), "casting"_a.none());
    m.def("group_call", call_group_ufunc, "ufunc"_a, "operands"_a, "dtype"_a.none(), "casting"_a.none());
}

}  // namespace cuprum::python
