import { type DestinationStream, destination, type Logger, pino, stdTimeFunctions } from 'pino';

/** Bytes of unwritten lines; beyond them lines are dropped, so that a stalled log cannot fill the memory. */
const MAX_BUFFERED = 16 * 1024 * 1024;

/**
 * Lines are written asynchronously, and flushed when the process exits by itself; a fatal one is
 * written synchronously.
 */
export function createLog(
  level: string,
  target: DestinationStream = destination({ sync: false, maxLength: MAX_BUFFERED }),
): Logger {
  return pino(
    { level, timestamp: stdTimeFunctions.isoTime, serializers: { err: describeError } },
    target,
  );
}

/** Properties that hold names of the schema or the system, never values. */
const DETAILS = ['code', 'syscall', 'table', 'column', 'constraint'] as const;

const MAX_DEPTH = 3;
const MAX_FRAMES = 20;

/**
 * Copies only the listed properties: drivers put rows and parameters into their errors, parsers
 * their input.
 */
export function describeError(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const described: Record<string, unknown> = {
    type: error.name,
    message: withoutValues(error.message),
    stack: framesOf(error),
  };
  for (const name of DETAILS) {
    const value: unknown = name in error ? error[name as keyof typeof error] : undefined;
    if (typeof value === 'string' && /^[\w.-]{1,100}$/.test(value)) described[name] = value;
  }
  if (depth === MAX_DEPTH) return described;
  if (error.cause !== undefined) described.cause = describeError(error.cause, depth + 1);
  if (error instanceof AggregateError) {
    described.errors = error.errors
      .slice(0, MAX_DEPTH)
      .map((each) => describeError(each, depth + 1));
  }
  return described;
}

/** The stack frames; the lines before them repeat the message. */
function framesOf({ stack = '', message }: Error): string[] {
  const after = stack.includes(message) ? stack.indexOf(message) + message.length : 0;
  return stack
    .slice(after)
    .split('\n')
    .filter((line) => /^ {4}at /.test(line))
    .slice(0, MAX_FRAMES)
    .map((line) => line.trim());
}

/** In messages of databases and engines, these words precede the name of a thing. */
const NAMED =
  '(?:relation|table|column|constraint|function|index|schema|type|role|database|reading|setting|package|module)';

const NAME = new RegExp(`\\b(${NAMED}) (["'])([\\w.$@/:-]{1,100})\\2`, 'g');
/** Reaches from the first quotation mark to the last: quoted text may contain quotation marks. */
const QUOTED = /(?:["`“]|(?<!\w)').*["`”'](?!\w)|(?:["`“]|(?<!\w)').*/s;
const EMAIL = /[^\s"'<>(),;:]+(?:@|%40)[^\s"'<>(),;:]+/g;
const CREDENTIALS = /(\w+:\/\/)[^\s/@]*@/g;
/** Tokens, hashes and keys. */
const LONG = /[\w+/=-]{24,}/g;

const MAX_MESSAGE = 500;

export function withoutValues(message: string): string {
  return (
    (message.split('\n')[0] ?? '')
      .slice(0, MAX_MESSAGE)
      .replace(CREDENTIALS, '$1')
      // Protects the name from the replacements that follow.
      .replace(NAME, '$1 \uE000$3\uE000')
      .replace(QUOTED, '"…"')
      .replace(EMAIL, '…@…')
      .replace(LONG, (text) => (/\d/.test(text) && /[A-Za-z]/.test(text) ? '…' : text))
      .replaceAll('\uE000', '"')
  );
}
