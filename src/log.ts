import { type DestinationStream, destination, type Logger, pino, stdTimeFunctions } from 'pino';

/** Beyond so many bytes that nobody takes, lines are dropped: the log must not take the memory. */
const MOST_WAITING = 16 * 1024 * 1024;

/**
 * The log: JSON, a line each. Lines are written in the background, and on the disk or in the pipe when
 * the process ends by itself; a fatal one at once.
 */
export function createLog(
  level: string,
  target: DestinationStream = destination({ sync: false, maxLength: MOST_WAITING }),
): Logger {
  return pino(
    { level, timestamp: stdTimeFunctions.isoTime, serializers: { err: describeError } },
    target,
  );
}

/** What is said of an error. */
export type DescribedError = {
  type: string;
  message?: string;
  stack?: string[];
  cause?: DescribedError;
  errors?: DescribedError[];
  [detail: string]: unknown;
};

/** Names of the schema and of the system; never values. */
const DETAILS = ['code', 'syscall', 'table', 'column', 'constraint'] as const;

const DEEPEST = 3;
const MOST_FRAMES = 20;

/**
 * An error without what people have written or may not know: drivers put whole rows and parameters into
 * theirs, parsers the text they were given. Only what is listed here is passed on.
 */
export function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error };
  const described: DescribedError = {
    type: error.name,
    message: withoutValues(error.message),
    stack: framesOf(error),
  };
  for (const name of DETAILS) {
    const value: unknown = name in error ? error[name as keyof typeof error] : undefined;
    if (typeof value === 'string' && /^[\w.-]{1,100}$/.test(value)) described[name] = value;
  }
  if (depth === DEEPEST) return described;
  if (error.cause !== undefined) described.cause = describeError(error.cause, depth + 1);
  if (error instanceof AggregateError) {
    described.errors = error.errors.slice(0, DEEPEST).map((each) => describeError(each, depth + 1));
  }
  return described;
}

/** Where it happened; the lines before that are the message once more. */
function framesOf({ stack = '', message }: Error): string[] {
  const after = stack.includes(message) ? stack.indexOf(message) + message.length : 0;
  return stack
    .slice(after)
    .split('\n')
    .filter((line) => /^ {4}at /.test(line))
    .slice(0, MOST_FRAMES)
    .map((line) => line.trim());
}

/** Names of things follow these words in the messages of databases and engines. */
const NAMED =
  '(?:relation|table|column|constraint|function|index|schema|type|role|database|reading|setting|package|module)';

/** The quoted name of a thing. */
const NAME = new RegExp(`\\b(${NAMED}) (["'])([\\w.$@/:-]{1,100})\\2`, 'g');
/** From the first quotation mark to the last: what is quoted may hold such marks itself. */
const QUOTED = /(?:["`“]|(?<!\w)').*["`”'](?!\w)|(?:["`“]|(?<!\w)').*/s;
const EMAIL = /[^\s"'<>(),;:]+(?:@|%40)[^\s"'<>(),;:]+/g;
const CREDENTIALS = /(\w+:\/\/)[^\s/@]*@/g;
/** Tokens, hashes and keys. */
const LONG = /[\w+/=-]{24,}/g;

const LONGEST_MESSAGE = 500;

/** The first line of a message without the values in it: quoted text, addresses, keys. */
function withoutValues(message: string): string {
  return (
    (message.split('\n')[0] ?? '')
      .slice(0, LONGEST_MESSAGE)
      .replace(CREDENTIALS, '$1')
      // Out of reach of what follows.
      .replace(NAME, '$1 \uE000$3\uE000')
      .replace(QUOTED, '"…"')
      .replace(EMAIL, '…@…')
      .replace(LONG, (text) => (/\d/.test(text) && /[A-Za-z]/.test(text) ? '…' : text))
      .replaceAll('\uE000', '"')
  );
}
