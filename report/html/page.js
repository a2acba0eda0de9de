"use strict";
// Filters by folder and text, and copies fingerprints. What needs no script is shown without it;
// the filters by confidence and state are rules of the style sheet.
(() => {
  const races = Array.from(document.querySelectorAll(".race"));
  const folder = document.getElementById("folder");
  const search = document.getElementById("search");
  const shown = document.getElementById("shown");
  const texts = new Map();

  function foldersOf(race) {
    return [race.dataset.first, race.dataset.second];
  }

  function fillFolders() {
    const counts = new Map();
    for (const race of races) {
      const own = new Set();
      for (const file of foldersOf(race)) {
        for (let at = file.indexOf("/", 1); at > 0; at = file.indexOf("/", at + 1)) {
          own.add(file.slice(0, at + 1));
        }
      }
      for (const name of own) counts.set(name, (counts.get(name) || 0) + 1);
    }
    for (const name of Array.from(counts.keys()).sort()) {
      const option = document.createElement("option");
      option.value = name;
      option.textContent = `${name} (${counts.get(name)})`;
      folder.append(option);
    }
    folder.hidden = counts.size === 0;
  }

  function textOf(race) {
    if (!texts.has(race)) texts.set(race, race.textContent.toLowerCase());
    return texts.get(race);
  }

  function count() {
    let visible = 0;
    for (const race of races) visible += getComputedStyle(race).display !== "none";
    shown.textContent = `${visible} of ${races.length} shown`;
  }

  function apply() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const race of races) {
      const here = !folder.value || foldersOf(race).some((file) => file.startsWith(folder.value));
      race.hidden = !here || !words.every((word) => textOf(race).includes(word));
    }
    count();
  }

  function openAll(open) {
    for (const race of races) {
      if (!race.hidden) race.open = open;
    }
  }

  function openTarget() {
    const target = document.getElementById(location.hash.slice(1));
    if (target && target.classList.contains("race")) {
      target.open = true;
      target.scrollIntoView();
    }
  }

  // Pages of the file system have no clipboard in some browsers: then the text is selected.
  function copy(button) {
    const text = button.previousElementSibling;
    const done = () => {
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = "Copy"; }, 1500);
    };
    const select = () => {
      getSelection().selectAllChildren(text);
      if (document.execCommand("copy")) done();
    };
    if (navigator.clipboard) {
      navigator.clipboard.writeText(text.textContent).then(done, select);
    } else {
      select();
    }
  }

  for (const element of document.querySelectorAll(".script")) element.hidden = false;
  for (const element of document.querySelectorAll(".copy")) element.hidden = false;
  addEventListener("hashchange", openTarget);
  addEventListener("click", (event) => {
    if (event.target.classList.contains("copy")) copy(event.target);
  });
  if (folder) {
    fillFolders();
    folder.addEventListener("change", apply);
    let timer;
    search.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(apply, 120);
    });
    document.getElementById("filters").addEventListener("change", count);
    document.getElementById("filters").addEventListener("submit", (event) => event.preventDefault());
    document.getElementById("open").addEventListener("click", () => openAll(true));
    document.getElementById("close").addEventListener("click", () => openAll(false));
    count();
  }
  openTarget();
})();
