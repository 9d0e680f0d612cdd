/** Subscript digits, signs and letters. */
const LOWERED = /([₀-₎ₐ-ₜᵢ-ᵥ]+)/;

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
