// A user's elementwise kernel that is one loop, for statements that see more than their elements: raw arrays, `_ind`,
// `n`, the threads of a GPU.
#include <algorithm>
#include <array>
#include <list>

#include "kernel/engine/data_access.h"
#include "kernel/graph/template.h"
#include "kernel/plan/collapse.h"
#include "kernel/user/elementwise_state.h"

namespace cuprum {

using kernel::ArgumentWriter, kernel::KernelKey, kernel::KernelSource, kernel::LoopArgument, kernel::LoopKernel,
    kernel::max_parameters;

namespace {

constexpr std::int64_t largest_grid = (1ll << 31) - 1;
// Elements that are worth a thread's wake-up: of plain statements, and of those with loops of their own.
constexpr std::int64_t plain_grain = 16384, busy_grain = 16;

/// Numbers of a struct's array, of which one of no length has one entry.
void put_many(ArgumentWriter& arguments, const std::int64_t* numbers, int count) {
    constexpr std::int64_t none = 0;
    arguments.put_all(count ? std::span(numbers, static_cast<std::size_t>(count)) : std::span(&none, 1));
}

/// The arrays of a call. Null stands for a scalar.
struct CallArrays {
    std::array<const ndarray*, max_parameters> all{};
    std::array<const ndarray*, max_parameters> looped_over;  ///< Those that are not raw.
    std::size_t looped_count = 0;
    std::list<ndarray> copies;

    CallArrays(const kernel::Signature& signature, std::span<const Operand> arguments, std::span<ndarray> outputs) {
        const std::size_t nin = signature.in.size();
        const std::span<const ndarray> given = arguments.size() > nin ? outputs : std::span<ndarray>();
        for (std::size_t k = 0; k < signature.count(); ++k) {
            const bool raw = signature.parameter(k).raw;
            if (k >= nin) all[k] = &outputs[k - nin];
            else if (arguments[k].is_array())
                all[k] = raw ? &arguments[k].array() : &kernel::apart(arguments[k].array(), given, copies);
            if (all[k] && !raw) looped_over[looped_count++] = all[k];
        }
    }
    /// Whether the loop goes over all of them from the first byte to the last.
    bool contiguous(const Shape& shape) const {
        return std::all_of(looped_over.begin(), looped_over.begin() + looped_count,
                           [&](const ndarray* a) { return a->is_c_contiguous() && a->shape() == shape; });
    }
    std::span<const ndarray* const> looped() const { return std::span(looped_over.data(), looped_count); }
};

/// The loop's axes: as few as they can be (`merges`), unless the text asks for them as they are.
class LoopAxes {
public:
    int ndim;
    std::array<std::int64_t, max_ndim> lengths;

    LoopAxes(const CallArrays& arrays, const Shape& shape, bool merges)
        : merges_(merges), flat_(merges && arrays.contiguous(shape)) {
        if (!flat_ && merges) kernel::collapse(nest_, arrays.looped(), shape, false);
        ndim = flat_ ? 1 : merges ? nest_.ndim : shape.size();
        if (flat_) lengths[0] = element_count(shape);
        else
            for (int d = 0; d < ndim; ++d) lengths[d] = merges ? nest_.shape[static_cast<std::size_t>(d)] : shape[d];
    }

    /// Bytes from element to element of an array, the one of this number of those that are looped over. Returns whether
    /// they lie one behind another.
    bool put_steps(const ndarray& a, std::size_t number, std::int64_t* steps) const {
        if (flat_) {
            steps[0] = a.itemsize();
            return true;
        }
        for (int d = 0; d < ndim; ++d) {
            const int axis = d - (ndim - a.ndim());
            steps[d] = merges_                                     ? nest_.strides[number][static_cast<std::size_t>(d)]
                       : axis < 0 || a.shape()[axis] != lengths[d] ? 0
                                                                   : a.strides()[axis];
        }
        bool contiguous = true;
        std::int64_t step = a.itemsize();
        for (int d = ndim - 1; d >= 0; --d) {
            contiguous = contiguous && (steps[d] == step || lengths[d] == 1);
            step *= lengths[d];
        }
        return contiguous;
    }

private:
    bool merges_, flat_;
    kernel::LoopNest<static_cast<int>(max_parameters)> nest_;
};

}  // namespace

void ElementwiseKernel::State::run_loop(std::span<const Operand> arguments, const DType* types, const Shape& shape,
                                        std::span<ndarray> outputs, const ElementwiseLaunch& launch) {
    const CallArrays arrays(*this, arguments, outputs);
    const LoopAxes loop_axes(arrays, shape, options.reduce_dims);
    const std::int64_t size = element_count(shape);
    const int ndim = loop_axes.ndim;
    const std::int64_t* lengths = loop_axes.lengths.data();

    KernelKey key;
    std::array<LoopArgument, max_parameters> kinds;
    ArgumentWriter words;
    kernel::DataAccess data;
    words.put(size);
    put_many(words, lengths, ndim);
    key.put(ndim);
    for (std::size_t k = 0, number = 0; k < count(); ++k) {
        key.put_any(types[k]);
        if (!arrays.all[k]) {
            kinds[k] = {LoopArgument::scalar, 0, false};
            kernel::store_scalar(arguments[k].scalar(), parameter(k), types[k], words.value());
            key.put(255);
            continue;
        }
        const ndarray& a = *arrays.all[k];
        const bool raw = parameter(k).raw;
        std::array<std::int64_t, max_ndim> steps;
        const bool contiguous = raw ? a.is_c_contiguous() : loop_axes.put_steps(a, number++, steps.data());
        const int axes = raw ? a.ndim() : ndim;
        kinds[k] = {raw ? LoopArgument::raw : LoopArgument::array, axes, contiguous};
        key.put(axes | (contiguous ? 128 : 0));
        words.put(
            static_cast<std::int64_t>(kernel::device_address(parameter(k).is_const ? data.read(a) : data.update(a))));
        words.put(raw ? a.size() : size);
        put_many(words, raw ? a.shape().data() : lengths, axes);
        put_many(words, raw ? a.strides().data() : steps.data(), axes);
    }
    LoopKernel& loop = loops.get(key, [&] { return make_loop(types, kinds.data(), ndim); });
    runtime::Launch geometry;
    geometry.block[0] = static_cast<std::uint32_t>(launch.block_size);
    geometry.grid[0] = static_cast<std::uint32_t>(
        std::min<std::int64_t>((size + launch.block_size - 1) / launch.block_size, largest_grid));
    if (loop.threads) {
        const KernelArgument all = KernelArgument::bytes(words.bytes(), words.finish());
        return loop.threads->launch({geometry.grid[0]}, {geometry.block[0]}, {&all, 1});
    }
    geometry.items = size;
    geometry.grain = busy ? busy_grain : plain_grain;
    const auto function = loop.function.get([&] { return loop.source; });
    data.launch(function, geometry, words, data.bytes());
}

LoopKernel ElementwiseKernel::State::make_loop(const DType* types, const LoopArgument* arguments, int ndim) const {
    std::string members, variables, elements;
    for (std::size_t k = 0; k < count(); ++k) {
        const KernelParameter& p = parameter(k);
        const std::string type = (p.is_const ? "const " : "") + p.ctype;
        if (arguments[k].kind == LoopArgument::scalar) {
            members += "cuprum::user::scalar<" + p.ctype + "> " + p.name + ";\n";
            variables += kernel::declaration(p) + " = _arguments." + p.name + ".value;\n";
            continue;
        }
        const std::string array = "CArray<" + type + ", " + std::to_string(arguments[k].ndim) +
                                  (arguments[k].contiguous ? ", true>" : ", false>");
        members += array + " " + p.name + ";\n";
        const bool raw = arguments[k].kind == LoopArgument::raw;
        variables += "[[maybe_unused]] const " + array + "& " + (raw ? "" : "_raw_") + p.name + " = _arguments." +
                     p.name + ";\n";
        if (!raw)
            elements += type + "& " + p.name + " = _raw_" + p.name +
                        (arguments[k].contiguous ? "[_element];\n" : "[_ind.get()];\n");
    }
    const std::string entry = name + "_loop";
    // The inner function makes `return` leave the element, and its loop `continue`.
    KernelSource source{
        entry,
        kernel::fill(R"(
$preamble
struct alignas(16) $arguments {
    cuprum::user::extent<$ndim> _ind;
    $members
};
CUPRUM_USER_LOOP($entry, $arguments) {
    CIndexer<$ndim> _ind(_arguments._ind);
    $size
    $variables
$loop_prep;
    CUPRUM_USER_FOR(_ind.size()) {
        [[maybe_unused]] ptrdiff_t i = _element;
        _ind.set(_element);
        $elements
        [&] {
            do {
$operation;
            } while (false);
        }();
    }
$after_loop;
}
)",
                     {{"preamble", preamble(types)},
                      {"arguments", "cuprum_" + name + "_arguments"},
                      {"ndim", ndim},
                      {"members", members},
                      {"entry", entry},
                      {"size", has_parameter("n") ? "" : "[[maybe_unused]] const ptrdiff_t n = _ind.size();"},
                      {"variables", variables},
                      {"loop_prep", options.loop_prep},
                      {"elements", elements},
                      {"operation", operation},
                      {"after_loop", options.after_loop}}),
        compiler.options};
    source.has_definitions = true;
    std::optional<RawKernel> threads;
    if (threaded && !runtime::device_traits().thread_blocks) {
        source.text.insert(0, "#define CUPRUM_USER_THREADS\n");
        threads.emplace(source.text, entry, RawOptions{.options = compiler.options});
    }
    return LoopKernel{{types, types + in.size()}, std::move(source), {}, std::move(threads)};
}

}  // namespace cuprum
