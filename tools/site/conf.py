"""How Sphinx makes the site of the pages that `tools/site` has laid out. Nothing of it is asked for from elsewhere."""

import os
from datetime import date
from pathlib import Path

project = "Tidemark"
release = os.environ["TIDEMARK_VERSION"]
author = "the authors of Tidemark"
copyright = f"{date.today().year}, {author}"
html_title = f"Tidemark {release}"

extensions = ["myst_parser"]
myst_heading_anchors = 6
myst_links_external_new_tab = False
suppress_warnings = [
    "myst.xref_missing",  # a page's own <a id="…">: `links.py` looks at every link of the built pages
    "myst.header",  # a page may go from a title to its third level
]
highlight_language = "text"
nitpicky = True

html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_js_files = ["mermaid.min.js", "diagrams.js"]
html_extra_path = ["_extra"]
html_search_scorer = str(Path(__file__).with_name("scorer.js"))
html_copy_source = False
html_show_sphinx = False
html_theme_options = {"top_of_page_buttons": [], "navigation_with_keys": True}
