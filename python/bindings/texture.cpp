// `cuprum.cuda.texture`: textures and surfaces.
#include "texture.h"

#include "array.h"
#include "cuprum/cuda.h"
#include "cuprum/gil_release.h"
#include "cuprum/texture.h"
#include "cuprum/transfer.h"

namespace cuprum::python {
namespace {

using Address = std::intptr_t;

// The descriptions as Python objects, with the objects whose memory they name.
struct TextureResource {
    cuda::ResourceDescription description;
    nb::object format, array, memory;
};
struct Texture {
    cuda::TextureObject object;
    nb::object resource, texture;
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

std::optional<std::uint64_t> texture_handle(PyObject* object) {
    if (!nb::isinstance<Texture>(nb::handle(object))) return std::nullopt;
    return nb::cast<const Texture&>(nb::handle(object)).object.handle();
}

void bind_texture(nb::module_& cuda_module) {
    nb::module_ m = cuda_module.def_submodule("_texture");
    m.attr("__name__") = "cuprum.cuda.texture";
    bind_channel_format(m);
    bind_texture_array(m);
    bind_texture_resource(m);
    bind_texture_description(m);
    bind_texture_objects(m);
}

}  // namespace cuprum::python
