import { MAX_TEX, type TexError, TOO_DEEP } from './tex-error.ts';

type Macro = { parameters: number; body: string };

export type Macros = { expand: (tex: string) => string | TexError };

/**
 * Macros that a body defines by `\newcommand`, for the formulas from there on. None can call itself: a definition is
 * expanded when it is read, by those before it.
 */
export function createMacros(): Macros {
  const macros = new Map<string, Macro>();
  return { expand: (tex) => expand(tex, macros) };
}

/** `\prescript{above}{below}{base}` of mathtools, whose first two arguments temml takes in the other order. */
export function forTemml(tex: string): string | TexError {
  return tex.includes('\\prescript') ? expand(tex, PRESCRIPT) : tex;
}

const PRESCRIPT: ReadonlyMap<string, Macro> = new Map([
  ['\\prescript', { parameters: 3, body: '\\prescript{#2}{#1}{#3}' }],
]);

const COMMAND = /\\(?:[A-Za-z]+|[\s\S])/y;
const OTHER = /[^\\]+/y;
const DEFINING = /^\\(?:new|renew|provide)command$/;
/** What follows `\newcommand`: the name, and the number of arguments. */
const SIGNATURE = /\*?\s*(?:\{\s*(\\[A-Za-z]+)\s*\}|(\\[A-Za-z]+))\s*(?:\[([0-9])\])?\s*/y;
const ENDS_IN_COMMAND = /\\[A-Za-z]+$/;
const LETTER = /^[A-Za-z]/;
const MAX_DEPTH = 20;

class MacroError extends Error {}

function expand(tex: string, macros: ReadonlyMap<string, Macro>): string | TexError {
  if (!tex.includes('\\')) return tex;
  try {
    return expanded(tex, macros, 0);
  } catch (error) {
    if (error instanceof MacroError) return { message: error.message };
    throw error;
  }
}

function expanded(tex: string, macros: ReadonlyMap<string, Macro>, depth: number): string {
  if (depth > MAX_DEPTH) throw new MacroError(TOO_DEEP.message);
  let [out, at] = ['', 0];
  while (at < tex.length) {
    const other = textAt(OTHER, tex, at);
    const command = other === '' ? textAt(COMMAND, tex, at) || '\\' : '';
    at += other.length + command.length;
    if (DEFINING.test(command)) at = define(tex, at, macros as Map<string, Macro>, depth);
    else if (macros.has(command)) {
      const { parameters, body } = macros.get(command) as Macro;
      const args: string[] = [];
      for (let index = 0; index < parameters; index++) {
        const [argument, end] = argumentAt(tex, at, command);
        args.push(expanded(argument, macros, depth + 1));
        at = end;
      }
      out = join(out, substitute(body, args));
    } else out = join(out, other + command);
    if (out.length > MAX_TEX) throw new MacroError('its macros expand too far');
  }
  return out;
}

/** Reads a definition, and returns where it ends. */
function define(tex: string, from: number, macros: Map<string, Macro>, depth: number): number {
  SIGNATURE.lastIndex = from;
  const [written, braced, bare, parameters = '0'] = SIGNATURE.exec(tex) ?? [];
  const name = braced ?? bare;
  if (written === undefined || name === undefined) {
    throw new MacroError('write a macro as \\newcommand{\\name}[2]{… #1 … #2 …}');
  }
  const start = from + written.length;
  if (tex[start] === '[') throw new MacroError(`${name}: default values are not supported`);
  const [body, end] = argumentAt(tex, start, name);
  macros.set(name, { parameters: Number(parameters), body: expanded(body, macros, depth + 1) });
  return end;
}

function substitute(body: string, args: readonly string[]): string {
  return body.split(/(#[1-9])/).reduce((out, part, index) => {
    const next = join(out, index % 2 === 0 ? part : (args[Number(part[1]) - 1] ?? ''));
    if (next.length > MAX_TEX) throw new MacroError('its macros expand too far');
    return next;
  }, '');
}

/** A command and a letter after it stay apart. */
function join(before: string, after: string): string {
  return LETTER.test(after) && ENDS_IN_COMMAND.test(before.slice(-40))
    ? `${before} ${after}`
    : before + after;
}

/** The argument of a command (a group in braces, a command or a character), and its end. */
function argumentAt(tex: string, from: number, command: string): [string, number] {
  const start = from + textAt(/\s*/y, tex, from).length;
  if (tex[start] !== '{') {
    const only = textAt(COMMAND, tex, start) || String.fromCodePoint(tex.codePointAt(start) ?? 125);
    if (only === '}') throw new MacroError(`${command} has too few arguments`);
    return [only, start + only.length];
  }
  let depth = 0;
  for (const { 0: token, index } of tex.slice(start).matchAll(/\\[\s\S]|[{}]/g)) {
    if (token === '{') depth++;
    else if (token === '}') depth--;
    if (depth === 0) return [tex.slice(start + 1, start + index), start + index + 1];
  }
  throw new MacroError(`the braces of ${command} are not closed`);
}

function textAt(expression: RegExp, text: string, at: number): string {
  expression.lastIndex = at;
  return expression.exec(text)?.[0] ?? '';
}
