import { codeLabels } from '../../content/page-labels.ts';
import { enhanceArticle } from './enhance-article.ts';

const LABELS = [codeLabels.text, codeLabels.name, codeLabels.done] as const;

/**
 * What an article runs by itself on pages without hydration. White space in it matters only between words, and nothing
 * calls the function by its name.
 */
export const ARTICLE_SCRIPT = `(${enhanceArticle})(${JSON.stringify(LABELS).slice(1, -1)});`
  .replace(/^\(function \w+/, '(function')
  .replace(/\s+/g, ' ')
  .replace(/ ?([{}()[\];,=:?|&<>*-]) ?/g, '$1');
