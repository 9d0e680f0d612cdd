import { Subscripts } from './subscripts.tsx';

const UNIT = '(?:[nµ]M|Å²|hours|days|months|years|million|billion)';
/** Numbers with a hyphen, a dash or a unit: "12-month", "octan-1-ol", "2011–2020", "24 hours"; "MAO-B", "Dr Ito", "Phase I", "Q4 2025". */
const FIGURE = new RegExp(
  `(\\S*(?:\\d-\\p{L}|\\p{L}-\\d|\\d–\\d|\\p{Lu}{2}-\\p{Lu}(?!\\p{L}))\\S*|\\S*\\d (?=${UNIT}(?!\\p{L}))\\S+|(?<!\\p{L})(?:Dr|Prof|Phase|Q[1-4]) \\S+)`,
  'u',
);
const COMPOUND = /(\S*\p{L}-\p{L}\S*)/u;

/** A text in which no line ends within a figure: "12-" says something else than "12-month". */
export function Unbroken({ text }: { text: string }) {
  return text.split(FIGURE).map((part, index) =>
    index % 2 === 0 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
      <Subscripts key={index} text={part} />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
      <span key={index} className="whitespace-nowrap">
        <Subscripts text={part} />
      </span>
    ),
  );
}

/** A title in which no line ends within a compound ("binding-affinity") that a line has room for. */
export function Title({ text }: { text: string }) {
  return text.split(COMPOUND).map((part, index) =>
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
