#include "scipy/sparse/compress.h"

#include <algorithm>
#include <bit>

#include "scipy/sparse/common.h"

namespace cuprum::scipy::sparse {
std::optional<sparse_matrix> compress_by_counts(Format format, const ndarray& majors, const ndarray& minors,
                                                const ndarray& data, std::int64_t rows, std::int64_t columns) {
    constexpr std::int64_t most_of_slice = 96;
    const std::int64_t major = format == Format::csr ? rows : columns, minor = format == Format::csr ? columns : rows,
                       count = majors.size();
    if (majors.dtype() != DType::int32 || count > major * most_of_slice || major / 8 > count) return std::nullopt;
    // The atomic's result is an entry's position in its slice, in the arbitrary order of the threads; `put` uses it, so
    // that slices are counted once.
    static const ElementwiseKernel count_keys("raw int32 majors",
                                              "raw int32 lengths, raw int32 longest, raw uint8 number",
                                              R"(
        const int before = atomicAdd(&lengths[majors[i]], 1);
        number[i] = before < 255 ? before : 255;
        if (before >= longest[0]) atomicMax(&longest[0], before + 1);
    )",
                                              "cuprum_sparse_count_keys");
    const ndarray lengths = zeros({major}, DType::int32), longest = zeros({1}, DType::int32),
                  number = new_array({count}, DType::uint8);
    run(count_keys, count, majors, lengths, longest, number);
    const std::int64_t most = longest.item().to_int();
    if (most > most_of_slice) return std::nullopt;
    static const ElementwiseKernel put("raw int32 majors, raw int32 minors, raw int32 indptr, raw uint8 number",
                                       "raw uint64 keys", R"(
        keys[indptr[majors[i]] + (int)number[i]] = (unsigned long long)minors[i] << 32 | (unsigned)i;
    )",
                                       "cuprum_sparse_put");
    // The order within a slice is by index, then by position in the input, so all keys differ. A few threads rank a
    // slice's keys: each key is compared with all others. Duplicates are subtracted from the lengths.
    static const ElementwiseKernel rank(
        "raw int32 indptr, raw uint64 keys, int32 shift", "raw uint64 sorted, raw int32 distinct",
        "cuprum::sparse_rank_slices(i, &indptr[0], &keys[0], shift, &sorted[0], &distinct[0]);",
        "cuprum_sparse_rank_slices", {.preamble = "#include <cuprum/sparse/compress.h>\n"});
    static const ElementwiseKernel combine(
        "raw int32 indptr, raw int32 starts, raw uint64 keys, raw T data, int32 shift", "raw int32 indices, raw T out",
        "cuprum::sparse_combine_slices(i, &indptr[0], &starts[0], &keys[0], &data[0], shift, "
        "&indices[0], &out[0]);",
        "cuprum_sparse_combine_slices", {.preamble = "#include <cuprum/sparse/compress.h>\n"});
    const std::int64_t mean = std::max<std::int64_t>(count / major, 1),
                       shift = std::min(5, static_cast<int>(std::bit_width(static_cast<std::uint64_t>(mean - 1))));
    const ndarray indptr = starts_of(lengths), keys = new_array({count}, DType::uint64),
                  sorted = new_array({count}, DType::uint64);
    run(put, count, majors, minors, indptr, number, keys);
    run(rank, major << shift, indptr, keys, shift, sorted, lengths);
    const ndarray starts = starts_of(lengths);
    const std::int64_t total = last_of(starts);
    const ndarray indices = new_array({total}, DType::int32), out = new_array({total}, data.dtype());
    run(combine, major << shift, indptr, starts, sorted, data, shift, indices, out);
    auto made = std::make_shared<Structure>(indices, starts, major, minor);
    if (total == count) made->set_properties({total, most, true, true});
    return sparse_matrix(format, out, std::move(made));
}

}  // namespace cuprum::scipy::sparse
