// `cuprum.cuda.nccl`: collective operations of several devices.
#include "cuprum/nccl.h"

#include "array.h"
#include "cuprum/cuda.h"
#include "cuprum/gil_release.h"

namespace cuprum::python {
namespace {

using Address = std::intptr_t;
void* pointer(Address address) { return reinterpret_cast<void*>(address); }

struct NcclConfig {
    int split_share = 0;
};

namespace nccl = cuda::nccl;
using nccl::Communicator;
const nb::call_guard<runtime::GilRelease> released;

// A C++ exception with NCCL's status.
void bind_nccl_error(nb::module_& m) {
    static nb::handle error = nb::handle(PyErr_NewExceptionWithDoc(
        "cuprum.cuda.nccl.NcclError", "A call of NCCL failed. `status` is its number for the reason.",
        PyExc_RuntimeError, nullptr));
    m.attr("NcclError") = error;
    nb::register_exception_translator([](const std::exception_ptr& p, void*) {
        try {
            std::rethrow_exception(p);
        } catch (const nccl::NcclError& e) {
            nb::object value = error(e.what());
            value.attr("status") = e.status;
            PyErr_SetObject(error.ptr(), value.ptr());
        }
    });
}

void bind_collectives(nb::class_<Communicator>& communicator) {
    communicator
        .def(
            "allReduce",
            [](const Communicator& c, Address send, Address recv, std::size_t n, int type, int op, Address stream) {
                c.all_reduce(pointer(send), pointer(recv), n, type, op, pointer(stream));
            },
            "sendbuf"_a, "recvbuf"_a, "count"_a, "datatype"_a, "op"_a, "stream"_a, released,
            "Reduce the members' buffers; all get the result.")
        .def(
            "reduce",
            [](const Communicator& c, Address send, Address recv, std::size_t n, int type, int op, int root,
               Address stream) { c.reduce(pointer(send), pointer(recv), n, type, op, root, pointer(stream)); },
            "sendbuf"_a, "recvbuf"_a, "count"_a, "datatype"_a, "op"_a, "root"_a, "stream"_a, released,
            "Reduce the members' buffers; one gets the result.")
        .def(
            "broadcast",
            [](const Communicator& c, Address send, Address recv, std::size_t n, int type, int root, Address stream) {
                c.broadcast(pointer(send), pointer(recv), n, type, root, pointer(stream));
            },
            "sendbuff"_a, "recvbuff"_a, "count"_a, "datatype"_a, "root"_a, "stream"_a, released,
            "Copy one member's buffer to all.")
        .def(
            "bcast",
            [](const Communicator& c, Address buffer, std::size_t n, int type, int root, Address stream) {
                c.bcast(pointer(buffer), n, type, root, pointer(stream));
            },
            "buff"_a, "count"_a, "datatype"_a, "root"_a, "stream"_a, released, "The same in place.")
        .def(
            "reduceScatter",
            [](const Communicator& c, Address send, Address recv, std::size_t n, int type, int op, Address stream) {
                c.reduce_scatter(pointer(send), pointer(recv), n, type, op, pointer(stream));
            },
            "sendbuf"_a, "recvbuf"_a, "recvcount"_a, "datatype"_a, "op"_a, "stream"_a, released,
            "Reduce, and give each member a part of the result.")
        .def(
            "allGather",
            [](const Communicator& c, Address send, Address recv, std::size_t n, int type, Address stream) {
                c.all_gather(pointer(send), pointer(recv), n, type, pointer(stream));
            },
            "sendbuf"_a, "recvbuf"_a, "count"_a, "datatype"_a, "stream"_a, released,
            "Give all members the buffers of all.")
        .def(
            "send",
            [](const Communicator& c, Address buffer, std::size_t n, int type, int peer, Address stream) {
                c.send(pointer(buffer), n, type, peer, pointer(stream));
            },
            "sendbuf"_a, "count"_a, "datatype"_a, "peer"_a, "stream"_a, released, "Send to a member.")
        .def(
            "recv",
            [](const Communicator& c, Address buffer, std::size_t n, int type, int peer, Address stream) {
                c.recv(pointer(buffer), n, type, peer, pointer(stream));
            },
            "recvbuf"_a, "count"_a, "datatype"_a, "peer"_a, "stream"_a, released, "Receive from a member.");
}

/// The bytes of a group's id: a tuple of signed bytes, as CuPy's, bytes, or another sequence of numbers.
std::string bytes_of_id(nb::handle id) {
    std::string bytes;
    for (nb::handle number : nb::iter(id)) {
        const Py_ssize_t value = PyNumber_AsSsize_t(number.ptr(), nullptr);
        if (value == -1 && PyErr_Occurred()) throw nb::python_error();
        if (value < -128 || value > 255)
            throw ValueError("an id of NCCL has numbers from -128 to 127, found " + std::to_string(value));
        bytes.push_back(static_cast<char>(value));
    }
    return bytes;
}

void bind_communicator(nb::module_& m) {
    nb::class_<NcclConfig>(m, "NcclConfig", "How a group is made: NcclConfig(split_share=0).")
        .def(
            "__init__", [](NcclConfig* self, int split_share) { new (self) NcclConfig{split_share}; },
            "split_share"_a = 0)
        .def_rw("split_share", &NcclConfig::split_share, "Whether a part of a group shares the whole one's resources.");
    nb::class_<Communicator> communicator(
        m, "NcclCommunicator",
        "A member of a group of GPUs: NcclCommunicator(ndev, commId, rank). It returns when all have joined.");
    communicator
        .def(
            "__init__",
            [](Communicator* self, int ndev, Typed<"Sequence[int]"> id, int rank, const NcclConfig*) {
                const std::string bytes = bytes_of_id(id);
                const runtime::GilRelease unlocked;
                new (self) Communicator(ndev, bytes, rank);
            },
            "ndev"_a, "commId"_a, "rank"_a, "config"_a = nb::none())
        .def_static(
            "initAll",
            [](Typed<"int | Sequence[int]"> devices) {
                std::vector<int> numbers;
                if (PyLong_Check(devices.ptr()))
                    for (int i = 0; i < nb::cast<int>(devices); ++i) numbers.push_back(i);
                else numbers = nb::cast<std::vector<int>>(devices);
                const runtime::GilRelease unlocked;
                return Communicator::init_all(numbers);
            },
            "devices"_a, "A member for each device of this process; a number stands for the first so many.")
        .def(
            "commSplit",
            [](const Communicator& self, int color, int key, const NcclConfig* config) {
                return self.split(color, key, config ? config->split_share : 0);
            },
            "color"_a, "key"_a, "config"_a = nb::none(), released, "The part of the group that gives the same color.")
        .def_prop_ro(
            "comm", [](const Communicator& c) { return reinterpret_cast<Address>(c.handle()); }, "NCCL's handle.")
        .def("size", &Communicator::size, "How many members there are.")
        .def("rank_id", &Communicator::rank, "The member's number.")
        .def("device_id", &Communicator::device, "The member's device.")
        .def("destroy", &Communicator::destroy, released, "Leave the group after all work.")
        .def("abort", &Communicator::abort, released, "Leave the group at once.")
        .def("check_async_error", &Communicator::check_async_error, "Raise what went wrong meanwhile.");
    bind_collectives(communicator);
}

void bind_nccl_functions(nb::module_& m) {
    m.def("_is_available", nccl::is_available);
    m.def("get_version", nccl::get_version, "NCCL's version, 22703 for 2.27.3.");
    m.def(
        "get_unique_id",
        [] {
            nb::list numbers;
            for (char byte : nccl::get_unique_id()) numbers.append(static_cast<int>(static_cast<signed char>(byte)));
            return Typed<"tuple[int, ...]">(nb::steal<nb::object>(PyList_AsTuple(numbers.ptr())));
        },
        "128 numbers from -128 to 127 by which processes find each other: made by one, given to all.");
    m.def("groupStart", nccl::group_start, "Collect the calls from here to groupEnd, to start them together.");
    m.def("groupEnd", nccl::group_end, released, "Start what was collected.");
    m.def("check_status", nccl::check_status, "status"_a, "Raise NcclError for a status that is not 0.");
    for (auto [name, value] : {std::pair("CHAR", 0), {"INT8", 0},    {"UINT8", 1},  {"INT", 2},     {"INT32", 2},
                               {"UINT32", 3},        {"INT64", 4},   {"UINT64", 5}, {"HALF", 6},    {"FLOAT16", 6},
                               {"FLOAT", 7},         {"FLOAT32", 7}, {"DOUBLE", 8}, {"FLOAT64", 8}, {"BFLOAT16", 9},
                               {"SUM", 0},           {"PROD", 1},    {"MAX", 2},    {"MIN", 3},     {"AVG", 4}})
        m.attr((std::string("NCCL_") + name).c_str()) = value;
}

}  // namespace

void bind_nccl(nb::module_& cuda_module) {
    nb::module_ m = cuda_module.def_submodule("_nccl");
    m.attr("__name__") = "cuprum.cuda.nccl";
    bind_nccl_error(m);
    bind_communicator(m);
    bind_nccl_functions(m);
}

}  // namespace cuprum::python
