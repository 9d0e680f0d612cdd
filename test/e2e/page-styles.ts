import { readdirSync } from 'node:fs';

/** The built styles that public pages link to; those for printing stay files. */
export const STYLES = readdirSync('build/client/static')
  .filter((name) => name.endsWith('.css') && !/^(?:admin-area|(?:article-)?print)-/.test(name))
  .map((name) => `/static/${name}`);

/**
 * Runs in the page: what its own styles lack of the rules in files that apply to one of its elements, and the files that it
 * waits for.
 */
export async function compareStyles(urls: string[]) {
  const styleRules = (rules: CSSRuleList): CSSStyleRule[] =>
    [...rules].flatMap((rule) => {
      if (rule instanceof CSSGroupingRule) return styleRules(rule.cssRules);
      return rule instanceof CSSStyleRule ? [rule] : [];
    });
  // States and pseudo-elements cannot be found: the elements that have them can.
  const plain = (selector: string) =>
    selector
      .replaceAll(/(?<=^|[\s>+~,(])(?=:)/g, '*')
      .replaceAll(/(?<!\\)::?[a-z-]+(?![\w(-])/g, '');
  const inline = [...document.styleSheets].filter(({ href }) => href === null);
  const present = new Set(
    inline.flatMap((sheet) => styleRules(sheet.cssRules)).map(({ cssText }) => cssText),
  );
  const sheets = urls.map(async (url) => {
    const sheet = new CSSStyleSheet();
    return sheet.replace(await (await fetch(url)).text());
  });
  const all = (await Promise.all(sheets)).flatMap((sheet) => styleRules(sheet.cssRules));
  const missing = all
    .filter(({ cssText }) => !present.has(cssText))
    .filter(({ selectorText }) => document.querySelector(plain(selectorText)) !== null)
    .map(({ cssText }) => cssText);
  const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const blocking = files.filter(
    (file) => 'renderBlockingStatus' in file && file.renderBlockingStatus === 'blocking',
  );
  return { present: present.size, missing, blocking: blocking.map(({ name }) => name) };
}
