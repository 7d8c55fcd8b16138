// Values between scattered points of the plane: planes and cubic patches over triangles.
#pragma once

#include <cuprum/interpolate/intervals.h>

namespace cuprum {

/// A triangle's corners and the barycentric coordinates of places in it.
struct Triangle {
    double x[3], y[3], area;

    CUPRUM_DEVICE Triangle(const double* points, const int* corners) {
        for (int k = 0; k < 3; ++k) {
            x[k] = points[2 * (long long)corners[k]];
            y[k] = points[2 * (long long)corners[k] + 1];
        }
        area = (x[0] - x[2]) * (y[1] - y[2]) - (x[1] - x[2]) * (y[0] - y[2]);
    }
    CUPRUM_DEVICE void coordinates(double px, double py, double* b) const {
        const double dx = px - x[2], dy = py - y[2];
        b[0] = (dx * (y[1] - y[2]) - dy * (x[1] - x[2])) / area;
        b[1] = (dy * (x[0] - x[2]) - dx * (y[0] - y[2])) / area;
        b[2] = 1 - b[0] - b[1];
    }
};

template <class T>
CUPRUM_DEVICE void triangle_linear(const TriangleArgs& args, long long i) {
    const long long place = i / args.columns, column = i - place * args.columns, found = args.found[place];
    T value = *(const T*)args.fill;
    if (found >= 0) {
        const int* corners = args.triangles + 3 * found;
        double b[3];
        Triangle(args.points, corners).coordinates(args.places[2 * place], args.places[2 * place + 1], b);
        value = T(0);
        for (int k = 0; k < 3; ++k) value += ((const T*)args.values)[corners[k] * args.columns + column] * b[k];
    }
    ((T*)args.out)[i] = value;
}

/// Clough and Tocher's element: three cubic patches around the triangle's centre, in Bernstein's basis. Across an edge
/// the slope towards the centre of the neighbour is linear along the edge, so that both sides have the same.
template <class T>
CUPRUM_DEVICE void triangle_cubic(const TriangleArgs& args, long long i) {
    const long long place = i / args.columns, column = i - place * args.columns, found = args.found[place];
    T value = *(const T*)args.fill;
    if (found >= 0) {
        const int* corners = args.triangles + 3 * found;
        const Triangle triangle(args.points, corners);
        T f[3], along[3][3], inner[3], edge[3], next[3];
        for (int k = 0; k < 3; ++k) {
            f[k] = ((const T*)args.values)[corners[k] * args.columns + column];
            const T* gradient = (const T*)args.gradients + 2 * corners[k] * args.columns + column;
            inner[k] = f[k];
            for (int m = 0; m < 3; ++m) {
                if (m == k) continue;
                along[k][m] = f[k] + (gradient[0] * (triangle.x[m] - triangle.x[k]) +
                                      gradient[args.columns] * (triangle.y[m] - triangle.y[k])) /
                                         3.0;
                inner[k] += along[k][m];
            }
            inner[k] = inner[k] / 3.0;
        }
        for (int k = 0; k < 3; ++k) {
            const int a = (k + 1) % 3, b = (k + 2) % 3, other = args.neighbours[3 * found + k];
            double lean = -0.5;  // at the outside perpendicular to nothing: towards this triangle's centre
            if (other >= 0) {
                const Triangle neighbour(args.points, args.triangles + 3 * (long long)other);
                double c[3];
                triangle.coordinates((neighbour.x[0] + neighbour.x[1] + neighbour.x[2]) / 3,
                                     (neighbour.y[0] + neighbour.y[1] + neighbour.y[2]) / 3, c);
                lean = (2 * c[b] + c[a] - 1) / (2 - 3 * c[b] - 3 * c[a]);
            }
            edge[k] = ((f[b] - f[a] + (along[a][b] - along[b][a]) * 3.0) * lean +
                       (along[a][b] * 2.0 - f[a] - along[b][a] + inner[a] + inner[b])) *
                      0.5;
        }
        for (int k = 0; k < 3; ++k) next[k] = (edge[(k + 1) % 3] + edge[(k + 2) % 3] + inner[k]) / 3.0;
        const T centre = (next[0] + next[1] + next[2]) / 3.0;
        double u[3];
        triangle.coordinates(args.places[2 * place], args.places[2 * place + 1], u);
        const double least = u[0] < u[1] ? (u[0] < u[2] ? u[0] : u[2]) : (u[1] < u[2] ? u[1] : u[2]), v = 3 * least;
        for (int k = 0; k < 3; ++k) u[k] -= least;
        value = centre * (v * v * v);
        for (int k = 0; k < 3; ++k) {
            const int a = (k + 1) % 3, b = (k + 2) % 3;
            value += f[k] * (u[k] * u[k] * u[k]) + inner[k] * (3 * u[k] * u[k] * v) + next[k] * (3 * u[k] * v * v) +
                     edge[k] * (6 * u[a] * u[b] * v) + along[k][a] * (3 * u[k] * u[k] * u[a]) +
                     along[k][b] * (3 * u[k] * u[k] * u[b]);
        }
    }
    ((T*)args.out)[i] = value;
}

/// The gradient at a point that bends the cubics along its edges least, given those of its neighbours. An equation's
/// own part is twice that of all neighbours together, so that each step halves the error at least.
template <class T>
CUPRUM_DEVICE void gradient_step(const GradientArgs& args, long long i) {
    const long long point = i / args.columns, column = i - point * args.columns;
    const double x = args.points[2 * point], y = args.points[2 * point + 1];
    const T f = ((const T*)args.values)[i];
    const T* before = (const T*)args.before + column;
    double xx = 0, xy = 0, yy = 0;
    T sx = T(0), sy = T(0);
    for (int k = args.starts[point]; k < args.starts[point + 1]; ++k) {
        const long long other = args.neighbours[k];
        const double ex = args.points[2 * other] - x, ey = args.points[2 * other + 1] - y, square = ex * ex + ey * ey,
                     weight = 1 / (square * CUPRUM_BUILTIN(sqrt)(square));
        const T slope = before[2 * other * args.columns] * ex + before[(2 * other + 1) * args.columns] * ey;
        const T rise = ((const T*)args.values)[other * args.columns + column] - f;
        const T pull = rise * 6.0 - slope * 2.0;
        xx += 4 * ex * ex * weight;
        xy += 4 * ex * ey * weight;
        yy += 4 * ey * ey * weight;
        sx += pull * (ex * weight);
        sy += pull * (ey * weight);
    }
    const double determinant = xx * yy - xy * xy;
    T* after = (T*)args.after + 2 * point * args.columns + column;
    after[0] = determinant == 0 ? T(0) : (sx * yy - sy * xy) / determinant;
    after[args.columns] = determinant == 0 ? T(0) : (sy * xx - sx * xy) / determinant;
}

}  // namespace cuprum
