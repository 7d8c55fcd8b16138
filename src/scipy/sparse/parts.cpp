#include "scipy/sparse/parts.h"

#include <algorithm>

#include "cuprum/sparse_parts_args.h"
#include "kernel/engine/data_access.h"
#include "kernel/engine/kernel_table.h"
#include "kernel/graph/expression.h"
#include "kernel/plan/sizes.h"
#include "runtime/device_traits.h"
#include "scipy/sparse/plan.h"

namespace cuprum::scipy::sparse {
namespace {

constexpr std::int64_t worth_a_part = 16384;  // entries
constexpr std::int64_t worth_a_thread = 8192;

enum class Kind : std::uint8_t {
    tally,
    cursors,
    begins,
    look,
    bounds,
    put,
    arrange,
    combine,
    scatter,
    gather,
    products,
    count,
    times,
    close
};

/// A kernel over the types that its macro in sparse_parts.h takes: a first dtype, and a second or a word of so many
/// bytes, moved whatever it means.
runtime::FunctionHandle function_of(Kind kind, DType first, std::optional<DType> second = {}, std::int64_t word = 0) {
    static kernel::KernelTable<> functions;
    const kernel::KernelKey key =
        second ? kernel::KernelKey(kind, first, *second) : kernel::KernelKey(kind, first, word);
    return functions.function(key, [&]() -> kernel::KernelSource {
        static constexpr const char *names[] = {"tally",    "cursors", "begins",  "look",    "bounds",
                                                "put",      "arrange", "combine", "scatter", "gather",
                                                "products", "count",   "times",   "close"},
                                    *macros[] = {"TALLY",    "CURSORS", "BEGINS",  "LOOK",    "BOUNDS",
                                                 "PUT",      "ARRANGE", "COMBINE", "SCATTER", "GATHER",
                                                 "PRODUCTS", "COUNT",   "TIMES",   "CLOSE"};
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
                std::string("#include <cuprum/sparse_parts.h>\nCUPRUM_SPARSE_") + macros[k] + "(" + name + ", " +
                    types + ")\n",
                {}};
    });
}

/// How many parts there are of so much work, where each part has a number of its own for every line.
int parts_of(std::int64_t work, std::int64_t lines, int most = 8) {
    return static_cast<int>(
        std::clamp<std::int64_t>(work / std::max(4 * lines, worth_a_part), 1, std::min(most, sparse_most_parts)));
}

runtime::Launch items(std::int64_t count, std::int64_t grain) { return kernel::plan_items(count, 1, grain); }

/// The size of what sums of a dtype are kept in, see sparse_sum.
std::int64_t sum_size(DType dtype) { return std::max<std::int64_t>(itemsize(dtype), 4); }

}  // namespace

bool by_parts() { return goes_by_parts(runtime::device_traits()); }

ndarray starts_by_parts(const ndarray& lengths, std::int64_t* longest) {
    const ndarray starts = new_array({lengths.size() + 1}, lengths.dtype()), most = new_array({}, DType::int64);
    SparsePartsArgs args{};
    {
        kernel::DataAccess access;
        args.lines = lengths.size();
        args.counts = access.update(lengths);
        args.starts = access.write(starts);
        args.longest = access.write<long long>(most);
        access.launch(function_of(Kind::begins, lengths.dtype()), items(1, 1), args);
    }
    if (longest) *longest = most.item().to_int();
    return starts;
}

Facts look_by_parts(const Structure& lines) {
    SparseLookArgs args{};
    args.lines = lines.major;
    args.minor = lines.minor;
    args.count = lines.indices.size();
    args.parts = parts_of(args.count + args.lines, 0, sparse_most_parts);
    const ndarray found = new_array({args.parts, 5}, DType::int64);
    {
        kernel::DataAccess access;
        args.first = access.read(lines.indices);
        args.second = access.read(lines.indptr);
        args.found = access.write<long long>(found);
        access.launch(function_of(Kind::look, lines.indices.dtype()), items(args.parts, 1), args);
    }
    const auto state = found.to_vector<std::int64_t>();
    bool bad = false, unsorted = false, twice = false;
    Facts facts;
    for (std::size_t part = 0; part < state.size(); part += 5) {
        bad |= state[part] != 0;
        unsorted |= state[part + 1] != 0;
        twice |= state[part + 2] != 0;
        facts.longest = std::max(facts.longest, state[part + 3]);
    }
    if (bad) throw_bad_indices(lines);
    facts.nnz = state[4];
    facts.sorted = !unsorted;
    facts.unique = !unsorted && !twice;
    return facts;
}

std::array<std::int64_t, 3> bounds_by_parts(const ndarray& row, const ndarray& col) {
    SparseLookArgs args{};
    args.count = row.size();
    args.parts = parts_of(args.count, 0, sparse_most_parts);
    const ndarray found = new_array({args.parts, 3}, DType::int64);
    {
        kernel::DataAccess access;
        args.first = access.read(row);
        args.second = access.read(col);
        args.found = access.write<long long>(found);
        access.launch(function_of(Kind::bounds, row.dtype(), col.dtype()), items(args.parts, 1), args);
    }
    const auto state = found.to_vector<std::int64_t>();
    std::array<std::int64_t, 3> all{-1, -1, 0};
    for (std::size_t k = 0; k < state.size(); ++k) all[k % 3] = std::max(all[k % 3], state[k]);
    return all;
}

Distributed distribute(const ndarray& keys, std::int64_t lines, const ndarray* others, const ndarray* indptr,
                       const ndarray* data) {
    const DType index = keys.dtype();
    Distributed made;
    SparsePartsArgs args{};
    args.count = keys.size();
    args.lines = lines;
    args.majors = indptr ? indptr->size() - 1 : 0;
    args.parts = parts_of(args.count, lines);
    const ndarray counts = new_array({args.parts * lines}, index), longest = new_array({}, DType::int64);
    made.starts = new_array({lines + 1}, index);
    made.minors = new_array({args.count}, index);
    made.carried = new_array({args.count}, data ? data->dtype() : index);
    const auto each_part = items(args.parts, 1);
    {
        kernel::DataAccess access;
        args.keys = access.read(keys);
        args.counts = access.write(counts);
        access.launch(function_of(Kind::tally, index), each_part, args);
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
    access.launch(function_of(Kind::put, index, {}, made.carried.itemsize()), each_part, args);
    made.longest = longest.item().to_int();
    return made;
}

std::shared_ptr<const Structure> turned_structure(const Structure& from, const Distributed& put) {
    auto made = std::make_shared<Structure>(put.minors, put.starts, from.minor, from.major);
    // Entries of a line come in the order of the lines that they were in, so that only sorted ones tell of duplicates.
    if (from.facts().canonical()) made->know({from.facts().nnz, put.longest, true, true});
    return made;
}

std::optional<sparse_matrix> lines_by_parts(Format format, const ndarray& majors, const ndarray& minors,
                                            const ndarray& data, std::int64_t rows, std::int64_t columns) {
    const std::int64_t lines = format == Format::csr ? rows : columns, across = format == Format::csr ? columns : rows;
    const DType index = majors.dtype();
    const Distributed put = distribute(majors, lines, &minors, nullptr, &data);
    if (put.longest > sparse_insertion) return std::nullopt;
    const ndarray distinct = new_array({lines}, index);
    const auto launch = items(lines, kernel::grain_of(worth_a_thread, majors.size() / lines + 1));
    SparseArrangeArgs args{};
    {
        kernel::DataAccess access;
        args.starts = access.read(put.starts);
        args.minors = access.update(put.minors);
        args.values = access.update(put.carried);
        args.distinct = access.write(distinct);
        access.launch(function_of(Kind::arrange, index, {}, data.itemsize()), launch, args);
    }
    Facts facts;
    const ndarray ends = starts_by_parts(distinct, &facts.longest);
    const std::int64_t total = last_of(ends);
    facts.nnz = total;
    const auto lines_of = [&](const ndarray& values, const ndarray& indices, const ndarray& starts) {
        auto structure = std::make_shared<Structure>(indices, starts, lines, across);
        structure->know(facts);
        return sparse_matrix(format, values, std::move(structure));
    };
    if (total == majors.size()) return lines_of(put.carried, put.minors, put.starts);
    const ndarray indices = new_array({total}, index), out = new_array({total}, data.dtype());
    kernel::DataAccess access;
    args.minors = access.update(put.minors);
    args.values = access.update(put.carried);
    args.starts = access.read(put.starts);
    args.ends = access.read(ends);
    args.out_minors = access.write(indices);
    args.out = access.write(out);
    access.launch(function_of(Kind::combine, data.dtype(), index), launch, args);
    return lines_of(out, indices, ends);
}

void multiply_down(const Structure& lines, const ndarray& data, const ndarray& x, const ndarray& out) {
    SparseScatterArgs args{};
    args.count = lines.facts().nnz;
    args.lines = lines.major;
    args.minor = lines.minor;
    args.parts = parts_of(args.count, 2 * args.minor);  // each has its sums written once and read once more
    const DType dtype = data.dtype(), index = lines.indices.dtype();
    // One part adds up where the result goes, if it has the sums' type.
    const bool at_once = args.parts == 1 && itemsize(dtype) >= 4;
    const ndarray sums = at_once ? out : new_array({args.parts * args.minor * sum_size(dtype)}, DType::uint8);
    {
        kernel::DataAccess access;
        args.data = access.read(data);
        args.indices = access.read(lines.indices);
        args.indptr = access.read(lines.indptr);
        args.x = access.read(x);
        args.sums = access.write(sums);
        access.launch(function_of(Kind::scatter, dtype, index), items(args.parts, 1), args);
    }
    if (at_once) return;
    kernel::DataAccess access;
    args.sums = access.update(sums);
    args.out = access.write(out);
    access.launch(function_of(Kind::gather, dtype), items(args.minor, kernel::grain_of(worth_a_thread, args.parts)),
                  args);
}

namespace {

/// How many products there are before each row of a product of matrices.
ndarray products_before(const sparse_matrix& a, const sparse_matrix& b) {
    const ndarray products = new_array({a.rows()}, DType::int64);
    {
        kernel::DataAccess access;
        SparseTimesArgs args{};
        args.a_indices = access.read(a.indices());
        args.a_indptr = access.read(a.indptr());
        args.b_indptr = access.read(b.indptr());
        args.lengths = access.write(products);
        access.launch(function_of(Kind::products, a.indices().dtype(), b.indices().dtype()),
                      items(a.rows(), kernel::grain_of(worth_a_thread, a.nnz() / a.rows() + 1)), args);
    }
    return starts_by_parts(products);
}

/// What all steps of a product get, and the parts that they have in common.
struct Times {
    SparseTimesArgs args{};
    ndarray a_indices, a_indptr, b_indices, b_indptr, before, marks, lengths;

    void read(kernel::DataAccess& access) {
        args.a_indices = access.read(a_indices);
        args.a_indptr = access.read(a_indptr);
        args.b_indices = access.read(b_indices);
        args.b_indptr = access.read(b_indptr);
        args.before = access.read<long long>(before);
    }
};

/// Rows with room between them, without it.
sparse_matrix closed_up(const ndarray& before, const ndarray& indices, const ndarray& values,
                        std::shared_ptr<const Structure> structure, std::int64_t nnz) {
    const ndarray out = new_array({nnz}, values.dtype());
    {
        kernel::DataAccess access;
        SparseTimesArgs args{};
        args.before = access.read<long long>(before);
        args.a_indices = access.read(indices);
        args.a = access.read(values);
        args.ends = access.read(structure->indptr);
        args.out_indices = access.write(structure->indices);
        args.out = access.write(out);
        access.launch(function_of(Kind::close, indices.dtype(), {}, values.itemsize()),
                      items(structure->major, kernel::grain_of(worth_a_thread, nnz / structure->major + 1)), args);
    }
    return {Format::csr, out, std::move(structure)};
}

/// Products for which rows get room, in place of being counted first: so many for each entry of the operands.
constexpr std::int64_t worth_counting = 16;

}  // namespace

std::optional<sparse_matrix> multiply_by_parts(const sparse_matrix& a, const sparse_matrix& b) {
    const std::int64_t columns = b.columns(), rows = a.rows();
    Times times;
    SparseTimesArgs& args = times.args;
    times.before = products_before(a, b);
    const std::int64_t total = last_of(times.before);
    if (total == 0) return sparse_matrix(Format::csr, rows, columns, a.dtype());
    if (columns > 8 * total + worth_a_part) return std::nullopt;
    const DType index = index_dtype(std::max({total, a.nnz(), b.nnz(), rows, b.rows(), columns})), dtype = a.dtype();
    const bool counted = total / worth_counting > a.nnz() + b.nnz();
    args.rows = rows;
    args.columns = columns;
    args.total = total;
    args.parts = parts_of(total, columns / 2, sparse_most_parts);
    const auto launch = items(args.parts, 1);
    times.a_indices = as(a.indices(), index);
    times.a_indptr = as(a.indptr(), index);
    times.b_indices = as(b.indices(), index);
    times.b_indptr = as(b.indptr(), index);
    times.marks = new_array({args.parts * columns}, index);
    times.lengths = new_array({rows}, index);
    ndarray ends;
    std::int64_t longest = 0, nnz = total;
    const auto end_rows = [&] {
        ends = starts_by_parts(times.lengths, &longest);
        nnz = last_of(ends);
    };
    if (counted) {
        {
            kernel::DataAccess access;
            times.read(access);
            args.marks = access.write(times.marks);
            args.lengths = access.write(times.lengths);
            access.launch(function_of(Kind::count, index), launch, args);
        }
        end_rows();
    }
    const ndarray indices = new_array({nnz}, index), out = new_array({nnz}, dtype),
                  sums = new_array({args.parts * columns * sum_size(dtype)}, DType::uint8);
    {
        kernel::DataAccess access;
        times.read(access);
        args.a = access.read(a.data());
        args.b = access.read(b.data());
        args.marks = access.update(times.marks);
        args.sums = access.write(sums);
        args.lengths = access.update(times.lengths);
        if (counted) args.ends = access.read(ends);
        args.out_indices = access.write(indices);
        args.out = access.write(out);
        access.launch(function_of(Kind::times, dtype, index), launch, args);
    }
    if (!counted) end_rows();
    const bool whole = nnz == indices.size();
    auto structure = std::make_shared<Structure>(whole ? indices : new_array({nnz}, index), ends, rows, columns);
    if (longest <= sparse_insertion) structure->know({nnz, longest, true, true});
    if (!whole) return closed_up(times.before, indices, out, std::move(structure), nnz);
    return sparse_matrix(Format::csr, out, std::move(structure));
}

}  // namespace cuprum::scipy::sparse
