/**
 * Copies formulas as TeX between dollars, whole where a part is selected, with the words around them; as HTML they stay
 * MathML.
 *
 * Pages with a formula inline this function as text, as others do `enhanceArticle`: it must not use anything outside
 * itself.
 */
export function copyFormulas(): void {
  document.addEventListener('copy', (event) => {
    const selection = getSelection() as Selection;
    if (!selection.rangeCount) return;
    const range = selection.getRangeAt(0).cloneRange();
    const formulaAt = (node: Node) => (node as Element).parentElement?.closest('math');
    const [first, last] = [formulaAt(range.startContainer), formulaAt(range.endContainer)];
    if (first) range.setStartBefore(first);
    if (last) range.setEndAfter(last);
    const copied = document.createElement('div');
    copied.append(range.cloneContents());
    const html = copied.innerHTML;
    if (!copied.querySelector('math')) return;
    for (const math of copied.querySelectorAll('math')) {
      const sign = math.hasAttribute('display') ? '$$' : '$';
      math.replaceWith(sign + math.querySelector('annotation')?.textContent + sign);
    }
    for (const block of copied.querySelectorAll('p, li, h2, h3, tr, .formula')) block.append('\n');
    const clipboard = event.clipboardData as DataTransfer;
    clipboard.setData('text/html', html);
    clipboard.setData('text/plain', copied.textContent);
    event.preventDefault();
  });
}
