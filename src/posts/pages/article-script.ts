import { codeLabels } from '../../content/page-labels.ts';
import { enhanceArticle } from './enhance-article.ts';

const LABELS = [codeLabels.text, codeLabels.name, codeLabels.done] as const;

/** What an article runs by itself on pages without hydration. */
export const ARTICLE_SCRIPT = inlined(enhanceArticle, JSON.stringify(LABELS).slice(1, -1));

/** The same of an article that has formulas; empty for others. */
export function formulaScript(post: object): string {
  const hasFormulas = 'contentHtml' in post && String(post.contentHtml).includes('<math');
  return hasFormulas ? inlined(copyFormulas, '') : '';
}

/** White space in these functions matters only between words, and nothing calls them by their names. */
function inlined(run: (...labels: string[]) => void, labels: string): string {
  return `(${run})(${labels});`
    .replace(/^\(function \w+/, '(function')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{}()[\];,=:?|&<>*-]) ?/g, '$1');
}

/**
 * Copies formulas as TeX between dollars, whole where a part is selected, with the words around them; as HTML they stay
 * MathML.
 *
 * Pages with a formula inline this function as text, as others do `enhanceArticle`: it must not use anything outside
 * itself.
 */
function copyFormulas(): void {
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
