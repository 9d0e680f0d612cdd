import type { Literal } from 'mdast';
import { markdownLineEnding, markdownSpace } from 'micromark-util-character';
import type { Code, State, Tokenizer } from 'micromark-util-types';
import type { Syntax } from '../markdown-syntax.ts';

/** A line that opens or closes a container: `::: {.key-points}`, `:::`. */
export interface ContainerFence extends Literal {
  type: 'containerFence';
  /** The line. */
  value: string;
}

declare module 'mdast' {
  interface RootContentMap {
    containerFence: ContainerFence;
  }
  interface BlockContentMap {
    containerFence: ContainerFence;
  }
}

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    containerFence: 'containerFence';
  }
}

const COLON = 58;
const BRACE_OPEN = 123;
const BRACE_CLOSE = 125;

/** Three colons or more, then nothing, attributes in braces, or one word; then more colons, as in Pandoc. */
const tokenize: Tokenizer = (effects, ok, nok) => {
  let colons = 0;
  let last: Code = null;
  let words = 0;

  return function start(code) {
    effects.enter('containerFence');
    return sequence(code);
  };

  function sequence(code: Code): State | undefined {
    if (code !== COLON) return colons < 3 ? nok(code) : before(code);
    effects.consume(code);
    colons += 1;
    return sequence;
  }

  function before(code: Code): State | undefined {
    if (isEnd(code)) return finish(code);
    if (markdownSpace(code) || code === COLON) {
      effects.consume(code);
      return before;
    }
    if (code === BRACE_OPEN) return attributes(code);
    if (words > 0 || !isWord(code)) return nok(code);
    words += 1;
    return word(code);
  }

  function word(code: Code): State | undefined {
    if (!isWord(code)) return before(code);
    effects.consume(code);
    return word;
  }

  function attributes(code: Code): State | undefined {
    if (isEnd(code)) return last === BRACE_CLOSE || last === COLON ? finish(code) : nok(code);
    if (!markdownSpace(code)) last = code;
    effects.consume(code);
    return attributes;
  }

  function finish(code: Code): State | undefined {
    effects.exit('containerFence');
    return ok(code);
  }
};

function isEnd(code: Code): boolean {
  return code === null || markdownLineEnding(code);
}

function isWord(code: Code): boolean {
  return code !== null && code > 0 && /[\w-]/.test(String.fromCharCode(code));
}

/**
 * Fences of containers are blocks of one line, which end a paragraph, list or table above them, as a thematic break
 * does. The fences of one container are matched afterwards, among the blocks of one parent.
 */
export const containerFences: Syntax = {
  tokens: { flow: { [COLON]: { name: 'containerFence', tokenize } } },
  nodes: {
    enter: {
      containerFence(token) {
        this.enter({ type: 'containerFence', value: this.sliceSerialize(token).trim() }, token);
      },
    },
    exit: {
      containerFence(token) {
        this.exit(token);
      },
    },
  },
};
