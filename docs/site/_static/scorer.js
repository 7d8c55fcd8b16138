// How the search ranks pages: those whose title has all words of the query first, and pages for users before those for
// developers. Sphinx includes this file in front of its own program (html_search_scorer in conf.py).
const queryWords = (new URLSearchParams(window.location.search).get("q") || "").toLowerCase().split(/\s+/).filter(Boolean);
const forDevelopers = /^about\/(ledger|architecture|adding|glossary|dependencies)$/;

var Scorer = {
    score: ([page, title, anchor, , score]) => {
        const words = title.toLowerCase();
        if (queryWords.length && queryWords.every((word) => words.includes(word))) score += 10;
        if (/^(start|howto|guide)\//.test(page)) score += anchor ? 4 : 8;
        if (forDevelopers.test(page)) score -= 10;
        return score;
    },
    objNameMatch: 11,
    objPartialMatch: 6,
    objPrio: { 0: 15, 1: 5, 2: -5 },
    objPrioDefault: 0,
    title: 15,
    partialTitle: 7,
    term: 5,
    partialTerm: 2,
};
