/**
 * Formulas are copied as TeX between dollars, whole where a part is selected; in HTML they are
 * MathML.
 * Pages with a formula inline this function as text: it must not use anything outside itself.
 */
export function copyFormulas(): void {
  document.addEventListener('copy', (event) => {
    const selection = getSelection() as Selection;
    if (!selection.rangeCount) return;
    const range = selection.getRangeAt(0).cloneRange();
    const formulaAt = (node: Node) => (node as Element).parentElement?.closest('[data-tex]');
    const [first, last] = [formulaAt(range.startContainer), formulaAt(range.endContainer)];
    if (first) range.setStartBefore(first);
    if (last) range.setEndAfter(last);
    const copied = document.createElement('div');
    copied.append(range.cloneContents());
    const formulas = [...copied.querySelectorAll<HTMLElement>('[data-tex]')];
    const inTex = formulas.map((formula) => {
      const math = formula.lastElementChild as Element;
      const tex = formula.dataset.tex as string;
      const sign = math.matches('[display]') ? '$$' : '$';
      math.setAttribute('alttext', tex);
      formula.replaceWith(math);
      return [math, sign + tex + sign] as const;
    });
    if (!inTex[0]) return;
    const clipboard = event.clipboardData as DataTransfer;
    clipboard.setData('text/html', copied.innerHTML);
    for (const [math, tex] of inTex) math.replaceWith(tex);
    for (const block of copied.querySelectorAll('p, li, h2, h3, tr, .formula')) block.append('\n');
    clipboard.setData('text/plain', copied.textContent);
    event.preventDefault();
  });
}
