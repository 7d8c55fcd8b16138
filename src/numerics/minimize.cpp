#include "numerics/minimize.h"

#include <algorithm>
#include <cmath>

namespace cuprum::numerics {

std::vector<double> nelder_mead(const std::function<double(const std::vector<double>&)>& f, std::vector<double> start) {
    const std::size_t n = start.size();
    struct Vertex {
        std::vector<double> x;
        double value;
    };
    std::vector<Vertex> vertices{{start, f(start)}};
    for (std::size_t k = 0; k < n; ++k) {
        std::vector<double> x = start;
        x[k] = x[k] != 0 ? 1.05 * x[k] : 0.00025;
        vertices.push_back({x, f(x)});
    }
    const auto order = [&] {
        std::sort(vertices.begin(), vertices.end(), [](const Vertex& a, const Vertex& b) { return a.value < b.value; });
    };
    for (std::size_t step = 0; step < 1000 * n; ++step) {
        order();
        double width = 0, size = 0;
        for (const Vertex& vertex : vertices)
            for (std::size_t k = 0; k < n; ++k) {
                width = std::max(width, std::fabs(vertex.x[k] - vertices[0].x[k]));
                size = std::max(size, std::fabs(vertices[0].x[k]));
            }
        const double drop = vertices[n].value - vertices[0].value;
        if (width <= 1e-9 * std::max(1.0, size) && drop <= 1e-12 * std::max(1.0, std::fabs(vertices[0].value))) break;
        std::vector<double> centroid(n);
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t k = 0; k < n; ++k) centroid[k] += vertices[i].x[k] / static_cast<double>(n);
        const auto point_at = [&](double factor) {
            Vertex vertex{centroid, 0};
            for (std::size_t k = 0; k < n; ++k) vertex.x[k] += factor * (centroid[k] - vertices[n].x[k]);
            vertex.value = f(vertex.x);
            return vertex;
        };
        const Vertex reflected = point_at(1);
        if (reflected.value < vertices[0].value) {
            const Vertex expanded = point_at(2);
            vertices[n] = expanded.value < reflected.value ? expanded : reflected;
        } else if (reflected.value < vertices[n - 1].value) {
            vertices[n] = reflected;
        } else {
            const bool is_outside = reflected.value < vertices[n].value;
            const Vertex contracted = point_at(is_outside ? 0.5 : -0.5);
            if (contracted.value < (is_outside ? reflected.value : vertices[n].value)) {
                vertices[n] = contracted;
            } else {
                for (std::size_t i = 1; i <= n; ++i) {
                    for (std::size_t k = 0; k < n; ++k)
                        vertices[i].x[k] = vertices[0].x[k] + 0.5 * (vertices[i].x[k] - vertices[0].x[k]);
                    vertices[i].value = f(vertices[i].x);
                }
            }
        }
    }
    order();
    return vertices[0].x;
}

double minimize_bounded(const std::function<double(double)>& f, double low, double high) {
    const double golden = (3 - std::sqrt(5.0)) / 2, root_of_epsilon = std::sqrt(2.2e-16), error = 1e-5;
    const auto sign = [](double x) { return x < 0 ? -1.0 : 1.0; };
    double best = low + golden * (high - low), second = best, third = best, step = 0, before = 0;
    double value = f(best), second_value = value, third_value = value;
    for (int calls = 1; calls < 500; ++calls) {
        const double middle = (low + high) / 2, tolerance = root_of_epsilon * std::abs(best) + error / 3;
        if (std::abs(best - middle) <= 2 * tolerance - (high - low) / 2) break;
        bool parabola = false;
        if (std::abs(before) > tolerance) {
            double r = (best - second) * (value - third_value), q = (best - third) * (value - second_value);
            double p = (best - third) * q - (best - second) * r;
            q = 2 * (q - r);
            if (q > 0) p = -p;
            q = std::abs(q);
            const double earlier = before;
            before = step;
            parabola = std::abs(p) < std::abs(q * earlier / 2) && p > q * (low - best) && p < q * (high - best);
            if (parabola) {
                step = p / q;
                const double x = best + step;
                if (x - low < 2 * tolerance || high - x < 2 * tolerance) step = tolerance * sign(middle - best);
            }
        }
        if (!parabola) {
            before = best >= middle ? low - best : high - best;
            step = golden * before;
        }
        const double x = best + sign(step) * std::max(std::abs(step), tolerance), here = f(x);
        if (here <= value) {
            (x >= best ? low : high) = best;
            third = second;
            third_value = second_value;
            second = best;
            second_value = value;
            best = x;
            value = here;
            continue;
        }
        (x < best ? low : high) = x;
        if (here <= second_value || second == best) {
            third = second;
            third_value = second_value;
            second = x;
            second_value = here;
        } else if (here <= third_value || third == best || third == second) {
            third = x;
            third_value = here;
        }
    }
    return best;
}

double bisect(const std::function<double(double)>& f, double low, double high) {
    for (int step = 0; step < 200; ++step) {
        const double middle = (low + high) / 2;
        if (middle == low || middle == high) break;
        (f(middle) > 0 ? low : high) = middle;
    }
    return (low + high) / 2;
}

}  // namespace cuprum::numerics
