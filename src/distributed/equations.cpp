// Linear equations of divided matrices, for devices and for processes alike.
//
// Triangles. Rows of A and of B are dealt out to workers in blocks. Step k of a lower triangle; an upper one goes the
// other way:
//
//     worker 0  [ A00             ] [ X0 ]    1. The worker of block k solves A_kk X_k = B_k, and sends X_k to the
//     worker 1  [ A10  A11        ] [ B1 ]       workers with blocks below.
//     worker 0  [ A20  A21  A22   ] [ B2 ]    2. Each of them subtracts A_ik X_k from its blocks B_i.
//
// General matrices. Columns of A are dealt out to workers in blocks, and columns of B are divided evenly. A step
// factorizes the block of columns k on its worker, which has all rows, so it chooses pivots as LAPACK does. It sends
// the factors to the workers with later columns, of A or of B. These swap rows, solve for their rows of U, and update
// what is below. Afterwards columns of B hold L^-1 P B, and U X = L^-1 P B is an equation of a triangle.
#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "cuprum/cuda.h"
#include "cuprum/distributed_linalg.h"
#include "cuprum/error.h"
#include "cuprum/errstate.h"
#include "cuprum/host.h"
#include "cuprum/indexing.h"
#include "cuprum/logic.h"
#include "cuprum/products.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/linalg.h"
#include "distributed/factorize.h"
#include "distributed/group_fetch.h"
#include "distributed/region.h"
#include "distributed/transfers.h"
#include "distributed/workers.h"
#include "kernel/engine/array/allocation.h"
#include "kernel/engine/array/copy.h"

namespace cuprum::distributed {
namespace {

ndarray part_of(const ndarray& a, std::int64_t first_row, std::int64_t last_row, std::int64_t first_column,
                std::int64_t last_column) {
    return a.at({Slice{first_row, last_row, 1}, Slice{first_column, last_column, 1}});
}

void subtract_product(const ndarray& target, const ndarray& a, const ndarray& b) {
    const ndarray product = cuprum::matmul(a, b);
    subtract(target, product, {.out = {&target}});
}

// ------------------------------------------------------------------------------------------------- dealing out boxes

/// A box of a divided array, and where it is in the matrix of its worker.
struct Tile {
    Region box;
    std::int64_t row, column;
};

/// How a divided array becomes one matrix of each worker.
struct Deal {
    std::vector<std::vector<Tile>> tiles;
    std::vector<Shape> shapes;
    bool turned = false;  // tiles are transposed
};

using Matrices = std::vector<ndarray>;  // of each worker; those that are here

bool has_elements(const Tile& tile) { return element_count(shape_of(tile.box)) > 0; }

std::vector<std::vector<Region>> boxes_of(const Deal& deal) {
    std::vector<std::vector<Region>> boxes;
    for (const auto& tiles : deal.tiles) {
        boxes.emplace_back();
        for (const Tile& tile : tiles)
            if (has_elements(tile)) boxes.back().push_back(tile.box);
    }
    return boxes;
}

/// The place of a tile in its worker's matrix, with the axes of the box.
ndarray place_of(const Tile& tile, const ndarray& matrix, bool turned) {
    const Shape box = shape_of(tile.box);
    const std::int64_t first = box[0], second = box.size() > 1 ? box[1] : 1;
    const ndarray place = turned ? part_of(matrix, tile.row, tile.row + second, tile.column, tile.column + first)
                                 : part_of(matrix, tile.row, tile.row + first, tile.column, tile.column + second);
    if (box.size() == 1) return place.at({Slice{}, std::int64_t{0}});
    return turned ? place.transpose() : place;
}

ndarray matrix_of(const std::vector<Tile>& tiles, const std::vector<ndarray>& pieces, const Shape& shape, bool turned,
                  DType dtype) {
    const ndarray matrix = kernel::new_array(shape, dtype);
    std::size_t next = 0;
    for (const Tile& tile : tiles)
        if (has_elements(tile)) copy_to(pieces[next++], place_of(tile, matrix, turned));
    return matrix;
}

Matrices dealt(const DistributedArray& a, const Deal& deal, const std::vector<int>& devices, DType dtype) {
    const auto boxes = boxes_of(deal);
    std::vector<std::vector<ndarray>> pieces(boxes.size());
    Assembly assembly;
    for (std::size_t i = 0; i < boxes.size(); ++i)
        for (const Region& box : boxes[i]) pieces[i].push_back(assembly.request(a, box, devices[i]));
    assembly.run();
    Matrices found;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        const cuda::DeviceGuard here(devices[i]);
        found.push_back(matrix_of(deal.tiles[i], pieces[i], deal.shapes[i], deal.turned, dtype));
    }
    return found;
}

Matrices dealt(const GroupArray& a, const Deal& deal, const std::vector<int>&, DType dtype) {
    const auto me = static_cast<std::size_t>(a.rank());
    const std::vector<ndarray> pieces = Fetch(a, boxes_of(deal)).finish();
    Matrices found(deal.tiles.size());
    found[me] = matrix_of(deal.tiles[me], pieces, deal.shapes[me], deal.turned, dtype);
    return found;
}

/// The workers' tiles as a divided array of the shape of `like`.
DistributedArray array_of(const DistributedArray& like, const Deal& deal, const Matrices& matrices,
                          const std::vector<int>& devices, DType dtype) {
    ChunkMap chunks;
    for (std::size_t i = 0; i < devices.size(); ++i) {
        chunks[devices[i]];
        for (const Tile& tile : deal.tiles[i])
            if (has_elements(tile)) chunks[devices[i]].push_back({tile.box, place_of(tile, matrices[i], deal.turned)});
    }
    return {like.shape(), dtype, std::move(chunks)};
}

Holdings holdings_of(const GroupArray& like, const Deal& deal, const Matrices& matrices, DType dtype) {
    const auto me = static_cast<std::size_t>(like.rank());
    std::vector<ndarray> own;
    for (const Tile& tile : deal.tiles[me])
        if (has_elements(tile)) own.push_back(place_of(tile, matrices[me], deal.turned));
    return {*like.group(), like.shape(), dtype, boxes_of(deal), std::move(own)};
}

/// The same elements dealt out in another way.
Matrices dealt_anew(const DistributedArray& like, const Deal& deal, const Matrices& matrices, const Deal& wanted,
                    const std::vector<int>& devices, DType dtype) {
    return dealt(array_of(like, deal, matrices, devices, dtype), wanted, devices, dtype);
}

Matrices dealt_anew(const GroupArray& like, const Deal& deal, const Matrices& matrices, const Deal& wanted,
                    const std::vector<int>&, DType dtype) {
    const auto me = static_cast<std::size_t>(like.rank());
    const std::vector<ndarray> pieces = Fetch(holdings_of(like, deal, matrices, dtype), boxes_of(wanted)).finish();
    Matrices found(wanted.tiles.size());
    found[me] = matrix_of(wanted.tiles[me], pieces, wanted.shapes[me], wanted.turned, dtype);
    return found;
}

/// The workers' tiles as a divided array in the boxes of `like`.
DistributedArray collected(const DistributedArray& like, const Deal& deal, const Matrices& matrices,
                           const std::vector<int>& devices, DType dtype) {
    return array_of(like, deal, matrices, devices, dtype).reshard(like.index_map());
}

GroupArray collected(const GroupArray& like, const Deal& deal, const Matrices& matrices, const std::vector<int>&,
                     DType dtype) {
    ndarray local = fetch(holdings_of(like, deal, matrices, dtype), like.regions());
    if (!local.is_contiguous()) local = local.copy();
    return {GroupArray::Known{}, like.group(), like.shape(), like.regions(), std::move(local)};
}

std::vector<int> devices_for(const DistributedArray& a) { return a.devices(); }
std::vector<int> devices_for(const GroupArray& a) {
    return std::vector<int>(static_cast<std::size_t>(a.group()->size()));
}
std::unique_ptr<Workers> workers_for(const DistributedArray& a, std::int64_t) { return workers_of(a.devices()); }
std::unique_ptr<Workers> workers_for(const GroupArray& a, std::int64_t plan) { return workers_of(a.group(), plan); }

/// Where block i of a worker begins among its rows or columns: all blocks but the last one are of one length.
std::int64_t place_of_block(const CyclicRows& blocks, std::int64_t i) { return i / blocks.workers * blocks.block; }
/// How many rows or columns a worker has of the blocks before block i.
std::int64_t length_before(const CyclicRows& blocks, int worker, std::int64_t i) {
    std::int64_t length = 0;
    if (i > worker) {
        const std::int64_t last = worker + (i - 1 - worker) / blocks.workers * blocks.workers;
        length = place_of_block(blocks, last) + blocks.start(last + 1) - blocks.start(last);
    }
    return length;
}
std::int64_t length_of(const CyclicRows& blocks, int worker) { return length_before(blocks, worker, blocks.count()); }

/// The right-hand sides: rows in blocks.
Deal rows_of_right(const CyclicRows& rows, const Shape& shape) {
    const std::int64_t columns = shape.size() > 1 ? shape[1] : 1;
    Deal deal{std::vector<std::vector<Tile>>(static_cast<std::size_t>(rows.workers)), {}};
    for (std::int64_t i = 0; i < rows.count(); ++i) {
        Region box{{rows.start(i), rows.start(i + 1), 1}};
        if (shape.size() > 1) box.push_back({0, columns, 1});
        deal.tiles[static_cast<std::size_t>(rows.worker(i))].push_back({box, place_of_block(rows, i), 0});
    }
    for (int worker = 0; worker < rows.workers; ++worker) deal.shapes.push_back({length_of(rows, worker), columns});
    return deal;
}

/// Rows of a triangle in blocks, as far as they reach. With `turned` it is the triangle of the transposed matrix.
Deal rows_of_triangle(const CyclicRows& rows, bool lower, bool turned) {
    Deal deal{std::vector<std::vector<Tile>>(static_cast<std::size_t>(rows.workers)), {}, turned};
    for (std::int64_t i = 0; i < rows.count(); ++i) {
        const Range own{rows.start(i), rows.start(i + 1), 1};
        const Range reach = lower ? Range{0, own.stop, 1} : Range{own.start, rows.n, 1};
        deal.tiles[static_cast<std::size_t>(rows.worker(i))].push_back(
            {turned ? Region{reach, own} : Region{own, reach}, place_of_block(rows, i), reach.start});
    }
    for (int worker = 0; worker < rows.workers; ++worker) deal.shapes.push_back({length_of(rows, worker), rows.n});
    return deal;
}

// ------------------------------------------------------------------------------------------------------- algorithms

/// Overwrites the right-hand sides by the solutions of a triangle. Whether a diagonal element is 0.
bool substitute(Workers& workers, const Matrices& triangle, const Matrices& right, const CyclicRows& rows, bool lower,
                bool unit_diagonal, std::int64_t columns, DType dtype) {
    const std::int64_t count = rows.count();
    bool failed = false;
    for (std::int64_t step = 0; step < count; ++step) {
        const std::int64_t k = lower ? step : count - 1 - step;
        const std::int64_t start = rows.start(k), stop = rows.start(k + 1), width = stop - start;
        const int root = rows.worker(k);
        Matrices solved(static_cast<std::size_t>(workers.count()));
        if (workers.is_here(root)) {
            const cuda::DeviceGuard here(workers.device(root));
            const auto at = static_cast<std::size_t>(root);
            const std::int64_t place = place_of_block(rows, k);
            const ndarray own = part_of(right[at], place, place + width, 0, columns);
            const ndarray block = part_of(triangle[at], place, place + width, start, stop);
            if (!unit_diagonal && any(equal(block.diagonal(), Scalar(0))).item().to_bool()) failed = true;
            const errstate quiet({.linalg = OnError::ignore});  // all workers are told at the end
            solved[at] = scipy::linalg::solve_triangular(block, own, 0, lower, unit_diagonal).copy('C');
            copy_to(solved[at], own);
        }
        // Rows of a worker that remain.
        const auto rest = [&](int worker) {
            return lower ? std::pair(length_before(rows, worker, k + 1), length_of(rows, worker))
                         : std::pair(std::int64_t{0}, length_before(rows, worker, k));
        };
        std::vector<Workers::Message> messages;
        for (int worker = 0; worker < workers.count() && columns; ++worker) {
            const auto [first, last] = rest(worker);
            if (worker == root || first == last) continue;
            ndarray& target = solved[static_cast<std::size_t>(worker)];
            if (workers.is_here(worker)) {
                const cuda::DeviceGuard here(workers.device(worker));
                target = kernel::new_array({width, columns}, dtype);
            }
            messages.push_back({root, worker, solved[static_cast<std::size_t>(root)], target});
        }
        workers.send(dtype, messages);
        const std::int64_t remaining = lower ? rows.n - stop : start;
        workers.on_each(static_cast<std::size_t>(remaining * width * itemsize(dtype)), [&](int worker) {
            const auto at = static_cast<std::size_t>(worker);
            const auto [first, last] = rest(worker);
            if (first == last || !columns) return;
            subtract_product(part_of(right[at], first, last, 0, columns),
                             part_of(triangle[at], first, last, start, stop), solved[at]);
        });
    }
    return workers.any(failed);
}

/// Rows whose places change by swaps of row `start` + i with row `start` + pivots[i]: (place, row that goes there).
std::vector<std::pair<std::int64_t, std::int64_t>> moved_rows(std::int64_t start,
                                                              const std::vector<std::int64_t>& pivots) {
    std::map<std::int64_t, std::int64_t> rows;
    const auto row_at = [&](std::int64_t place) -> std::int64_t& {
        return rows.try_emplace(place, place).first->second;
    };
    for (std::size_t i = 0; i < pivots.size(); ++i)
        std::swap(row_at(start + static_cast<std::int64_t>(i)), row_at(start + pivots[i]));
    std::erase_if(rows, [](const auto& entry) { return entry.first == entry.second; });
    return {rows.begin(), rows.end()};
}

/// Overwrites a matrix by the upper triangle U of its factors P L U, and the right-hand sides B behind its columns by
/// L^-1 P B. `widths`: columns of the workers' matrices with these. Whether the matrix is singular.
bool eliminate(Workers& workers, const Matrices& matrices, const CyclicRows& columns,
               const std::vector<std::int64_t>& widths, DType dtype) {
    const std::int64_t n = columns.n;
    bool failed = false;
    for (std::int64_t k = 0; k < columns.count(); ++k) {
        const std::int64_t start = columns.start(k), stop = columns.start(k + 1), width = stop - start;
        const int root = columns.worker(k);
        Matrices factors(static_cast<std::size_t>(workers.count()));
        std::vector<std::int64_t> pivots(static_cast<std::size_t>(width));
        if (workers.is_here(root)) {
            const cuda::DeviceGuard here(workers.device(root));
            const auto at = static_cast<std::size_t>(root);
            const std::int64_t place = place_of_block(columns, k);
            const errstate quiet({.linalg = OnError::ignore});
            const scipy::linalg::LuFactors found =
                scipy::linalg::lu_factor(part_of(matrices[at], start, n, place, place + width).copy(), false);
            factors[at] = found.lu.copy('C');
            found.piv.astype(DType::int64).get(pivots.data());
            if (any(equal(found.lu.diagonal(), Scalar(0))).item().to_bool()) failed = true;
            copy_to(part_of(factors[at], 0, width, 0, width), part_of(matrices[at], start, stop, place, place + width));
        }
        workers.share(root, pivots);
        std::vector<Workers::Message> messages;
        for (int worker = 0; worker < workers.count(); ++worker) {
            const auto at = static_cast<std::size_t>(worker);
            if (worker == root || length_before(columns, worker, k + 1) == widths[at]) continue;
            ndarray& target = factors[at];
            if (workers.is_here(worker)) {
                const cuda::DeviceGuard here(workers.device(worker));
                target = kernel::new_array({n - start, width}, dtype);
            }
            messages.push_back({root, worker, factors[static_cast<std::size_t>(root)], target});
        }
        workers.send(dtype, messages);
        const auto moved = moved_rows(start, pivots);
        workers.on_each(static_cast<std::size_t>((n - start) * (n - start) * itemsize(dtype)), [&](int worker) {
            const auto at = static_cast<std::size_t>(worker);
            const std::int64_t first = length_before(columns, worker, k + 1), last = widths[at];
            if (first == last) return;
            const ndarray rest = part_of(matrices[at], 0, n, first, last);
            if (!moved.empty()) {
                std::vector<std::int64_t> places, rows;
                for (const auto& [place, row] : moved) {
                    places.push_back(place);
                    rows.push_back(row);
                }
                const auto number = static_cast<std::int64_t>(places.size());
                const ndarray taken = take(rest, host::copied(rows.data(), number, DType::int64), 0);
                rest.assign({host::copied(places.data(), number, DType::int64)}, taken);
            }
            const ndarray top = part_of(rest, start, stop, 0, last - first);
            const ndarray solved =
                scipy::linalg::solve_triangular(part_of(factors[at], 0, width, 0, width), top, 0, true, true);
            copy_to(solved, top);
            if (stop < n)
                subtract_product(part_of(rest, stop, n, 0, last - first),
                                 part_of(factors[at], width, n - start, 0, width), solved);
        });
    }
    return workers.any(failed);
}

// --------------------------------------------------------------------------------------------------------- functions

void check(const char* name, const Shape& a, const Shape& b) {
    if (a.size() != 2 || a[0] != a[1])
        throw LinAlgError(std::string(name) + " of divided arrays takes a square matrix, not an array of shape " +
                          to_string(a));
    if (b.size() != 1 && b.size() != 2)
        throw ValueError(std::string(name) + " of divided arrays takes right-hand sides of one or two axes, not of " +
                         std::to_string(b.size()));
    if (b[0] != a[0])
        throw ValueError(std::string(name) + ": shapes " + to_string(a) + " of a and " + to_string(b) +
                         " of b are incompatible");
}

std::int64_t right_hand_sides(const Shape& b) { return b.size() > 1 ? b[1] : 1; }

void check_together(const DistributedArray&, const DistributedArray&) {}
void check_together(const GroupArray& a, const GroupArray& b) {
    if (a.group() != b.group()) throw ValueError("arrays of two groups cannot be combined; gather one of them");
}

std::int64_t plan_of(const Shape& a, const Shape& b, std::int64_t block, std::int64_t what) {
    Fingerprint plan;
    plan.add(a);
    plan.add(b);
    plan.add(block);
    plan.add(what);
    return plan.value();
}

/// What a matrix without a solution is.
void fail(const char* what, const Matrices& right) {
    if (geterr().linalg == OnError::raise) throw LinAlgError(what);
    for (const ndarray& one : right)
        if (one.size()) {
            const cuda::DeviceGuard here(one.device());
            one.fill(Scalar(std::numeric_limits<double>::quiet_NaN()));
        }
}

template <class Array>
Array solved_triangle(const Array& a, const Array& b, int trans, bool lower, bool unit_diagonal, std::int64_t block) {
    check("solve_triangular", a.shape(), b.shape());
    check_together(a, b);
    if (trans < 0 || trans > 2) throw ValueError("trans must be 0, 1 or 2, not " + std::to_string(trans));
    const DType dtype = promote_types(factor_dtype(a.dtype()), factor_dtype(b.dtype()));
    const std::vector<int> devices = devices_for(a);
    const CyclicRows rows(a.shape()[0], block, static_cast<int>(devices.size()));
    const bool turned = trans != 0, is_lower = lower != turned;
    const Deal left = rows_of_triangle(rows, is_lower, turned), right = rows_of_right(rows, b.shape());
    Matrices triangle = dealt(a.change_mode(Mode::replica), left, devices, dtype);
    const Matrices x = dealt(b.change_mode(Mode::replica), right, devices, dtype);
    if (trans == 2 && is_complex(dtype))
        for (ndarray& one : triangle)
            if (one.size()) {
                const cuda::DeviceGuard here(one.device());
                one = conjugate(one);
            }
    const std::int64_t columns = right_hand_sides(b.shape());
    const auto workers =
        workers_for(a, plan_of(a.shape(), b.shape(), block, 8 * trans + 4 * lower + 2 * unit_diagonal + 1));
    if (substitute(*workers, triangle, x, rows, is_lower, unit_diagonal, columns, dtype))
        fail("singular matrix: an element of the diagonal is 0", x);
    return collected(b, right, x, devices, dtype);
}

template <class Array>
Array solved(const Array& a, const Array& b, MatrixKind kind, std::int64_t block) {
    check("solve", a.shape(), b.shape());
    check_together(a, b);
    if (kind == MatrixKind::positive_definite) {
        const Array factor = cholesky(a, block);
        return solved_triangle(factor, solved_triangle(factor, b, 0, true, false, block), 2, true, false, block);
    }
    const DType dtype = promote_types(factor_dtype(a.dtype()), factor_dtype(b.dtype()));
    const std::vector<int> devices = devices_for(a);
    const int p = static_cast<int>(devices.size());
    const CyclicRows blocks(a.shape()[0], block, p);
    const std::int64_t n = blocks.n, columns = right_hand_sides(b.shape());
    // Columns of A in blocks, and columns of B behind them.
    Deal left{std::vector<std::vector<Tile>>(devices.size()), {}}, behind = left;
    for (std::int64_t i = 0; i < blocks.count(); ++i)
        left.tiles[static_cast<std::size_t>(blocks.worker(i))].push_back(
            {{{0, n, 1}, {blocks.start(i), blocks.start(i + 1), 1}}, 0, place_of_block(blocks, i)});
    std::vector<std::int64_t> own, widths;
    for (int worker = 0; worker < p; ++worker) {
        const Range some{columns * worker / p, columns * (worker + 1) / p, 1};
        own.push_back(length_of(blocks, worker));
        widths.push_back(own.back() + some.size());
        left.shapes.push_back({n, own.back()});
        behind.shapes.push_back({n, some.size()});
        if (!some.size()) continue;
        Region box{{0, n, 1}};
        if (b.shape().size() > 1) box.push_back(some);
        behind.tiles[static_cast<std::size_t>(worker)].push_back({box, 0, 0});
    }
    Matrices a_columns = dealt(a.change_mode(Mode::replica), left, devices, dtype);
    Matrices b_columns = dealt(b.change_mode(Mode::replica), behind, devices, dtype), both = a_columns;
    const auto workers = workers_for(a, plan_of(a.shape(), b.shape(), block, 's'));
    for (int worker = 0; worker < p; ++worker) {
        if (!workers->is_here(worker)) continue;
        const auto at = static_cast<std::size_t>(worker);
        const cuda::DeviceGuard here(workers->device(worker));
        both[at] = kernel::new_array({n, widths[at]}, dtype);
        const ndarray first = part_of(both[at], 0, n, 0, own[at]),
                      second = part_of(both[at], 0, n, own[at], widths[at]);
        copy_to(a_columns[at], first);
        copy_to(b_columns[at], second);
        a_columns[at] = first;
        b_columns[at] = second;
    }
    if (eliminate(*workers, both, blocks, widths, dtype)) {
        fail("Singular matrix", b_columns);
        return collected(b, behind, b_columns, devices, dtype);
    }
    both.clear();
    const Deal upper = rows_of_triangle(blocks, false, false), right = rows_of_right(blocks, b.shape());
    const Matrices triangle = dealt_anew(a, left, a_columns, upper, devices, dtype);
    const Matrices x = dealt_anew(b, behind, b_columns, right, devices, dtype);
    substitute(*workers, triangle, x, blocks, false, false, columns, dtype);
    return collected(b, right, x, devices, dtype);
}

}  // namespace

DistributedArray solve_triangular(const DistributedArray& a, const DistributedArray& b, int trans, bool lower,
                                  bool unit_diagonal, std::int64_t block) {
    return solved_triangle(a, b, trans, lower, unit_diagonal, block);
}
GroupArray solve_triangular(const GroupArray& a, const GroupArray& b, int trans, bool lower, bool unit_diagonal,
                            std::int64_t block) {
    return solved_triangle(a, b, trans, lower, unit_diagonal, block);
}
DistributedArray solve(const DistributedArray& a, const DistributedArray& b, MatrixKind kind, std::int64_t block) {
    return solved(a, b, kind, block);
}
GroupArray solve(const GroupArray& a, const GroupArray& b, MatrixKind kind, std::int64_t block) {
    return solved(a, b, kind, block);
}

}  // namespace cuprum::distributed
