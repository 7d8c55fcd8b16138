"""The result files, and which run a chapter's table is made of."""

import json
import re

from harness.machine import slug

FORMAT = 1
GOALS_OF = "H200"  # the GPU whose milliseconds and GB/s are goals


class Run:
    def __init__(self, path):
        self.path, self.facts = path, json.loads(path.read_text())
        self.rows = self.facts.pop("rows") if self.facts.get("format") == FORMAT else []

    @property
    def counts(self):
        """Whether this is a result: measured from a clean tree, no trial."""
        return bool(self.rows) and self.facts["clean"] and not self.facts["trial"]

    def chapter(self, name):
        return [self.with_own_targets(row) for row in self.rows if row["chapter"] == name]

    def with_own_targets(self, row):
        """Another GPU's memory and processors are others: there only shares, ratios and host times are judged."""
        if not self.on_gpu or GOALS_OF in self.device or not row.get("targets"):
            return row
        own = [t for t in row["targets"] if "rate" not in t and not ("most" in t and row["unit"] == "ms")]
        return row | {"targets": own}

    @property
    def device(self):
        machine = self.facts["machine"]
        if self.facts["backend"] == "cuda":
            return machine["gpu"]
        return f"{machine['processor']}, {machine['cores']} cores"

    @property
    def on_gpu(self):
        return self.facts["backend"] == "cuda"

    @property
    def origin(self):
        """One sentence: where these figures come from."""
        facts = self.facts
        libraries = ", ".join(f"{name} {version}" for name, version in facts["versions"].items() if version)
        machine = facts["machine"]
        host = f", driver {machine['driver']}; {machine['processor']}, {machine['cores']} cores" if self.on_gpu else ""
        load = facts["load"]
        note = f" {facts['note']}" if "note" in facts else ""
        return (
            f"`{self.path.name}`: {self.device}{host}; commit "
            f"{facts['commit'][:12]}; {facts['date'][:10]}; load average {load['start'][0]:.2f} at the start, "
            f"{load['end'][0]:.2f} at the end; {libraries}. Command: `{facts['command']}`.{note}"
        )


def runs(folder):
    """Results by machine, GPUs first, the newest first within."""
    found = [run for run in map(Run, sorted(folder.glob("*.json"))) if run.counts]
    machines = {}
    for run in sorted(found, key=lambda run: run.facts["date"], reverse=True):
        machines.setdefault((not run.on_gpu, slug(run.facts["machine"])), []).append(run)
    return [machines[key] for key in sorted(machines)]


def newest(machine, chapter):
    """The run that a chapter's table is made of: the newest that measured it to its end, else the newest that has of
    it."""
    having = [run for run in machine if run.chapter(chapter)]
    return next((run for run in having if chapter in run.facts.get("complete", [])), having[0] if having else None)


def tests(folder):
    """The newest summary of a run of the tests on each kind of machine, as {key: [values]}. Notes of other runs, which
    name no machine, are left out."""
    newest = {}
    for path in sorted(folder.glob("*-tests.txt")):
        kind = re.sub(r"^\d{4}-\d\d-\d\d-", "", path.name)
        facts = {}
        for line in path.read_text().splitlines():
            key, _, value = line.partition(": ")
            facts.setdefault(key, []).append(value)
        if "machine" in facts:
            newest[kind] = (path.name, facts)
    return list(newest.values())
