// Factorizations in blocks, for devices and for processes alike.
//
// QR, communication-avoiding (J. Demmel et al., 2012). Each worker has some rows, of which the first ones leave the
// computation step by step. A step factorizes `width` columns:
//
//     worker 0  [ V0 \ R0 | C0 ]    1. Each worker factorizes its rows of the step's columns by Householder's
//     worker 1  [ V1 \ R1 | C1 ]       reflections, and applies these to its rows of the other columns C.
//     worker 2  [ V2 \ R2 | C2 ]    2. One worker, the root, gets the triangles R0, R1, R2 with the rows of C next to
//                                      them, and does the same with this stack. Its first `width` rows are rows of R.
//                                   3. The other rows of the stack go back to where they come from.
//
// Q is the product of all reflections, so it is orthogonal to rounding, whatever the rank of the matrix. It is applied
// to the columns of the identity that belong to rows of R, in the reverse order. Reflections are kept as I - V T V^H
// with the inverse of T, which is triu(V^H V, 1) + diag(1 / tau): C. Puglisi, SIAM J. Sci. Stat. Comput. 13, 1992.
#include "distributed/factorize.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "cuprum/creation.h"
#include "cuprum/cuda.h"
#include "cuprum/error.h"
#include "cuprum/linalg.h"
#include "cuprum/logic.h"
#include "cuprum/manipulation.h"
#include "cuprum/products.h"
#include "cuprum/scipy/linalg.h"
#include "kernel/engine/array/allocation.h"
#include "kernel/engine/array/copy.h"

namespace cuprum::distributed {
namespace {

ndarray part_of(const ndarray& a, std::int64_t first_row, std::int64_t last_row, std::int64_t first_column,
                std::int64_t last_column) {
    return a.at({Slice{first_row, last_row, 1}, Slice{first_column, last_column, 1}});
}

ndarray adjoint(const ndarray& a) { return (is_complex(a.dtype()) ? conjugate(a) : a).transpose(); }

/// A product of reflections, I - V T V^H.
struct Reflections {
    ndarray v, inverse_t;

    /// c becomes Q c, or Q^H c.
    void apply(const ndarray& c, bool inverse) const {
        if (!c.size()) return;
        const ndarray inner = cuprum::matmul(adjoint(v), c);
        const ndarray turned = scipy::linalg::solve_triangular(inverse_t, inner, inverse ? 2 : 0, false);
        const ndarray product = cuprum::matmul(v, turned);
        subtract(c, product, {.out = {&c}});
    }
};

struct Reflected {
    Reflections q;
    ndarray r;
};

Reflected reflected(const ndarray& panel) {
    const std::int64_t m = panel.shape()[0], k = std::min(m, panel.shape()[1]);
    const linalg::QR raw = linalg::qr(panel, "raw");
    const ndarray factors = raw.q.transpose(), tau = raw.r;
    const DType dtype = factors.dtype();
    // A reflection whose factor is 0 is the identity: its vector counts as 0, and its factor as 1.
    const ndarray idle = equal(tau, Scalar(0));
    const ndarray unit = eye(m, k, 0, dtype);
    const ndarray v = where(idle, Scalar(0), add(tril(part_of(factors, 0, m, 0, k), -1), unit)).astype(dtype);
    const ndarray diagonal = divide(Scalar(1), where(idle, Scalar(1), tau).astype(dtype));
    const ndarray inverse_t = add(triu(cuprum::matmul(adjoint(v), v), 1), diag(diagonal)).astype(dtype);
    return {{v, inverse_t}, triu(part_of(factors, 0, k, 0, panel.shape()[1]))};
}

/// A step of the factorization.
struct Panel {
    std::int64_t start, width;
    int root;
    std::int64_t stacked = 0;           // rows of the stack
    std::vector<std::int64_t> begin;    // of each worker: its first row that has not left
    std::vector<std::int64_t> height;   // how many of its rows are in the stack
    std::vector<std::int64_t> place;    // where they begin there
    std::vector<std::int64_t> leaving;  // how many of them become rows of R
    std::vector<Reflections> own;       // of the workers here
    Reflections top;                    // of the stack, where the root is here
};

Panel planned(const std::vector<std::int64_t>& heights, const std::vector<std::int64_t>& begin, std::int64_t start,
              std::int64_t width, bool only_step) {
    const std::size_t p = heights.size();
    Panel panel{start,
                width,
                0,
                0,
                begin,
                std::vector<std::int64_t>(p),
                std::vector<std::int64_t>(p),
                std::vector<std::int64_t>(p),
                std::vector<Reflections>(p),
                {}};
    std::vector<std::size_t> order(p);
    std::iota(order.begin(), order.end(), std::size_t{0});
    // Workers with most rows lose some first, so that all have work to the end.
    if (!only_step)
        std::ranges::stable_sort(order, std::greater<>{}, [&](std::size_t i) { return heights[i] - begin[i]; });
    panel.root = static_cast<int>(order.front());
    std::int64_t wanted = width;
    for (const std::size_t i : order) {
        panel.height[i] = std::min(heights[i] - begin[i], width);
        panel.place[i] = panel.stacked;
        panel.stacked += panel.height[i];
        panel.leaving[i] = std::min(panel.height[i], wanted);
        wanted -= panel.leaving[i];
    }
    return panel;
}

std::int64_t width_of_steps(std::int64_t rows, std::int64_t columns, std::int64_t p) {
    const std::int64_t k = std::min(rows, columns);
    const std::int64_t as_tall_as_a_block = rows / (p * p);  // the stack's height then
    if (k <= 64 || k <= as_tall_as_a_block) return k;
    return std::clamp<std::int64_t>(as_tall_as_a_block, 32, 256);
}

}  // namespace

DType factor_dtype(DType dtype) {
    if (is_floating(dtype) && itemsize(dtype) < 4)
        throw TypeError(std::string("array type ") + info(dtype).name + " is unsupported in linalg");
    return is_complex(dtype) || dtype == DType::float32 ? dtype : DType::float64;
}

QRFactors factorize_qr(Workers& workers, std::vector<ndarray> blocks, const std::vector<std::int64_t>& heights,
                       std::int64_t columns, DType dtype, std::int64_t width) {
    if (width < 0) throw ValueError("the block of qr cannot be negative");
    const std::size_t p = heights.size();
    const std::int64_t rows = std::accumulate(heights.begin(), heights.end(), std::int64_t{0});
    const std::int64_t k = std::min(rows, columns);
    const auto bytes = static_cast<std::size_t>(rows * columns * itemsize(dtype));
    if (width == 0) width = width_of_steps(rows, columns, static_cast<std::int64_t>(p));
    QRFactors found{std::vector<ndarray>(p), {}};
    std::vector<Panel> panels;
    std::vector<std::int64_t> begin(p, 0);
    for (std::int64_t start = 0, next = 0; start < k; start = next) {
        next = std::min(start + width, k);
        Panel panel = planned(heights, begin, start, next - start, width >= k);
        workers.on_each(bytes, [&](int worker) {
            const auto i = static_cast<std::size_t>(worker);
            if (!panel.height[i]) return;
            const ndarray own = part_of(blocks[i], panel.begin[i], heights[i], start, next);
            Reflected done = reflected(own.copy());
            copy_to(done.r, part_of(own, 0, panel.height[i], 0, next - start));
            done.q.apply(part_of(blocks[i], panel.begin[i], heights[i], next, columns), true);
            panel.own[i] = std::move(done.q);
        });
        const bool root_is_here = workers.is_here(panel.root);
        ndarray stack;
        if (root_is_here) {
            const cuda::DeviceGuard here(workers.device(panel.root));
            stack = kernel::new_array({panel.stacked, columns - start}, dtype);
        }
        std::vector<Workers::Message> messages;
        for (std::size_t i = 0; i < p; ++i) {
            if (!panel.height[i]) continue;
            const int worker = static_cast<int>(i);
            Workers::Message one{worker, panel.root, {}, {}};
            if (workers.is_here(worker))
                one.source = part_of(blocks[i], panel.begin[i], panel.begin[i] + panel.height[i], start, columns);
            if (root_is_here)
                one.target = part_of(stack, panel.place[i], panel.place[i] + panel.height[i], 0, columns - start);
            messages.push_back(std::move(one));
        }
        workers.send(dtype, messages);
        ndarray rows_of_r;
        if (root_is_here) {
            const cuda::DeviceGuard here(workers.device(panel.root));
            Reflected done = reflected(part_of(stack, 0, panel.stacked, 0, next - start).copy());
            done.q.apply(part_of(stack, 0, panel.stacked, next - start, columns - start), true);
            rows_of_r = kernel::filled({next - start, columns}, Scalar(0), dtype);
            copy_to(done.r, part_of(rows_of_r, 0, next - start, start, next));
            copy_to(part_of(stack, 0, next - start, next - start, columns - start),
                    part_of(rows_of_r, 0, next - start, next, columns));
            panel.top = std::move(done.q);
        }
        found.r.push_back({panel.root, start, next, rows_of_r});
        messages.clear();
        for (std::size_t i = 0; i < p && next < k; ++i) {
            if (panel.height[i] == panel.leaving[i]) continue;
            const int worker = static_cast<int>(i);
            Workers::Message one{panel.root, worker, {}, {}};
            if (root_is_here)
                one.source = part_of(stack, panel.place[i] + panel.leaving[i], panel.place[i] + panel.height[i],
                                     next - start, columns - start);
            if (workers.is_here(worker))
                one.target = part_of(blocks[i], panel.begin[i] + panel.leaving[i], panel.begin[i] + panel.height[i],
                                     next, columns);
            messages.push_back(std::move(one));
        }
        workers.send(dtype, messages);
        for (std::size_t i = 0; i < p; ++i) begin[i] += panel.leaving[i];
        panels.push_back(std::move(panel));
    }
    blocks.clear();

    for (std::size_t i = 0; i < p; ++i) {
        if (!workers.is_here(static_cast<int>(i))) continue;
        const cuda::DeviceGuard here(workers.device(static_cast<int>(i)));
        found.q[i] = kernel::filled({heights[i], k}, Scalar(0), dtype);
    }
    for (; !panels.empty(); panels.pop_back()) {
        const Panel& panel = panels.back();
        const std::int64_t start = panel.start, next = panel.start + panel.width;
        const bool root_is_here = workers.is_here(panel.root);
        ndarray stack;
        if (root_is_here) {
            const cuda::DeviceGuard here(workers.device(panel.root));
            stack = kernel::filled({panel.stacked, k - start}, Scalar(0), dtype);
            copy_to(eye(next - start, {}, 0, dtype), part_of(stack, 0, next - start, 0, next - start));
        }
        std::vector<Workers::Message> messages;
        for (std::size_t i = 0; i < p && next < k; ++i) {
            if (panel.height[i] == panel.leaving[i]) continue;
            const int worker = static_cast<int>(i);
            Workers::Message one{worker, panel.root, {}, {}};
            if (workers.is_here(worker))
                one.source =
                    part_of(found.q[i], panel.begin[i] + panel.leaving[i], panel.begin[i] + panel.height[i], next, k);
            if (root_is_here)
                one.target = part_of(stack, panel.place[i] + panel.leaving[i], panel.place[i] + panel.height[i],
                                     next - start, k - start);
            messages.push_back(std::move(one));
        }
        workers.send(dtype, messages);
        if (root_is_here) {
            const cuda::DeviceGuard here(workers.device(panel.root));
            panel.top.apply(stack, false);
        }
        messages.clear();
        for (std::size_t i = 0; i < p; ++i) {
            if (!panel.height[i]) continue;
            const int worker = static_cast<int>(i);
            Workers::Message one{panel.root, worker, {}, {}};
            if (root_is_here)
                one.source = part_of(stack, panel.place[i], panel.place[i] + panel.height[i], 0, k - start);
            if (workers.is_here(worker))
                one.target = part_of(found.q[i], panel.begin[i], panel.begin[i] + panel.height[i], start, k);
            messages.push_back(std::move(one));
        }
        workers.send(dtype, messages);
        workers.on_each(bytes, [&](int worker) {
            const auto i = static_cast<std::size_t>(worker);
            if (panel.height[i]) panel.own[i].apply(part_of(found.q[i], panel.begin[i], heights[i], start, k), false);
        });
    }
    return found;
}

// ----------------------------------------------------------------------------------------------------------- Cholesky

CyclicRows::CyclicRows(std::int64_t n, std::int64_t block, int workers) : n(n), block(block), workers(workers) {
    if (block < 0) throw ValueError("the block of a factorization cannot be negative");
    const std::int64_t p = workers;
    // Several blocks a worker, so that the last steps keep all at work; not so small that products are slow.
    if (block == 0)
        this->block = std::clamp<std::int64_t>((n + 8 * p - 1) / (8 * p), std::min<std::int64_t>(n, 256), 2048);
    this->block = std::max<std::int64_t>(this->block, 1);
}

// Right-looking: a step factorizes the block on the diagonal and sends it to the workers with blocks below. Each of
// them solves for its blocks of the column and sends these to the others; all update what remains.
void factorize_cholesky(Workers& workers, const std::vector<ndarray>& blocks, const CyclicRows& rows, DType dtype) {
    const std::int64_t count = rows.count(), n = rows.n;
    const int p = workers.count();
    bool failed = false;
    std::string what = "Matrix is not positive definite";
    for (std::int64_t k = 0; k < count; ++k) {
        const std::int64_t start = rows.start(k), stop = rows.start(k + 1), width = stop - start;
        const int root = rows.worker(k), others = static_cast<int>(std::min<std::int64_t>(p, count - k - 1));
        const auto other = [&](int i) { return rows.worker(k + 1 + i); };
        std::vector<ndarray> diagonals(static_cast<std::size_t>(p)), columns = diagonals, panels = diagonals;
        ndarray diagonal;
        if (workers.is_here(root)) {
            const cuda::DeviceGuard here(workers.device(root));
            const ndarray& own = blocks[static_cast<std::size_t>(k)];
            try {
                diagonal = linalg::cholesky(part_of(own, 0, width, start, stop).copy());
            } catch (const LinAlgError& error) {
                // The others wait for it; all throw at the end.
                failed = true;
                what = error.what();
                diagonal = kernel::filled({width, width}, Scalar(std::numeric_limits<double>::quiet_NaN()), dtype);
            }
            copy_to(diagonal, part_of(own, 0, width, start, stop));
            part_of(own, 0, width, stop, n).fill(0);
            diagonals[static_cast<std::size_t>(root)] = diagonal;
        }
        std::vector<Workers::Message> messages;
        for (int i = 0; i < others; ++i) {
            const int worker = other(i);
            if (worker == root) continue;
            ndarray& target = diagonals[static_cast<std::size_t>(worker)];
            if (workers.is_here(worker)) {
                const cuda::DeviceGuard here(workers.device(worker));
                target = kernel::new_array({width, width}, dtype);
            }
            messages.push_back({root, worker, diagonal, target});
        }
        workers.send(dtype, messages);
        // Each worker's blocks below the diagonal, one behind the other.
        std::vector<std::int64_t> heights(static_cast<std::size_t>(p), 0);
        for (std::int64_t i = k + 1; i < count; ++i)
            heights[static_cast<std::size_t>(rows.worker(i))] += rows.start(i + 1) - rows.start(i);
        const auto for_blocks_of = [&](int worker, auto&& visit) {
            std::int64_t place = 0;
            for (std::int64_t i = k + 1; i < count; ++i)
                if (rows.worker(i) == worker) {
                    const std::int64_t height = rows.start(i + 1) - rows.start(i);
                    visit(i, place, place + height);
                    place += height;
                }
        };
        const auto bytes = static_cast<std::size_t>((n - stop) * (n - stop) * itemsize(dtype)) / 2;
        workers.on_each(bytes, [&](int worker) {
            const auto at = static_cast<std::size_t>(worker);
            if (!heights[at]) return;
            const ndarray below = kernel::new_array({heights[at], width}, dtype);
            for_blocks_of(worker, [&](std::int64_t i, std::int64_t first, std::int64_t last) {
                const ndarray& block = blocks[static_cast<std::size_t>(i)];
                copy_to(part_of(block, 0, last - first, start, stop), part_of(below, first, last, 0, width));
            });
            // X L^H = B, so L X^H = B^H.
            const ndarray solved =
                adjoint(scipy::linalg::solve_triangular(diagonals[at], adjoint(below).copy(), 0, true));
            columns[at] = solved.copy('C');
            for_blocks_of(worker, [&](std::int64_t i, std::int64_t first, std::int64_t last) {
                const ndarray& block = blocks[static_cast<std::size_t>(i)];
                copy_to(part_of(columns[at], first, last, 0, width), part_of(block, 0, last - first, start, stop));
            });
        });
        messages.clear();
        std::vector<std::vector<ndarray>> arrived(static_cast<std::size_t>(p),
                                                  std::vector<ndarray>(static_cast<std::size_t>(p)));
        for (int i = 0; i < others; ++i)
            for (int j = 0; j < others; ++j) {
                const int from = other(i), to = other(j);
                const auto source = static_cast<std::size_t>(from), target = static_cast<std::size_t>(to);
                if (from == to) {
                    arrived[target][source] = columns[source];
                    continue;
                }
                if (workers.is_here(to)) {
                    const cuda::DeviceGuard here(workers.device(to));
                    arrived[target][source] = kernel::new_array({heights[source], width}, dtype);
                }
                messages.push_back({from, to, columns[source], arrived[target][source]});
            }
        workers.send(dtype, messages);
        workers.on_each(bytes, [&](int worker) {
            const auto at = static_cast<std::size_t>(worker);
            if (!heights[at]) return;
            const ndarray panel = kernel::new_array({n - stop, width}, dtype);
            for (int i = 0; i < others; ++i) {
                const int from = other(i);
                for_blocks_of(from, [&](std::int64_t block, std::int64_t first, std::int64_t last) {
                    copy_to(part_of(arrived[at][static_cast<std::size_t>(from)], first, last, 0, width),
                            part_of(panel, rows.start(block) - stop, rows.start(block + 1) - stop, 0, width));
                });
            }
            for_blocks_of(worker, [&](std::int64_t i, std::int64_t first, std::int64_t last) {
                const ndarray rest =
                    part_of(blocks[static_cast<std::size_t>(i)], 0, last - first, stop, rows.start(i + 1));
                const ndarray facing = part_of(panel, 0, rows.start(i + 1) - stop, 0, width);
                const ndarray product = cuprum::matmul(part_of(columns[at], first, last, 0, width), adjoint(facing));
                subtract(rest, product, {.out = {&rest}});
            });
        });
    }
    if (workers.any(failed)) throw LinAlgError(what);
}

}  // namespace cuprum::distributed
