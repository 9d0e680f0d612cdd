import { Fragment } from 'react';

/** After "@" and before the dots of an email, within any text; not before the full stop of a sentence. */
const BREAKS = /(?<=\S@)(?=\S)|(?=\.[^\s@]*@)|(?<=@\S*)(?=\.\w)/;

/** A text whose emails wrap at their parts rather than within a word. */
export function EmailText({ text }: { text: string }) {
  return text.split(BREAKS).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
    <Fragment key={index}>
      {index === 0 ? null : <wbr />}
      {part}
    </Fragment>
  ));
}
