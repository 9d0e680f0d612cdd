/**
 * Copies formulas as TeX between dollars, whole where a part is selected, with the words around them; as HTML they are
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
    const formulaAt = (node: Node) => (node as Element).parentElement?.closest('[data-tex]');
    const [first, last] = [formulaAt(range.startContainer), formulaAt(range.endContainer)];
    if (first) range.setStartBefore(first);
    if (last) range.setEndAfter(last);
    const copyWith = (shown: (math: Element, tex: string) => Node | string) => {
      const copied = document.createElement('div');
      copied.append(range.cloneContents());
      for (const formula of copied.querySelectorAll<HTMLElement>('[data-tex]')) {
        const { lastElementChild, dataset } = formula;
        formula.replaceWith(shown(lastElementChild as Element, dataset.tex as string));
      }
      return copied;
    };
    const inMathml = copyWith((math, tex) => {
      math.setAttribute('alttext', tex);
      return math;
    });
    if (!inMathml.querySelector('math')) return;
    const inTex = copyWith((math, tex) => {
      const sign = math.hasAttribute('display') ? '$$' : '$';
      return sign + tex + sign;
    });
    for (const block of inTex.querySelectorAll('p, li, h2, h3, tr, .formula')) block.append('\n');
    const clipboard = event.clipboardData as DataTransfer;
    clipboard.setData('text/html', inMathml.innerHTML);
    clipboard.setData('text/plain', inTex.textContent);
    event.preventDefault();
  });
}
