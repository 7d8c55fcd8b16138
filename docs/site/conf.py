"""Sphinx's settings of the documentation site; tools/site/build.py starts Sphinx."""

import pathlib

project = "cuprum"
author = "the cuprum developers"
copyright = "the cuprum developers"
extensions = ["myst_parser", "sphinx_design", "sphinx_copybutton"]
myst_enable_extensions = ["colon_fence", "deflist", "attrs_inline"]
myst_heading_anchors = 4
suppress_warnings = ["myst.header"]  # pages that are included begin with a heading of their own
exclude_patterns = ["requirements.txt", "examples/**/*.md"]
add_module_names = False
python_display_short_literal_types = True
maximum_signature_line_length = 90
toc_object_entries_show_parents = "hide"
highlight_language = "none"
copybutton_prompt_text = r"\$ |>>> |\.\.\. "
copybutton_prompt_is_regexp = True
copybutton_selector = "div:not(.highlight-output) > div.highlight > pre"
copybutton_exclude = ".linenos, .gp, .go"

html_theme = "pydata_sphinx_theme"
html_title = "cuprum"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_search_scorer = str(pathlib.Path(__file__).parent / "_static/scorer.js")
html_js_files = ["site.js", "tables.js"]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_theme_options = {
    "logo": {"text": "cuprum"},
    "navbar_align": "left",
    "header_links_before_dropdown": 7,
    "navbar_end": ["theme-switcher"],
    "navbar_persistent": ["search-button"],
    "show_toc_level": 2,
    "navigation_with_keys": False,
    "show_nav_level": 1,
    "collapse_navigation": False,
    "secondary_sidebar_items": ["page-toc"],
    "footer_start": ["copyright"],
    "footer_end": [],
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
}
html_sidebars = {"index": [], "about/performance": [], "search": []}
