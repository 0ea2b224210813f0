() => {
  // What is wrong with the page as it is shown now, each in a line.
  const wrong = [];
  const finger = innerWidth < 700;
  const least = finger ? 44 : 24;
  const seen = (node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const box = (node) => node.getBoundingClientRect();
  const name = (node) => `${node.tagName.toLowerCase()}${node.id ? `#${node.id}` : ""}.${node.getAttribute("class") ?? ""} “${(node.textContent ?? "").trim().slice(0, 40)}”`;
  if (document.documentElement.scrollWidth > innerWidth) wrong.push(`page is ${document.documentElement.scrollWidth} wide`);
  for (const node of document.querySelectorAll("body *:not(svg *)")) {
    if (!seen(node) || !node.childNodes.length || node.closest(".unseen, .hidden-visually, select, [hidden]") || getComputedStyle(node).clipPath !== "none") continue;
    const own = [...node.childNodes].some((one) => one.nodeType === 3 && one.data.trim());
    const style = getComputedStyle(node);
    if (own && style.overflowX !== "visible" && style.display !== "inline" && node.scrollWidth > node.clientWidth + 1) wrong.push(`cut: ${name(node)}`);
    if (node.matches("button, .button") && node.scrollWidth > node.clientWidth + 1) wrong.push(`cut button: ${name(node)}`);
  }
  for (const node of document.querySelectorAll("button, .button, select, input, a[href], [role=button], [role=radio]")) {
    if (!seen(node) || node.closest(".unseen, [inert], #felt svg") || node.matches(".unseen, .skip, label input")) continue;
    const { width, height } = box(node);
    if (Math.min(width, height) < least - 0.5 && width) wrong.push(`small ${Math.round(width)}×${Math.round(height)}: ${name(node)}`);
  }
  const shown = [...document.querySelectorAll("#felt svg.felt-picture text")].filter((node) => {
    for (let one = node; one && one.tagName !== "svg"; one = one.parentElement) if (Number(getComputedStyle(one).opacity) < 0.35) return false;
    return seen(node) && node.getAttribute("font-size") && node.textContent.trim() && !node.matches(".name, .small-print, .side-of-dealer") && !node.closest(".card, .chip");
  });
  const boxes = shown.map((node) => ({ node, at: box(node) })).filter(({ at }) => at.width > 0);
  boxes.forEach((one, nth) => {
    for (const other of boxes.slice(nth + 1)) {
      const w = Math.min(one.at.right, other.at.right) - Math.max(one.at.left, other.at.left);
      const h = Math.min(one.at.bottom, other.at.bottom) - Math.max(one.at.top, other.at.top);
      if (w < 3 || h < 3) continue;
      const share = (w * h) / Math.min(one.at.width * one.at.height, other.at.width * other.at.height);
      if (share > 0.3) wrong.push(`over: “${one.node.textContent.trim()}” and “${other.node.textContent.trim()}”`);
    }
  });
  const tiny = boxes.filter(({ node }) => parseFloat(node.getAttribute("font-size") ?? "99") * (document.querySelector("svg.felt-picture").getScreenCTM()?.a ?? 1) < (finger ? 0 : 8.5));
  if (tiny.length) wrong.push(`tiny: ${tiny.length}, “${[...new Set(tiny.map(({ node }) => node.textContent.trim()))].slice(0, 6).join("”, “")}”`);
  for (const place of document.querySelectorAll("#felt .place")) {
    const shape = box(place.querySelector(".shape"));
    for (const node of place.querySelectorAll(".printed")) {
      if (!seen(node) || !node.getBoundingClientRect().width || node.matches(".along")) continue;
      const at = box(node);
      if (at.left < shape.left - 2 || at.right > shape.right + 2) wrong.push(`outside: “${node.textContent}”`);
    }
  }
  return [...new Set(wrong)].slice(0, 30);
}
