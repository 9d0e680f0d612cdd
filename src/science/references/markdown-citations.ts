import { markdownLineEnding } from 'micromark-util-character';
import type {
  Code,
  Construct,
  Effects,
  Extension,
  State,
  Token,
  TokenizeContext,
} from 'micromark-util-types';
import { placeholderProperties } from '../../text/placeholders.ts';
import type { FromMarkdownExtension, Syntax } from '../markdown-syntax.ts';
import { type Citation, isLabelKey, MAX_CITATION, parseCitation } from './citation-syntax.ts';

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    citation: 'citation';
    citationText: 'citationText';
  }
}

const [AT, OPEN, CLOSE] = [64, 91, 93];
const [OPEN_BRACE, CLOSE_BRACE] = [123, 125];
const [PARENTHESIS, BACKSLASH, BACKTICK] = [40, 92, 96];

/**
 * Citations by Pandoc's syntax, `[see @a, p. 3; -@b]` and `@a`, which become placeholders.
 *
 * @param keys decide whether `@a` is a citation: a handle is not
 */
export function citations(keys: ReadonlySet<string>): Syntax {
  return { tokens: tokensOf(keys), nodes: toPlaceholders };
}

function tokensOf(keys: ReadonlySet<string>): Extension {
  const isKnown = ({ items }: Citation) =>
    items.some(({ key }) => keys.has(key) || isLabelKey(key));
  const group: Construct = { name: 'citation', tokenize: groupTokenizer(isKnown) };
  const bare: Construct = {
    name: 'citation',
    previous: mayPrecede,
    tokenize: bareTokenizer(isKnown),
  };
  return { text: { [OPEN]: group, [AT]: bare } };
}

type Tokenizer = (this: TokenizeContext, effects: Effects, ok: State, nok: State) => State;
type IsKnown = (citation: Citation) => boolean;

function groupTokenizer(isKnown: IsKnown): Tokenizer {
  return function tokenize(effects, ok, nok) {
    const context = this;
    const { previous } = this;
    let length = 0;
    let token: Token;
    return start;

    function start(code: Code): State | undefined {
      if (isEscaped(context)) return nok(code);
      effects.enter('citation');
      effects.enter('citationText');
      effects.consume(code);
      return inside;
    }

    function line(code: Code): State | undefined {
      if (code === null || markdownLineEnding(code)) return nok(code);
      effects.enter('citationText');
      return inside(code);
    }

    function inside(code: Code): State | undefined {
      length += 1;
      if (code === null || code === OPEN || code === BACKSLASH || code === BACKTICK) {
        return nok(code);
      }
      if (length > MAX_CITATION) return nok(code);
      if (markdownLineEnding(code)) {
        effects.exit('citationText');
        effects.enter('lineEnding');
        effects.consume(code);
        effects.exit('lineEnding');
        return line;
      }
      effects.consume(code);
      return code === CLOSE ? close() : inside;
    }

    function close(): State {
      effects.exit('citationText');
      token = effects.exit('citation');
      return after;
    }

    function after(code: Code): State | undefined {
      // The text of a link, or of a link by reference.
      if (code === PARENTHESIS || code === OPEN) return nok(code);
      const source = context.sliceSerialize(token);
      if (isDefined(context, source.slice(1, -1))) return nok(code);
      const citation = parseCitation(source);
      if (citation === null) return nok(code);
      // As in XPath's a[@href], and in brackets with a handle.
      const isCertain = !isGlued(previous) && /^\[\s*-?@/.test(source);
      return isCertain || isKnown(citation) ? ok(code) : nok(code);
    }
  };
}

function bareTokenizer(isKnown: IsKnown): Tokenizer {
  return function tokenize(effects, ok, nok) {
    const context = this;
    return start;

    function start(code: Code): State | undefined {
      if (isEscaped(context)) return nok(code);
      effects.enter('citation');
      effects.consume(code);
      return first;
    }

    function first(code: Code): State | undefined {
      if (code === OPEN_BRACE) {
        effects.consume(code);
        return braced;
      }
      return isKeyLetter(code) ? inside(code) : nok(code);
    }

    function braced(code: Code): State | undefined {
      if (code === null || code < 33 || code === OPEN_BRACE) return nok(code);
      effects.consume(code);
      return code === CLOSE_BRACE ? end : braced;
    }

    function inside(code: Code): State | undefined {
      if (isKeyLetter(code)) {
        effects.consume(code);
        return inside;
      }
      // A sign belongs to a key only between letters: the one at the end is that of the sentence.
      return isKeySign(code) ? effects.check(signInKey, sign, end)(code) : end(code);
    }

    function sign(code: Code): State | undefined {
      effects.consume(code);
      return inside;
    }

    function end(code: Code): State | undefined {
      const citation = parseCitation(context.sliceSerialize(effects.exit('citation')));
      return citation !== null && isKnown(citation) ? ok(code) : nok(code);
    }
  };
}

/** A sign with a letter after it. */
const signInKey: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    return (code) => {
      effects.enter('citation');
      effects.consume(code);
      effects.exit('citation');
      return (next) => (isKeyLetter(next) ? ok(next) : nok(next));
    };
  },
};

/** Not in an email address, a URL or a key. */
function mayPrecede(this: TokenizeContext, code: Code): boolean {
  return code === null || code < 0 || !/[\p{L}\p{N}.+\-/@=:&#\\]/u.test(String.fromCharCode(code));
}

function isGlued(code: Code): boolean {
  return code !== null && code > 0 && /[\p{L}\p{N}_\])*]/u.test(String.fromCharCode(code));
}

function isKeyLetter(code: Code): boolean {
  return code !== null && code > 0 && /[\p{L}\p{N}_]/u.test(String.fromCharCode(code));
}

function isKeySign(code: Code): boolean {
  return code !== null && code > 0 && ':.#$%&+?~/-'.includes(String.fromCharCode(code));
}

/** Right after an escape: `\[@a]`. */
function isEscaped({ events }: TokenizeContext): boolean {
  return events.at(-1)?.[1].type === 'characterEscape';
}

/** There is a definition of a link by this name. */
function isDefined({ parser }: TokenizeContext, label: string): boolean {
  const identifier = label.replace(/\s+/g, ' ').trim().toLowerCase().toUpperCase();
  return parser.defined.includes(identifier);
}

const toPlaceholders: FromMarkdownExtension = {
  enter: {
    citation(token) {
      const { line, column } = token.start;
      const hProperties = placeholderProperties({ kind: 'citation', line, column });
      const value = this.sliceSerialize(token).replace(/\s+/g, ' ');
      this.enter({ type: 'inlineCode', value, data: { hProperties } }, token);
    },
  },
  exit: {
    citation(token) {
      this.exit(token);
    },
  },
};
