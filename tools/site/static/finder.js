// Chooses the rows of a table of verdicts. The choice is in the address, so that a verdict can be linked to.
"use strict";
{
  const form = document.querySelector("form.finder"), found = document.querySelector("p.found");
  const head = document.querySelector("table.finder thead tr"), rows = [...document.querySelectorAll("table.finder tbody tr")];

  const choose = (value) => {
    for (const select of form.elements) select.value = value(select) ?? "";
    show();
  };

  function show() {
    const chosen = [...form.elements].map((select) => select.value);
    const shown = rows.filter((row) => {
      row.hidden = chosen.some((value, at) => value && row.cells[at].textContent !== value);
      return !row.hidden;
    });
    // On a narrow screen a column of one value is left out.
    for (const row of [head, ...rows]) chosen.forEach((value, at) => row.cells[at].classList.toggle("chosen", value !== ""));
    found.textContent = `${shown.length} of ${rows.length} rows.`;
    if (shown.length === 1) {
      const code = document.createElement("code");
      code.textContent = shown[0].dataset.command;
      found.replaceChildren(`${shown[0].dataset.says} Run it: `.trimStart(), code);
    }
  }

  form.addEventListener("change", () => {
    const chosen = new URLSearchParams([...form.elements].filter((one) => one.value).map((one) => [one.name, one.value]));
    history.replaceState(null, "", `#${chosen}`);
    show();
  });
  const fromAddress = () => {
    const chosen = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
    choose((select) => location.hash ? chosen[select.name] : select.dataset.first);
  };
  addEventListener("hashchange", fromAddress);
  form.hidden = false;
  fromAddress();
}
