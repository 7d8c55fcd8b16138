#include "cuprum/texture.h"

#include "cuprum/cuda.h"
#include "kernel/engine/array/allocation.h"
#include "runtime/context.h"
#include "runtime/services.h"

namespace cuprum::cuda {

using cuprum::runtime::backend;
using cuprum::runtime::context;

namespace {

cuprum::runtime::Services& services() { return backend().services(); }

}  // namespace

struct TextureArray::State {
    ChannelFormat format;
    std::size_t width, height, depth;
    unsigned flags;
    void* handle;

    State(const ChannelFormat& format, std::size_t width, std::size_t height, std::size_t depth, unsigned flags)
        : format(format), width(width), height(height), depth(depth), flags(flags) {
        if (width == 0) throw ValueError("a CUDAarray needs a width");
        if (depth && !height) throw ValueError("a CUDAarray of three dimensions needs a height");
        handle = services().allocate_array(format, width, height, depth, flags);
    }
    ~State() {
        try {
            services().free_array(handle);
        } catch (const Error&) {
            // The device has failed, and its memory with it.
        }
    }

    std::size_t row() const { return width * format.bytes(); }
    std::size_t bytes() const { return row() * std::max<std::size_t>(height, 1) * std::max<std::size_t>(depth, 1); }

    void copy(void* pointer, bool to_array, bool on_host) const {
        cuprum::runtime::BoxCopy copy;
        cuprum::runtime::BoxCopy::Side& inside = to_array ? copy.target : copy.source;
        cuprum::runtime::BoxCopy::Side& outside = to_array ? copy.source : copy.target;
        inside.array = handle;
        outside.pointer = pointer;
        outside.pitch = row();
        outside.rows = std::max<std::size_t>(height, 1);
        outside.on_host = on_host;
        copy.width = row();
        copy.height = std::max<std::size_t>(height, 1);
        copy.depth = std::max<std::size_t>(depth, 1);
        services().copy_box(copy, context.stream);
    }

    void check(const ndarray& array) const {
        if (static_cast<std::size_t>(array.nbytes()) != bytes())
            throw ValueError("an array of shape " + to_string(array.shape()) + " and dtype " +
                             info(array.dtype()).name + " has " + std::to_string(array.nbytes()) +
                             " bytes, and the CUDAarray " + std::to_string(bytes()));
        cuprum::runtime::admit(array.buffer());
    }
};

TextureArray::TextureArray(const ChannelFormat& format, std::size_t width, std::size_t height, std::size_t depth,
                           unsigned flags)
    : state_(std::make_shared<const State>(format, width, height, depth, flags)) {}

const ChannelFormat& TextureArray::format() const { return state_->format; }
std::size_t TextureArray::width() const { return state_->width; }
std::size_t TextureArray::height() const { return state_->height; }
std::size_t TextureArray::depth() const { return state_->depth; }
unsigned TextureArray::flags() const { return state_->flags; }
int TextureArray::ndim() const { return state_->depth ? 3 : state_->height ? 2 : 1; }
void* TextureArray::handle() const { return state_->handle; }

void TextureArray::copy_from(const ndarray& source) const {
    state_->check(source);
    const ndarray packed = source.is_c_contiguous() ? source : source.copy();
    state_->copy(packed.address(Access::read), true, false);
}

void TextureArray::copy_to(const ndarray& target) const {
    state_->check(target);
    if (!target.is_c_contiguous()) throw ValueError("the array to copy a CUDAarray to must be C-contiguous");
    state_->copy(target.address(Access::write), false, false);
}

void TextureArray::copy_from_host(const void* source) const {
    state_->copy(const_cast<void*>(source), true, true);
    backend().synchronize_stream(context.stream);
}

void TextureArray::copy_to_host(void* target) const {
    state_->copy(target, false, true);
    backend().synchronize_stream(context.stream);
}

namespace {

std::shared_ptr<const std::uint64_t> owned(std::uint64_t handle,
                                           void (cuprum::runtime::Services::*destroy)(std::uint64_t)) {
    return {new std::uint64_t(handle), [destroy](const std::uint64_t* handle) {
                try {
                    (services().*destroy)(*handle);
                } catch (const Error&) {
                    // The device has failed, and its textures with it.
                }
                delete handle;
            }};
}

}  // namespace

TextureObject::TextureObject(const ResourceDescription& resource, const TextureDescription& texture)
    : handle_(owned(services().create_texture(resource, texture), &cuprum::runtime::Services::destroy_texture)) {}

SurfaceObject::SurfaceObject(const ResourceDescription& resource)
    : handle_(owned(services().create_surface(resource), &cuprum::runtime::Services::destroy_surface)) {}

}  // namespace cuprum::cuda
