import { Subscripts } from './subscripts.tsx';

const UNIT = '(?:[nµ]M|Å²|hours|days|months|years|million|billion)';
/**
 * Numbers with a hyphen, a dash or a unit: "12-month", "octan-1-ol", "2011–2020", "24 hours"; "MAO-B", "Dr Ito", "Phase I", "Q4 2025", "2025 Nov 3".
 * And short compounds that begin with a short word: "non-" at the end of a line is read as a word of its own.
 */
const FIGURE = new RegExp(
  `([(“‘]*(?<![\\p{L}\\d-])\\p{L}{1,5}-\\p{L}\\S{0,13}(?!\\S)|\\S*(?:\\d-\\p{L}|\\p{L}-\\d|\\d–\\d|\\p{Lu}{2}-\\p{Lu}(?!\\p{L}))\\S*|\\S*\\d (?=${UNIT}(?!\\p{L}))\\S+|(?<!\\p{L})(?:Dr|Prof|Phase|Q[1-4]) \\S+|\\d{4} \\p{Lu}\\p{Ll}{2} \\d\\S*)`,
  'u',
);
const COMPOUND = /(\S*\p{L}-\p{L}\S*)/u;

type TextProps = { text: string };

/** A text in which no line ends within a figure ("12-" says something else than "12-month") that it has room for. */
export const Unbroken = ({ text }: TextProps) => inOnePiece(text, FIGURE);

export const Title = ({ text }: TextProps) => inOnePiece(text, COMPOUND);

function inOnePiece(text: string, pattern: RegExp) {
  return text.split(pattern).map((part, index) =>
    index % 2 === 0 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
      <Subscripts key={index} text={part} />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
      <span key={index} className="inline-block">
        <Subscripts text={part} />
      </span>
    ),
  );
}
