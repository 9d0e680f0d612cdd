import { geneSymbols } from '../../../content/pipeline.ts';

const SYMBOL = new RegExp(`\\b(${geneSymbols.join('|')})\\b`);

/** A text with the symbols of human genes in italics, as they are set in print; those of proteins are upright. */
export function GeneSymbols({ text }: { text: string }) {
  return text.split(SYMBOL).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
    index % 2 === 0 ? part : <i key={index}>{part}</i>,
  );
}
