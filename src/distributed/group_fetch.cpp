#include "distributed/group_fetch.h"

#include <algorithm>
#include <map>

#include "cuprum/error.h"
#include "cuprum/host.h"
#include "distributed/region.h"
#include "distributed/transfers.h"
#include "kernel/engine/array/allocation.h"
#include "kernel/engine/array/copy.h"

namespace cuprum::distributed {
namespace {

bool is_empty(const Region& region) {
    return std::ranges::any_of(region, [](const Range& range) { return range.size() == 0; });
}

bool lies_in(const Region& part, const Region& whole) {
    const auto shared = common(part, whole);
    return shared && *shared == part;
}

struct SharedBox {
    std::size_t number;  // among the boxes that the receiver wants
    Region region;
    Region source;  // the sender's box
};

std::int64_t elements_of(const std::vector<SharedBox>& boxes) {
    std::int64_t count = 0;
    for (const SharedBox& box : boxes) count += element_count(shape_of(box.region));
    return count;
}

/// What two lists of boxes share, as (sender, receiver) sees it.
template <class Visit>
void for_each_shared(const std::vector<std::pair<Region, std::vector<int>>>& boxes, const std::vector<Region>& wanted,
                     int to, Visit&& visit) {
    for (std::size_t number = 0; number < wanted.size(); ++number)
        for (const auto& [region, ranks] : boxes)
            if (const auto shared = common(region, wanted[number])) {
                const bool own = std::ranges::find(ranks, to) != ranks.end();
                visit(own ? to : ranks[static_cast<std::size_t>(to) % ranks.size()],
                      SharedBox{number, *shared, region});
            }
}

}  // namespace

namespace {

std::vector<std::pair<Region, std::vector<int>>> owners_of_boxes(const std::vector<std::vector<Region>>& boxes) {
    std::map<Region, std::vector<int>> found;
    for (std::size_t rank = 0; rank < boxes.size(); ++rank)
        for (const Region& region : boxes[rank])
            if (!is_empty(region)) found[region].push_back(static_cast<int>(rank));
    return {found.begin(), found.end()};
}

std::vector<std::vector<Region>> one_each(const std::vector<Region>& regions) {
    std::vector<std::vector<Region>> boxes;
    for (const Region& region : regions) boxes.push_back({region});
    return boxes;
}

}  // namespace

std::vector<std::pair<Region, std::vector<int>>> owners(const std::vector<Region>& regions) {
    return owners_of_boxes(one_each(regions));
}

std::vector<std::int64_t> numbers_of_all(ProcessGroup& group, const std::vector<std::int64_t>& mine) {
    const auto count = static_cast<std::int64_t>(mine.size());
    const ndarray in = host::copied(mine.data(), count, DType::int64);
    const ndarray out = kernel::new_array({group.size() * count}, DType::int64);
    group.all_gather(in, out, count);
    std::vector<std::int64_t> all(static_cast<std::size_t>(out.size()));
    out.get(all.data());
    return all;
}

bool cover(const std::vector<Region>& regions, const Shape& shape) {
    std::int64_t count = 0;
    for (const auto& [region, ranks] : owners(regions)) count += element_count(shape_of(region));
    return count == element_count(shape);
}

std::vector<Region> evenly(const Shape& shape, int axis, int ranks) {
    std::vector<Region> regions;
    for (std::int64_t i = 0; i < ranks; ++i) {
        regions.push_back(whole_of(shape));
        regions.back()[static_cast<std::size_t>(axis)] = {shape[axis] * i / ranks, shape[axis] * (i + 1) / ranks, 1};
    }
    return regions;
}

std::vector<Region> regions_of(const Layout& layout, const Shape& shape, int ranks) {
    const IndexMap map = layout.index_map(shape);
    std::vector<Region> regions;
    for (const auto& [rank, boxes] : map)
        if (rank == static_cast<int>(regions.size())) regions.push_back(boxes.front());
    if (static_cast<int>(regions.size()) != ranks || static_cast<int>(map.size()) != ranks)
        throw ValueError("the layout of an array of a group names its ranks, 0 to " + std::to_string(ranks - 1) +
                         ", each once");
    return regions;
}

bool is_first_owner(const GroupArray& a) {
    const auto first = std::ranges::find(a.regions(), a.region());
    return first - a.regions().begin() == a.rank();
}

Fetch::Fetch(const GroupArray& a, const std::vector<std::vector<Region>>& wanted)
    : Fetch(Holdings{*a.group(), a.shape(), a.dtype(), one_each(a.regions()), {a.local()}}, wanted) {}

Fetch::Fetch(const Holdings& holdings, const std::vector<std::vector<Region>>& wanted) {
    const int ranks = holdings.group.size(), me = holdings.group.rank();
    const DType dtype = holdings.dtype;
    const auto boxes = owners_of_boxes(holdings.boxes);
    const std::vector<Region>& own = holdings.boxes[static_cast<std::size_t>(me)];
    const auto array_of = [&](const Region& region) -> const ndarray& {
        return holdings.own[static_cast<std::size_t>(std::ranges::find(own, region) - own.begin())];
    };
    // The box of this rank in which another one lies.
    const auto around = [&](const Region& region) -> const Region* {
        const auto found = std::ranges::find_if(own, [&](const Region& one) { return lies_in(region, one); });
        return found == own.end() ? nullptr : &*found;
    };
    const std::vector<Region>& mine = wanted[static_cast<std::size_t>(me)];
    for (const Region& region : mine) {
        const Region* there = around(region);
        found_.push_back(there ? box_of(array_of(*there), region, *there) : kernel::new_array(shape_of(region), dtype));
    }
    bool needed = false;
    std::vector<std::vector<SharedBox>> sent(static_cast<std::size_t>(ranks)), received(sent.size());
    for (int to = 0; to < ranks; ++to)
        for_each_shared(boxes, wanted[static_cast<std::size_t>(to)], to, [&](int from, SharedBox box) {
            needed = needed || from != to;
            if (from == me && to != me) sent[static_cast<std::size_t>(to)].push_back(std::move(box));
            else if (to == me) received[static_cast<std::size_t>(from)].push_back(std::move(box));
        });
    const auto sent_part = [&](const SharedBox& box) { return box_of(array_of(box.source), box.region, box.source); };
    const auto target_of = [&](const SharedBox& box) {
        return box_of(found_[box.number], box.region, mine[box.number]);
    };
    for (const SharedBox& box : received[static_cast<std::size_t>(me)])
        if (!around(mine[box.number])) copy_to(sent_part(box), target_of(box));
    if (!needed) return;

    const ndarray nothing = kernel::new_array({0}, dtype);
    std::vector<ndarray> in(sent.size(), nothing), out(sent.size(), nothing);
    for (std::size_t other = 0; other < sent.size(); ++other) {
        if (static_cast<int>(other) == me) continue;
        // Several boxes go as one message, one behind the other.
        if (sent[other].size() == 1) {
            const ndarray box = sent_part(sent[other].front());
            in[other] = box.is_c_contiguous() ? box : box.copy('C');
        } else if (!sent[other].empty()) {
            in[other] = kernel::new_array({elements_of(sent[other])}, dtype);
            std::int64_t start = 0;
            for (const SharedBox& box : sent[other]) {
                const Shape shape = shape_of(box.region);
                const std::int64_t stop = start + element_count(shape);
                copy_to(sent_part(box), in[other].at({Slice{start, stop}}).reshape(shape));
                start = stop;
            }
        }
        if (received[other].size() == 1) {
            const ndarray target = target_of(received[other].front());
            if (target.is_c_contiguous()) {
                out[other] = target;
                continue;
            }
        }
        if (received[other].empty()) continue;
        out[other] = kernel::new_array({elements_of(received[other])}, dtype);
        std::int64_t start = 0;
        for (const SharedBox& box : received[other]) {
            const Shape shape = shape_of(box.region);
            const std::int64_t stop = start + element_count(shape);
            arrived_.emplace_back(out[other].at({Slice{start, stop}}).reshape(shape), target_of(box));
            start = stop;
        }
    }
    Fingerprint plan;
    plan.add(holdings.shape);
    for (const auto* lists : {&holdings.boxes, &wanted})
        for (const auto& regions : *lists)
            for (const Region& region : regions) plan.add(region);
    pending_ = holdings.group.start_exchange(in, out, plan.value());
}

std::vector<ndarray> Fetch::finish() {
    if (pending_) pending_->wait();
    pending_.reset();
    for (const auto& [source, target] : arrived_) copy_to(source, target);
    arrived_.clear();
    return found_;
}

ndarray fetch(const GroupArray& a, const std::vector<Region>& wanted) {
    return Fetch(a, one_each(wanted)).finish().front();
}

ndarray fetch(const Holdings& holdings, const std::vector<Region>& wanted) {
    return Fetch(holdings, one_each(wanted)).finish().front();
}

}  // namespace cuprum::distributed
