// Arrays in .npy and .npz files and from bytes, where a path or a buffer is given; files objects are Python's own.
#include "cuprum/files.h"

#include "array.h"
#include "cuprum/gil_release.h"
#include "cuprum/printing.h"

namespace cuprum::python {
namespace {

/// Bytes of an object, as long as this lives.
class Buffer {
public:
    explicit Buffer(PyObject* object) {
        if (PyObject_GetBuffer(object, &view_, PyBUF_SIMPLE) < 0) raise_python_error();
    }
    Buffer(const Buffer&) = delete;
    ~Buffer() { PyBuffer_Release(&view_); }
    std::span<const std::byte> bytes() const {
        return {static_cast<const std::byte*>(view_.buf), static_cast<std::size_t>(view_.len)};
    }

private:
    Py_buffer view_;
};

using Save = void (*)(std::string, NamedArrays);

template <Save function>
void save_several(const std::string& file, const std::vector<std::string>& names, ArraysArg arrays) {
    const std::vector<ndarray> all = arrays;
    std::vector<std::pair<std::string, ndarray>> named;
    for (std::size_t i = 0; i < names.size(); ++i) named.emplace_back(names[i], all[i]);
    const runtime::GilRelease unlocked;
    function(file, named);
}

/// For the tests of what C++ programs print.
std::string array2string_by_names(const ndarray& a, nb::kwargs given) {
    PrintOptions options;
    TextLayout layout;
    for (auto [key, value] : given) {
        const std::string name = nb::cast<std::string>(key);
        if (name == "precision") options.precision = nb::cast<int>(value);
        else if (name == "threshold") options.threshold = nb::cast<std::int64_t>(value);
        else if (name == "edgeitems") options.edgeitems = nb::cast<std::int64_t>(value);
        else if (name == "max_line_width") options.linewidth = nb::cast<int>(value);
        else if (name == "suppress_small") options.suppress = nb::cast<bool>(value);
        else if (name == "sign") options.sign = nb::cast<std::string>(value)[0];
        else if (name == "floatmode") options.floatmode = nb::cast<std::string>(value);
        else if (name == "nanstr") options.nanstr = nb::cast<std::string>(value);
        else if (name == "infstr") options.infstr = nb::cast<std::string>(value);
        else if (name == "separator") layout.separator = nb::cast<std::string>(value);
        else if (name == "prefix") layout.prefix = nb::cast<std::string>(value);
        else if (name == "suffix") layout.suffix = nb::cast<std::string>(value);
        else throw TypeError("unknown option " + name);
    }
    const printoptions checked(options);
    return array2string(a, options, layout);
}

std::string format_float(const ndarray& x, bool with_exponent, nb::kwargs given) {
    FloatFormat format;
    for (auto [key, value] : given) {
        const std::string name = nb::cast<std::string>(key);
        if (name == "precision") format.precision = nb::cast<int>(value);
        else if (name == "unique") format.unique = nb::cast<bool>(value);
        else if (name == "fractional") format.fractional = nb::cast<bool>(value);
        else if (name == "trim") format.trim = nb::cast<std::string>(value)[0];
        else if (name == "sign") format.sign = nb::cast<bool>(value);
        else if (name == "pad_left") format.pad_left = nb::cast<int>(value);
        else if (name == "pad_right") format.pad_right = nb::cast<int>(value);
        else if (name == "exp_digits") format.exp_digits = nb::cast<int>(value);
        else if (name == "min_digits") format.min_digits = nb::cast<int>(value);
        else throw TypeError("unknown option " + name);
    }
    return with_exponent ? format_float_scientific(x.item(), format) : format_float_positional(x.item(), format);
}

}  // namespace

void bind_files(nb::module_& m) {
    m.def("_save", [](const std::string& file, ArrayArg arr) {
        const ndarray& a = arr;
        const runtime::GilRelease unlocked;
        save(file, a);
    });
    m.def("_load", [](const std::string& file) {
        const runtime::GilRelease unlocked;
        return load(file);
    });
    m.def("_savez", save_several<savez>);
    m.def("_savez_compressed", save_several<savez_compressed>);
    nb::class_<NpzFile>(m, "_NpzFile")
        .def(nb::init<const std::string&>())
        .def_prop_ro("files", &NpzFile::files)
        .def("__contains__", [](const NpzFile& self, const std::string& name) { return self.contains(name); })
        .def("read", [](const NpzFile& self, const std::string& name) {
            const runtime::GilRelease unlocked;
            return self[name];
        });
    m.def(
        "_frombuffer",
        [](ObjectArg buffer, DTypeArg dtype, AxisArg count, AxisArg offset) {
            return frombuffer(Buffer(buffer.object).bytes(), dtype, count, offset);
        },
        "buffer"_a, "dtype"_a, "count"_a, "offset"_a);
    m.def("_fromfile", [](const std::string& file, DTypeArg dtype, std::int64_t count, std::int64_t offset) {
        return fromfile(file, dtype, count, "", offset);
    });

    // What C++ programs print, for tests; Python's functions follow NumPy's own options.
    m.def("_array2string_cpp", array2string_by_names);
    m.def("_format_float_cpp", format_float);
    m.def("_base_repr_cpp", base_repr);
    m.def("_binary_repr_cpp", binary_repr, nb::arg(), nb::arg().none());
    m.def("_loadtxt_cpp", [](const std::string& fname, DTypeArg dtype, const std::string& delimiter,
                             const std::vector<std::int64_t>& usecols, int skiprows, int ndmin, bool gen) {
        const LoadTextOptions options{
            .dtype = dtype, .delimiter = delimiter, .skiprows = skiprows, .usecols = usecols, .ndmin = ndmin};
        return gen ? genfromtxt(fname, options) : loadtxt(fname, options);
    });
    m.def("_savetxt_cpp", [](const std::string& fname, const ndarray& X, const std::string& fmt,
                             const std::string& delimiter, const std::string& header, const std::string& footer) {
        savetxt(fname, X, {.fmt = fmt, .delimiter = delimiter, .header = header, .footer = footer});
    });
    m.def("_tofile_cpp",
          [](const ndarray& a, const std::string& file, const std::string& sep) { tofile(a, file, sep); });
    m.def("_fromstring_cpp", [](const std::string& text, DTypeArg dtype, std::int64_t count, const std::string& sep) {
        return fromstring(text, dtype, count, sep);
    });
}

}  // namespace cuprum::python
