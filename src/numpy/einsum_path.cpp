// The searches are those of opt_einsum by Daniel G. A. Smith and Johnnie Gray, which NumPy has: pairs are ranked by how
// much memory their product frees, then by its cost; so the paths are NumPy's.
#include "numpy/einsum_path.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "cuprum/error.h"

namespace cuprum {
namespace {

constexpr std::size_t max_labels = 52 + max_ndim;
using Set = std::bitset<max_labels>;

/// Sizes and costs over sets of labels.
class Costs {
public:
    explicit Costs(const Subscripts& subscripts) {
        for (const auto& [label, length] : subscripts.lengths) {
            labels_ += label;
            lengths_.push_back(static_cast<double>(length));
        }
        for (const Labels& labels : subscripts.inputs) inputs.push_back(set(labels));
        output = set(subscripts.output);
    }
    Set set(const Labels& labels) const {
        Set result;
        for (char32_t label : labels) result.set(labels_.find(label));
        return result;
    }
    double size(const Set& labels) const {
        double result = 1;
        for (std::size_t i = 0; i < lengths_.size(); ++i)
            if (labels[i]) result *= lengths_[i];
        return result;
    }
    /// Multiplications and additions.
    double cost(const Set& involved, bool sums, std::size_t operands) const {
        return size(involved) * (std::max<double>(1, static_cast<double>(operands) - 1) + (sums ? 1 : 0));
    }

    std::vector<Set> inputs;
    Set output;

private:
    Labels labels_;
    std::vector<double> lengths_;
};

/// What becomes of a list of operands when some of them are contracted.
struct Contraction {
    Set involved, result;
    std::vector<Set> operands;  ///< The others, then the result.

    Contraction(std::span<const Set> all, const Dims& positions, const Set& output) {
        Set others = output;
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (std::find(positions.begin(), positions.end(), static_cast<std::int64_t>(i)) != positions.end()) {
                involved |= all[i];
            } else {
                others |= all[i];
                operands.push_back(all[i]);
            }
        }
        result = others & involved;
        operands.push_back(result);
    }
    bool sums() const { return result != involved; }
};

Dims all_positions(std::size_t count) {
    Dims positions(static_cast<int>(count));
    std::iota(positions.begin(), positions.end(), 0);
    return positions;
}

std::vector<Dims> greedy_path(const Costs& costs, double memory_limit) {
    struct Candidate {
        double freed, cost;
        std::int64_t i, j;
        bool operator<(const Candidate& other) const {
            return freed != other.freed ? freed > other.freed : cost < other.cost;
        }
    };
    std::vector<Set> operands = costs.inputs;
    const Contraction whole(operands, all_positions(operands.size()), costs.output);
    const double naive = costs.cost(whole.involved, whole.sums(), operands.size());
    std::vector<Dims> path;
    std::vector<Candidate> candidates;
    double spent = 0;
    const auto consider = [&](std::size_t i, std::size_t j) {
        const Contraction c(operands, Dims{static_cast<std::int64_t>(i), static_cast<std::int64_t>(j)}, costs.output);
        const double size = costs.size(c.result), cost = costs.cost(c.involved, c.sums(), 2);
        if (size > memory_limit || spent + cost > naive) return;
        candidates.push_back({costs.size(operands[i]) + costs.size(operands[j]) - size, cost,
                              static_cast<std::int64_t>(i), static_cast<std::int64_t>(j)});
    };
    const std::size_t count = operands.size();
    for (std::size_t step = 0; step + 1 < count; ++step) {
        // Pairs that share a label; after the first step only those of the new operand are new.
        const std::size_t n = operands.size();
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = step == 0 ? i + 1 : std::max(i + 1, n - 1); j < n; ++j)
                if ((operands[i] & operands[j]).any()) consider(i, j);
        if (candidates.empty())
            for (std::size_t i = 0; i < n; ++i)
                for (std::size_t j = i + 1; j < n; ++j) consider(i, j);
        if (candidates.empty()) {
            path.push_back(all_positions(n));
            break;
        }
        const Candidate best = *std::min_element(candidates.begin(), candidates.end());
        std::vector<Candidate> kept;
        for (Candidate c : candidates) {
            if (c.i == best.i || c.i == best.j || c.j == best.i || c.j == best.j) continue;
            c.i -= (c.i > best.i) + (c.i > best.j);
            c.j -= (c.j > best.i) + (c.j > best.j);
            kept.push_back(c);
        }
        candidates = std::move(kept);
        path.push_back(Dims{best.i, best.j});
        operands = Contraction(operands, path.back(), costs.output).operands;
        spent += best.cost;
    }
    return path;
}

std::vector<Dims> optimal_path(const Costs& costs, double memory_limit) {
    struct Partial {
        double cost;
        std::vector<Dims> path;
        std::vector<Set> operands;
    };
    const auto cheapest = [](const std::vector<Partial>& all) {
        return std::min_element(all.begin(), all.end(),
                                [](const Partial& a, const Partial& b) { return a.cost < b.cost; })
            ->path;
    };
    const std::size_t count = costs.inputs.size();
    std::vector<Partial> all{{0, {}, costs.inputs}};
    for (std::size_t step = 0; step + 1 < count; ++step) {
        std::vector<Partial> next;
        for (const Partial& partial : all)
            for (std::size_t i = 0; i < count - step; ++i)
                for (std::size_t j = i + 1; j < count - step; ++j) {
                    const Dims pair{static_cast<std::int64_t>(i), static_cast<std::int64_t>(j)};
                    Contraction c(partial.operands, pair, costs.output);
                    if (costs.size(c.result) > memory_limit) continue;
                    Partial& longer = next.emplace_back(Partial{partial.cost + costs.cost(c.involved, c.sums(), 2),
                                                                partial.path, std::move(c.operands)});
                    longer.path.push_back(pair);
                }
        if (next.empty()) {
            std::vector<Dims> path = cheapest(all);
            path.push_back(all_positions(count - step));
            return path;
        }
        all = std::move(next);
    }
    return cheapest(all);
}

std::string scientific(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3e", value);
    return text;
}

std::string padded(const std::string& text, std::size_t width) {
    return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
}

}  // namespace

Labels labels_left(std::span<const Labels> operands, const Dims& positions, const Labels& output) {
    Labels involved, others = output;
    for (std::size_t i = 0; i < operands.size(); ++i) {
        const bool chosen =
            std::find(positions.begin(), positions.end(), static_cast<std::int64_t>(i)) != positions.end();
        (chosen ? involved : others) += operands[i];
    }
    Labels left;
    for (char32_t label : involved)
        if (others.find(label) != Labels::npos && left.find(label) == Labels::npos) left += label;
    return left;
}

std::vector<Dims> find_einsum_path(const Subscripts& subscripts, const EinsumOrder& order) {
    const std::size_t count = subscripts.inputs.size();
    if (order.steps) {
        std::size_t left = count;
        std::vector<Dims> steps;
        for (const Dims& step : *order.steps) {
            Dims positions(step);
            for (std::int64_t& position : positions) {
                if (position < 0) position += static_cast<std::int64_t>(left);
                if (position < 0 || position >= static_cast<std::int64_t>(left))
                    throw IndexError("einsum path: the step " + to_string(step) +
                                     " takes an operand that is not there; there are " + std::to_string(left));
            }
            std::sort(positions.begin(), positions.end());
            if (positions.empty() || std::adjacent_find(positions.begin(), positions.end()) != positions.end())
                throw IndexError("einsum path: the step " + to_string(step) + " takes no operand, or one twice");
            left -= static_cast<std::size_t>(positions.size()) - 1;
            steps.push_back(std::move(positions));
        }
        if (left != 1)
            throw Error("Invalid einsum_path is specified: " + std::to_string(left - 1) +
                        " more operands has to be contracted.");
        return steps;
    }
    const Costs costs(subscripts);
    Set all;
    double largest = costs.size(costs.output);
    for (const Set& input : costs.inputs) {
        all |= input;
        largest = std::max(largest, costs.size(input));
    }
    if (order.search == EinsumOrder::Search::none || count <= 2 || all == costs.output) return {all_positions(count)};
    const double memory_limit = order.memory_limit.value_or(largest);
    return order.search == EinsumOrder::Search::greedy ? greedy_path(costs, memory_limit)
                                                       : optimal_path(costs, memory_limit);
}

EinsumPath einsum_path(std::string_view text, ArrayList operands, const EinsumOrder& optimize) {
    std::vector<Shape> shapes;
    for (const ndarray& a : operands) shapes.push_back(a.shape());
    const Subscripts subscripts = parse_subscripts(text, shapes);
    const Costs costs(subscripts);
    EinsumPath result;
    result.steps = find_einsum_path(subscripts, optimize);

    const auto joined = [&](std::span<const Labels> all) {
        std::string line;
        for (std::size_t i = 0; i < all.size(); ++i) line += (i ? "," : "") + subscripts.text(all[i]);
        return line;
    };
    std::vector<Labels> labels = subscripts.inputs;
    std::vector<Set> sets = costs.inputs;
    const std::string output = subscripts.text(subscripts.output);
    double cost = 1, largest = 0;
    std::size_t scaling = 0;
    std::string lines;
    for (std::size_t n = 0; n < result.steps.size(); ++n) {
        const Dims& step = result.steps[n];
        Contraction c(sets, step, costs.output);
        cost += costs.cost(c.involved, c.sums(), static_cast<std::size_t>(step.size()));
        largest = std::max(largest, costs.size(c.result));
        scaling = std::max(scaling, c.involved.count());
        Labels left = labels_left(labels, step, subscripts.output);
        // Shorter axes first, but the result's own order at the end.
        if (n + 1 == result.steps.size()) left = subscripts.output;
        else
            std::sort(left.begin(), left.end(), [&](char32_t a, char32_t b) {
                const std::int64_t in_a = subscripts.lengths.at(a), in_b = subscripts.lengths.at(b);
                return in_a != in_b ? in_a < in_b : a < b;
            });
        std::string current;
        for (int k = step.size() - 1; k >= 0; --k) {
            current += (current.empty() && k == step.size() - 1 ? "" : ",") +
                       subscripts.text(labels[static_cast<std::size_t>(step[k])]);
            labels.erase(labels.begin() + static_cast<std::ptrdiff_t>(step[k]));
        }
        labels.push_back(left);
        sets = std::move(c.operands);
        lines += "\n" + padded(std::to_string(c.involved.count()), 4) + "    " +
                 padded(current + "->" + subscripts.text(left), 24) + " " + padded(joined(labels) + "->" + output, 40);
    }
    Set all;
    std::size_t named = 0;
    for (const Set& input : costs.inputs) {
        all |= input;
        named += input.count();
    }
    const double naive = costs.cost(all, named > all.count(), costs.inputs.size());
    char speedup[32];
    std::snprintf(speedup, sizeof speedup, "%3.3f", naive / cost);
    const std::string rule(74, '-');
    result.report =
        "  Complete contraction:  " + joined(subscripts.inputs) + "->" + output +
        "\n         Naive scaling:  " + std::to_string(all.count()) +
        "\n     Optimized scaling:  " + std::to_string(scaling) + "\n      Naive FLOP count:  " + scientific(naive) +
        "\n  Optimized FLOP count:  " + scientific(cost) + "\n   Theoretical speedup:  " + speedup +
        "\n  Largest intermediate:  " + scientific(largest) + " elements\n" + rule + "\n" + padded("scaling", 6) + " " +
        padded("current", 24) + " " + padded("remaining", 40) + "\n" + rule + lines;
    return result;
}

}  // namespace cuprum
