import type { Nodes } from 'mdast';
import type { Report, Severity } from '../../text/finding.ts';

/** A node of Markdown and what stands around it. */
export type Context = {
  source: string;
  report: Report;
  /** The line at which the node, or else the nearest one before it with a position, starts. */
  line: number;
  /** The node before this one in the same parent. */
  previous: Nodes | undefined;
};

/** Reports a finding at the start of a node. */
export function tell(
  node: Nodes,
  { line, report }: Context,
  code: string,
  message: string,
  severity?: Severity,
): void {
  report(code, { line, column: node.position?.start.column }, message, severity);
}

/** The source of a node; empty where its position is unknown. */
export function sourceOf({ position }: Nodes, source: string): string {
  const { start, end } = position ?? {};
  return source.slice(start?.offset ?? 0, end?.offset ?? 0);
}

/** The characters beside a node. */
export function neighboursOf(
  { position }: Nodes,
  source: string,
): { before: string; after: string } {
  const start = position?.start.offset ?? 0;
  const end = position?.end.offset ?? source.length;
  // Two code units are enough for any character, and may hold half of another one.
  return {
    before: [...source.slice(Math.max(start - 2, 0), start)].at(-1) ?? '',
    after: [...source.slice(end, end + 2)][0] ?? '',
  };
}

export function textOf(node: Nodes): string {
  if ('value' in node) return node.value;
  if ('children' in node) return node.children.map(textOf).join('');
  return 'alt' in node ? (node.alt ?? '') : '';
}
