// The reader's choice of binding, remembered for the whole site; copy buttons with names; links that open what they lead to.
(() => {
  "use strict";
  const KEY = "wire";
  const remembered = () => {
    try {
      return localStorage.getItem(KEY) === "rpc" ? "rpc" : "line";
    } catch {
      return "line";
    }
  };
  const choose = (wire) => {
    document.documentElement.dataset.wire = wire;
    for (const input of document.querySelectorAll(".wire-switch input")) input.checked = input.value === wire;
    try {
      localStorage.setItem(KEY, wire);
    } catch {
      // Where nothing can be remembered, the choice holds for this page.
    }
  };

  const option = (value, text) => {
    const label = document.createElement("label");
    const input = document.createElement("input");
    input.type = "radio";
    input.name = KEY;
    input.value = value;
    input.addEventListener("change", () => choose(value));
    label.append(input, text);
    return label;
  };

  const addSwitch = () => {
    const article = document.querySelector("article");
    if (!article || !article.querySelector(".wire-rpc")) return;
    const field = document.createElement("fieldset");
    field.className = "wire-switch";
    const legend = document.createElement("legend");
    legend.textContent = "Messages as";
    field.append(legend, option("line", "NDJSON"), option("rpc", "JSON-RPC"));
    article.querySelector("h1")?.after(field);
  };

  const open = () => {
    const name = decodeURIComponent(location.hash.slice(1));
    const place = name && document.getElementById(name);
    const details = place && place.closest("details");
    if (details && !details.open) {
      details.open = true;
      place.scrollIntoView();
    }
  };

  // What scrolls by itself can be scrolled by keyboard.
  for (const wrapper of document.querySelectorAll(".table-wrapper")) {
    if (wrapper.scrollWidth > wrapper.clientWidth) {
      wrapper.tabIndex = 0;
      wrapper.setAttribute("role", "region");
      wrapper.setAttribute("aria-label", "Table that scrolls sideways");
    }
  }

  addSwitch();
  choose(remembered());
  window.addEventListener("storage", (event) => event.key === KEY && choose(remembered()));
  window.addEventListener("hashchange", open);
  open();
})();
