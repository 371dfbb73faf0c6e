// How the search ranks what it finds: pages first, then reports and what has changed, and the kept runs last.
"use strict";
Scorer.score = ([page, , , , score]) => {
  if (page.startsWith("counterexamples/")) return score - (/-\d+$/.test(page) ? 200 : 100);
  return page.startsWith("docs/reports/") || page === "CHANGELOG" ? score - 50 : score;
};
