import { codeLabels } from '../../content/page-labels.ts';
import type { PageHandle } from '../../root.tsx';
import { copyFormulas } from './copy-formulas.ts';
import { COVER_FALLBACK_SCRIPT } from './cover.tsx';
import { enhanceArticle } from './enhance-article.ts';

const LABELS = [codeLabels.text, codeLabels.name, codeLabels.done] as const;

const ARTICLE_SCRIPT = inlined(enhanceArticle, JSON.stringify(LABELS).slice(1, -1));

/**
 * On the "Post Not Found" page only: a browser with an administrator's token requests the same URL
 * with it, and shows the draft that it receives. Crawlers make no calls for posts.
 */
const DRAFT_PREVIEW_SCRIPT = `(async()=>{
const token=localStorage.adminToken;
if(!token||'prerenderReady' in window||!document.querySelector('[data-post-missing]'))return;
const response=await fetch(location,{headers:{Authorization:'Bearer '+token}});
if(!response.ok)return;
const text=await response.text();
const page=window.trustedTypes?.createPolicy('ligara-draft',{createHTML:html=>html}).createHTML(text)??text;
document.open();document.write(page);document.close()
})();`;

function formulaScript(post: object): string {
  const hasFormulas = 'contentHtml' in post && String(post.contentHtml).includes('<math');
  return hasFormulas ? inlined(copyFormulas, '') : '';
}

/** Of every page that shows an article; null for a post that only those who are signed in may see. */
export const articleHandle = {
  hydrate: false,
  inlineScript: COVER_FALLBACK_SCRIPT + ARTICLE_SCRIPT,
  // A separate script: the one above must keep its hash in the draft that replaces the page.
  scriptFor: (loaderData) =>
    loaderData?.post === null ? DRAFT_PREVIEW_SCRIPT : formulaScript(loaderData?.post ?? {}),
} satisfies PageHandle<{ post: object | null }>;

/** White space in these functions matters only between words, and nothing calls them by their names. */
function inlined(run: (...labels: string[]) => void, labels: string): string {
  return `(${run})(${labels});`
    .replace(/^\(function \w+/, '(function')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{}()[\];,=:?|&<>*-]) ?/g, '$1');
}
