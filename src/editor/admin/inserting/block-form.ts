import type { BodyFormat } from '../../../rendering/body.ts';
import { parseAttributes } from '../../../text/attributes.ts';
import type { SourceBlock } from './block-at.ts';
import type { LabelPrefix } from './labels.ts';

/** The values of a form, by field. `body` is what a block cannot be without, `label` the label of a numbered one. */
export type Values = Readonly<Record<string, string>>;

export type FormField = {
  name: string;
  label: string;
  hint?: string;
  placeholder?: string;
  /** By default a line of text. `cells` are a table, `molecules` and `reaction` structures, `tex` a formula. */
  type?: 'lines' | 'cells' | 'molecules' | 'reaction' | 'tex';
};

/** A form that writes a block, and reads it back. */
export type BlockForm = {
  fields: readonly FormField[];
  /** The values of a new block. */
  start?: Values;
  /** What it can be numbered as. */
  label?: LabelPrefix;
  isAlwaysNumbered?: boolean;
  /** A body in HTML can have it, too. */
  isInHtml?: boolean;
  /** The values of a block; null for another kind, or for something in it that the form would lose. */
  read: (block: SourceBlock) => Values | null;
  write: (values: Values, language: BodyFormat) => string;
  /** What is written into a line of text. */
  writeInline?: (values: Values, language: BodyFormat) => string;
};

/** What stands in a block's braces; null if there is more than the form knows, or another class. */
export function bracesOf(
  { braces }: Pick<SourceBlock, 'braces'>,
  known: readonly string[],
  className = '',
): Values | null {
  const attributes = parseAttributes(braces);
  if (attributes === null || attributes.classes.join(' ') !== className) return null;
  const { label = '', values } = attributes;
  return Object.keys(values).every((key) => known.includes(key)) ? { ...values, label } : null;
}
