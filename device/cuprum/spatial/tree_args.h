// What the host hands to the kernels of tree.h. Read by the host compiler and by both kernel compilers.
#pragma once

namespace cuprum {

constexpr int tree_block = 128;  // threads, each with a place of its own
constexpr int tree_depth = 40;   // levels that a tree has at most

enum TreeNorm : int { tree_norm_1, tree_norm_2, tree_norm_max, tree_norm_any };

/// Points in the order of leaves, and bounding boxes in the order of a heap: node 1 is the root, 2 i and 2 i + 1 are
/// below i, the last `leaves` nodes are leaves. A box is `axes` least coordinates and as many largest ones.
struct Tree {
    const double* points;
    const long long* order;  // the numbers that points had before
    double* boxes;
    const double* period;  // of each axis, 0 where it has none; null where no axis has one
    long long count, leaves;
    int axes, levels;  // of which the last one's nodes are the leaves: 2^levels
};

struct TreeKeysArgs {
    const double *points, *low, *high;
    unsigned long long* keys;
    long long count;
    int axes;
};

struct TreeBoxesArgs {
    Tree tree;
    long long first;  // of the nodes of one level
    long long count;
};

struct TreeQueryArgs {
    Tree tree;
    const double* places;
    const long long* turns;  // the order in which places are asked for, or null
    double* distances;       // (count, k)
    long long* indices;
    long long count, k;
    double p, shrink, bound;  // what is no nearer than `shrink` times the farthest of k is left alone; all as powers
    int norm;
};

struct TreeBallArgs {
    Tree tree;
    const double* places;
    const long long* turns;
    const double* radii;       // one, or one a place
    long long* counts;         // how many, where they are counted
    const long long* offsets;  // else where to put them
    long long* indices;
    double* distances;  // or null
    long long count;
    double p, eps;
    int norm, one_radius;
};

struct TreePairsArgs {
    Tree tree;
    const double* places;         // points of another tree
    const double* radii;          // `radius_count` of them, ascending
    const double* weights;        // of the tree's points in the order of leaves, or null
    const double* place_weights;  // or null
    void* counts;                 // (radius_count, count)
    long long count, radius_count;
    double p;
    int norm;
};

}  // namespace cuprum
