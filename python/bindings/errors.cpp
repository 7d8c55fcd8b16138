// The library's exceptions as Python's, NumPy's where NumPy has the same one.
#include <cerrno>

#include "convert.h"
#include "cuprum/cuda_runtime.h"
#include "cuprum/error.h"
#include "cuprum/fft.h"
#include "cuprum/files.h"
#include "cuprum/interop.h"
#include "cuprum/layout.h"
#include "cuprum/library_error.h"
#include "cuprum/missing_library.h"
#include "cuprum/synchronization.h"

namespace cuprum::python {
namespace {

PyObject* exception_of(const char* module, const char* name) {
    return nb::object(nb::module_::import_(module).attr(name)).release().ptr();
}

// Exceptions that Python has no type for, made once and shown in cuprum.exceptions.
struct Types {
    PyObject *out_of_memory, *compile, *cuda_runtime, *device_synchronized;
} types;

// RuntimeError with a status: CUDARuntimeError(101) words itself by CUDA's name for the number.
PyObject* make_cuda_runtime_error() {
    nb::dict members;
    members["__doc__"] =
        "A call of CUDA's driver or runtime failed: CUDARuntimeError(status). `status` is its number for the reason.";
    members["__module__"] = "cuprum.cuda.runtime";
    members["__init__"] = nb::cpp_function(
        [](nb::object self, int status, nb::object message) {
            if (message.is_none())
                message = nb::cast(cuda::runtime::getErrorName(status) + ": " + cuda::runtime::getErrorString(status));
            nb::handle(PyExc_RuntimeError).attr("__init__")(self, message);
            self.attr("status") = status;
        },
        nb::is_method(), nb::arg("status"), nb::arg("message") = nb::none());
    members["__reduce__"] = nb::cpp_function(
        [](nb::object self) {
            if (!PyExceptionInstance_Check(self.ptr())) throw TypeError("__reduce__ is called with an exception");
            nb::object type = nb::borrow(self.type());
            return nb::make_tuple(type, nb::make_tuple(self.attr("status"), nb::str(self)));
        },
        nb::is_method());
    nb::object made = nb::handle(reinterpret_cast<PyObject*>(&PyType_Type))(
        "CUDARuntimeError", nb::make_tuple(nb::handle(PyExc_RuntimeError)), members);
    return made.release().ptr();
}

// A method of the exceptions that are made here.
template <class F, class... Extra>
void define(nb::dict& members, const char* name, F function, const Extra&... extra) {
    members[name] = nb::cpp_function(function, nb::is_method(), nb::name(name), extra...);
}

nb::object made_class(const char* name, PyObject* base, const nb::dict& members) {
    return nb::handle(reinterpret_cast<PyObject*>(&PyType_Type))(name, nb::make_tuple(nb::handle(base)), members);
}

/// Functions that serve as methods are given whatever a program calls them with.
void require(nb::handle self, PyObject* type) {
    if (!PyObject_TypeCheck(self.ptr(), reinterpret_cast<PyTypeObject*>(type)))
        throw nb::type_error("the method of an exception was called with another object");
}

// With CuPy's arguments and methods: what a program catches it can show and pickle.
nb::object make_compile_exception() {
    nb::dict members;
    members["__doc__"] =
        "A kernel did not compile. `source` is the text; the message holds the compiler's log. `name`, `options` and "
        "`backend` say what was compiled, where that is known.";
    members["__module__"] = "cuprum";
    define(
        members, "__init__",
        [](nb::object self, nb::str msg, nb::str source, nb::str name, Typed<"Sequence[str]"> options,
           nb::str backend) {
            nb::handle(PyExc_Exception).attr("__init__")(self, msg);
            self.attr("source") = source;
            self.attr("name") = name;
            self.attr("options") = options;
            self.attr("backend") = backend;
        },
        nb::arg("msg") = "", nb::arg("source") = "", nb::arg("name") = "", nb::arg("options") = nb::tuple(),
        nb::arg("backend") = "nvrtc");
    define(
        members, "get_message",
        [](nb::object self) {
            require(self, PyExc_Exception);
            return nb::str(self);
        },
        "The message.");
    define(
        members, "dump",
        [](nb::object self, Typed<"TextIO"> f) {
            require(self, PyExc_Exception);
            auto write = [&](nb::object text) { f.attr("write")(text); };
            write(nb::str("{} compilation error: {}\n").attr("format")(self.attr("backend").attr("upper")(), self));
            write(nb::str("-----\nName: {}\nOptions: {}\nCUDA source:\n")
                      .attr("format")(self.attr("name"), nb::str(" ").attr("join")(self.attr("options"))));
            nb::object lines = self.attr("source").attr("split")("\n");
            const std::size_t digits = std::to_string(nb::len(lines)).size();
            std::size_t number = 0;
            for (nb::handle line : lines) {
                std::string counted = std::to_string(++number);
                counted.insert(0, digits - counted.size(), '0');
                write(nb::str("{} {}\n").attr("format")(counted, line.attr("rstrip")()));
            }
            write(nb::str("-----\n"));
            f.attr("flush")();
        },
        nb::arg("f"), "Write the message and the text, its lines numbered, to a file.");
    return made_class("CompileException", PyExc_Exception, members);
}

// Made of a message, or of CuPy's numbers: how many bytes were asked for, are allocated, and may be.
nb::object make_out_of_memory_error() {
    nb::dict members;
    members["__doc__"] = "The device, the host or a pool's limit has no room for what was asked.";
    members["__module__"] = "cuprum";
    define(members, "__str__", [](nb::object self) {
        require(self, PyExc_MemoryError);
        nb::object arguments = self.attr("args");
        const std::size_t count = nb::len(arguments);
        if (count < 2 || !PyLong_Check(nb::object(arguments[0]).ptr()))
            return nb::str(nb::handle(PyExc_MemoryError).attr("__str__")(self));
        nb::str text("Out of memory allocating {:,} bytes (allocated so far: {:,} bytes");
        nb::object message = text.attr("format")(arguments[0], arguments[1]);
        if (count > 2 && !nb::object(arguments[2]).equal(nb::int_(0)))
            message = message + nb::str(", limit set to: {:,} bytes").attr("format")(arguments[2]);
        return nb::str(message + nb::str(")."));
    });
    return made_class("OutOfMemoryError", PyExc_MemoryError, members);
}

// NumPy's class words the message itself, after a prefix.
void raise_axis_error(const AxisError& e) {
    static PyObject* type = exception_of("numpy.exceptions", "AxisError");
    const std::string message = e.what(), wording = AxisError(e.axis, e.ndim).what();
    nb::object prefix = nb::none();
    if (message.size() > wording.size() + 2) prefix = nb::cast(message.substr(0, message.size() - wording.size() - 2));
    PyErr_SetObject(type, nb::handle(type)(e.axis, e.ndim, prefix).ptr());
}

// What programs call the package: "cupy" once it has been imported by that name.
std::string& program_name() {
    static std::string& name = *new std::string("cuprum");
    return name;
}

// A message in the words of the program: cuprum.ndarray and cuprumx.jit are cupy.ndarray and cupyx.jit to one that
// knows them so.
std::string told(std::string message) {
    constexpr std::string_view own = "cuprum";
    if (program_name() == own) return message;
    for (std::size_t at = message.find(own); at != std::string::npos; at = message.find(own, at + 1)) {
        std::size_t after = at + own.size();
        if (after < message.size() && message[after] == 'x') ++after;
        if (after < message.size() && message[after] == '.') message.replace(at, own.size(), program_name());
    }
    return message;
}

// Sets an exception that the documentation has a section about. A note below the message names it (Python 3.11).
void set_with_help(PyObject* type, nb::object value, const char* topic) {
#if PY_VERSION_HEX >= 0x030b0000
    value.attr("add_note")(std::string("Help: python -m cuprum help ") + topic);
#else
    (void)topic;
#endif
    PyErr_SetObject(type, value.ptr());
}

}  // namespace

void set_python_error() {
    try {
        throw;
    } catch (nb::python_error& e) {
        e.restore();
    } catch (const AxisError& e) {
        raise_axis_error(e);
    } catch (const LinAlgError& e) {
        static PyObject* type = exception_of("numpy.linalg", "LinAlgError");
        set_with_help(type, nb::handle(type)(told(e.what())), "singular");
    } catch (const cuda::DeviceSynchronized& e) {
        set_with_help(types.device_synchronized, nb::handle(types.device_synchronized)(told(e.what())), "synchronize");
    } catch (const BufferError& e) {
        PyErr_SetString(PyExc_BufferError, told(e.what()).c_str());
    } catch (const FileError& e) {
        errno = e.code;
        PyErr_SetFromErrnoWithFilename(PyExc_OSError, e.path.c_str());
    } catch (const TooHardError& e) {
        static PyObject* type = exception_of("numpy.exceptions", "TooHardError");
        PyErr_SetString(type, told(e.what()).c_str());
    } catch (const ValueError& e) {
        PyErr_SetString(PyExc_ValueError, told(e.what()).c_str());
    } catch (const MixedArraysError& e) {
        set_with_help(PyExc_TypeError, nb::handle(PyExc_TypeError)(told(e.what())), "numpy");
    } catch (const TypeError& e) {
        PyErr_SetString(PyExc_TypeError, told(e.what()).c_str());
    } catch (const IndexError& e) {
        PyErr_SetString(PyExc_IndexError, told(e.what()).c_str());
    } catch (const OverflowError& e) {
        PyErr_SetString(PyExc_OverflowError, told(e.what()).c_str());
    } catch (const ZeroDivisionError& e) {
        PyErr_SetString(PyExc_ZeroDivisionError, told(e.what()).c_str());
    } catch (const NotSupportedError& e) {
        PyErr_SetString(PyExc_NotImplementedError, told(e.what()).c_str());
    } catch (const OutOfMemoryError& e) {
        set_with_help(types.out_of_memory, nb::handle(types.out_of_memory)(told(e.what())), "memory");
    } catch (const CompileException& e) {
        nb::object value = nb::handle(types.compile)(told(e.what()), e.source);
        set_with_help(types.compile, value, "compile");
    } catch (const CUDARuntimeError& e) {
        set_with_help(types.cuda_runtime, nb::handle(types.cuda_runtime)(e.code, told(e.what())), "device");
    } catch (const fft::CuFFTError& e) {
        static PyObject* type = exception_of("cuprum.cuda.cufft", "CuFFTError");
        PyErr_SetObject(type, nb::handle(type)(e.result, told(e.what())).ptr());
    } catch (const LibraryError& e) {
        nb::object type = nb::module_::import_("cuprum.cuda._library_errors")
                              .attr(e.library == "cublas" ? "CUBLASError" : "CUSOLVERError");
        PyErr_SetObject(type.ptr(), type(e.status, told(e.what())).ptr());
    } catch (const MissingLibraryError& e) {
        set_with_help(PyExc_RuntimeError, nb::handle(PyExc_RuntimeError)(told(e.what())), "libraries");
    } catch (const std::bad_cast&) {  // nb::cast, of an argument that is not what it should be
        PyErr_SetString(PyExc_TypeError, "an argument is of a type that this function does not take");
    } catch (const std::bad_alloc&) {
        PyErr_NoMemory();
    } catch (const std::exception& e) {
        PyErr_SetString(PyExc_RuntimeError, told(e.what()).c_str());
    }
}

void bind_errors(nb::module_& m) {
    auto show = [&](const char* name, nb::object made) {
        m.attr(name) = made;
        return made.release().ptr();
    };
    types.out_of_memory = show("OutOfMemoryError", make_out_of_memory_error());
    types.compile = show("CompileException", make_compile_exception());
    types.device_synchronized = PyErr_NewExceptionWithDoc(
        "cuprum.DeviceSynchronized",
        "The thread was about to wait for a device where allow_synchronize(False) forbids it.", PyExc_RuntimeError,
        nullptr);
    m.def_submodule("_cuda").attr("DeviceSynchronized") = nb::handle(types.device_synchronized);
    types.cuda_runtime = make_cuda_runtime_error();
    m.attr("CUDARuntimeError") = nb::handle(types.cuda_runtime);

    m.def("_set_program_name", [](std::string name) { program_name() = std::move(name); });
    nb::register_exception_translator([](const std::exception_ptr& p, void*) {
        try {
            std::rethrow_exception(p);
        } catch (const Error&) {
            set_python_error();
        } catch (const std::bad_cast&) {
            set_python_error();
        }
    });
}

}  // namespace cuprum::python
