import type { Extension } from 'micromark-util-types';
import type { Data, Processor } from 'unified';

/** An extension of mdast-util-from-markdown, whose type remark-parse declares. */
export type FromMarkdownExtension = Exclude<
  NonNullable<Data['fromMarkdownExtensions']>[number],
  readonly unknown[]
>;

/** An extension of Markdown: micromark reads its tokens, and mdast-util-from-markdown makes nodes of them. */
export type Syntax = { tokens: Extension; nodes: FromMarkdownExtension };

/** A plugin for remark that reads further syntaxes. */
export function remarkSyntaxes(this: Processor, syntaxes: readonly Syntax[]): void {
  const data = this.data();
  const { micromarkExtensions = [], fromMarkdownExtensions = [] } = data;
  data.micromarkExtensions = [...micromarkExtensions, ...syntaxes.map(({ tokens }) => tokens)];
  data.fromMarkdownExtensions = [...fromMarkdownExtensions, ...syntaxes.map(({ nodes }) => nodes)];
}
