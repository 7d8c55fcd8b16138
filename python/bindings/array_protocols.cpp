// Python's protocols for arrays: printing, copying, pickling, flags, and the ways to other libraries' arrays.
#include "array.h"
#include "cuprum/cuda.h"
#include "cuprum/fuse.h"
#include "exchange.h"

namespace cuprum::python {
namespace {

nb::object printing(const char* name) { return nb::module_::import_("cuprum._printing").attr(name); }

std::string text(SelfArg self, const char* how) {
    try {
        return nb::cast<std::string>(printing(how)(nb::handle(self)));
    } catch (nb::python_error& error) {
        if (!is_tracing() || !error.matches(PyExc_TypeError)) throw;
        const ndarray& array = unwrap(self.ptr());
        return std::string("<traced ") + info(array.dtype()).name + " array of " + std::to_string(array.ndim()) +
               " dimensions>";
    }
}

// `ndarray.flags`, with NumPy's names.
struct Flags {
    bool c_contiguous, f_contiguous, owndata;
    bool forc() const { return c_contiguous || f_contiguous; }
    bool fnc() const { return f_contiguous && !c_contiguous; }

    bool operator[](const std::string& name) const {
        if (name == "C_CONTIGUOUS" || name == "C" || name == "CONTIGUOUS") return c_contiguous;
        if (name == "F_CONTIGUOUS" || name == "F" || name == "FORTRAN") return f_contiguous;
        if (name == "OWNDATA" || name == "O") return owndata;
        if (name == "WRITEABLE" || name == "W" || name == "ALIGNED" || name == "A") return true;
        if (name == "WRITEBACKIFCOPY" || name == "X") return false;
        if (name == "BEHAVED" || name == "B") return true;
        if (name == "CARRAY" || name == "CA") return c_contiguous;
        if (name == "FARRAY" || name == "FA") return fnc();
        if (name == "FNC") return fnc();
        if (name == "FORC") return forc();
        throw nb::key_error("Unknown flag");
    }
    std::string repr() const {
        std::string lines;
        for (const char* name : {"C_CONTIGUOUS", "F_CONTIGUOUS", "OWNDATA", "WRITEABLE", "ALIGNED", "WRITEBACKIFCOPY"})
            lines += std::string("  ") + name + " : " + ((*this)[name] ? "True" : "False") + "\n";
        return lines;
    }
};

void bind_flags(nb::class_<PyArray>& array) {
    nb::class_<Flags> type(array, "Flags",
                           "How an array lies in memory, as attributes or by NumPy's names: flags['C_CONTIGUOUS'].");
    type.def_ro("c_contiguous", &Flags::c_contiguous)
        .def_ro("f_contiguous", &Flags::f_contiguous)
        .def_ro("owndata", &Flags::owndata);
    type.def_ro("contiguous", &Flags::c_contiguous);
    type.def_prop_ro("forc", &Flags::forc).def_prop_ro("fnc", &Flags::fnc);
    type.def_prop_ro("carray", [](const Flags& f) { return f.c_contiguous; });
    type.def_prop_ro("farray", &Flags::fnc);
    for (const char* name : {"writeable", "aligned", "behaved"})
        type.def_prop_ro(name, [](const Flags&) { return true; });
    type.def_prop_ro("writebackifcopy", [](const Flags&) { return false; });
    type.def("__getitem__", &Flags::operator[]);
    type.def("__repr__", &Flags::repr);
    type.def(
        "__eq__",
        [](const Flags& a, nb::object b) {
            return nb::isinstance<Flags>(b) && a.repr() == nb::cast<const Flags&>(b).repr();
        },
        nb::arg().none());
    array.def_prop_ro(
        "flags",
        [](SelfArg self) {
            const PyArray& a = *self;
            return Flags{a.is_c_contiguous(), a.is_f_contiguous(), !a.base.is_valid()};
        },
        "How the array lies in memory.");
}

Typed<"Any"> refuse_numpy(SelfArg, nb::args, nb::kwargs) {
    throw MixedArraysError(
        "Implicit conversion to a NumPy array is not allowed. Please use `.get()` to construct a NumPy array "
        "explicitly.");
}

}  // namespace

void bind_array_protocols(nb::class_<PyArray>& type) {
    bind_flags(type);

    type.def("__repr__", [](SelfArg self) { return text(self, "array_repr"); });
    type.def("__str__", [](SelfArg self) { return text(self, "array_str"); });
    type.def("__format__", [](SelfArg self, nb::str spec) { return printing("array_format")(nb::handle(self), spec); });
    type.def("__complex__", [](const ndarray& a) {
        if (a.size() != 1) throw TypeError("only length-1 arrays can be converted to Python scalars");
        std::complex<double> value = a.item().to_complex();
        return Typed<"complex">(nb::steal(PyComplex_FromDoubles(value.real(), value.imag())));
    });
    type.def("__copy__", [](SelfArg self) { return wrap_from_object(self.ptr(), unwrap(self.ptr()).copy('K')); });
    type.def(
        "__deepcopy__",
        [](SelfArg self, Typed<"Any">) { return wrap_from_object(self.ptr(), unwrap(self.ptr()).copy('K')); },
        "memo"_a = nb::none());
    type.def("__reduce__", [](const ndarray& a) {
        return nb::make_tuple(nb::module_::import_("cuprum").attr("array"), nb::make_tuple(to_host(a, 'K')));
    });
    type.def(
        "__array_finalize__", [](SelfArg, nb::handle) {}, "obj"_a.none(),
        "Called for each new instance of a subclass with the array that it was made from, or None.");

    type.attr("__array_priority__") = 100;
    type.def("__array__", refuse_numpy);
    type.def(
        "__array_namespace__",
        [](SelfArg, Typed<"str"> version) {
            constexpr std::string_view known = "2021.12 2022.12 2023.12 2024.12 2025.12";
            const std::string asked = version.is_none() ? "2024.12" : nb::cast<std::string>(nb::str(version));
            if (asked.size() != 7 || known.find(asked) == known.npos)
                throw ValueError("the array API standard has the versions " + std::string(known) + " here, not '" +
                                 asked + "'");
            return nb::module_::import_("cuprum");
        },
        nb::kw_only(), "api_version"_a = nb::none());
    bind_exchange(type);
}

}  // namespace cuprum::python
