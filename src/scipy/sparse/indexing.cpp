// Indexing: slices, fancy indices and assignment of elements.
#include "cuprum/indexing.h"

#include <algorithm>

#include "cuprum/logic.h"
#include "cuprum/manipulation.h"
#include "cuprum/sorting.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/compact.h"
#include "kernel/engine/placement.h"
#include "scipy/sparse/common.h"

namespace cuprum::scipy::sparse {
sparse_matrix slice_major(const sparse_matrix& a, std::int64_t start, std::int64_t step, std::int64_t count) {
    const kernel::Placement here(a);
    if (step != 1 || count == 0) return take_major(a, arange(start, start + step * count, step, DType::int64));
    a.properties();
    const ndarray ends = a.indptr().at({Slice{start, start + count + 1}});
    const ndarray both = ends.with_layout({2}, {count * ends.itemsize()}).astype(DType::int64);
    const std::vector<std::int64_t> bounds = both.to_vector<std::int64_t>();
    const std::vector<Index> range{Slice{bounds[0], bounds[1]}};
    auto structure = std::make_shared<Structure>(a.indices().at(range).copy(), ends - bounds[0], count, a.minor());
    return {a.format(), a.data().at(range).copy(), std::move(structure)};
}

sparse_matrix take_major(const sparse_matrix& a, const ndarray& numbers) {
    const kernel::Placement here(a, numbers);
    a.properties();
    static const ElementwiseKernel length("raw L numbers, raw I indptr", "raw I lengths",
                                          "lengths[i] = indptr[numbers[i] + 1] - indptr[numbers[i]];",
                                          "cuprum_sparse_taken_lengths");
    static const ElementwiseKernel fill(
        "raw T data, raw I indices, raw I indptr, raw L numbers, raw I starts, raw I slices",
        "raw I out_indices, raw T out",
        R"(
        const long long slice = slices[i], from = indptr[numbers[slice]] + (i - starts[slice]);
        out_indices[i] = indices[from];
        out[i] = data[from];
    )",
        "cuprum_sparse_take_major");
    const std::int64_t count = numbers.size();
    const ndarray taken = contiguous(numbers.reshape({-1})), lengths = new_array({count}, a.indptr().dtype());
    run(length, count, taken, a.indptr(), lengths);
    const ndarray starts = starts_of(lengths);
    const std::int64_t total = count ? last_of(starts) : 0;
    const ndarray indices = new_array({total}, a.indices().dtype()), out = new_array({total}, a.dtype());
    if (total)
        run(fill, total, a.data(), a.indices(), a.indptr(), taken, starts, major_indices(starts, total), indices, out);
    auto structure = std::make_shared<Structure>(indices, starts, count, a.minor());
    return {a.format(), out, std::move(structure)};
}

sparse_matrix slice_across(const sparse_matrix& a, std::int64_t start, std::int64_t stop) {
    const kernel::Placement here(a);
    a.properties();
    static const ElementwiseKernel length("raw I indices, raw I indptr, int64 start, int64 stop", "raw I lengths", R"(
        long long count = 0;
        for (long long k = indptr[i]; k < indptr[i + 1]; ++k) count += indices[k] >= start && indices[k] < stop;
        lengths[i] = count;
    )",
                                          "cuprum_sparse_across_lengths");
    static const ElementwiseKernel fill(
        "raw T data, raw I indices, raw I indptr, raw I ends, int64 start, int64 stop", "raw I out_indices, raw T out",
        "cuprum::sparse_across(i, &data[0], &indices[0], &indptr[0], &ends[0], start, stop, "
        "&out_indices[0], &out[0]);",
        "cuprum_sparse_across", {.preamble = "#include <cuprum/sparse/indexing.h>\n"});
    const ndarray lengths = new_array({a.major()}, a.indptr().dtype());
    run(length, a.major(), a.indices(), a.indptr(), start, stop, lengths);
    const ndarray ends = starts_of(lengths);
    const std::int64_t total = a.major() ? last_of(ends) : 0;
    const ndarray indices = new_array({total}, a.indices().dtype()), out = new_array({total}, a.dtype());
    run(fill, total ? a.major() : 0, a.data(), a.indices(), a.indptr(), ends, start, stop, indices, out);
    return {a.format(), out, std::make_shared<Structure>(indices, ends, a.major(), stop - start)};
}

sparse_matrix take_across(const sparse_matrix& a, const ndarray& positions) {
    const kernel::Placement here(a, positions);
    ndarray taken = positions.reshape({-1});
    const std::int64_t count = taken.size();
    sparse_matrix rows = as_rows(a);
    if (count == 0) return as_format({Format::csr, rows.rows(), 0, a.dtype(), a.index_dtype()}, a.format());
    if (rows.minor() > 16 * (rows.nnz() + count) + (1 << 16)) {
        // Number the chosen indices anew: no array may be as long as `minor`.
        const std::int64_t nnz = rows.nnz();
        const ndarray named = unique(as(taken, DType::int64)), minors = as(entries(rows.indices(), nnz), DType::int64),
                      places = minimum(searchsorted(named, minors), named.size() - 1),
                      kept = flatnonzero(equal(take(named, places), minors));
        taken = searchsorted(named, as(taken, DType::int64));
        rows =
            to_format(coo_matrix(take(entries(rows.data(), nnz), kept), take(major_indices(rows.indptr(), nnz), kept),
                                 take(places, kept), Shape{rows.rows(), named.size()}, true, a.index_dtype()),
                      Format::csr);
    }
    // The product by a matrix that has a one in each column, in the row that is taken.
    const DType type = index_dtype(std::max(count, rows.minor()), a.index_dtype());
    const sparse_matrix chooser(Format::csc, ones({count}, a.dtype()), as(taken, type), arange(0, count + 1, 1, type),
                                rows.minor(), count, type);
    return as_format(matmul(rows, chooser), a.format());
}

ndarray elements(const sparse_matrix& a, const ndarray& rows, const ndarray& columns) {
    const kernel::Placement here(a, rows, columns);
    const sparse_matrix from = compressed(a);
    static const ElementwiseKernel kernel(
        "raw T data, raw I indices, raw I indptr, raw L majors, raw L minors, bool canonical", "raw T out",
        "out[i] = cuprum::sparse_element(&data[0], &indices[0], &indptr[0], majors[i], minors[i], canonical);",
        "cuprum_sparse_elements", {.preamble = "#include <cuprum/sparse/indexing.h>\n"});
    const Shape shapes[] = {rows.shape(), columns.shape()};
    const Shape shape = broadcast_shapes(shapes);
    const ndarray r = as(rows.broadcast_to(shape), DType::int64), c = as(columns.broadcast_to(shape), DType::int64),
                  out = new_array(shape, a.dtype());
    const bool by_row = from.format() == Format::csr;
    run(kernel, out.size(), from.data(), from.indices(), from.indptr(), by_row ? r : c, by_row ? c : r,
        from.properties().canonical(), out);
    return out;
}

sparse_matrix with_elements(const sparse_matrix& a, const ndarray& rows, const ndarray& columns,
                            const ndarray& values) {
    const kernel::Placement here(a, rows, columns, values);
    const sparse_matrix from = sum_duplicates(compressed(a));
    const std::int64_t nnz = from.nnz(), count = nnz + values.size();
    if (values.size() == 0) return from;
    const bool by_row = from.format() == Format::csr;
    const ndarray old = keys_of(major_indices(from.indptr(), nnz), entries(from.indices(), nnz), from.minor()),
                  set = keys_of((by_row ? rows : columns).reshape({-1}), (by_row ? columns : rows).reshape({-1}),
                                from.minor());
    const ndarray keys = concatenate({old, set}),
                  data = concatenate({entries(from.data(), nnz), as(values.reshape({-1}), a.dtype())});
    const ndarray sorted = new_array({count}, DType::int64), order = new_array({count}, DType::int64),
                  last = new_array({count}, DType::bool_);
    kernel_sort(keys, sorted, order);
    // The sort is stable, so that what was set last stands last.
    static const ElementwiseKernel kernel("raw int64 keys, int64 count", "raw bool last",
                                          "last[i] = i + 1 == count || keys[i] != keys[i + 1];", "cuprum_sparse_last");
    run(kernel, count, sorted, count, last);
    return compress_sorted(from.format(), kernel::select(sorted, last), kernel::select(order, last), data, a.rows(),
                           a.columns(), a.index_dtype());
}

sparse_matrix with_zeros_at(const sparse_matrix& a, const ndarray& rows, const ndarray& columns) {
    const kernel::Placement here(a, rows, columns);
    const sparse_matrix from = sum_duplicates(compressed(a));
    const std::int64_t nnz = from.nnz();
    if (nnz == 0 || rows.size() == 0) return from;
    const bool by_row = from.format() == Format::csr;
    const ndarray majors = major_indices(from.indptr(), nnz), minors = entries(from.indices(), nnz),
                  keys = keys_of(majors, minors, from.minor()),
                  named = keys_of((by_row ? rows : columns).reshape({-1}), (by_row ? columns : rows).reshape({-1}),
                                  from.minor()),
                  values = entries(from.data(), nnz);
    return from.with_data(where(isin(keys, named), zeros({}, values.dtype()), values));
}

ndarray diagonal(const sparse_matrix& a, std::int64_t k) {
    const kernel::Placement here(a);
    if (k <= -a.rows() || k >= a.columns()) return zeros({0}, a.dtype());
    const std::int64_t length = std::min(a.rows() + std::min<std::int64_t>(k, 0),
                                         a.columns() - std::max<std::int64_t>(k, 0)),
                       row = std::max<std::int64_t>(-k, 0), column = std::max<std::int64_t>(k, 0);
    const sparse_matrix from = compressed(a);
    const bool by_row = from.format() == Format::csr;
    static const ElementwiseKernel kernel(
        "raw T data, raw I indices, raw I indptr, int64 major, int64 minor, bool canonical", "raw T out",
        "out[i] = cuprum::sparse_element(&data[0], &indices[0], &indptr[0], i + major, i + minor, canonical);",
        "cuprum_sparse_diagonal", {.preamble = "#include <cuprum/sparse/indexing.h>\n"});
    const ndarray out = new_array({length}, a.dtype());
    run(kernel, length, from.data(), from.indices(), from.indptr(), by_row ? row : column, by_row ? column : row,
        from.properties().canonical(), out);
    return out;
}

}  // namespace cuprum::scipy::sparse
