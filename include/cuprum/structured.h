// Dtypes that a program describes: structs of fields, plain bytes, and NumPy's times.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cuprum/dtype.h"
#include "cuprum/shape.h"

namespace cuprum {

/// One field of a structured dtype.
struct Field {
    std::string name;          ///< "" stands for f0, f1, ... by its place.
    DType dtype;               ///< Of one element; a described one makes a nested struct.
    Shape shape = {};          ///< Of a subarray; none for a single element.
    std::int64_t offset = -1;  ///< Bytes from the start of the struct; -1 puts it behind the field before.
    std::string title = {};    ///< NumPy's other name of a field.

    /// Bytes of the field.
    std::int64_t nbytes() const { return cuprum::itemsize(dtype) * element_count(shape); }
};

/// A structured dtype: `numpy.dtype([("x", "f4"), ("y", "i4")])`. Equal descriptions give the same DType.
///
/// Parameters
///     fields: in their order; offsets are given for all of them or for none.
///     align: whether fields without offsets are aligned, and the whole is padded, as a C struct's are.
///     itemsize: bytes of the whole; by default up to the end of the last field.
/// Returns
///     The dtype. It lives as long as the process.
/// Raises
///     ValueError: names that repeat, fields that do not fit the itemsize, a struct of no bytes.
/// Example
///     auto particle = cuprum::structured_dtype({{"x", DType::float32}, {"id", DType::int32}});
///     auto a = cuprum::zeros({10}, particle);
///     cuprum::ndarray x = a.field("x");
DType structured_dtype(std::vector<Field> fields, bool align = false, std::optional<std::int64_t> itemsize = {});

/// A dtype of plain bytes: `numpy.dtype("V8")`.
DType void_dtype(std::int64_t itemsize);

/// `numpy.dtype("datetime64[ns]")` (kind 'M') or `"timedelta64[ns]"` (kind 'm'); the unit may be empty. Elements are
/// int64 and are moved, viewed and cast to int64; there is no arithmetic on them.
DType time_dtype(char kind, std::string_view unit);
/// Its unit: "ns", "25s", or "" for generic.
std::string_view time_unit(DType dtype);

/// The fields of a structured dtype, none for another.
std::span<const Field> fields(DType dtype);
/// The field with this name or title; null where there is none.
const Field* find_field(DType dtype, std::string_view name);
/// Whether it has fields, be they none as in `a[[]]`.
bool is_structured(DType dtype);
/// Whether it was described with `align`.
bool is_aligned_struct(DType dtype);
/// The structured dtype of some fields, which stay where they are. Throws ValueError for a name that is not there.
DType select_fields(DType dtype, std::span<const std::string> names);
/// How many dtypes were described; handles are numbered from `first_described` on.
std::size_t described_count();

/// A range of bytes.
struct ByteRun {
    std::int64_t offset, length;
};
/// The bytes of an element that belong to fields, in ascending order; all of them for other dtypes.
std::span<const ByteRun> field_bytes(DType dtype);

}  // namespace cuprum
