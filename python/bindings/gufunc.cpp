// The loops of GeneralizedUFunc around functions of Python.
#include "cuprum/gufunc.h"

#include "array.h"

namespace cuprum::python {
namespace {

class Gufunc {
public:
    using Loops = std::vector<std::tuple<std::string, nb::object, nb::object, nb::object>>;

    Gufunc(Typed<"Callable[..., Any]"> func, std::string signature, std::string name, bool supports_batched,
           bool supports_out, nb::list loops)
        : ufunc_(function_of(func), std::move(signature),
                 {.name = std::move(name),
                  .supports_batched = supports_batched,
                  .supports_out = supports_out,
                  .loops = loops_of(loops)}) {}

    int nin() const { return ufunc_.nin(); }
    int nout() const { return ufunc_.nout(); }

    nb::list call(nb::list args, nb::list out, Typed<"Sequence[Any]"> axes, OptionalIntArg axis, bool keepdims,
                  CastingArg casting, OptionalDTypeArg dtype, Typed<"str | Sequence[Any]"> signature,
                  const std::string& order) {
        std::vector<ndarray> in;
        for (nb::handle arg : args) in.push_back(make_array(arg.ptr(), std::nullopt, false));
        GufuncOptions options{.axis = axis, .keepdims = keepdims, .casting = casting, .dtype = dtype};
        if (order.size() != 1) throw ValueError("order must be 'C', 'F', 'A' or 'K', not '" + order + "'");
        options.order = order[0];
        for (nb::handle target : out) {
            if (!target.is_none() && !is_ndarray(target.ptr()))
                refuse_argument(target.ptr(), std::string("return arrays must be of type cuprum.ndarray, not ") +
                                                  Py_TYPE(target.ptr())->tp_name);
            options.out.push_back(target.is_none() ? nullptr : &unwrap(target.ptr()));
        }
        if (!axes.is_none()) {
            options.axes.emplace();
            for (nb::handle entry : axes) options.axes->push_back(to_shape(entry.ptr()));
        }
        if (!signature.is_none()) {
            options.signature.emplace();
            for (nb::handle wanted : signature) options.signature->push_back(to_optional_dtype(wanted.ptr()));
        }
        // A function that takes `out` is given the very object.
        nb::object outer = std::exchange(target_, out.size() ? nb::object(out[0]) : nb::none());
        std::vector<ndarray> results;
        try {
            results = ufunc_(in, options);
        } catch (...) {
            target_ = std::move(outer);
            throw;
        }
        target_ = std::move(outer);
        nb::list made;
        for (std::size_t k = 0; k < results.size(); ++k) {
            if (k < out.size() && !out[k].is_none()) made.append(out[k]);
            else made.append(wrap_object(std::move(results[k])));
        }
        return made;
    }

private:
    GeneralizedUFunc::Function function_of(nb::object func) {
        return [this, func](std::span<const ndarray> in, const ndarray* out) {
            nb::list arguments;
            for (const ndarray& a : in) arguments.append(wrap_object(ndarray(a)));
            nb::dict keywords;
            if (out) keywords["out"] = target_;
            const nb::object given = func(*arguments, **keywords);
            std::vector<ndarray> results;
            if (!nb::isinstance<nb::tuple>(given) && !nb::isinstance<nb::list>(given))
                return std::vector{make_array(given.ptr(), std::nullopt, false)};
            for (nb::handle one : given) results.push_back(make_array(one.ptr(), std::nullopt, false));
            return results;
        };
    }

    std::vector<GufuncLoop> loops_of(nb::list loops) {
        std::vector<GufuncLoop> result;
        for (nb::handle entry : loops) {
            GufuncLoop& loop = result.emplace_back();
            loop.text = nb::cast<std::string>(entry[0]);
            for (nb::handle dtype : nb::object(entry[1])) loop.inputs.push_back(to_dtype(dtype.ptr()));
            for (nb::handle dtype : nb::object(entry[2])) loop.outputs.push_back(to_dtype(dtype.ptr()));
            const nb::object func = entry[3];
            if (!func.is_none()) loop.func = function_of(func);
        }
        return result;
    }

    nb::object target_ = nb::none();
    GeneralizedUFunc ufunc_;
};

}  // namespace

void bind_gufunc(nb::module_& m) {
    const auto none = nb::none();
    nb::class_<Gufunc>(m, "_Gufunc")
        .def(nb::init<Typed<"Callable[..., Any]">, std::string, std::string, bool, bool, nb::list>())
        .def_prop_ro("nin", &Gufunc::nin)
        .def_prop_ro("nout", &Gufunc::nout)
        .def("call", &Gufunc::call, "args"_a, "out"_a, "axes"_a.none(), "axis"_a.none(), "keepdims"_a, "casting"_a,
             "dtype"_a.none(), "signature"_a.none(), "order"_a);
}

}  // namespace cuprum::python
