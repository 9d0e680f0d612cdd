/**
 * Subscript digits, signs and letters, and what is lowered in symbols that are written without them: IC50, pKi, log2.
 * Ki-67 is a protein, and a Ki before a capitalised word somebody's name.
 */
const LOWERED =
  /([₀-₎ₐ-ₜᵢ-ᵥ]+|(?<=\bp?(?:IC|EC|CC|GI))50\b|(?<=\bp?K)[dim]\b(?!-\d| \p{Lu}\p{Ll})|(?<=\blog)(?:2|10)\b)/u;

/** A text whose lowered characters (IC₅₀, Kᵢ) are lowered by markup: the fonts of the site have none. */
export function Subscripts({ text }: { text: string }) {
  return text.split(LOWERED).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
      <sub key={index}>{part.normalize('NFKC')}</sub>
    ),
  );
}
