#include "scipy/sparse/elimination_order.h"

#include <algorithm>

#include "scipy/sparse/at.h"

namespace cuprum::scipy::sparse::linalg {
namespace {

using Numbers = std::vector<std::int64_t>;

std::int64_t count(const Numbers& list) { return static_cast<std::int64_t>(list.size()); }
void give_up(Numbers& list) { Numbers().swap(list); }

/// For each node its neighbours, in order, without itself.
std::vector<Numbers> graph_of(const Columns& a) {
    std::vector<Numbers> neighbours(at(a.n));
    for (std::int64_t j = 0; j < a.n; ++j)
        for (std::int64_t k = a.ends[at(j)]; k < a.ends[at(j + 1)]; ++k) {
            const std::int64_t i = a.indices[at(k)];
            if (i == j) continue;
            neighbours[at(i)].push_back(j);
            neighbours[at(j)].push_back(i);
        }
    for (Numbers& list : neighbours) {
        std::sort(list.begin(), list.end());
        list.erase(std::unique(list.begin(), list.end()), list.end());
    }
    return neighbours;
}

/// Nodes in lists by their degree.
class Degrees {
public:
    explicit Degrees(const std::vector<Numbers>& neighbours)
        : first_(neighbours.size() + 1, -1), next_(neighbours.size(), -1), before_(neighbours.size(), -1) {
        for (const Numbers& list : neighbours) degree_.push_back(count(list));
        for (std::int64_t v = count(degree_) - 1; v >= 0; --v) insert(v, degree_[at(v)]);
    }

    std::int64_t of(std::int64_t v) const { return degree_[at(v)]; }

    void insert(std::int64_t v, std::int64_t degree) {
        degree_[at(v)] = degree;
        std::int64_t& head = first_[at(degree)];
        next_[at(v)] = head;
        before_[at(v)] = -1;
        if (head >= 0) before_[at(head)] = v;
        head = v;
        least_ = std::min(least_, degree);
    }

    void remove(std::int64_t v) {
        const std::int64_t next = next_[at(v)], before = before_[at(v)];
        if (before >= 0) next_[at(before)] = next;
        else first_[at(degree_[at(v)])] = next;
        if (next >= 0) before_[at(next)] = before;
    }

    /// A node of least degree, which is removed.
    std::int64_t take_least() {
        while (first_[at(least_)] < 0) ++least_;
        const std::int64_t v = first_[at(least_)];
        remove(v);
        return v;
    }

private:
    Numbers degree_, first_, next_, before_;
    std::int64_t least_ = 0;  // no node has a smaller one
};

class Elimination {
public:
    explicit Elimination(const Columns& a)
        : n_(a.n),
          neighbours_(graph_of(a)),
          cliques_(at(n_)),
          members_(at(n_)),
          degrees_(neighbours_),
          gone_(at(n_), 0),
          absorbed_(at(n_), 0),
          mark_(at(n_), -1),
          overlap_(at(n_), -1),
          stamp_(at(n_), -1) {}

    Numbers order() {
        Numbers made;
        made.reserve(at(n_));
        for (round_ = 0; round_ < n_; ++round_) {
            const std::int64_t pivot = degrees_.take_least();
            gone_[at(pivot)] = 1;
            made.push_back(pivot);
            join(pivot);
            count_overlaps(members_[at(pivot)]);
            for (const std::int64_t v : members_[at(pivot)]) update(v, pivot);
        }
        return made;
    }

private:
    /// Makes the clique of all that is next to a node; those that it was in become part of it.
    void join(std::int64_t pivot) {
        Numbers& clique = members_[at(pivot)];
        const auto add = [&](std::int64_t v) {
            if (gone_[at(v)] || mark_[at(v)] == round_) return;
            mark_[at(v)] = round_;
            clique.push_back(v);
        };
        for (const std::int64_t v : neighbours_[at(pivot)]) add(v);
        for (const std::int64_t c : cliques_[at(pivot)]) {
            if (absorbed_[at(c)]) continue;
            for (const std::int64_t v : members_[at(c)]) add(v);
            absorb(c);
        }
        give_up(neighbours_[at(pivot)]);
        give_up(cliques_[at(pivot)]);
    }

    void absorb(std::int64_t clique) {
        absorbed_[at(clique)] = 1;
        give_up(members_[at(clique)]);
    }

    /// How much of each clique nearby lies outside of the new one.
    void count_overlaps(const Numbers& clique) {
        for (const std::int64_t v : clique)
            for (const std::int64_t c : cliques_[at(v)]) {
                if (absorbed_[at(c)]) continue;
                if (stamp_[at(c)] != round_) {
                    stamp_[at(c)] = round_;
                    Numbers& list = members_[at(c)];
                    std::erase_if(list, [&](std::int64_t u) { return gone_[at(u)] != 0; });
                    overlap_[at(c)] = count(list);
                }
                --overlap_[at(c)];
            }
    }

    /// What a node of the new clique is next to now, and a bound of its degree.
    void update(std::int64_t v, std::int64_t pivot) {
        degrees_.remove(v);
        const std::int64_t others = count(members_[at(pivot)]) - 1, left = n_ - round_ - 1;
        Numbers &list = neighbours_[at(v)], &in = cliques_[at(v)];
        std::erase_if(list, [&](std::int64_t u) { return gone_[at(u)] || mark_[at(u)] == round_; });
        std::erase_if(in, [&](std::int64_t c) {
            if (!absorbed_[at(c)] && overlap_[at(c)] == 0) absorb(c);  // it lies within the new one
            return absorbed_[at(c)] != 0;
        });
        std::int64_t bound = count(list) + others;
        for (const std::int64_t c : in) bound += overlap_[at(c)];
        in.push_back(pivot);
        degrees_.insert(v, std::max<std::int64_t>(0, std::min({bound, degrees_.of(v) + others, left - 1})));
    }

    std::int64_t n_, round_ = 0;
    std::vector<Numbers> neighbours_, cliques_;  // of nodes: the nodes next to them, and the cliques that they are in
    std::vector<Numbers> members_;               // of the clique that was made when a node was eliminated
    Degrees degrees_;
    std::vector<char> gone_, absorbed_;
    Numbers mark_, overlap_, stamp_;
};

}  // namespace

std::vector<std::int64_t> minimum_degree(const Columns& a) { return Elimination(a).order(); }

}  // namespace cuprum::scipy::sparse::linalg
