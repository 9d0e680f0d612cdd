import type { z } from 'zod';
import type { findingSchema } from '../server/http/common-schemas.ts';

export type Finding = z.output<typeof findingSchema>;

export type Severity = Finding['severity'];

export type Place = Pick<Finding, 'line' | 'reference' | 'column'>;

export type Report = (code: string, place: Place, message: string, severity?: Severity) => void;

/** Different messages of one code that are listed; the rest is counted. */
const MAX_PER_CODE = 10;
/** A message may quote a text without an end, such as a tag of a megabyte. */
const MAX_MESSAGE = 400;
/** Lines that a message names after its first one. */
const MAX_LINES = 3;

type Same = Finding & { /** Further lines with the same message. */ lines: Set<number> };
type Kind = { messages: Map<string, Same>; hidden: { first: Finding; count: number } | null };

/**
 * Collects findings, so that a text with thousands of them gives a list that can be read: equal messages of
 * a code are one finding, which names its further lines, and a code has at most `MAX_PER_CODE` and one that
 * counts the rest. Memory is bounded by the lines of the text.
 */
export function createFindings() {
  const kinds = new Map<string, Kind>();

  const report: Report = (code, place, text, severity = 'warning') => {
    const { line, column, reference } = place;
    const message = shorten(text, MAX_MESSAGE);
    const key = `${reference ?? ''} ${message}`;
    const kind = kinds.get(code) ?? { messages: new Map(), hidden: null };
    kinds.set(code, kind);
    const same = kind.messages.get(key);
    if (same !== undefined) {
      if (line !== same.line) same.lines.add(line);
      return;
    }
    const finding = { line, column, reference, code, severity, message };
    if (kind.messages.size < MAX_PER_CODE) {
      kind.messages.set(key, { ...finding, lines: new Set() });
    } else if (kind.hidden === null) kind.hidden = { first: finding, count: 1 };
    else kind.hidden.count += 1;
  };

  function list(): Finding[] {
    return [...kinds.values()]
      .flatMap(({ messages, hidden }) => [
        ...[...messages.values()].map(withLines),
        ...(hidden === null ? [] : [restOf(hidden)]),
      ])
      .sort(
        (a, b) =>
          a.line - b.line ||
          (a.reference ?? 0) - (b.reference ?? 0) ||
          (a.column ?? 0) - (b.column ?? 0) ||
          (a.code < b.code ? -1 : Number(a.code > b.code)),
      );
  }

  return { report, list };
}

function withLines({ lines, ...finding }: Same): Finding {
  if (lines.size === 0) return finding;
  const named = [...lines].sort((a, b) => a - b).slice(0, MAX_LINES);
  const rest = lines.size - named.length;
  const listed = listOf([...named, ...(rest > 0 ? [`${rest} more`] : [])]);
  const also = `Also on ${lines.size === 1 ? 'line' : 'lines'} ${listed}.`;
  return { ...finding, message: `${finding.message} ${also}` };
}

const list = new Intl.ListFormat('en-AU');

export function listOf(items: readonly (string | number)[]): string {
  return list.format(items.map(String));
}

function restOf({ first, count }: NonNullable<Kind['hidden']>): Finding {
  return {
    ...first,
    message: count === 1 ? first.message : `${first.message} And ${count - 1} more like this.`,
  };
}

export function quoted(text: string, max = 40): string {
  return `“${inline(text, max)}”`;
}

export function inline(text: string, max = 40): string {
  return shorten(text.trim().replace(/\s+/g, ' '), max);
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function shorten(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max).trimEnd().toWellFormed()}…` : text;
}
