// From format to format, and to dense arrays.
#include <algorithm>
#include <bit>
#include <numeric>
#include <vector>

#include "cuprum/host.h"
#include "cuprum/indexing.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/scan.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/compact.h"
#include "kernel/engine/placement.h"
#include "kernel/engine/sort.h"
#include "scipy/sparse/chunks.h"
#include "scipy/sparse/compress.h"
#include "scipy/sparse/plan.h"

namespace cuprum::scipy::sparse {
// ------------------------------------------------------------------------------------------------------------ helpers

ndarray entries(const ndarray& a, std::int64_t nnz) { return a.size() == nnz ? a : a.with_layout({nnz}, a.strides()); }

std::int64_t last_of(const ndarray& a) { return a.with_layout({}, {}, (a.size() - 1) * a.itemsize()).item().to_int(); }

ndarray index_array(const ndarray& a, DType dtype) {
    static const ElementwiseKernel kernel("T index, int64 most", "I kept", R"(
        const bool held = index >= T(0) && (unsigned long long)index <= (unsigned long long)most;
        kept = held ? (I)index : (I)-1;
    )",
                                          "cuprum_sparse_narrowed");
    if (!is_integer(a.dtype()) && a.size() != 0)
        throw ValueError("indices must be integers, found " + std::string(info(a.dtype()).name));
    const bool wider = itemsize(a.dtype()) > itemsize(dtype) ||
                       (itemsize(a.dtype()) == itemsize(dtype) && kind(a.dtype()) != kind(dtype));
    if (!wider || a.size() == 0) return as(a, dtype);
    const ndarray kept = new_array(a.shape(), dtype);
    apply(kernel, a,
          dtype == DType::int32 ? std::numeric_limits<std::int32_t>::max() : std::numeric_limits<std::int64_t>::max(),
          kept);
    return kept;
}

std::int64_t length_for(const ndarray& indices) {
    const ndarray last = cuprum::max(index_array(indices, DType::int64));
    const std::int64_t length = last.item().to_int();
    if (length == std::numeric_limits<std::int64_t>::max())
        throw ValueError("the index " + std::to_string(length) + " is beyond what int64 can count");
    return length + 1;
}

ndarray starts_of(const ndarray& lengths) {
    if (in_chunks()) return starts_in_chunks(lengths);
    const ndarray starts = new_array({lengths.size() + 1}, lengths.dtype());
    starts.with_layout({1}, starts.strides()).fill(0);
    if (lengths.size()) {
        const ndarray ends = starts.with_layout({lengths.size()}, starts.strides(), starts.itemsize());
        cumsum(lengths, 0, lengths.dtype(), &ends);
    }
    return starts;
}

ndarray major_indices(const ndarray& indptr, std::int64_t nnz, std::int64_t longest) {
    const ndarray numbers = new_array({nnz}, indptr.dtype());
    const std::int64_t major = indptr.size() - 1;
    if (in_chunks()) {
        static const ElementwiseKernel by_slice("raw I indptr", "raw I numbers",
                                                "for (long long k = indptr[i]; k < indptr[i + 1]; ++k) numbers[k] = i;",
                                                "cuprum_sparse_major_filled");
        run(by_slice, nnz ? major : 0, indptr, numbers);
        return numbers;
    }
    // If slices have similar lengths, a few threads write each one; else each entry searches for its slice.
    const std::int64_t mean = nnz / std::max<std::int64_t>(major, 1) + 1;
    if (longest > 0 && are_alike(mean, longest)) {
        static const ElementwiseKernel by_lanes("raw I indptr, int32 shift", "raw I numbers", R"(
            const long long slice = i >> shift, end = indptr[slice + 1], step = 1ll << shift;
            for (long long k = indptr[slice] + (i & (step - 1)); k < end; k += step) numbers[k] = slice;
        )",
                                                "cuprum_sparse_major_shared");
        const int shift = std::min(5, static_cast<int>(std::bit_width(static_cast<std::uint64_t>(mean - 1))));
        run(by_lanes, nnz ? major << shift : 0, indptr, std::int64_t{shift}, numbers);
        return numbers;
    }
    static const ElementwiseKernel by_entry(
        "raw I indptr, int64 major", "raw I numbers", "cuprum::sparse_major_found(i, &indptr[0], major, &numbers[0]);",
        "cuprum_sparse_major_found", {.preamble = "#include <cuprum/sparse/conversions.h>\n"});
    run(by_entry, nnz, indptr, major, numbers);
    return numbers;
}

void kernel_sort(const ndarray& numbers, const ndarray& sorted, const ndarray& order) {
    if (numbers.size()) kernel::sort_rows(numbers, &sorted, &order);
}

void starts_among(const ndarray& sorted, const ndarray& starts) {
    static const ElementwiseKernel kernel(
        "raw I sorted, int64 count", "raw I starts", "cuprum::sparse_starts(i, &sorted[0], count, &starts[0]);",
        "cuprum_sparse_starts", {.preamble = "#include <cuprum/sparse/conversions.h>\n"});
    run(kernel, starts.size(), sorted, sorted.size(), starts);
}

ndarray keys_of(const ndarray& major, const ndarray& minor, std::int64_t length) {
    static const ElementwiseKernel kernel("I major, I minor, int64 length", "int64 key",
                                          "key = (long long)major * length + minor", "cuprum_sparse_keys");
    return kernel(major, minor, length);
}

/// Whether an entry's key is another than the one before it.
ndarray heads(const ndarray& keys, DType type) {
    static const ElementwiseKernel kernel("raw K keys", "raw I head", "head[i] = i == 0 || keys[i] != keys[i - 1];",
                                          "cuprum_sparse_heads");
    const ndarray head = new_array({keys.size()}, type);
    run(kernel, keys.size(), keys, head);
    return head;
}

sparse_matrix compress_sorted(Format format, const ndarray& keys, const ndarray& order, const ndarray& data,
                              std::int64_t rows, std::int64_t columns, DType index) {
    const std::int64_t major = format == Format::csr ? rows : columns, minor = format == Format::csr ? columns : rows,
                       count = keys.size();
    const DType type = index_dtype(std::max({rows, columns, count}), index);
    if (count == 0) return {format, rows, columns, data.dtype(), index};
    const ndarray number = cumsum(heads(keys, type), 0, type);
    const std::int64_t total = last_of(number);
    static const ElementwiseKernel fill(
        "raw K keys, raw O order, raw I number, raw T data, int64 minor, int64 count", "raw I indices, raw T out",
        "cuprum::sparse_combined(i, &keys[0], &order[0], &number[0], &data[0], minor, count, "
        "&indices[0], &out[0]);",
        "cuprum_sparse_combined", {.preamble = "#include <cuprum/sparse/conversions.h>\n"});
    static const ElementwiseKernel begin(
        "raw K keys, raw I number, int64 minor, int64 count, int64 total", "raw I indptr",
        "cuprum::sparse_indptr(i, &keys[0], &number[0], minor, count, total, &indptr[0]);", "cuprum_sparse_indptr",
        {.preamble = "#include <cuprum/sparse/conversions.h>\n"});
    const ndarray indices = new_array({total}, type), out = new_array({total}, data.dtype()),
                  indptr = new_array({major + 1}, type);
    run(fill, count, keys, order, number, data, minor, count, indices, out);
    run(begin, major + 1, keys, number, minor, count, total, indptr);
    return {format, out, std::make_shared<Structure>(indices, indptr, major, minor)};
}

namespace {

/// Compresses coordinates: counts them by major slice and sorts each slice, or sorts all where a slice is long.
sparse_matrix compress_coordinates(const sparse_matrix& a, Format format) {
    const ndarray &majors = format == Format::csr ? a.row() : a.col(),
                  &minors = format == Format::csr ? a.col() : a.row();
    const std::int64_t major = format == Format::csr ? a.rows() : a.columns(),
                       minor = format == Format::csr ? a.columns() : a.rows(), count = a.nnz();
    const DType type = a.row().dtype();
    if (count == 0) return {format, a.rows(), a.columns(), a.dtype(), type};
    if (format == Format::csr && a.has_canonical_format()) {
        const ndarray indptr = new_array({major + 1}, type);
        starts_among(majors, indptr);
        return {format, a.data(), std::make_shared<Structure>(minors, indptr, major, minor)};
    }
    if (in_chunks(count, major)) {
        if (auto made = compress_in_chunks(format, majors, minors, a.data(), a.rows(), a.columns())) return *made;
    } else if (auto made = compress_by_counts(format, majors, minors, a.data(), a.rows(), a.columns())) {
        return *made;
    }
    const ndarray keys = keys_of(majors, minors, minor), sorted = new_array({count}, DType::int64),
                  order = new_array({count}, DType::int64);
    kernel_sort(keys, sorted, order);
    return compress_sorted(format, sorted, order, a.data(), a.rows(), a.columns(), type);
}

sparse_matrix diagonals_to_rows(const sparse_matrix& a) {
    const std::int64_t width = std::min(a.columns(), a.data().shape()[1]), stride = a.data().shape()[1],
                       diagonals = static_cast<std::int64_t>(a.host_offsets().size()), total = a.nnz();
    // Where a row begins follows from the diagonals; zeros on them are removed afterwards, where there are any.
    static const ElementwiseKernel fill(
        "raw O offsets, raw O positions, raw T data, int64 diagonals, int64 width, int64 stride, int64 rows, int64 "
        "low, int64 high, int64 missing",
        "raw I starts, raw I col, raw T out, raw int32 zeros",
        "cuprum::sparse_diagonals_fill(i, &offsets[0], &positions[0], &data[0], diagonals, width, "
        "stride, rows, low, high, missing, &starts[0], &col[0], &out[0], &zeros[0]);",
        "cuprum_sparse_diagonals_fill", {.preamble = "#include <cuprum/sparse/conversions.h>\n"});
    if (total == 0) return {Format::csr, a.rows(), a.columns(), a.dtype()};
    const DType type = index_dtype(std::max({a.rows(), a.columns(), total}));
    std::vector<std::int64_t> order(a.host_offsets().size());  // few, and the host knows them
    std::iota(order.begin(), order.end(), std::int64_t{0});
    std::sort(order.begin(), order.end(), [&](std::int64_t d, std::int64_t e) {
        return a.host_offsets()[static_cast<std::size_t>(d)] < a.host_offsets()[static_cast<std::size_t>(e)];
    });
    std::vector<std::int64_t> sorted;
    std::int64_t low = 0, high = a.rows(), missing = 0;  // rows of which all diagonals begin late
    for (const std::int64_t d : order) {
        const std::int64_t offset = a.host_offsets()[static_cast<std::size_t>(d)],
                           first = std::max<std::int64_t>(0, -offset);
        sorted.push_back(offset);
        low = std::max(low, first);
        high = std::min(high, width - offset);
        missing += first;
    }
    const ndarray positions = asarray(order), offsets = asarray(sorted), starts = new_array({a.rows() + 1}, type),
                  col = new_array({total}, type), out = new_array({total}, a.dtype()), zero = zeros({1}, DType::int32);
    run(fill, a.rows() + 1, offsets, positions, a.data(), diagonals, width, stride, a.rows(), low, high, missing,
        starts, col, out, zero);
    auto structure = std::make_shared<Structure>(col, starts, a.rows(), a.columns());
    if (zero.item().to_int()) return eliminate_zeros({Format::csr, out, std::move(structure)});
    structure->set_properties({total, std::min(diagonals, width), true, true});
    return {Format::csr, out, std::move(structure)};
}

sparse_matrix coordinates_to_diagonals(const sparse_matrix& a) {
    if (a.nnz() == 0) return {Format::dia, a.rows(), a.columns(), a.dtype()};
    // A mark for each diagonal that has an element, which then has its number.
    const std::int64_t most = a.rows() + a.columns() - 1, width = cuprum::max(a.col()).item().to_int() + 1;
    const ndarray marks = zeros({most}, index_dtype(most));
    static const ElementwiseKernel mark("raw I row, raw I col, int64 rows", "raw N marks",
                                        "marks[(long long)col[i] - row[i] + rows - 1] = 1;",
                                        "cuprum_sparse_mark_diagonals");
    run(mark, a.nnz(), a.row(), a.col(), a.rows(), marks);
    const ndarray number = starts_of(marks);
    const std::int64_t count = last_of(number);
    const ndarray data = zeros({count, width}, a.dtype()), offsets = new_array({count}, DType::int64);
    static const ElementwiseKernel list("raw N marks, raw N number, int64 rows", "raw int64 offsets",
                                        "if (marks[i]) offsets[number[i]] = i - rows + 1;",
                                        "cuprum_sparse_list_diagonals");
    run(list, most, marks, number, a.rows(), offsets);
    static const ElementwiseKernel put("raw N number, raw I row, raw I col, raw T values, int64 rows, int64 width",
                                       "raw T data", R"(
        const long long diagonal = number[(long long)col[i] - row[i] + rows - 1];
        data[diagonal * width + col[i]] = values[i];
    )",
                                       "cuprum_sparse_to_diagonals");
    run(put, a.nnz(), number, a.row(), a.col(), a.data(), a.rows(), width, data);
    return dia_matrix(data, offsets, a.shape());
}

}  // namespace

// --------------------------------------------------------------------------------------------------------- conversions

sparse_matrix to_format(const sparse_matrix& a, Format format) {
    const kernel::Placement here(a);
    if (a.format() == format) return a;
    if (a.is_blocks()) return to_format(blocks_to_rows(a), format);
    if (format == Format::bsr) {
        const sparse_matrix rows = to_format(a, Format::csr);
        const Shape block = estimate_blocksize(rows);
        return tobsr(rows, block[0], block[1]);
    }
    if (a.is_compressed() && (format == Format::csr || format == Format::csc)) {
        const std::int64_t nnz = a.nnz();
        if (in_chunks(nnz, a.minor()) && !a.structure()->has_transpose()) {  // the data go along
            const ndarray data = entries(a.data(), nnz);
            const Distributed put = distribute(entries(a.indices(), nnz), a.minor(), nullptr, &a.indptr(), &data);
            return {format, put.carried, transposed_structure(*a.structure(), put)};
        }
        const Transpose& transpose = a.structure()->transpose();
        return {format, take(entries(a.data(), nnz), transpose.order), transpose.structure};
    }
    if (a.format() == Format::dia) return to_format(diagonals_to_rows(a), format);
    if (format == Format::csr || format == Format::csc) return compress_coordinates(a, format);
    if (format == Format::coo) {
        const std::int64_t nnz = a.nnz();
        const ndarray majors = major_indices(a.indptr(), nnz, a.properties().longest),
                      minors = entries(a.indices(), nnz);
        sparse_matrix result =
            coo_matrix(entries(a.data(), nnz), a.format() == Format::csr ? majors : minors,
                       a.format() == Format::csr ? minors : majors, a.shape(), true, a.index_dtype());
        result.set_canonical(a.format() == Format::csr && a.has_canonical_format());
        return result;
    }
    return coordinates_to_diagonals(to_format(sum_duplicates(a), Format::coo));
}

sparse_matrix compressed(const sparse_matrix& a) {
    const kernel::Placement here(a);
    sparse_matrix result = a.is_compressed() ? a : to_format(a, Format::csr);
    result.properties();
    return result;
}

sparse_matrix canonical_compressed(const sparse_matrix& a, Format format) {
    return sum_duplicates(to_format(a, format));
}

sparse_matrix sorted_indices(const sparse_matrix& a) {
    const kernel::Placement here(a);
    if (a.is_blocks()) return a.properties().sorted ? a : sorted_blocks(a);
    if (!a.is_compressed() || a.properties().sorted) return a;
    const std::int64_t nnz = a.nnz();
    const ndarray keys = keys_of(major_indices(a.indptr(), nnz, a.properties().longest), entries(a.indices(), nnz),
                                 a.minor()),
                  sorted = new_array({nnz}, DType::int64), order = new_array({nnz}, DType::int64);
    kernel_sort(keys, sorted, order);
    return {a.format(), take(entries(a.data(), nnz), order),
            std::make_shared<Structure>(take(entries(a.indices(), nnz), order), a.indptr(), a.major(), a.minor())};
}

sparse_matrix sum_duplicates(const sparse_matrix& a) {
    const kernel::Placement here(a);
    if (a.format() == Format::dia || a.has_canonical_format()) return a;
    if (a.is_blocks()) return tobsr(to_format(a, Format::csr), a.block_shape()[0], a.block_shape()[1]);
    if (a.format() == Format::coo) {
        sparse_matrix summed = to_format(to_format(a, Format::csr), Format::coo);
        summed.set_canonical(true);
        return summed;
    }
    const std::int64_t nnz = a.nnz();
    const ndarray keys = keys_of(major_indices(a.indptr(), nnz, a.properties().longest), entries(a.indices(), nnz),
                                 a.minor()),
                  sorted = new_array({nnz}, DType::int64), order = new_array({nnz}, DType::int64);
    kernel_sort(keys, sorted, order);
    return compress_sorted(a.format(), sorted, order, entries(a.data(), nnz), a.rows(), a.columns(), a.index_dtype());
}

sparse_matrix eliminate_zeros(const sparse_matrix& a) {
    const kernel::Placement here(a);
    if (a.format() == Format::dia) return a;
    if (a.is_blocks()) return without_zero_blocks(a);
    const ndarray kept = entries(a.data(), a.nnz()) != 0;
    if (a.format() == Format::coo) {
        sparse_matrix result = coo_matrix(kernel::select(a.data(), kept), kernel::select(a.row(), kept),
                                          kernel::select(a.col(), kept), a.shape(), true, a.index_dtype());
        result.set_canonical(a.has_canonical_format());
        return result;
    }
    const ndarray before = starts_of(as(kept, a.indptr().dtype()));
    const ndarray data = kernel::select(entries(a.data(), a.nnz()), kept);
    if (data.size() == a.nnz()) return a;
    auto structure = std::make_shared<Structure>(kernel::select(entries(a.indices(), a.nnz()), kept),
                                                 take(before, a.indptr()), a.major(), a.minor());
    return {a.format(), data, std::move(structure)};
}

ndarray toarray(const sparse_matrix& a, char order) {
    const kernel::Placement here(a);
    const ndarray out = zeros(a.shape(), a.dtype(), order == 'F' ? 'F' : 'C');
    if (out.size() == 0) return out;
    if (a.format() == Format::dia) {
        static const ElementwiseKernel kernel(
            "raw O offsets, raw T data, int64 diagonals, int64 width, int64 stride, int64 row_step, int64 column_step",
            "raw T out", R"(
            for (long long d = 0; d < diagonals; ++d) {
                const long long column = i + (long long)offsets[d];
                if (column >= 0 && column < width) out[i * row_step + column * column_step] = data[d * stride + column];
            }
        )",
            "cuprum_sparse_diagonals_to_dense");
        run(kernel, a.rows(), a.offsets(), a.data(), a.offsets().size(), std::min(a.columns(), a.data().shape()[1]),
            a.data().shape()[1], order == 'F' ? 1 : a.columns(), order == 'F' ? a.rows() : std::int64_t{1},
            out.with_layout({out.size()}, {out.itemsize()}));
        return out;
    }
    const sparse_matrix rows = compressed(a);
    static const ElementwiseKernel kernel("raw T data, raw I indices, raw I indptr, int64 major_step, int64 minor_step",
                                          "raw T out", R"(
        for (long long k = indptr[i]; k < indptr[i + 1]; ++k) {
            const long long position = i * major_step + indices[k] * minor_step;
            out[position] = out[position] + data[k];
        }
    )",
                                          "cuprum_sparse_to_dense");
    const std::int64_t row_step = order == 'F' ? 1 : a.columns(), column_step = order == 'F' ? a.rows() : 1;
    const bool by_row = rows.format() == Format::csr;
    run(kernel, rows.nnz() ? rows.major() : 0, rows.data(), rows.indices(), rows.indptr(),
        by_row ? row_step : column_step, by_row ? column_step : row_step,
        out.with_layout({out.size()}, {out.itemsize()}));
    return out;
}

sparse_matrix from_dense(const ndarray& dense, Format format) {
    const kernel::Placement here(dense);
    if (dense.ndim() > 2)
        throw ValueError("a sparse matrix has 2 dimensions, and the array has " + std::to_string(dense.ndim()));
    const ndarray matrix = dense.ndim() == 2 ? dense : dense.reshape({1, dense.size()});
    if (format == Format::csc) return from_dense(matrix.T(), Format::csr).transpose();
    if (matrix.size() == 0) return {format, matrix.shape()[0], matrix.shape()[1], matrix.dtype()};
    const ndarray mask = matrix != 0, positions = kernel::true_coordinates(mask), data = kernel::select(matrix, mask);
    if (data.size() == 0) return {format, matrix.shape()[0], matrix.shape()[1], matrix.dtype()};
    sparse_matrix result =
        coo_matrix(data, positions.at({std::int64_t{0}}), positions.at({std::int64_t{1}}), matrix.shape(), true);
    result.set_canonical(true);
    return to_format(result, format);
}

sparse_matrix reshape(const sparse_matrix& a, std::int64_t rows, std::int64_t columns, char order) {
    const kernel::Placement here(a);
    if (rows * columns != a.rows() * a.columns())
        throw ValueError("cannot reshape array of size " + std::to_string(a.rows() * a.columns()) + " into shape (" +
                         std::to_string(rows) + ", " + std::to_string(columns) + ")");
    const sparse_matrix from = to_format(a, Format::coo);
    const bool c = order != 'F', canonical = c && from.has_canonical_format();
    if (from.nnz() == 0) {
        sparse_matrix nothing(Format::coo, rows, columns, a.dtype(), a.index_dtype());
        nothing.set_canonical(canonical);
        return nothing;
    }
    static const ElementwiseKernel kernel("raw I major, raw I minor, int64 old, int64 length",
                                          "raw J new_major, raw J new_minor", R"(
        const long long number = (long long)major[i] * old + minor[i];
        new_major[i] = number / length;
        new_minor[i] = number % length;
    )",
                                          "cuprum_sparse_reshape");
    const DType type = index_dtype(std::max(rows, columns), a.index_dtype());
    const ndarray major = new_array({from.nnz()}, type), minor = new_array({from.nnz()}, type);
    run(kernel, from.nnz(), c ? from.row() : from.col(), c ? from.col() : from.row(), c ? a.columns() : a.rows(),
        c ? columns : rows, major, minor);
    sparse_matrix result =
        coo_matrix(from.data(), c ? major : minor, c ? minor : major, Shape{rows, columns}, true, type);
    result.set_canonical(canonical);
    return result;
}

sparse_matrix resize(const sparse_matrix& a, std::int64_t rows, std::int64_t columns) {
    const kernel::Placement here(a);
    if (a.is_blocks()) {
        const Shape block = a.block_shape();
        return tobsr(resize(to_format(a, Format::csr), rows, columns), block[0], block[1]);
    }
    const sparse_matrix from = to_format(a, Format::coo);
    const ndarray kept = bitwise_and(from.row() < rows, from.col() < columns);
    sparse_matrix result = coo_matrix(kernel::select(from.data(), kept), kernel::select(from.row(), kept),
                                      kernel::select(from.col(), kept), Shape{rows, columns}, true, a.index_dtype());
    result.set_canonical(from.has_canonical_format());
    return to_format(result, a.format());
}

}  // namespace cuprum::scipy::sparse
