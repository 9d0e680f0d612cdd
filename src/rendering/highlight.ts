import type { ElementContent } from 'hast';
import { createCssVariablesTheme, createHighlighterCore } from 'shiki/core';
import { createOnigurumaEngine } from 'shiki/engine/oniguruma';
import { type BundledLanguage, bundledLanguages } from 'shiki/langs';
import { lazy } from '../server/lazy.ts';
import { h, text } from '../text/hast.ts';

/** UTF-16 code units. Longer code is not highlighted: grammars are slow. */
const MAX_CODE_LENGTH = 50_000;
/** UTF-16 code units. Longer lines (data, minified sources) are not highlighted. */
const MAX_LINE_LENGTH = 2_000;

const VARIABLE = '--';
const theme = createCssVariablesTheme({ name: 'classes', variablePrefix: VARIABLE });

/** The colours of the theme that have a class; others are plain text. */
const COLOR =
  /^token-(keyword|string|comment|constant|function|parameter|punctuation|link|inserted|deleted|changed)(?:-expression)?$/;

const highlighter = lazy(() =>
  createHighlighterCore({
    themes: [theme],
    langs: [],
    engine: createOnigurumaEngine(import('shiki/wasm')),
  }),
);

/**
 * Highlights code with classes (`tok-keyword`, `tok-string`…), never with inline styles. Grammars are
 * loaded on first use and run by Oniguruma: Shiki's JavaScript engine starts 60 ms sooner, but takes up to
 * ten times as long for the first lines in a language.
 *
 * @param language name or alias after a fence, in any letter case
 * @returns the content of the `code` element; null for an unknown language or very long code
 */
export async function highlight(code: string, language: string): Promise<ElementContent[] | null> {
  const lang = language.toLowerCase();
  if (code.length > MAX_CODE_LENGTH || !isBundled(lang)) return null;
  const shiki = await highlighter();
  await shiki.loadLanguage(bundledLanguages[lang]);
  const lines = shiki.codeToTokensBase(code, {
    lang,
    theme: 'classes',
    tokenizeMaxLineLength: MAX_LINE_LENGTH,
    // The default stops after half a second per line, so the result would depend on the machine. The
    // render pool limits the time instead.
    tokenizeTimeLimit: 0,
  });
  return joinTokens(lines.flatMap((line, index) => (index === 0 ? line : [LINE_BREAK, ...line])));
}

type Token = { content: string; color?: string };
const LINE_BREAK: Token = { content: '\n' };

function isBundled(language: string): language is BundledLanguage {
  return Object.hasOwn(bundledLanguages, language);
}

/** Merges neighbours of one class into one span; white space joins the span before it. */
function joinTokens(tokens: Token[]): ElementContent[] {
  const runs: { className: string | undefined; value: string }[] = [];
  for (const { content, color } of tokens) {
    const [, name] = COLOR.exec((color ?? '').slice(`var(${VARIABLE}`.length, -1)) ?? [];
    const className = name && `tok-${name}`;
    const last = runs.at(-1);
    if (last && (last.className === className || isSpace(content))) last.value += content;
    else runs.push({ className, value: content });
  }
  return runs.map(({ className, value }) =>
    className === undefined ? text(value) : h('span', className, value),
  );
}

function isSpace(content: string): boolean {
  return content !== '\n' && content.trim() === '';
}
