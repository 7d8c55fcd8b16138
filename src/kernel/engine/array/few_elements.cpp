#include "kernel/engine/array/few_elements.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <type_traits>

#include "kernel/cache/log.h"
#include "kernel/engine/array/allocation.h"
#include "runtime/context.h"
#include "runtime/device_traits.h"
#include "runtime/timeline.h"

namespace cuprum::kernel {
namespace {

struct Pair {
    std::uint64_t low, high;
};

/// Calls `f` with a value of the type that elements of `bytes` bytes are moved as, whatever they mean.
template <class F>
auto with_mover(std::int64_t bytes, F f) {
    switch (bytes) {
        case 1: return f(std::uint8_t());
        case 2: return f(std::uint16_t());
        case 4: return f(std::uint32_t());
        case 8: return f(std::uint64_t());
        default: return f(Pair());
    }
}

template <class T>
void copy_axes(const char* from, const std::int64_t* from_strides, char* to, const std::int64_t* to_strides,
               const std::int64_t* shape, int ndim) {
    if (ndim == 0) {
        *reinterpret_cast<T*>(to) = *reinterpret_cast<const T*>(from);
    } else if (ndim == 1) {
        for (std::int64_t i = 0; i < shape[0]; ++i)
            *reinterpret_cast<T*>(to + i * to_strides[0]) = *reinterpret_cast<const T*>(from + i * from_strides[0]);
    } else {
        for (std::int64_t i = 0; i < shape[0]; ++i)
            copy_axes<T>(from + i * from_strides[0], from_strides + 1, to + i * to_strides[0], to_strides + 1,
                         shape + 1, ndim - 1);
    }
}

/// Calls `f` with a value of an integer dtype's type.
template <class F>
auto with_integer(DType dtype, F f) {
    switch (dtype) {
        case DType::uint8: return f(std::uint8_t());
        case DType::int8: return f(std::int8_t());
        case DType::int16: return f(std::int16_t());
        case DType::uint16: return f(std::uint16_t());
        case DType::int32: return f(std::int32_t());
        case DType::uint32: return f(std::uint32_t());
        case DType::int64: return f(std::int64_t());
        default: return f(std::uint64_t());
    }
}

/// The bits of a number that are not zero unless the number is: all but signs.
Pair value_bits(DType dtype) {
    constexpr std::uint64_t all = ~std::uint64_t{0};
    switch (dtype) {
        case DType::float16:
        case DType::bfloat16: return {0x7fff, all};
        case DType::float32: return {0x7fffffff, all};
        case DType::complex64: return {0x7fffffff7fffffff, all};
        case DType::float64: return {all >> 1, all};
        case DType::complex128: return {all >> 1, all >> 1};
        default: return {all, all};
    }
}

bool is_not_zero(Pair element, Pair bits) { return (element.low & bits.low) || (element.high & bits.high); }
template <class T>
bool is_not_zero(T element, Pair bits) {
    return element & bits.low;
}

}  // namespace

bool is_hosts_turn(const ndarray& a) {
    const runtime::Context& context = runtime::context;
    const runtime::DeviceTraits& traits = runtime::device_traits();
    if (traits.asynchronous || !traits.host_reads_memory || a.device() != context.device) return false;
    if (context.recorder || context.capture || context.stream || logging ||
        runtime::watching.load(std::memory_order_relaxed) || context.waiting)  // a chain would end here
        return false;
    runtime::backend().synchronize_stream(context.stream);  // refuses where a capture forbids its use
    return true;
}

bool copy_few(const ndarray& source, const ndarray& target) {
    const std::int64_t size = target.size();
    if (size > few_elements || size == 0 || source.device() != target.device() || !source.buffer() ||
        !is_hosts_turn(target))
        return false;
    const char* from = static_cast<const char*>(source.address(cuda::Access::read));
    char* to = static_cast<char*>(target.address(cuda::Access::write));
    if ((source.is_c_contiguous() && target.is_c_contiguous()) ||
        (source.is_f_contiguous() && target.is_f_contiguous())) {
        std::memcpy(to, from, static_cast<std::size_t>(target.nbytes()));
        return true;
    }
    with_mover(target.itemsize(), [&]<class T>(T) {
        copy_axes<T>(from, source.strides().data(), to, target.strides().data(), target.shape().data(), target.ndim());
    });
    return true;
}

bool fill_few(const ndarray& target, const Scalar& value) {
    if (target.size() > few_elements || target.size() == 0 || !target.buffer() || !is_hosts_turn(target)) return false;
    static constexpr std::array<std::int64_t, max_ndim> still{};
    char* to = static_cast<char*>(target.address(cuda::Access::write));
    if (target.size() == 1) {
        value.store(target.dtype(), to);
        return true;
    }
    alignas(16) char bytes[16];
    value.store(target.dtype(), bytes);
    with_mover(target.itemsize(), [&]<class T>(T) {
        T element;
        std::memcpy(&element, bytes, sizeof element);
        if (target.is_contiguous()) std::fill_n(reinterpret_cast<T*>(to), target.size(), element);
        else copy_axes<T>(bytes, still.data(), to, target.strides().data(), target.shape().data(), target.ndim());
    });
    return true;
}

std::optional<ndarray> count_up_few(std::int64_t count, DType dtype, const Scalar& first, const Scalar& step) {
    constexpr double exact = 1 << 24;
    const bool counts_floats = dtype == DType::float32 || dtype == DType::float64;
    if (count > few_elements || count == 0 || !(is_integer(dtype) || counts_floats)) return std::nullopt;
    if (counts_floats) {
        const double from = first.to_double(), way = step.to_double();
        if (from != std::trunc(from) || way != std::trunc(way) ||
            !(std::abs(from) + static_cast<double>(count) * std::abs(way) < exact) || (from == 0 && std::signbit(from)))
            return std::nullopt;
    }
    ndarray result = new_array({count}, dtype);
    if (!is_hosts_turn(result)) return std::nullopt;
    void* const to = result.address(cuda::Access::write);
    const auto write = [&]<class T>(T* target, auto from, auto way) {
        for (std::int64_t i = 0; i < count; ++i, from += way) target[i] = static_cast<T>(from);
    };
    const auto from = static_cast<std::uint64_t>(first.to_int()), way = static_cast<std::uint64_t>(step.to_int());
    if (dtype == DType::float32) write(static_cast<float*>(to), first.to_double(), step.to_double());
    else if (dtype == DType::float64) write(static_cast<double*>(to), first.to_double(), step.to_double());
    else with_integer(dtype, [&]<class T>(T) { return write(static_cast<T*>(to), from, way), 0; });
    return result;
}

bool gather_few(const ndarray& result, const ndarray& data, const ndarray& places, std::int64_t stride,
                std::int64_t length) {
    const std::int64_t count = result.size();
    const bool is_wide = places.dtype() == DType::int64;
    if (count > few_elements || count == 0 || result.ndim() != 1 || places.size() != count || places.ndim() != 1 ||
        !(is_wide || places.dtype() == DType::int32) || !is_number(data.dtype()) || !data.buffer() ||
        !places.buffer() || data.device() != result.device() || places.device() != result.device() ||
        !is_hosts_turn(result))
        return false;
    const char* from = static_cast<const char*>(data.address(cuda::Access::read));
    const char* at = static_cast<const char*>(places.address(cuda::Access::read));
    char* to = static_cast<char*>(result.address(cuda::Access::write));
    const std::int64_t to_step = result.strides()[0], from_step = data.strides()[0], at_step = places.strides()[0];
    const auto move = [&]<class T, class Place>(T, Place) {
        // All places are looked at before the first element is written: the result may be a program's own array.
        const auto place_of = [&](std::int64_t i, std::int64_t step) -> std::int64_t {
            return *reinterpret_cast<const Place*>(at + i * step);
        };
        const auto moves = [&](std::int64_t at_step, std::int64_t to_step, std::int64_t stride) {
            bool fits = true;
            for (std::int64_t i = 0; i < count; ++i)
                fits &=
                    static_cast<std::uint64_t>(place_of(i, at_step) + length) < 2 * static_cast<std::uint64_t>(length);
            for (std::int64_t i = 0; fits && i < count; ++i) {
                const std::int64_t place = place_of(i, at_step), found = place + (place < 0 ? length : 0);
                *reinterpret_cast<T*>(to + i * to_step) =
                    *reinterpret_cast<const T*>(from + i * from_step + found * stride);
            }
            return fits;
        };
        constexpr std::int64_t places = sizeof(Place), elements = sizeof(T);
        if (at_step == places && to_step == elements && stride == elements && from_step == 0)
            return moves(places, elements, elements);  // whose loops have no multiplications
        return moves(at_step, to_step, stride);
    };
    return with_mover(data.itemsize(),
                      [&](auto element) { return is_wide ? move(element, std::int64_t()) : move(element, int()); });
}

std::optional<ndarray> select_few(const ndarray& a, const ndarray& mask) {
    const std::int64_t size = a.size();
    if (size > few_elements || size == 0 || mask.dtype() != DType::bool_ || !a.is_c_contiguous() ||
        !mask.is_c_contiguous() || !a.buffer() || !mask.buffer() || mask.device() != a.device() || !is_hosts_turn(a))
        return std::nullopt;
    const auto* chosen = static_cast<const unsigned char*>(mask.address(cuda::Access::read));
    const void* from = a.address(cuda::Access::read);
    return with_mover(a.itemsize(), [&]<class T>(T) {
        T found[few_elements];
        std::int64_t count = 0;
        for (std::int64_t i = 0; i < size; ++i) {
            found[count] = static_cast<const T*>(from)[i];
            count += chosen[i] != 0;
        }
        ndarray result = new_array({count}, a.dtype());
        if (count) std::memcpy(result.address(cuda::Access::write), found, static_cast<std::size_t>(count) * sizeof(T));
        return std::optional(std::move(result));
    });
}

std::optional<std::int64_t> count_few(const ndarray& a) {
    const std::int64_t size = a.size();
    if (size > few_elements || size == 0 || !a.is_contiguous() || !is_number(a.dtype()) || !a.buffer() ||
        !is_hosts_turn(a))
        return std::nullopt;
    const void* from = a.address(cuda::Access::read);
    return with_mover(a.itemsize(), [&]<class T>(T) {
        const Pair bits = value_bits(a.dtype());
        std::int64_t count = 0;
        for (std::int64_t i = 0; i < size; ++i) count += is_not_zero(static_cast<const T*>(from)[i], bits);
        return count;
    });
}

std::optional<ndarray> bincount_few(const ndarray& numbers, const ndarray* weights, std::int64_t length) {
    constexpr std::int64_t few_bins = 16 * few_elements;
    const std::int64_t size = numbers.size();
    if (size > few_elements || size == 0 || length > few_bins || !numbers.is_c_contiguous() || !numbers.buffer() ||
        !is_integer(numbers.dtype()) || !is_hosts_turn(numbers))
        return std::nullopt;  // bools may be views of other bytes than 0 and 1
    if (weights && (!weights->is_c_contiguous() || !weights->buffer() || weights->device() != numbers.device()))
        return std::nullopt;
    const void* from = numbers.address(cuda::Access::read);
    return with_integer(numbers.dtype(), [&]<class T>(T) -> std::optional<ndarray> {
        const auto* number = static_cast<const T*>(from);
        std::uint64_t largest = 0;  // a negative number becomes a large one
        for (std::int64_t i = 0; i < size; ++i) largest = std::max(largest, static_cast<std::uint64_t>(number[i]));
        if (largest >= static_cast<std::uint64_t>(few_bins)) return std::nullopt;
        const std::int64_t bins = std::max(length, static_cast<std::int64_t>(largest) + 1);
        ndarray result = new_array({bins}, weights ? DType::float64 : DType::int64);
        void* const to = result.address(cuda::Access::write);
        std::memset(to, 0, static_cast<std::size_t>(result.nbytes()));
        if (weights) {
            const auto* weight = static_cast<const double*>(weights->address(cuda::Access::read));
            for (std::int64_t i = 0; i < size; ++i) static_cast<double*>(to)[number[i]] += weight[i];
        } else {
            for (std::int64_t i = 0; i < size; ++i) ++static_cast<std::int64_t*>(to)[number[i]];
        }
        return result;
    });
}

namespace {
/// Calls with a zero of the type of a number that is no 16-bit float and not complex; false for others.
template <class F>
bool with_real(DType dtype, F&& f) {
    switch (dtype) {
        case DType::float32: return f(float()), true;
        case DType::float64: return f(double()), true;
        default:
            if (!is_integer(dtype)) return false;
            with_integer(dtype, [&](auto zero) { return f(zero), 0; });
            return true;
    }
}

/// A number of 64 bits that orders as the element does: zeros of both signs are equal, and NaNs come last.
template <class T>
std::uint64_t order_of(T value) {
    constexpr std::uint64_t top = std::uint64_t{1} << 63;
    if constexpr (std::is_floating_point_v<T>) {
        if (value != value) return ~std::uint64_t{0};
        const auto bits = std::bit_cast<std::uint64_t>(static_cast<double>(value) + 0.0);
        return bits & top ? ~bits : bits | top;
    } else {
        return static_cast<std::uint64_t>(value) ^ (std::is_signed_v<T> ? top : 0);
    }
}
}  // namespace

std::optional<ndarray> lexsort_few(std::span<const ndarray> keys) {
    constexpr std::size_t most_keys = 4;
    const std::int64_t size = keys[0].size();
    if (size > few_elements || size == 0 || keys.size() > most_keys) return std::nullopt;
    const auto serves = [&](const ndarray& key) {
        return key.ndim() == 1 && key.buffer() && key.device() == keys[0].device() && is_hosts_turn(key);
    };
    if (!std::ranges::all_of(keys, serves)) return std::nullopt;
    // A complex number's parts are two keys.
    std::uint64_t orders[2 * most_keys][few_elements];
    std::uint64_t(*next)[few_elements] = orders;
    for (const ndarray& key : keys) {
        const auto* from = static_cast<const char*>(key.address(cuda::Access::read));
        const std::int64_t step = key.strides()[0];
        bool nan = false;
        const auto read = [&]<class T>(T, std::int64_t offset = 0) {
            for (std::int64_t i = 0; i < size; ++i) {
                T element;
                std::memcpy(&element, from + i * step + offset, sizeof element);
                nan |= element != element;
                (*next)[i] = order_of(element);
            }
            ++next;
        };
        const auto read_parts = [&]<class T>(T zero) {
            read(zero, sizeof zero);
            read(zero);
        };
        if (key.dtype() == DType::complex64) read_parts(float());
        else if (key.dtype() == DType::complex128) read_parts(double());
        else if (!with_real(key.dtype(), read)) return std::nullopt;
        if (nan && is_complex(key.dtype())) return std::nullopt;  // these are not in the order of their parts
    }
    const auto last = static_cast<std::size_t>(next - orders) - 1;
    // The most important key goes along with the places. These differ, so that the order of equal elements is theirs.
    struct Entry {
        std::uint64_t key;
        std::int64_t place;
    };
    Entry entries[few_elements];
    for (std::int64_t i = 0; i < size; ++i) entries[i] = {orders[last][i], i};
    const auto is_before = [&](const Entry& a, const Entry& b) {
        if (a.key != b.key) return a.key < b.key;
        for (std::size_t k = last; k-- > 0;)
            if (orders[k][a.place] != orders[k][b.place]) return orders[k][a.place] < orders[k][b.place];
        return a.place < b.place;
    };
    std::sort(entries, entries + size, is_before);
    ndarray result = new_array({size}, DType::int64);
    auto* const order = static_cast<std::int64_t*>(result.address(cuda::Access::write));
    for (std::int64_t i = 0; i < size; ++i) order[i] = entries[i].place;
    return result;
}

std::optional<ndarray> few_true_coordinates(const ndarray& mask, bool by_element) {
    const std::int64_t size = mask.size();
    const int ndim = mask.ndim();
    if (size > few_elements || size == 0 || ndim == 0 || !mask.is_c_contiguous() || !is_number(mask.dtype()) ||
        !mask.buffer() || !is_hosts_turn(mask))
        return std::nullopt;
    const void* from = mask.address(cuda::Access::read);
    std::int64_t found[few_elements];
    const std::int64_t count = with_mover(mask.itemsize(), [&]<class T>(T) {
        const Pair bits = value_bits(mask.dtype());
        std::int64_t count = 0;
        for (std::int64_t i = 0; i < size; ++i) {
            found[count] = i;
            count += is_not_zero(static_cast<const T*>(from)[i], bits);
        }
        return count;
    });
    ndarray result = new_array(by_element ? Shape{count, ndim} : Shape{ndim, count}, DType::int64);
    if (count == 0) return result;
    auto* to = static_cast<std::int64_t*>(result.address(cuda::Access::write));
    const std::int64_t item_step = by_element ? ndim : 1, axis_step = by_element ? 1 : count;
    for (int d = ndim - 1; d > 0; --d)
        for (std::int64_t i = 0; i < count; ++i) {
            const std::int64_t outer = found[i] / mask.shape()[d];
            to[i * item_step + d * axis_step] = found[i] - outer * mask.shape()[d];
            found[i] = outer;
        }
    for (std::int64_t i = 0; i < count; ++i) to[i * item_step] = found[i];
    return result;
}

}  // namespace cuprum::kernel
