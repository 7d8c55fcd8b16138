// The library's exceptions as Python's, NumPy's where NumPy has the same one.
#include <cerrno>

#include "convert.h"
#include "cuprum/cuda_runtime.h"
#include "cuprum/error.h"
#include "cuprum/fft.h"
#include "cuprum/files.h"
#include "cuprum/interop.h"
#include "cuprum/layout.h"
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
        PyErr_SetString(type, told(e.what()).c_str());
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
        nb::object value = nb::handle(types.compile)(told(e.what()));
        value.attr("source") = e.source;
        set_with_help(types.compile, value, "compile");
    } catch (const CUDARuntimeError& e) {
        set_with_help(types.cuda_runtime, nb::handle(types.cuda_runtime)(e.code, told(e.what())), "device");
    } catch (const fft::CuFFTError& e) {
        static PyObject* type = exception_of("cuprum.cuda.cufft", "CuFFTError");
        PyErr_SetObject(type, nb::handle(type)(e.result, told(e.what())).ptr());
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
    auto make = [&](const char* name, PyObject* base, const char* doc) {
        PyObject* type = PyErr_NewExceptionWithDoc(std::string("cuprum.").append(name).c_str(), doc, base, nullptr);
        m.attr(name) = nb::handle(type);
        return type;
    };
    types.out_of_memory = make("OutOfMemoryError", PyExc_MemoryError,
                               "The device, the host or a pool's limit has no room for what was asked.");
    types.compile = make("CompileException", PyExc_Exception,
                         "A kernel did not compile. `source` is the text; the message holds the compiler's log.");
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
