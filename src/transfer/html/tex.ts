import type { Note } from '../source.ts';
import { splitVerbatim } from './html-body.ts';

/** What MathJax reads in no page: code, scripts and fields. */
const VERBATIM = ['pre', 'code', 'script', 'style', 'textarea'];
/** Between delimiters, TeX may have lines, which editors made `<br>`, but no other tags, and no delimiters: a search ends at the next one. */
const TEX = '((?:[^<$\\\\]|\\\\[^()[\\]]|<br\\s*/?>){1,2000}?)';
const DISPLAY = `(?:\\$\\$${TEX}\\$\\$|\\\\\\[${TEX}\\\\\\])`;
const PARAGRAPH = new RegExp(
  `<p>\\s*(?:<br\\s*/?>\\s*)?${DISPLAY}(?:\\s*<br\\s*/?>)?\\s*</p>`,
  'gi',
);
const FORMULA = new RegExp(`${DISPLAY}|\\\\\\(${TEX}\\\\\\)`, 'gi');

/**
 * HTML with the formulas that MathJax or KaTeX drew from its text, by their delimiters `$$…$$`, `\[…\]` and `\(…\)`, as
 * formulas of this site. Single dollars may be money, and stay.
 */
export function withFormulas(html: string): { html: string; notes: Note[] } {
  if (!/\$\$|\\[[(]/.test(html)) return { html, notes: [] };
  let count = 0;
  const formula = (whole: string, ...groups: unknown[]) => {
    const tex = groups.find((each) => typeof each === 'string') as string;
    // Two sums of money in one paragraph are not a formula.
    if (!/[\\^_=+]/.test(tex)) return whole;
    count += 1;
    const line = tex
      .replace(/<br\s*\/?>/gi, ' ')
      .replace(/\s+/g, ' ')
      .trim();
    const code = `<code data-science="math">${line}</code>`;
    return whole.startsWith('<p>') ? `<pre>${code}</pre>` : code;
  };
  const converted = splitVerbatim(html, VERBATIM)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replace(PARAGRAPH, formula).replace(FORMULA, formula),
    )
    .join('');
  if (count === 0) return { html, notes: [] };
  const message = `Formulas between $$…$$, \\[…\\] and \\(…\\) were converted to formulas: ${count}.`;
  return { html: converted, notes: [{ kind: 'changed', message }] };
}
