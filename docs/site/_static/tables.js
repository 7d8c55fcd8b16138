// Long tables get a field above them that hides the rows without the words that are typed.
function addFilters() {
    for (const table of document.querySelectorAll(".bd-article table")) {
        const rows = [...table.querySelectorAll("tbody tr")];
        if (rows.length < 12) continue;
        const label = document.createElement("label");
        label.className = "table-filter";
        const count = document.createElement("output");
        const field = document.createElement("input");
        field.type = "search";
        field.placeholder = "Filter the rows";
        field.addEventListener("input", () => {
            const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
            let shown = 0;
            for (const row of rows) {
                const text = row.textContent.toLowerCase();
                row.hidden = !words.every((word) => text.includes(word));
                shown += !row.hidden;
            }
            count.value = words.length ? `${shown} of ${rows.length} rows` : "";
        });
        label.append("Filter: ", field, " ", count);
        (table.closest(".pst-scrollable-table-container") || table).before(label);
    }
}
window.addEventListener("DOMContentLoaded", addFilters);
