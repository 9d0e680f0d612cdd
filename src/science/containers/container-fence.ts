import type { Literal } from 'mdast';
import type { Data, Processor } from 'unified';

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

type MicromarkExtension = NonNullable<Data['micromarkExtensions']>[number];
type Constructs = NonNullable<MicromarkExtension['flow']>[string];
type Construct = Exclude<NonNullable<Constructs>, readonly unknown[]>;
type Tokenizer = Construct['tokenize'];
type State = ReturnType<Tokenizer>;
type Code = Parameters<State>[0];
type FromMarkdownExtension = Exclude<
  NonNullable<Data['fromMarkdownExtensions']>[number],
  readonly unknown[]
>;

const COLON = 58;
const BRACE = 125;
const MARK = 'containerFence' as never;

/**
 * Lets remark read fences of containers as blocks of one line, which end a paragraph, list or table above them, as
 * a thematic break does. What belongs together is found afterwards, among the blocks of one parent.
 */
export function remarkContainerFences(this: Processor): void {
  const data = this.data();
  data.micromarkExtensions = [
    ...(data.micromarkExtensions ?? []),
    { flow: { [COLON]: { name: 'containerFence', tokenize } } },
  ];
  data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), fromMarkdown];
}

const fromMarkdown: FromMarkdownExtension = {
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
};

/** Three colons or more, then nothing, attributes in braces, or one word; then more colons, as in Pandoc. */
const tokenize: Tokenizer = (effects, ok, nok) => {
  let colons = 0;
  let last: Code = null;
  let words = 0;

  return function start(code) {
    effects.enter(MARK);
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
    if (isSpace(code) || code === COLON) {
      effects.consume(code);
      return before;
    }
    if (code === 123) return attributes(code);
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
    if (isEnd(code)) return last === BRACE || last === COLON ? finish(code) : nok(code);
    if (!isSpace(code)) last = code;
    effects.consume(code);
    return attributes;
  }

  function finish(code: Code): State | undefined {
    effects.exit(MARK);
    return ok(code);
  }
};

/** Micromark's codes of line ends are -5 to -3, and null is the end of the file. */
function isEnd(code: Code): boolean {
  return code === null || code < -2;
}

function isSpace(code: Code): boolean {
  return code === 32 || code === -1 || code === -2;
}

function isWord(code: Code): boolean {
  return code !== null && code > 0 && /[\w-]/.test(String.fromCharCode(code));
}
