// What the theme leaves to do for readers with a keyboard or a screen reader.
function improveAccess() {
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
