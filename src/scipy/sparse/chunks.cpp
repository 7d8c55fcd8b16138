#include "scipy/sparse/chunks.h"

#include <algorithm>

#include "cuprum/sparse/chunks_args.h"
#include "kernel/engine/data_access.h"
#include "kernel/engine/kernel_table.h"
#include "kernel/graph/expression.h"
#include "kernel/plan/sizes.h"
#include "runtime/device_traits.h"
#include "scipy/sparse/plan.h"

namespace cuprum::scipy::sparse {
namespace {

constexpr std::int64_t min_chunk_work = 16384;  // entries
constexpr std::int64_t min_thread_work = 8192;

enum class Kind : std::uint8_t {
    count_keys,
    cursors,
    starts,
    inspect,
    bounds,
    put,
    sort,
    combine,
    scatter,
    gather,
    products,
    count_columns,
    matmul,
    compact
};

/// A kernel over the types that its macro in sparse_chunks.h takes: a first dtype, and a second or a word of so many
/// bytes, moved whatever it means.
runtime::FunctionHandle function_of(Kind kind, DType first, std::optional<DType> second = {}, std::int64_t word = 0) {
    static kernel::KernelTable<> functions;
    const kernel::KernelKey key =
        second ? kernel::KernelKey(kind, first, *second) : kernel::KernelKey(kind, first, word);
    return functions.function(key, [&]() -> kernel::KernelSource {
        static constexpr const char *names[] = {"count_keys", "cursors",       "starts",  "inspect", "bounds",
                                                "put",        "sort",          "combine", "scatter", "gather",
                                                "products",   "count_columns", "matmul",  "compact"},
                                    *macros[] = {"COUNT_KEYS", "CURSORS",       "STARTS",  "INSPECT", "BOUNDS",
                                                 "PUT",        "SORT",          "COMBINE", "SCATTER", "GATHER",
                                                 "PRODUCTS",   "COUNT_COLUMNS", "MATMUL",  "COMPACT"};
        const int k = static_cast<int>(kind);
        std::string name = std::string("cuprum_sparse_") + names[k] + "_" + info(first).name,
                    types = kernel::storage_type(first);
        if (second) {
            name += std::string("_") + info(*second).name;
            types += ", " + kernel::storage_type(*second);
        } else if (word) {
            name += "_" + std::to_string(word);
            types += word == 1   ? ", unsigned char"
                     : word == 2 ? ", unsigned short"
                     : word == 4 ? ", unsigned"
                     : word == 8 ? ", unsigned long long"
                                 : ", cuprum::complex<double>";
        }
        return {name,
                std::string("#include <cuprum/sparse/chunks.h>\nCUPRUM_SPARSE_") + macros[k] + "(" + name + ", " +
                    types + ")\n",
                {}};
    });
}

/// The number of chunks for so much work, where each chunk has a number of its own for every major slice.
int chunk_count(std::int64_t work, std::int64_t slices, int most = 8) {
    return static_cast<int>(
        std::clamp<std::int64_t>(work / std::max(4 * slices, min_chunk_work), 1, std::min(most, sparse_max_chunks)));
}

runtime::Launch items(std::int64_t count, std::int64_t grain) { return kernel::plan_items(count, 1, grain); }

/// The size of what sums of a dtype are kept in, see sparse_sum.
std::int64_t sum_size(DType dtype) { return std::max<std::int64_t>(itemsize(dtype), 4); }

}  // namespace

bool in_chunks() { return uses_chunks(runtime::device_traits()); }

ndarray starts_in_chunks(const ndarray& lengths, std::int64_t* longest) {
    const ndarray starts = new_array({lengths.size() + 1}, lengths.dtype()), most = new_array({}, DType::int64);
    SparseChunksArgs args{};
    {
        kernel::DataAccess access;
        args.slices = lengths.size();
        args.counts = access.update(lengths);
        args.starts = access.write(starts);
        args.longest = access.write<long long>(most);
        access.launch(function_of(Kind::starts, lengths.dtype()), items(1, 1), args);
    }
    if (longest) *longest = most.item().to_int();
    return starts;
}

IndexProperties inspect_in_chunks(const Structure& structure) {
    SparseInspectArgs args{};
    args.slices = structure.major;
    args.minor = structure.minor;
    args.count = structure.indices.size();
    args.chunks = chunk_count(args.count + args.slices, 0, sparse_max_chunks);
    const ndarray found = new_array({args.chunks, 5}, DType::int64);
    {
        kernel::DataAccess access;
        args.first = access.read(structure.indices);
        args.second = access.read(structure.indptr);
        args.found = access.write<long long>(found);
        access.launch(function_of(Kind::inspect, structure.indices.dtype()), items(args.chunks, 1), args);
    }
    const auto state = found.to_vector<std::int64_t>();
    bool bad = false, unsorted = false, twice = false;
    IndexProperties properties;
    for (std::size_t chunk = 0; chunk < state.size(); chunk += 5) {
        bad |= state[chunk] != 0;
        unsorted |= state[chunk + 1] != 0;
        twice |= state[chunk + 2] != 0;
        properties.longest = std::max(properties.longest, state[chunk + 3]);
    }
    if (bad) throw_bad_indices(structure);
    properties.nnz = state[4];
    properties.sorted = !unsorted;
    properties.unique = !unsorted && !twice;
    return properties;
}

std::array<std::int64_t, 3> bounds_in_chunks(const ndarray& row, const ndarray& col) {
    SparseInspectArgs args{};
    args.count = row.size();
    args.chunks = chunk_count(args.count, 0, sparse_max_chunks);
    const ndarray found = new_array({args.chunks, 3}, DType::int64);
    {
        kernel::DataAccess access;
        args.first = access.read(row);
        args.second = access.read(col);
        args.found = access.write<long long>(found);
        access.launch(function_of(Kind::bounds, row.dtype(), col.dtype()), items(args.chunks, 1), args);
    }
    const auto state = found.to_vector<std::int64_t>();
    std::array<std::int64_t, 3> all{-1, -1, 0};
    for (std::size_t k = 0; k < state.size(); ++k) all[k % 3] = std::max(all[k % 3], state[k]);
    return all;
}

Distributed distribute(const ndarray& keys, std::int64_t slices, const ndarray* others, const ndarray* indptr,
                       const ndarray* data) {
    const DType index = keys.dtype();
    Distributed made;
    SparseChunksArgs args{};
    args.count = keys.size();
    args.slices = slices;
    args.majors = indptr ? indptr->size() - 1 : 0;
    args.chunks = chunk_count(args.count, slices);
    const ndarray counts = new_array({args.chunks * slices}, index), longest = new_array({}, DType::int64);
    made.starts = new_array({slices + 1}, index);
    made.minors = new_array({args.count}, index);
    made.carried = new_array({args.count}, data ? data->dtype() : index);
    const auto each_chunk = items(args.chunks, 1);
    {
        kernel::DataAccess access;
        args.keys = access.read(keys);
        args.counts = access.write(counts);
        access.launch(function_of(Kind::count_keys, index), each_chunk, args);
    }
    {
        kernel::DataAccess access;
        args.counts = access.update(counts);
        args.starts = access.write(made.starts);
        args.longest = access.write<long long>(longest);
        access.launch(function_of(Kind::cursors, index), items(1, 1), args);
    }
    kernel::DataAccess access;
    args.counts = access.update(counts);
    args.others = access.read(others);
    args.indptr = access.read(indptr);
    args.data = access.read(data);
    args.minors = access.write(made.minors);
    args.carried = access.write(made.carried);
    access.launch(function_of(Kind::put, index, {}, made.carried.itemsize()), each_chunk, args);
    made.longest = longest.item().to_int();
    return made;
}

std::shared_ptr<const Structure> transposed_structure(const Structure& from, const Distributed& put) {
    auto made = std::make_shared<Structure>(put.minors, put.starts, from.minor, from.major);
    // Entries of a major slice come in the order of the major slices that they were in, so that only sorted ones tell
    // of duplicates.
    if (from.properties().canonical()) made->set_properties({from.properties().nnz, put.longest, true, true});
    return made;
}

std::optional<sparse_matrix> compress_in_chunks(Format format, const ndarray& majors, const ndarray& minors,
                                                const ndarray& data, std::int64_t rows, std::int64_t columns) {
    const std::int64_t slices = format == Format::csr ? rows : columns, across = format == Format::csr ? columns : rows;
    const DType index = majors.dtype();
    const Distributed put = distribute(majors, slices, &minors, nullptr, &data);
    if (put.longest > sparse_insertion) return std::nullopt;
    const ndarray distinct = new_array({slices}, index);
    const auto launch = items(slices, kernel::grain_of(min_thread_work, majors.size() / slices + 1));
    SparseSortArgs args{};
    {
        kernel::DataAccess access;
        args.starts = access.read(put.starts);
        args.minors = access.update(put.minors);
        args.values = access.update(put.carried);
        args.distinct = access.write(distinct);
        access.launch(function_of(Kind::sort, index, {}, data.itemsize()), launch, args);
    }
    IndexProperties properties;
    const ndarray ends = starts_in_chunks(distinct, &properties.longest);
    const std::int64_t total = last_of(ends);
    properties.nnz = total;
    const auto slices_of = [&](const ndarray& values, const ndarray& indices, const ndarray& starts) {
        auto structure = std::make_shared<Structure>(indices, starts, slices, across);
        structure->set_properties(properties);
        return sparse_matrix(format, values, std::move(structure));
    };
    if (total == majors.size()) return slices_of(put.carried, put.minors, put.starts);
    const ndarray indices = new_array({total}, index), out = new_array({total}, data.dtype());
    kernel::DataAccess access;
    args.minors = access.update(put.minors);
    args.values = access.update(put.carried);
    args.starts = access.read(put.starts);
    args.ends = access.read(ends);
    args.out_minors = access.write(indices);
    args.out = access.write(out);
    access.launch(function_of(Kind::combine, data.dtype(), index), launch, args);
    return slices_of(out, indices, ends);
}

void multiply_transposed(const Structure& structure, const ndarray& data, const ndarray& x, const ndarray& out) {
    SparseScatterArgs args{};
    args.count = structure.properties().nnz;
    args.slices = structure.major;
    args.minor = structure.minor;
    args.chunks = chunk_count(args.count, 2 * args.minor);  // each has its sums written once and read once more
    const DType dtype = data.dtype(), index = structure.indices.dtype();
    // One part adds up where the result goes, if it has the sums' type.
    const bool at_once = args.chunks == 1 && itemsize(dtype) >= 4;
    const ndarray sums = at_once ? out : new_array({args.chunks * args.minor * sum_size(dtype)}, DType::uint8);
    {
        kernel::DataAccess access;
        args.data = access.read(data);
        args.indices = access.read(structure.indices);
        args.indptr = access.read(structure.indptr);
        args.x = access.read(x);
        args.sums = access.write(sums);
        access.launch(function_of(Kind::scatter, dtype, index), items(args.chunks, 1), args);
    }
    if (at_once) return;
    kernel::DataAccess access;
    args.sums = access.update(sums);
    args.out = access.write(out);
    access.launch(function_of(Kind::gather, dtype), items(args.minor, kernel::grain_of(min_thread_work, args.chunks)),
                  args);
}

namespace {

/// How many products there are before each row of a product of matrices.
ndarray products_before(const sparse_matrix& a, const sparse_matrix& b) {
    const ndarray products = new_array({a.rows()}, DType::int64);
    {
        kernel::DataAccess access;
        SparseMatmulArgs args{};
        args.a_indices = access.read(a.indices());
        args.a_indptr = access.read(a.indptr());
        args.b_indptr = access.read(b.indptr());
        args.lengths = access.write(products);
        access.launch(function_of(Kind::products, a.indices().dtype(), b.indices().dtype()),
                      items(a.rows(), kernel::grain_of(min_thread_work, a.nnz() / a.rows() + 1)), args);
    }
    return starts_in_chunks(products);
}

/// What all steps of a product get, and the arrays that they have in common.
struct Multiplication {
    SparseMatmulArgs args{};
    ndarray a_indices, a_indptr, b_indices, b_indptr, before, marks, lengths;

    void read(kernel::DataAccess& access) {
        args.a_indices = access.read(a_indices);
        args.a_indptr = access.read(a_indptr);
        args.b_indices = access.read(b_indices);
        args.b_indptr = access.read(b_indptr);
        args.before = access.read<long long>(before);
    }
};

/// Rows with gaps between them, without the gaps.
sparse_matrix compacted(const ndarray& before, const ndarray& indices, const ndarray& values,
                        std::shared_ptr<const Structure> structure, std::int64_t nnz) {
    const ndarray out = new_array({nnz}, values.dtype());
    {
        kernel::DataAccess access;
        SparseMatmulArgs args{};
        args.before = access.read<long long>(before);
        args.a_indices = access.read(indices);
        args.a = access.read(values);
        args.ends = access.read(structure->indptr);
        args.out_indices = access.write(structure->indices);
        args.out = access.write(out);
        access.launch(function_of(Kind::compact, indices.dtype(), {}, values.itemsize()),
                      items(structure->major, kernel::grain_of(min_thread_work, nnz / structure->major + 1)), args);
    }
    return {Format::csr, out, std::move(structure)};
}

/// Products for which rows get space, in place of being counted first: so many for each entry of the operands.
constexpr std::int64_t min_counted_products = 16;

}  // namespace

std::optional<sparse_matrix> multiply_in_chunks(const sparse_matrix& a, const sparse_matrix& b) {
    const std::int64_t columns = b.columns(), rows = a.rows();
    Multiplication multiplication;
    SparseMatmulArgs& args = multiplication.args;
    multiplication.before = products_before(a, b);
    const std::int64_t total = last_of(multiplication.before);
    if (total == 0) return sparse_matrix(Format::csr, rows, columns, a.dtype(), index_dtype_of(a, b));
    if (columns > 8 * total + min_chunk_work) return std::nullopt;
    const DType dtype = a.dtype(),
                index = index_dtype(std::max({total, a.nnz(), b.nnz(), rows, b.rows(), columns}), index_dtype_of(a, b));
    const bool counted = total / min_counted_products > a.nnz() + b.nnz();
    args.rows = rows;
    args.columns = columns;
    args.total = total;
    args.chunks = chunk_count(total, columns / 2, sparse_max_chunks);
    const auto launch = items(args.chunks, 1);
    multiplication.a_indices = as(a.indices(), index);
    multiplication.a_indptr = as(a.indptr(), index);
    multiplication.b_indices = as(b.indices(), index);
    multiplication.b_indptr = as(b.indptr(), index);
    multiplication.marks = new_array({args.chunks * columns}, index);
    multiplication.lengths = new_array({rows}, index);
    ndarray ends;
    std::int64_t longest = 0, nnz = total;
    const auto end_rows = [&] {
        ends = starts_in_chunks(multiplication.lengths, &longest);
        nnz = last_of(ends);
    };
    if (counted) {
        {
            kernel::DataAccess access;
            multiplication.read(access);
            args.marks = access.write(multiplication.marks);
            args.lengths = access.write(multiplication.lengths);
            access.launch(function_of(Kind::count_columns, index), launch, args);
        }
        end_rows();
    }
    const ndarray indices = new_array({nnz}, index), out = new_array({nnz}, dtype),
                  sums = new_array({args.chunks * columns * sum_size(dtype)}, DType::uint8);
    {
        kernel::DataAccess access;
        multiplication.read(access);
        args.a = access.read(a.data());
        args.b = access.read(b.data());
        args.marks = access.update(multiplication.marks);
        args.sums = access.write(sums);
        args.lengths = access.update(multiplication.lengths);
        if (counted) args.ends = access.read(ends);
        args.out_indices = access.write(indices);
        args.out = access.write(out);
        access.launch(function_of(Kind::matmul, dtype, index), launch, args);
    }
    if (!counted) end_rows();
    const bool whole = nnz == indices.size();
    auto structure = std::make_shared<Structure>(whole ? indices : new_array({nnz}, index), ends, rows, columns);
    if (longest <= sparse_insertion) structure->set_properties({nnz, longest, true, true});
    if (!whole) return compacted(multiplication.before, indices, out, std::move(structure), nnz);
    return sparse_matrix(Format::csr, out, std::move(structure));
}

}  // namespace cuprum::scipy::sparse
