// `cuprumx.scipy.fft`: SciPy's names and its rules for axes and lengths.
#include "cuprum/scipy/fft.h"

#include <algorithm>

#include "../array.h"
#include "../fft.h"

namespace cuprum::python {
namespace {

using fft::Norm;

/// What SciPy computes with: 16-bit floats as float32.
ndarray computed(const ndarray& x) {
    return x.dtype() == DType::float16 || x.dtype() == DType::bfloat16 ? x.astype(DType::float32) : x;
}

Dims to_integers(PyObject* object, const char* name) {
    if (is_index(object)) return Dims{to_index(object)};
    const nb::object items = nb::steal(PySequence_Tuple(object));
    if (!items.is_valid()) {
        PyErr_Clear();
        throw ValueError(std::string(name) + " must be a scalar or iterable of integers");
    }
    Dims result;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(items.ptr()); ++i) {
        PyObject* item = PyTuple_GET_ITEM(items.ptr(), i);
        if (!PyIndex_Check(item)) throw ValueError(std::string(name) + " must be a scalar or iterable of integers");
        result.push_back(to_index(item));
    }
    return result;
}

struct Transformed {
    std::optional<Dims> s;
    Dims axes;
};

Transformed to_axes_of(const ndarray& x, const ObjectArg& s, const ObjectArg& axes) {
    Transformed result;
    if (!s.is_none()) result.s = to_integers(s.object, "shape");
    if (!axes.is_none()) {
        for (std::int64_t axis : to_integers(axes.object, "axes")) {
            if (axis < 0) axis += x.ndim();
            if (axis < 0 || axis >= x.ndim()) throw ValueError("axes exceeds dimensionality of input");
            if (std::find(result.axes.begin(), result.axes.end(), axis) != result.axes.end())
                throw ValueError("all axes must be unique");
            result.axes.push_back(axis);
        }
        if (result.s && result.s->size() != result.axes.size())
            throw ValueError("when given, axes and shape arguments have to be of the same length");
    } else {
        const int count = result.s ? result.s->size() : x.ndim();
        if (count > x.ndim()) throw ValueError("shape requires more axes than are present");
        for (int i = x.ndim() - count; i < x.ndim(); ++i) result.axes.push_back(i);
    }
    return result;
}

void need_axes(const Transformed& axes) {
    if (axes.axes.empty()) throw ValueError("at least 1 axis must be transformed");
}

/// Whether the result can lie where the input does.
bool fits(const ndarray& x, const Transformed& axes) {
    if (!is_complex(x.dtype())) return false;
    for (int i = 0; axes.s && i < axes.axes.size(); ++i)
        if ((*axes.s)[i] != -1 && (*axes.s)[i] != x.shape()[static_cast<int>(axes.axes[i])]) return false;
    return true;
}

using OneAxis = ndarray (*)(const ndarray&, std::optional<std::int64_t>, std::int64_t, Norm, const ndarray*);

template <OneAxis function, bool complex>
void bind_one(nb::module_& m, const char* name, const char* text) {
    m.def(
        name,
        [](DeviceArrayArg x, OptionalIntArg n, AxisArg axis, NormArg norm, BoolArg overwrite_x) {
            const ndarray a = computed(x);
            const std::optional<std::int64_t> length = n;
            const std::int64_t along = axis;
            const Norm scaling = to_norm(norm.object);
            const bool here = complex && overwrite_x && is_complex(a.dtype()) &&
                              (!length || *length == a.shape(static_cast<int>(along)));
            return released([&] { return function(a, length, along, scaling, here ? &a : nullptr); });
        },
        "x"_a, "n"_a = nb::none(), "axis"_a = -1, "norm"_a = nb::none(), "overwrite_x"_a = false, text);
}

using SeveralAxes = ndarray (*)(const ndarray&, const std::optional<Dims>&, const Axes&, Norm, const ndarray*);

enum class Needs { nothing, axes };

template <Needs needs, class F>
void bind_several(nb::module_& m, const char* name, const char* text, const nb::object& default_axes, F function) {
    m.def(
        name,
        [function](DeviceArrayArg x, LengthsArg s, AxesArg axes, NormArg norm, BoolArg overwrite_x) -> Array {
            const ndarray& given = x;
            const Transformed along = to_axes_of(given, s, axes);
            if constexpr (needs == Needs::axes) need_axes(along);
            else if (along.axes.empty() && is_ndarray(x.object)) return nb::borrow<Array>(x.object);
            const ndarray a = computed(given);
            const Norm scaling = to_norm(norm.object);
            const bool here = overwrite_x && fits(a, along);
            return wrap_object(
                released([&] { return function(a, along.s, along.axes, scaling, here ? &a : nullptr); }));
        },
        "x"_a, "s"_a = nb::none(), "axes"_a = default_axes, "norm"_a = nb::none(), "overwrite_x"_a = false, text);
}

/// SciPy's largest number of threads.
struct WorkersArg : OptionalIntArg {
    void check() const {
        const std::optional<std::int64_t> count = *this;
        if (count && *count != -1)
            throw NotSupportedError(
                "workers=" + std::to_string(*count) +
                ": the library's threads transform arrays; CUPRUM_NUM_THREADS sets how many there are");
    }
};

using TypeArg = Arg<"Literal[1, 2, 3, 4]">;

int to_type(PyObject* object) {
    if (!is_index(object)) throw TypeError("type is an integer from 1 to 4");
    return static_cast<int>(to_index(object));
}
std::optional<bool> to_choice(PyObject* object) {
    if (object == Py_None) return std::nullopt;
    return static_cast<bool>(BoolArg{{object}});
}

using RealOneAxis = ndarray (*)(const ndarray&, int, std::optional<std::int64_t>, std::int64_t, Norm,
                                std::optional<bool>);
using RealSeveralAxes = ndarray (*)(const ndarray&, int, const std::optional<Dims>&, const Axes&, Norm,
                                    std::optional<bool>);

// Work in place would gain nothing here.
template <RealOneAxis one, RealSeveralAxes several>
void bind_real(nb::module_& m, const char* name, const char* text, const char* name_n, const char* text_n) {
    const auto none = nb::none();
    m.def(
        name,
        [](DeviceArrayArg x, TypeArg type, OptionalIntArg n, AxisArg axis, NormArg norm, IgnoredFlagArg,
           WorkersArg workers, Arg<"bool"> orthogonalize) {
            const ndarray& a = x;
            workers.check();
            const int kind = to_type(type.object);
            const std::optional<std::int64_t> length = n;
            const std::int64_t along = axis;
            const Norm scaling = to_norm(norm.object);
            const std::optional<bool> weights = to_choice(orthogonalize.object);
            return released([&] { return one(a, kind, length, along, scaling, weights); });
        },
        "x"_a, "type"_a = 2, "n"_a = none, "axis"_a = -1, "norm"_a = none, "overwrite_x"_a = false, "workers"_a = none,
        "orthogonalize"_a = none, text);
    m.def(
        name_n,
        [](DeviceArrayArg x, TypeArg type, LengthsArg s, AxesArg axes, NormArg norm, IgnoredFlagArg, WorkersArg workers,
           Arg<"bool"> orthogonalize) -> Array {
            const ndarray& a = x;
            const Transformed along = to_axes_of(a, s, axes);
            if (along.axes.empty() && is_ndarray(x.object)) return nb::borrow<Array>(x.object);
            workers.check();
            const int kind = to_type(type.object);
            const Norm scaling = to_norm(norm.object);
            const std::optional<bool> weights = to_choice(orthogonalize.object);
            return wrap_object(released([&] { return several(a, kind, along.s, along.axes, scaling, weights); }));
        },
        "x"_a, "type"_a = 2, "s"_a = none, "axes"_a = none, "norm"_a = none, "overwrite_x"_a = false,
        "workers"_a = none, "orthogonalize"_a = none, text_n);
}

template <ndarray (*function)(const ndarray&, double, double, double, double), bool inverse>
void bind_hankel(nb::module_& m, const char* name, const char* argument, const char* text) {
    m.def(
        name,
        [](DeviceArrayArg a, double dln, double mu, double offset, double bias) {
            const ndarray& x = a;
            if (scipy::fft::fht_singularity(mu, bias) == (inverse ? -1 : 1) &&
                PyErr_WarnEx(PyExc_UserWarning,
                             inverse ? "singular inverse transform; consider changing the bias"
                                     : "singular transform; consider changing the bias",
                             1) < 0)
                raise_python_error();
            return released([&] { return function(x, dln, mu, offset, bias); });
        },
        nb::arg(argument), "dln"_a, "mu"_a, "offset"_a = 0.0, "bias"_a = 0.0, text);
}

}  // namespace

void bind_scipy_fft(nb::module_& core) {
    nb::module_ m = core.def_submodule("_scipy_fft");
    bind_one<fft::fft, true>(m, "fft", doc("fft::fft"));
    bind_one<fft::ifft, true>(m, "ifft", doc("fft::ifft"));
    bind_one<fft::rfft, false>(m, "rfft", doc("fft::rfft"));
    bind_one<fft::irfft, false>(m, "irfft", doc("fft::irfft"));
    bind_one<fft::hfft, false>(m, "hfft", doc("fft::hfft"));
    bind_one<fft::ihfft, false>(m, "ihfft", doc("fft::ihfft"));

    const nb::object all = nb::none(), last_two = nb::make_tuple(-2, -1);
    const auto without_out = []<class F>(F function) {
        return [function](const ndarray& a, const std::optional<Dims>& s, const Axes& axes, Norm norm, const ndarray*) {
            return function(a, s, axes, norm);
        };
    };
    const auto real_out = [](SeveralAxes function) {
        return [function](const ndarray& a, const std::optional<Dims>& s, const Axes& axes, Norm norm, const ndarray*) {
            return function(a, s, axes, norm, nullptr);
        };
    };
    bind_several<Needs::nothing>(m, "fftn", doc("fft::fftn"), all, fft::fftn);
    bind_several<Needs::nothing>(m, "ifftn", doc("fft::ifftn"), all, fft::ifftn);
    bind_several<Needs::nothing>(m, "fft2", doc("fft::fft2"), last_two, fft::fftn);
    bind_several<Needs::nothing>(m, "ifft2", doc("fft::ifft2"), last_two, fft::ifftn);
    bind_several<Needs::axes>(m, "rfftn", doc("fft::rfftn"), all, real_out(fft::rfftn));
    bind_several<Needs::axes>(m, "irfftn", doc("fft::irfftn"), all, real_out(fft::irfftn));
    bind_several<Needs::axes>(m, "rfft2", doc("fft::rfft2"), last_two, real_out(fft::rfftn));
    bind_several<Needs::axes>(m, "irfft2", doc("fft::irfft2"), last_two, real_out(fft::irfftn));
    bind_several<Needs::axes>(m, "hfftn", doc("scipy::fft::hfftn"), all, without_out(scipy::fft::hfftn));
    bind_several<Needs::axes>(m, "ihfftn", doc("scipy::fft::ihfftn"), all, without_out(scipy::fft::ihfftn));
    bind_several<Needs::axes>(m, "hfft2", doc("scipy::fft::hfftn"), last_two, without_out(scipy::fft::hfftn));
    bind_several<Needs::axes>(m, "ihfft2", doc("scipy::fft::ihfftn"), last_two, without_out(scipy::fft::ihfftn));

    bind_real<scipy::fft::dct, scipy::fft::dctn>(m, "dct", doc("scipy::fft::dct"), "dctn", doc("scipy::fft::dctn"));
    bind_real<scipy::fft::idct, scipy::fft::idctn>(m, "idct", doc("scipy::fft::idct"), "idctn",
                                                   doc("scipy::fft::idctn"));
    bind_real<scipy::fft::dst, scipy::fft::dstn>(m, "dst", doc("scipy::fft::dst"), "dstn", doc("scipy::fft::dstn"));
    bind_real<scipy::fft::idst, scipy::fft::idstn>(m, "idst", doc("scipy::fft::idst"), "idstn",
                                                   doc("scipy::fft::idstn"));

    const auto packed = [&]<ndarray (*function)(const ndarray&, std::optional<std::int64_t>, std::int64_t)>(
                            const char* name, const char* text) {
        m.def(
            name,
            [](DeviceArrayArg x, OptionalIntArg n, AxisArg axis) {
                const ndarray& a = x;
                const std::optional<std::int64_t> length = n;
                const std::int64_t along = axis;
                return released([&] { return function(a, length, along); });
            },
            "x"_a, "n"_a = nb::none(), "axis"_a = -1, text);
    };
    packed.operator()<scipy::fft::rfft_packed>("rfft_packed", doc("scipy::fft::rfft_packed"));
    packed.operator()<scipy::fft::irfft_packed>("irfft_packed", doc("scipy::fft::irfft_packed"));

    bind_hankel<scipy::fft::fht, false>(m, "fht", "a", doc("scipy::fft::fht"));
    bind_hankel<scipy::fft::ifht, true>(m, "ifht", "A", doc("scipy::fft::ifht"));
    m.def("fhtoffset", &scipy::fft::fhtoffset, "dln"_a, "mu"_a, "initial"_a = 0.0, "bias"_a = 0.0,
          doc("scipy::fft::fhtoffset"));
    m.def(
        "next_fast_len", [](AxisArg target, BoolArg real) { return scipy::fft::next_fast_len(target, real); },
        "target"_a, "real"_a = false, doc("scipy::fft::next_fast_len"));
    m.def(
        "prev_fast_len", [](AxisArg target, BoolArg real) { return scipy::fft::prev_fast_len(target, real); },
        "target"_a, "real"_a = false, doc("scipy::fft::prev_fast_len"));
}

}  // namespace cuprum::python
