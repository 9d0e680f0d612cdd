import type { Code } from 'mdast';
import { inline, quoted } from '../../text/finding.ts';
import { type Context, sourceOf, tell } from './markdown-node.ts';

/** Reports code that runs to the end of the text, and text that is code by its indentation. */
export function checkCode(node: Code, context: Context): void {
  const written = sourceOf(node, context.source);
  const fence = /^(`{3,}|~{3,})/.exec(written)?.[1];
  if (fence === undefined) checkIndented(node, context);
  else if (!isClosed(written, fence)) {
    tell(
      node,
      context,
      'unclosed-code',
      `This code block is not closed: everything down to line ${node.position?.end.line ?? context.line} is code. Close it with ${inline(fence)}.`,
    );
  }
}

function isClosed(written: string, fence: string): boolean {
  const lines = written.trimEnd().split(/\r\n|\r|\n/);
  const last = (lines.at(-1) ?? '').replace(/^[\s>]+/, '').trimEnd();
  const character = fence[0] ?? '';
  return lines.length > 1 && last.length >= fence.length && last === character.repeat(last.length);
}

/** Sentences without a character that only code has. */
function checkIndented(node: Code, context: Context): void {
  const { value } = node;
  const text = value.slice(0, 2_000);
  const isProse =
    /^\s*(?:[-*+] |\d{1,3}[.)] )?\p{Lu}[\p{L}’']*[, ]/u.test(text) &&
    text.split(/\s+/).length >= 8 &&
    /[\p{L})][.,;:!?](?:\s|$)/u.test(text) &&
    !/[{}=<>|$\\/_]|;\s*$|\(\)|^\s*(?:at|Error|Usage)\b|\b\w+:\s|"/m.test(text);
  if (isProse) {
    tell(
      node,
      context,
      'text-as-code',
      `${quoted(value)} becomes code because it is indented by four spaces.`,
    );
  }
}
