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
    const copyWith = (shown: (formula: HTMLElement) => Node | string) => {
      const copied = document.createElement('div');
      copied.append(range.cloneContents());
      const formulas = copied.querySelectorAll<HTMLElement>('[data-tex]');
      for (const formula of formulas) formula.replaceWith(shown(formula));
      return copied;
    };
    const inMathml = copyWith((formula) => {
      const math = formula.lastElementChild as Element;
      math.setAttribute('alttext', formula.dataset.tex ?? '');
      return math;
    });
    if (!inMathml.querySelector('math')) return;
    const inTex = copyWith((formula) => {
      const sign = formula.querySelector('[display]') ? '$$' : '$';
      return sign + formula.dataset.tex + sign;
    });
    for (const block of inTex.querySelectorAll('p, li, h2, h3, tr, .formula')) block.append('\n');
    const clipboard = event.clipboardData as DataTransfer;
    clipboard.setData('text/html', inMathml.innerHTML);
    clipboard.setData('text/plain', inTex.textContent);
    event.preventDefault();
  });
}
