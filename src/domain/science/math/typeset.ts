import type { Element } from 'hast';
import type { default as Temml } from 'temml';
import { refusedIn } from './refused-commands.ts';
import type { TemmlNode } from './temml-node.ts';
import { type TexError, TOO_DEEP } from './tex-error.ts';
import { toMathml } from './to-mathml.ts';

/** UTF-16 code units of one formula. */
export const MAX_TEX = 5000;

type Options = {
  isDisplay: boolean;
  /** Elements that the formula may have. */
  maxElements: number;
};

/**
 * Typesets TeX as MathML of our own allowlist, with the TeX as its annotation.
 *
 * Time is bounded by `MAX_TEX`, since commands that could multiply the input are refused.
 */
export async function typeset(
  tex: string,
  { isDisplay, maxElements }: Options,
): Promise<Element | TexError> {
  const { default: temml } = await import('temml');
  if (tex.trim() === '') return { message: 'the formula is empty' };
  const { length: written } = tex.trim();
  if (written > MAX_TEX) {
    const length = written.toLocaleString('en');
    return { message: `${length} characters; a formula may have ${MAX_TEX.toLocaleString('en')}` };
  }
  const refused = refusedIn(tex);
  if (refused !== null) return refused;
  try {
    const tree: TemmlNode = temml.__renderToMathMLTree(tex, {
      displayMode: isDisplay,
      throwOnError: true,
      trust: false,
      maxExpand: 1000,
      // Width and height of rules, in em.
      maxSize: [25, 10],
    });
    return toMathml(tree, { tex: tex.trim(), isDisplay, maxElements });
  } catch (error) {
    return toTexError(error, temml);
  }
}

function toTexError(error: unknown, temml: typeof Temml): TexError {
  if (error instanceof RangeError) return TOO_DEEP;
  // Its parser throws errors of other kinds at what its builders do not expect.
  if (!(error instanceof temml.ParseError)) return { message: 'this cannot be typeset' };
  const { message, position } = error as Error & { position?: number };
  return { message: inWords(message), offset: position };
}

const WORDS: readonly [RegExp, string][] = [
  [/^Function "(.+?)" is not trusted$/, '$1 is not allowed'],
  [/^Unsupported function name: (\S+)$/, '$1 is not known'],
  [/^Too many expansions.*$/s, 'a macro expands for ever'],
  [/^Expected '(.+?)', got 'EOF'$/, '$1 is missing at the end'],
  [/^Expected 'EOF', got '(.+?)'$/, '$1 is not expected here'],
  [/^Expected '(.+?)', got '(.+?)'$/, '$1 is expected, not $2'],
];

/** Its messages quote the input after the place. */
function inWords(told: string): string {
  const message = told
    .trim()
    .replace(/ at (?:position \d+|end of input): .*$/s, '')
    .replace(/\.$/, '');
  for (const [pattern, words] of WORDS) {
    if (pattern.test(message)) return message.replace(pattern, words).slice(0, 200).toWellFormed();
  }
  const first = message.slice(0, 2);
  const words = /^[A-Z][a-z]/.test(first) ? first.toLowerCase() + message.slice(2) : message;
  return words.slice(0, 200).toWellFormed();
}
