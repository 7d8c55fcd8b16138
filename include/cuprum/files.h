// Arrays in files and as bytes: NumPy's .npy and .npz, text, and raw memory.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cuprum/ndarray.h"

namespace cuprum {

/// A file could not be opened, read or written; `code` is the system's errno. Python: OSError, by code its
/// FileNotFoundError and the like.
class FileError : public Error {
public:
    FileError(int code, std::string path);
    int code;
    std::string path;
};

// ---------------------------------------------------------------------------------------------------- .npy and .npz

/// Write an array to a .npy file, byte by byte as NumPy writes it.
///
/// Parameters
///     file: the path; ".npy" is appended where it does not end so.
///     arr: the array.
/// Raises
///     OSError: the file cannot be written. TypeError: a structured dtype whose fields overlap.
/// Example
///     >>> cuprum.save("numbers.npy", cuprum.arange(3))
void save(std::string file, const ndarray& arr);

/// Read an array from a .npy file of any version and byte order.
///
/// Parameters
///     file: the path.
/// Returns
///     A new array on the current device.
/// Raises
///     OSError: the file cannot be read. ValueError: it is no .npy file, is cut off, or holds Python objects.
///         TypeError: a dtype that arrays cannot have, such as strings.
/// Example
///     >>> cuprum.load("numbers.npy")
///     array([0, 1, 2])
ndarray load(const std::string& file);

/// Arrays by their names, in order.
using NamedArrays = std::span<const std::pair<std::string, ndarray>>;

/// Write several arrays to an uncompressed .npz file: a ZIP archive of .npy files.
///
/// Parameters
///     file: the path; ".npz" is appended where it does not end so.
///     arrays: names and arrays.
/// Raises
///     OSError: the file cannot be written. ValueError: a name that comes twice.
/// Example
///     >>> cuprum.savez("both.npz", a=cuprum.arange(3), b=cuprum.ones(2))
void savez(std::string file, NamedArrays arrays);
inline void savez(std::string file, std::initializer_list<std::pair<std::string, ndarray>> arrays) {
    savez(std::move(file), NamedArrays(arrays.begin(), arrays.size()));
}

/// The same with the contents compressed by the DEFLATE method.
void savez_compressed(std::string file, NamedArrays arrays);
inline void savez_compressed(std::string file, std::initializer_list<std::pair<std::string, ndarray>> arrays) {
    savez_compressed(std::move(file), NamedArrays(arrays.begin(), arrays.size()));
}

/// An .npz file whose arrays are read when asked for.
///
/// Example:
///     cuprum::NpzFile both("both.npz");
///     cuprum::ndarray a = both["a"];
class NpzFile {
public:
    /// Throws FileError where the file cannot be read, ValueError where it is no ZIP archive.
    explicit NpzFile(const std::string& file);
    NpzFile(NpzFile&&) noexcept;
    ~NpzFile();

    /// The names, in the order of the file, without ".npy".
    const std::vector<std::string>& files() const;
    bool contains(std::string_view name) const;
    /// A new array on the current device. Throws IndexError for a name that is not there, ValueError where the contents
    /// are damaged.
    ndarray operator[](std::string_view name) const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

// ------------------------------------------------------------------------------------------------------------- bytes

/// A one-dimensional array with a copy of a buffer's bytes.
///
/// Parameters
///     buffer: the bytes; in Python an object with a buffer.
///     dtype: what they are elements of.
///     count: how many elements; -1 takes all that there are.
///     offset: bytes before the first element.
/// Returns
///     A new array.
/// Raises
///     ValueError: an offset outside of the buffer, fewer bytes than were asked for, or a rest that is no element.
/// Example
///     >>> cuprum.frombuffer(b"\x01\x02", dtype="u1")
///     array([1, 2], dtype=uint8)
ndarray frombuffer(std::span<const std::byte> buffer, DType dtype = DType::float64, std::int64_t count = -1,
                   std::int64_t offset = 0);

/// An array from a file of raw elements, or of numbers as text.
///
/// Parameters
///     file: the path.
///     dtype: type of the elements.
///     count: how many to read; -1 reads all.
///     sep: what stands between numbers of a text; "" says that the file holds the elements' bytes.
///     offset: bytes to skip, of raw elements.
/// Returns
///     A new one-dimensional array.
/// Raises
///     OSError: the file cannot be read. ValueError: text that is no number.
/// Example
///     >>> cuprum.fromfile("raw.bin", dtype="f4").shape
///     (12,)
ndarray fromfile(const std::string& file, DType dtype = DType::float64, std::int64_t count = -1,
                 std::string_view sep = "", std::int64_t offset = 0);

/// Numbers from a text.
///
/// Parameters
///     string: the text.
///     dtype: type of the elements.
///     count: how many to read; -1 reads all.
///     sep: what stands between them; white space in it matches any.
/// Returns
///     A new one-dimensional array.
/// Raises
///     ValueError: an empty separator, or text that is no number.
/// Example
///     >>> cuprum.fromstring("1 2 3", dtype=int, sep=" ")
///     array([1, 2, 3])
ndarray fromstring(std::string_view string, DType dtype, std::int64_t count, std::string_view sep);

/// The bytes of an array's elements, in C or Fortran order ('A': in Fortran order where it lies so).
std::vector<std::byte> tobytes(const ndarray& a, char order = 'C');

/// Writes an array's elements in C order: as bytes, or with a separator as text.
void tofile(const ndarray& a, const std::string& file, std::string_view sep = "");

/// The elements as a vector, in C order; `T` is the dtype's C++ type.
template <class T>
std::vector<T> tolist(const ndarray& a) {
    return a.to_vector<T>();
}

// -------------------------------------------------------------------------------------------------------------- text

/// How numbers stand in a text.
struct SaveTextOptions {
    std::string fmt = "%.18e";  ///< As printf writes a number; of complex numbers once for each part.
    std::string delimiter = " ";
    std::string newline = "\n";
    std::string header{}, footer{};  ///< Lines before and behind, after `comments`.
    std::string comments = "# ";
};

/// Write an array of one or two dimensions as text.
///
/// Parameters
///     fname: the path.
///     X: the array; a vector is one column.
///     fmt: how a number is written, as printf has it.
///     delimiter: what stands between columns.
///     newline: what ends a row.
///     header, footer: text before and behind the rows, each line after `comments`.
///     comments: what marks such lines.
/// Raises
///     OSError: the file cannot be written. ValueError: another number of dimensions.
/// Example
///     >>> cuprum.savetxt("table.txt", cuprum.eye(2))
void savetxt(const std::string& fname, const ndarray& X, const SaveTextOptions& options = {});

/// How a table of numbers is read.
struct LoadTextOptions {
    DType dtype = DType::float64;
    std::string comments = "#";              ///< What is behind it on a line is not read.
    std::string delimiter{};                 ///< By default white space.
    std::int64_t skiprows = 0;               ///< Lines to leave out at the start.
    std::vector<std::int64_t> usecols{};     ///< Columns to take; all by default.
    int ndmin = 0;                           ///< Axes of the result at least.
    std::optional<std::int64_t> max_rows{};  ///< Rows to read at most.
    std::optional<double> filling_values{};  ///< `genfromtxt`: stands for what is no number; NaN by default.
};

/// Read a table of numbers from a text file.
///
/// Parameters
///     fname: the path.
///     dtype: type of the elements.
///     comments: what starts a comment.
///     delimiter: what stands between columns; by default white space.
///     skiprows: lines to leave out at the start.
///     usecols: columns to take.
///     ndmin: axes of the result at least.
///     max_rows: rows to read at most.
/// Returns
///     The table; of one row or one column a vector, unless `ndmin` is 2.
/// Raises
///     OSError: the file cannot be read. ValueError: rows of different lengths, or text that is no number.
/// Example
///     >>> cuprum.loadtxt("table.txt")
///     array([[1., 0.],
///            [0., 1.]])
ndarray loadtxt(const std::string& fname, const LoadTextOptions& options = {});

/// The same, with a value for what is missing or no number.
ndarray genfromtxt(const std::string& fname, const LoadTextOptions& options = {});

}  // namespace cuprum
