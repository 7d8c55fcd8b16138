// What the theme leaves to do for readers with a keyboard or a screen reader.
function improveAccess() {
    // On a phone, a table that is too wide shows each row as a list: the cells below one another, with their headings.
    for (const table of document.querySelectorAll(".bd-article table")) {
        const headings = [...table.querySelectorAll("thead th")].map((cell) => cell.textContent.trim());
        table.classList.remove("stacked");
        if (window.innerWidth > 600 || headings.length < 3 || table.scrollWidth <= table.clientWidth) continue;
        table.classList.add("stacked");
        table.setAttribute("role", "table"); // which display: block takes away
        for (const row of table.querySelectorAll("tr")) {
            row.setAttribute("role", "row");
            [...row.querySelectorAll("td")].forEach((cell, k) => {
                cell.setAttribute("role", "cell");
                cell.dataset.label = headings[k] || "";
                cell.hidden = !cell.textContent.trim();
            });
        }
        for (const cell of table.querySelectorAll("thead th")) cell.setAttribute("role", "columnheader");
        for (const group of table.querySelectorAll("thead, tbody")) group.setAttribute("role", "rowgroup");
    }
    // Tables that scroll sideways can be reached and scrolled with the keyboard.
    for (const table of document.querySelectorAll(".bd-article table")) {
        if (table.scrollWidth > table.clientWidth) table.setAttribute("tabindex", "0");
        else table.removeAttribute("tabindex");
    }
    // Sphinx writes the lines of a long signature as a list of definitions without terms.
    for (const list of document.querySelectorAll(".sig dl")) {
        const lines = document.createElement("div");
        lines.className = "sig-lines";
        for (const item of [...list.children]) {
            const line = document.createElement("div");
            line.append(...item.childNodes);
            lines.append(line);
        }
        list.replaceWith(lines);
    }
}
window.addEventListener("load", improveAccess);
window.addEventListener("resize", improveAccess);
