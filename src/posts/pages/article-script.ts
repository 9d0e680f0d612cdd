import { codeLabels } from '../../content/page-labels.ts';
import { copyFormulas } from './copy-formulas.ts';
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
