import { Fragment } from 'react';

const EMAIL = /([^\s“”(),]+@[^\s“”(),]*[\p{L}\p{N}])/u;

/** After "@", and before dots. */
const BREAKS = /(?<=@)|(?=\.)/;

/** Characters that fit a line of a phone in any size of our type. */
const SHORT = 26;

/** A text whose emails stay in one piece; long ones wrap at their parts, not at a hyphen or within a word. */
export function EmailText({ text }: { text: string }) {
  return text.split(EMAIL).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
    <Fragment key={index}>{index % 2 === 0 ? part : <Email text={part} />}</Fragment>
  ));
}

function Email({ text }: { text: string }) {
  const parts = text.length > SHORT ? text.split(BREAKS) : [text];
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    <Fragment key={index}>
      {index === 0 ? null : <wbr />}
      {part.length > SHORT ? part : <span className="whitespace-nowrap">{part}</span>}
    </Fragment>
  ));
}
