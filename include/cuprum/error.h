// The exceptions of cuprum. Each maps one to one to a Python exception (python/bindings/errors.cpp), and each message
// names what was asked, what was found and what to do.
#pragma once

#include <stdexcept>
#include <string>

namespace cuprum {

/// The root of every exception that the library throws.
class Error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A value that the function cannot take: wrong shape, unknown order, empty input to `max`. Python: ValueError.
class ValueError : public Error {
public:
    using Error::Error;
};

/// An operand of a type that the function cannot take. Python: TypeError.
class TypeError : public Error {
public:
    using Error::Error;
};

/// No loop of a ufunc takes these dtypes. Python: numpy's UFuncTypeError, a TypeError.
class UFuncTypeError : public TypeError {
public:
    using TypeError::TypeError;
};

/// An index outside of its axis, or too many of them. Python: IndexError.
class IndexError : public Error {
public:
    using Error::Error;
};

/// An axis outside of the array's dimensions. Python: numpy.exceptions.AxisError (a ValueError and an IndexError).
class AxisError : public ValueError {
public:
    AxisError(long axis, int ndim, const std::string& prefix = {})
        : ValueError((prefix.empty() ? prefix : prefix + ": ") + "axis " + std::to_string(axis) +
                     " is out of bounds for array of dimension " + std::to_string(ndim)),
          axis(axis),
          ndim(ndim) {}
    AxisError(const std::string& message, long axis, int ndim) : ValueError(message), axis(axis), ndim(ndim) {}
    long axis;
    int ndim;
};

/// A Python integer that does not fit the dtype it is used with. Python: OverflowError.
class OverflowError : public Error {
public:
    using Error::Error;
};

/// A division by zero where no array's element could show it, such as a step of zero. Python: ZeroDivisionError.
class ZeroDivisionError : public Error {
public:
    using Error::Error;
};

/// A feature that this backend does not offer. Python: NotImplementedError.
class NotSupportedError : public Error {
public:
    using Error::Error;
};

/// Singular or non-convergent input to a routine of linear algebra. Python: numpy.linalg.LinAlgError.
class LinAlgError : public ValueError {
public:
    using ValueError::ValueError;
};

/// The device or the host has no memory left, or the pool's limit is reached. Python:
/// cuprum.cuda.memory.OutOfMemoryError (a MemoryError).
class OutOfMemoryError : public Error {
public:
    using Error::Error;
};

/// A kernel did not compile. `what()` holds the compiler's log; `source` the text that was compiled. Python:
/// cuprum.cuda.compiler.CompileException.
class CompileException : public Error {
public:
    CompileException(const std::string& message, std::string source) : Error(message), source(std::move(source)) {}
    std::string source;
};

/// A call of the CUDA driver failed. `code` is the driver's number for it. Python:
/// cuprum.cuda.runtime.CUDARuntimeError.
class CUDARuntimeError : public Error {
public:
    CUDARuntimeError(int code, const std::string& message) : Error(message), code(code) {}
    int code;
};

}  // namespace cuprum
