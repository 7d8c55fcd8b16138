// What of `cuprum.cuda` needs NVIDIA's hardware or tools: textures, NVTX, NCCL. Their submodules take it from here.
#include "array.h"
#include "cuprum/cuda.h"
#include "cuprum/gil_release.h"
#include "cuprum/nccl.h"
#include "cuprum/nvtx.h"
#include "cuprum/texture.h"
#include "cuprum/transfer.h"

namespace cuprum::python {
namespace {

using Address = std::intptr_t;
void* pointer(Address address) { return reinterpret_cast<void*>(address); }

std::string message_of(nb::handle message) { return nb::cast<std::string>(nb::str(message)); }

void bind_nvtx(nb::module_& m) {
    namespace nvtx = cuda::nvtx;
    m.attr("available") = nvtx::is_available();
    m.def(
        "Mark", [](Typed<"str | bytes"> message, int id) { nvtx::mark(message_of(message), nvtx::color(id)); },
        "message"_a, "id_color"_a = -1, "Mark a moment.");
    m.def(
        "MarkC", [](Typed<"str | bytes"> message, std::uint32_t color) { nvtx::mark(message_of(message), color); },
        "message"_a, "color"_a = 0, "Mark a moment in an ARGB color.");
    m.def(
        "RangePush",
        [](Typed<"str | bytes"> message, int id) { nvtx::range_push(message_of(message), nvtx::color(id)); },
        "message"_a, "id_color"_a = -1, "Begin a range of the calling thread.");
    m.def(
        "RangePushC",
        [](Typed<"str | bytes"> message, std::uint32_t color) { nvtx::range_push(message_of(message), color); },
        "message"_a, "color"_a = 0, "Begin a range of the calling thread in an ARGB color.");
    m.def("RangePop", nvtx::range_pop, "End the range that was begun last.");
    m.def(
        "RangeStart",
        [](Typed<"str | bytes"> message, std::uint32_t color) { return nvtx::range_start(message_of(message), color); },
        "message"_a, "color"_a = 0, "Begin a range that any thread may end by the number returned.");
    m.def("RangeEnd", nvtx::range_end, "range_id"_a, "End such a range.");
}

// ------------------------------------------------------------------------------------------------------------------
// NCCL

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
            [](Communicator* self, int ndev, nb::bytes id, int rank, const NcclConfig*) {
                std::string bytes(id.c_str(), id.size());
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
            std::string id = nccl::get_unique_id();
            return nb::bytes(id.data(), id.size());
        },
        "Bytes by which processes find each other: made by one, given to all.");
    m.def("groupStart", nccl::group_start, "Collect the calls from here to groupEnd, to start them together.");
    m.def("groupEnd", nccl::group_end, released, "Start what was collected.");
    m.def("check_status", nccl::check_status, "status"_a, "Raise NcclError for a status that is not 0.");
    for (auto [name, value] : {std::pair("CHAR", 0), {"INT8", 0},    {"UINT8", 1},  {"INT", 2},     {"INT32", 2},
                               {"UINT32", 3},        {"INT64", 4},   {"UINT64", 5}, {"HALF", 6},    {"FLOAT16", 6},
                               {"FLOAT", 7},         {"FLOAT32", 7}, {"DOUBLE", 8}, {"FLOAT64", 8}, {"BFLOAT16", 9},
                               {"SUM", 0},           {"PROD", 1},    {"MAX", 2},    {"MIN", 3},     {"AVG", 4}})
        m.attr((std::string("NCCL_") + name).c_str()) = value;
}

// ---------------------------------------------------------------------------------------------------------------
// textures

// The descriptions as Python objects, with the objects whose memory they name.
struct TextureResource {
    cuda::ResourceDescription description;
    nb::object format, array, memory;
};

using cuda::ChannelFormat, cuda::ResourceDescription, cuda::SurfaceObject, cuda::TextureArray, cuda::TextureDescription,
    cuda::TextureObject;

void bind_channel_format(nb::module_& m) {
    nb::class_<ChannelFormat>(
        m, "ChannelFormatDescriptor",
        "The bits of up to four channels of an element, and their kind, a number cudaChannelFormatKind...")
        .def(
            "__init__",
            [](ChannelFormat* self, int x, int y, int z, int w, int f) { new (self) ChannelFormat{x, y, z, w, f}; },
            "x"_a, "y"_a, "z"_a, "w"_a, "f"_a)
        .def_prop_ro(
            "ptr", [](const ChannelFormat& c) { return reinterpret_cast<Address>(&c); },
            "The address of CUDA's structure.")
        .def(
            "get_channel_format",
            [](const ChannelFormat& c) {
                nb::dict result;
                result["x"] = c.x, result["y"] = c.y, result["z"] = c.z, result["w"] = c.w, result["f"] = c.kind;
                return result;
            },
            "What it was made from.");
}

void bind_texture_array(nb::module_& m) {
    nb::class_<TextureArray>(m, "CUDAarray", nb::dynamic_attr(), "An array in the layout that textures read fastest.")
        .def(
            "__init__",
            [](TextureArray* self, const ChannelFormat& desc, std::size_t width, std::size_t height, std::size_t depth,
               unsigned flags) { new (self) TextureArray(desc, width, height, depth, flags); },
            "desc"_a, "width"_a, "height"_a = 0, "depth"_a = 0, "flags"_a = 0)
        .def_prop_ro("desc", [](const TextureArray& a) { return a.format(); })
        .def_prop_ro("width", &TextureArray::width)
        .def_prop_ro("height", &TextureArray::height)
        .def_prop_ro("depth", &TextureArray::depth)
        .def_prop_ro("flags", &TextureArray::flags)
        .def_prop_ro("ndim", &TextureArray::ndim)
        .def_prop_ro("ptr", [](const TextureArray& a) { return reinterpret_cast<Address>(a.handle()); })
        .def(
            "copy_from",
            [](const TextureArray& self, Typed<"numpy.ndarray | ndarray"> in_arr, const cuda::Stream* stream) {
                std::optional<cuda::StreamGuard> guard;
                if (stream) guard.emplace(*stream);
                if (is_ndarray(in_arr.ptr())) return self.copy_from(unwrap(in_arr.ptr()));
                self.copy_from(make_array(in_arr.ptr(), std::nullopt, false));
            },
            "in_arr"_a, "stream"_a = nb::none(), "Copy the elements of an array, or of a NumPy array.")
        .def(
            "copy_to",
            [](const TextureArray& self, Typed<"numpy.ndarray | ndarray"> out_arr, const cuda::Stream* stream) {
                std::optional<cuda::StreamGuard> guard;
                if (stream) guard.emplace(*stream);
                if (is_ndarray(out_arr.ptr())) return self.copy_to(unwrap(out_arr.ptr()));
                ndarray staged = make_array(out_arr.ptr(), std::nullopt, true);
                self.copy_to(staged);
                to_host(staged, 'C', out_arr);
            },
            "out_arr"_a, "stream"_a = nb::none(), "Copy the elements to an array, or to a NumPy array.");
}

void bind_texture_resource(nb::module_& m) {
    nb::class_<TextureResource>(
        m, "ResourceDescriptor",
        "What a texture reads: a CUDAarray, or the memory of an array in one or two dimensions.")
        .def(
            "__init__",
            [](TextureResource* self, int kind, Typed<"cuprum.cuda.texture.CUDAarray"> array, Typed<"ndarray"> memory,
               const ChannelFormat* format, std::size_t bytes, std::size_t width, std::size_t height,
               std::size_t pitch) {
                ResourceDescription d;
                d.kind = kind;
                const auto data = [&] {
                    if (!is_ndarray(memory.ptr()) || !format)
                        throw ValueError(
                            "a texture that reads memory needs arr, a cuprum.ndarray, and chDesc, its format");
                    return unwrap(memory.ptr()).pointer(cuda::Access::read);
                };
                if (kind == ResourceDescription::array) {
                    if (!nb::isinstance<TextureArray>(array))
                        throw ValueError("a texture that reads an array needs cuArr, a CUDAarray");
                    d.texture_array.array = nb::cast<const TextureArray&>(array).handle();
                } else if (kind == ResourceDescription::linear) {
                    d.line.pointer = data(), d.line.format = *format, d.line.bytes = bytes;
                } else if (kind == ResourceDescription::pitched) {
                    d.plane.pointer = data(), d.plane.format = *format, d.plane.width = width, d.plane.height = height,
                    d.plane.pitch = pitch;
                } else {
                    throw ValueError(
                        "a texture reads an array (cudaResourceTypeArray), linear memory (cudaResourceTypeLinear) or "
                        "pitched memory "
                        "(cudaResourceTypePitch2D), not a resource of type " +
                        std::to_string(kind));
                }
                new (self) TextureResource{d, format ? nb::cast(*format) : nb::object(nb::none()), array, memory};
            },
            "restype"_a, "cuArr"_a = nb::none(), "arr"_a = nb::none(), "chDesc"_a = nb::none(), "sizeInBytes"_a = 0,
            "width"_a = 0, "height"_a = 0, "pitchInBytes"_a = 0)
        .def_prop_ro("cuArr", [](const TextureResource& r) { return r.array; })
        .def_prop_ro("arr", [](const TextureResource& r) { return r.memory; })
        .def_prop_ro("chDesc", [](const TextureResource& r) { return r.format; })
        .def_prop_ro(
            "ptr", [](const TextureResource& r) { return reinterpret_cast<Address>(&r.description); },
            "The address of CUDA's structure.")
        .def(
            "get_resource_desc",
            [](const TextureResource& r) {
                nb::dict result;
                const auto& d = r.description;
                result["resType"] = d.kind;
                if (d.kind == ResourceDescription::array) result["cuArr"] = r.array;
                else result["arr"] = r.memory, result["chDesc"] = r.format;
                if (d.kind == ResourceDescription::linear) result["sizeInBytes"] = d.line.bytes;
                if (d.kind == ResourceDescription::pitched)
                    result["width"] = d.plane.width, result["height"] = d.plane.height,
                    result["pitchInBytes"] = d.plane.pitch;
                return result;
            },
            "What it was made from.");
}

void bind_texture_description(nb::module_& m) {
    nb::class_<TextureDescription>(m, "TextureDescriptor", "How a texture is read.")
        .def(
            "__init__",
            [](TextureDescription* self, std::optional<std::vector<int>> modes, int filter, int read,
               std::optional<int> srgb, std::optional<std::vector<float>> border, std::optional<int> normalized,
               std::optional<unsigned> anisotropy) {
                TextureDescription d;
                if (modes && modes->size() > 3)
                    throw ValueError("a texture has up to three address modes, not " + std::to_string(modes->size()));
                if (border && border->size() > 4)
                    throw ValueError("a border has up to four channels, not " + std::to_string(border->size()));
                if (modes) std::copy(modes->begin(), modes->end(), d.address_mode);
                if (border) std::copy(border->begin(), border->end(), d.border_color);
                d.filter_mode = filter, d.read_mode = read, d.srgb = srgb.value_or(0);
                d.normalized_coordinates = normalized.value_or(0), d.max_anisotropy = anisotropy.value_or(0);
                new (self) TextureDescription(d);
            },
            "addressModes"_a = nb::none(), "filterMode"_a = 0, "readMode"_a = 0, "sRGB"_a = nb::none(),
            "borderColors"_a = nb::none(), "normalizedCoords"_a = nb::none(), "maxAnisotropy"_a = nb::none())
        .def_prop_ro(
            "ptr", [](const TextureDescription& d) { return reinterpret_cast<Address>(&d); },
            "The address of CUDA's structure.")
        .def(
            "get_texture_desc",
            [](const TextureDescription& d) {
                nb::dict result;
                result["addressMode"] = nb::make_tuple(d.address_mode[0], d.address_mode[1], d.address_mode[2]);
                result["filterMode"] = d.filter_mode;
                result["readMode"] = d.read_mode;
                result["sRGB"] = d.srgb;
                result["borderColor"] =
                    nb::make_tuple(d.border_color[0], d.border_color[1], d.border_color[2], d.border_color[3]);
                result["normalizedCoords"] = d.normalized_coordinates;
                result["maxAnisotropy"] = d.max_anisotropy;
                return result;
            },
            "What it was made from.");
}

void bind_texture_objects(nb::module_& m) {
    struct Texture {
        TextureObject object;
        nb::object resource, texture;
    };
    nb::class_<Texture>(m, "TextureObject", "A texture, for kernels that take a cudaTextureObject_t.")
        .def(
            "__init__",
            [](Texture* self, const TextureResource& resource, const TextureDescription& texture) {
                new (self) Texture{TextureObject(resource.description, texture), nb::find(resource), nb::find(texture)};
            },
            "ResDesc"_a, "TexDesc"_a)
        .def_prop_ro("ResDesc", [](const Texture& t) { return t.resource; })
        .def_prop_ro("TexDesc", [](const Texture& t) { return t.texture; })
        .def_prop_ro("ptr", [](const Texture& t) { return t.object.handle(); }, "CUDA's number for it.");
    struct Surface {
        SurfaceObject object;
        nb::object resource;
    };
    nb::class_<Surface>(m, "SurfaceObject", "A surface, for kernels that take a cudaSurfaceObject_t.")
        .def(
            "__init__",
            [](Surface* self, const TextureResource& resource) {
                new (self) Surface{SurfaceObject(resource.description), nb::find(resource)};
            },
            "ResDesc"_a)
        .def_prop_ro("ResDesc", [](const Surface& s) { return s.resource; })
        .def_prop_ro("ptr", [](const Surface& s) { return s.object.handle(); }, "CUDA's number for it.");
}

}  // namespace

void bind_nvidia(nb::module_& m) {
    nb::module_ nvtx = m.def_submodule("_nvtx"), nccl = m.def_submodule("_nccl"), texture = m.def_submodule("_texture");
    nvtx.attr("__name__") = "cuprum.cuda.nvtx";
    nccl.attr("__name__") = "cuprum.cuda.nccl";
    texture.attr("__name__") = "cuprum.cuda.texture";
    bind_nvtx(nvtx);
    bind_nccl_error(nccl);
    bind_communicator(nccl);
    bind_nccl_functions(nccl);
    bind_channel_format(texture);
    bind_texture_array(texture);
    bind_texture_resource(texture);
    bind_texture_description(texture);
    bind_texture_objects(texture);
}

}  // namespace cuprum::python
