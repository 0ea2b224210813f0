// Shows the server's view, fetched each second. If it cannot be fetched, a dash replaces it: an old view would be taken for the current one.

const EVERY_MS = 1000;
const shown = /** @type {HTMLElement} */ (document.getElementById("shown"));
const place = `/${document.documentElement.dataset.view}/shown`;

async function show() {
  try {
    const answer = await fetch(place, { signal: AbortSignal.timeout(5 * EVERY_MS) });
    const html = await answer.text();
    // Compared with the text that was set: `innerHTML` reads back in the browser's own spelling.
    if (html !== shown.dataset.html) shown.innerHTML = html;
    shown.dataset.html = html;
  } catch {
    shown.innerHTML = '<p class="lot">–</p>';
    shown.dataset.html = "";
  }
  setTimeout(show, EVERY_MS);
}

show();
