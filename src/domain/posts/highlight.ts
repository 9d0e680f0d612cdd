import type { ElementContent } from 'hast';
import { createCssVariablesTheme, createHighlighterCore } from 'shiki/core';
import { createOnigurumaEngine } from 'shiki/engine/oniguruma';
import { type BundledLanguage, bundledLanguages } from 'shiki/langs';
import { lazy } from '../lazy.ts';

/** Longer code is shown plain: its colours help nobody, and grammars are slow. In UTF-16 units. */
const MAX_CODE = 50_000;
/** A longer line is left plain within coloured code (data, minified sources). In UTF-16 units. */
const MAX_LINE = 2_000;

const VARIABLE = '--';
const theme = createCssVariablesTheme({ name: 'classes', variablePrefix: VARIABLE });

/** The class for each of the theme's colours; what is missing here is plain text. */
const CLASSES: Readonly<Record<string, string>> = {
  'token-keyword': 'tok-keyword',
  'token-string': 'tok-string',
  'token-string-expression': 'tok-string',
  'token-comment': 'tok-comment',
  'token-constant': 'tok-constant',
  'token-function': 'tok-function',
  'token-parameter': 'tok-parameter',
  'token-punctuation': 'tok-punctuation',
  'token-link': 'tok-link',
  'token-inserted': 'tok-inserted',
  'token-deleted': 'tok-deleted',
  'token-changed': 'tok-changed',
};

const highlighter = lazy(() =>
  createHighlighterCore({
    themes: [theme],
    langs: [],
    engine: createOnigurumaEngine(import('shiki/wasm')),
  }),
);

/**
 * Colours code with classes (`tok-keyword`, `tok-string`…), never with inline styles. Grammars are
 * loaded when first asked for, by Oniguruma rather than by Shiki's JavaScript engine: that one
 * starts 60 ms sooner, but takes up to ten times as long over the first lines in a language.
 *
 * @param language name or alias as it stands after a fence; letter case does not matter
 * @returns the content of the `code` element, or null for an unknown language and very long code
 */
export async function highlight(code: string, language: string): Promise<ElementContent[] | null> {
  const lang = language.toLowerCase();
  if (code.length > MAX_CODE || !isBundled(lang)) return null;
  const shiki = await highlighter();
  await shiki.loadLanguage(bundledLanguages[lang]);
  const lines = shiki.codeToTokensBase(code, {
    lang,
    theme: 'classes',
    tokenizeMaxLineLength: MAX_LINE,
    // The default gives up on a line after half a second, which would make the result depend on
    // the machine; whoever cannot wait ends the whole rendering.
    tokenizeTimeLimit: 0,
  });
  return joinTokens(lines.flatMap((line, index) => (index === 0 ? line : [LINE_BREAK, ...line])));
}

type Token = { content: string; color?: string };
const LINE_BREAK: Token = { content: '\n' };

function isBundled(language: string): language is BundledLanguage {
  return Object.hasOwn(bundledLanguages, language);
}

/** Neighbours of one class become one span, and spaces take the class before them. */
function joinTokens(tokens: Token[]): ElementContent[] {
  const runs: { className: string | undefined; value: string }[] = [];
  for (const { content, color } of tokens) {
    const className = CLASSES[(color ?? '').slice(`var(${VARIABLE}`.length, -1)];
    const last = runs.at(-1);
    if (last && (last.className === className || isSpace(content))) last.value += content;
    else runs.push({ className, value: content });
  }
  return runs.map(({ className, value }) => {
    const text: ElementContent = { type: 'text', value };
    if (className === undefined) return text;
    return {
      type: 'element',
      tagName: 'span',
      properties: { className: [className] },
      children: [text],
    };
  });
}

function isSpace(content: string): boolean {
  return content !== '\n' && content.trim() === '';
}
