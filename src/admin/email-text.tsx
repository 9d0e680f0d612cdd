import { Fragment } from 'react';

/** An email as a word of a text, with the punctuation around it. */
const EMAIL = /((?<!\S)[“"(<]*[^\s“”"<>(),;:@]{1,64}@[^\s“”"<>(),;:@]{1,254}[”")>,;:]*)/;

/** After "@", and before dots within. */
const BREAKS = /(?<=@)|(?=\.\w)/;

/** A text whose emails stay in one piece; one that is wider than its line wraps at its parts, not at a hyphen. */
export function EmailText({ text }: { text: string }) {
  return text.split(EMAIL).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
    <Fragment key={index}>{index % 2 === 0 ? part : <Email text={part} />}</Fragment>
  ));
}

const WHOLE = 'inline-block max-w-full';

function Email({ text }: { text: string }) {
  return (
    <span className={WHOLE}>
      {text.split(BREAKS).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <span key={index} className={WHOLE}>
          {part}
        </span>
      ))}
    </span>
  );
}
