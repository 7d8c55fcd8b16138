// `cuprumx.distributed`: groups of processes, and arrays that are divided over devices. By hand: callables, streams,
// Python's slices, and tuples of arrays.
#include "cuprum/distributed.h"

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
        throw TypeError(std::string(name) + " must be an array on the device, not " + Py_TYPE(object.ptr())->tp_name +
                        "; convert it with cuprum.asarray");
    return unwrap(object.ptr());
}

dist::Mode to_mode(const std::string& name) {
    for (const auto& [word, mode] : modes)
        if (name == word) return mode;
    throw ValueError("the mode must be 'replica', 'sum', 'prod', 'min' or 'max', not '" + name + "'");
}

std::string from_mode(dist::Mode mode) { return modes[static_cast<std::size_t>(mode)].first; }

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

dist::IndexMap to_index_map(nb::dict map, const Shape& shape) {
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

const dist::DistributedArray& DividedArg::of_devices() const {
    const Either array = get();
    if (const auto* found = std::get_if<const dist::DistributedArray*>(&array)) return **found;
    throw TypeError("an array that is divided over devices is wanted, not one of a group");
}

int DividedArg::ndim() const {
    return std::visit([](const auto* a) { return static_cast<int>(a->shape().size()); }, get());
}

dist::IndexMap BoxesArg::get(const Shape& shape) const {
    const nb::handle given(object);
    if (nb::isinstance<dist::Layout>(given)) return nb::cast<const dist::Layout&>(given).index_map(shape);
    return to_index_map(nb::cast<nb::dict>(given), shape);
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

using distributed::DistributedArray, distributed::ProcessGroup;

const nb::call_guard<runtime::GilRelease> without_gil;

using Any = Typed<"ndarray">;
using Stream = const cuda::Stream*;
using Object = Typed<"Any">;

/// A method of the group that reads an array and writes another one, without the GIL.
template <auto method, class... Rest>
auto from_to() {
    return [](ProcessGroup& g, Any in, Any out, Rest... rest, Stream stream) {
        const ndarray &a = device_array(in, "in_array"), &b = device_array(out, "out_array");
        const auto where = stream ? std::optional(*stream) : std::nullopt;
        const runtime::GilRelease unlocked;
        (g.*method)(a, b, rest..., where);
    };
}

/// The same of one array, in the role that its name tells.
template <auto method>
auto with_peer(const char* name) {
    return [name](ProcessGroup& g, Any array, int peer, Stream stream) {
        const ndarray& a = device_array(array, name);
        const auto where = stream ? std::optional(*stream) : std::nullopt;
        const runtime::GilRelease unlocked;
        (g.*method)(a, peer, where);
    };
}

void bind_group(nb::module_& m) {
    nb::class_<ProcessGroup>(m, "ProcessGroup", "The members of a group of processes.")
        .def(
            "__init__",
            [](ProcessGroup* self, int size, int rank, const std::string& host, int port) {
                const runtime::GilRelease unlocked;
                new (self) ProcessGroup(size, rank, host, port);
            },
            "size"_a, "rank"_a, "host"_a = "127.0.0.1", "port"_a = 13333)
        .def_static(
            "by_exchange",
            [](int size, int rank, Object exchange) {
                // The group copies and drops the function while others have the interpreter's lock.
                const std::shared_ptr<nb::object> held(new nb::object(exchange), [](nb::object* object) {
                    const nb::gil_scoped_acquire locked;
                    delete object;
                });
                return new ProcessGroup(size, rank, [held](const std::string& mine) {
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
            "A group whose ranks find each other by a function like MPI's allgather.")
        .def_prop_ro("size", &ProcessGroup::size)
        .def_prop_ro("rank", &ProcessGroup::rank)
        .def_prop_ro("messages_sent", &ProcessGroup::messages_sent)
        .def_prop_ro("bytes_sent", &ProcessGroup::bytes_sent)
        .def("all_reduce", from_to<&ProcessGroup::all_reduce, const std::string&>(), "in_array"_a.none(),
             "out_array"_a.none(), "op"_a, "stream"_a.none())
        .def("reduce", from_to<&ProcessGroup::reduce, int, const std::string&>(), "in_array"_a.none(),
             "out_array"_a.none(), "root"_a, "op"_a, "stream"_a.none())
        .def("broadcast", with_peer<&ProcessGroup::broadcast>("in_out_array"), "in_out_array"_a, "root"_a,
             "stream"_a.none())
        .def("reduce_scatter", from_to<&ProcessGroup::reduce_scatter, std::int64_t, const std::string&>(),
             "in_array"_a.none(), "out_array"_a.none(), "count"_a, "op"_a, "stream"_a.none())
        .def("all_gather", from_to<&ProcessGroup::all_gather, std::int64_t>(), "in_array"_a.none(),
             "out_array"_a.none(), "count"_a, "stream"_a.none())
        .def("send", with_peer<&ProcessGroup::send>("array"), "array"_a, "peer"_a, "stream"_a.none())
        .def("recv", with_peer<&ProcessGroup::recv>("out_array"), "out_array"_a.none(), "peer"_a, "stream"_a.none())
        .def("send_recv", from_to<&ProcessGroup::send_recv, int>(), "in_array"_a.none(), "out_array"_a.none(), "peer"_a,
             "stream"_a.none())
        .def("scatter", from_to<&ProcessGroup::scatter, int>(), "in_array"_a.none(), "out_array"_a.none(), "root"_a,
             "stream"_a.none())
        .def("gather", from_to<&ProcessGroup::gather, int>(), "in_array"_a.none(), "out_array"_a.none(), "root"_a,
             "stream"_a.none())
        .def("all_to_all", from_to<&ProcessGroup::all_to_all>(), "in_array"_a.none(), "out_array"_a.none(),
             "stream"_a.none())
        .def("barrier", &ProcessGroup::barrier, without_gil)
        .def("stop", &ProcessGroup::stop, without_gil);
}

// ----------------------------------------------------------------------------------------------------- divided arrays

std::optional<DType> optional_dtype(nb::handle object) { return to_optional_dtype(object.ptr()); }

nb::tuple call_ufunc(const PyUfunc& ufunc, nb::args operands, Object out, Object dtype, Object casting) {
    std::vector<dist::DistributedOperand> in;
    for (nb::handle operand : operands) {
        if (nb::isinstance<DistributedArray>(operand)) {
            in.emplace_back(nb::inst_ptr<DistributedArray>(operand));
        } else if (const auto scalar = to_scalar(operand.ptr())) {
            in.emplace_back(*scalar);
        } else {
            throw TypeError(std::string("a divided array cannot be combined with ") + Py_TYPE(operand.ptr())->tp_name +
                            "; divide it first with distributed_array");
        }
    }
    std::vector<const DistributedArray*> targets;
    if (!out.is_none())
        for (nb::handle one : out) targets.push_back(nb::cast<const DistributedArray*>(one));
    const auto results = [&] {
        const std::optional<DType> type = optional_dtype(dtype);
        const Casting rule = casting.is_none() ? Casting::same_kind : to_casting(casting.ptr());
        const runtime::GilRelease unlocked;
        return dist::call(*ufunc.ufunc, in, targets, type, rule);
    }();
    nb::list list;
    for (const DistributedArray& one : results) list.append(nb::cast(one));
    return nb::tuple(list);
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

void bind_functions_of_divided(nb::module_& m) {
    nb::class_<dist::SparseRows>(m, "SparseRows", "A sparse matrix whose rows are divided over devices.")
        .def(nb::init<const scipy::sparse::sparse_matrix&, std::vector<int>>(), "matrix"_a, "devices"_a, without_gil)
        .def_prop_ro("shape", [](const dist::SparseRows& a) { return nb::make_tuple(a.rows(), a.columns()); })
        .def_prop_ro("devices", [](const dist::SparseRows& a) { return nb::cast(a.devices()); })
        .def("matvec", &dist::SparseRows::matvec, "x"_a, without_gil);
    m.def(
        "random",
        [](Object shape, BoxesArg map, std::uint64_t seed, Object dtype, bool normal) {
            const Shape lengths = to_shape(shape.ptr());
            const dist::IndexMap boxes = map.get(lengths);
            const DType type = to_dtype(dtype.ptr());
            const runtime::GilRelease unlocked;
            return normal ? dist::standard_normal(lengths, boxes, seed, type)
                          : dist::random(lengths, boxes, seed, type);
        },
        "shape"_a, "index_map"_a, "seed"_a, "dtype"_a, "normal"_a);
    m.def(
        "integers",
        [](Object shape, BoxesArg map, std::uint64_t seed, std::int64_t low, std::int64_t high) {
            const Shape lengths = to_shape(shape.ptr());
            const dist::IndexMap boxes = map.get(lengths);
            const runtime::GilRelease unlocked;
            return dist::integers(lengths, boxes, seed, low, high);
        },
        "shape"_a, "index_map"_a, "seed"_a, "low"_a, "high"_a);
}

/// What a divided array is, and how it is made.
nb::class_<DistributedArray> bind_properties_of_divided(nb::module_& m) {
    nb::class_<DistributedArray> type(m, "DistributedArray", "An array that is divided over devices.");
    type.def_static(
            "from_chunks",
            [](Object shape, Object dtype, nb::dict chunks_map, const std::string& mode) {
                const Shape lengths = to_shape(shape.ptr());
                dist::ChunkMap chunks;
                for (auto [device, list] : chunks_map)
                    for (nb::handle entry : list) {
                        const nb::object index = entry[0], array = entry[1];
                        chunks[nb::cast<int>(device)].push_back(
                            {dist::region_of(to_region_index(index), lengths), device_array(array, "chunk")});
                    }
                return DistributedArray(lengths, to_dtype(dtype.ptr()), std::move(chunks), to_mode(mode));
            },
            "shape"_a, "dtype"_a, "chunks_map"_a, "mode"_a)
        .def_static(
            "divide",
            [](Any array, BoxesArg index_map, const std::string& mode) {
                const ndarray& whole = device_array(array, "array");
                const dist::IndexMap map = index_map.get(whole.shape());
                const runtime::GilRelease unlocked;
                return dist::distributed_array(whole, map, to_mode(mode));
            },
            "array"_a, "index_map"_a, "mode"_a)
        .def_prop_ro("shape", [](const DistributedArray& a) { return from_dims(a.shape()); })
        .def_prop_ro("dtype", [](const DistributedArray& a) { return nb::borrow(numpy_dtype(a.dtype())); })
        .def_prop_ro("mode", [](const DistributedArray& a) { return from_mode(a.mode()); })
        .def_prop_ro("index_map", [](const DistributedArray& a) { return to_python(a.index_map()); })
        .def_prop_ro("devices", [](const DistributedArray& a) { return nb::cast(a.devices()); })
        .def("all_chunks", [](const DistributedArray& a) {
            nb::dict found;
            for (const auto& [device, chunks] : a.chunks()) {
                nb::list list;
                for (const dist::Chunk& chunk : chunks) list.append(wrap_object(ndarray(chunk.data)));
                found[nb::int_(device)] = list;
            }
            return found;
        });
    return type;
}

void bind_divided_array(nb::module_& m) {
    bind_properties_of_divided(m)
        .def(
            "change_mode",
            [](const DistributedArray& a, const std::string& mode) {
                const runtime::GilRelease unlocked;
                return a.change_mode(to_mode(mode));
            },
            "mode"_a)
        .def(
            "reshard",
            [](const DistributedArray& a, BoxesArg index_map) {
                const dist::IndexMap map = index_map.get(a.shape());
                const runtime::GilRelease unlocked;
                return a.reshard(map);
            },
            "index_map"_a)
        .def("box",
             [](const DistributedArray& a, Object index) {
                 const dist::Region region = dist::region_of(to_region_index(index), a.shape());
                 const runtime::GilRelease unlocked;
                 return a.at(region);
             })
        .def("gather",
             [](const DistributedArray& a) {
                 ndarray whole = [&] {
                     const runtime::GilRelease unlocked;
                     return a.gather();
                 }();
                 return wrap_object(std::move(whole));
             })
        .def("read_into",
             [](const DistributedArray& a, std::intptr_t address) {
                 const runtime::GilRelease unlocked;
                 a.get(reinterpret_cast<void*>(address));
             })
        .def("astype",
             [](const DistributedArray& a, Object dtype) {
                 const DType to = to_dtype(dtype.ptr());
                 const runtime::GilRelease unlocked;
                 return a.astype(to);
             })
        .def("copy", &DistributedArray::copy, without_gil)
        .def(
            "reduce",
            [](const DistributedArray& a, const std::string& operation, Object axis, Object dtype, bool keepdims) {
                const Axes along = axis.is_none() ? Axes() : to_axes(axis.ptr());
                const std::optional<DType> type = optional_dtype(dtype);
                const runtime::GilRelease unlocked;
                return a.reduce(to_mode(operation), along, type, keepdims);
            },
            "operation"_a, "axis"_a.none(), "dtype"_a.none(), "keepdims"_a);
    bind_functions_of_divided(m);
    m.def("call", call_ufunc, "ufunc"_a, "operands"_a, "out"_a.none(), "dtype"_a.none(), "casting"_a.none());
    m.def(
        "make_2d_index_map",
        [](const std::vector<std::int64_t>& i, const std::vector<std::int64_t>& j, Object devices) {
            std::vector<std::vector<std::set<int>>> sets;
            for (nb::handle row : devices) {
                sets.emplace_back();
                for (nb::handle entry : row) {
                    sets.back().emplace_back();
                    for (nb::handle device : entry) sets.back().back().insert(nb::cast<int>(device));
                }
            }
            return to_python(dist::make_2d_index_map(i, j, sets));
        },
        "i_partitions"_a, "j_partitions"_a, "devices"_a);
}

}  // namespace

void bind_distributed(nb::module_& core) {
    nb::module_ m = core.def_submodule("_distributed");
    bind_group(m);
    bind_declared_numpy_distributed(core);
    bind_layouts();
    bind_group_arrays(m);
    bind_divided_array(m);
}

}  // namespace cuprum::python
