import { type RefObject, useState } from 'react';
import { countWords } from '../../../text/word-count.ts';
import type { ShownPreview } from './previewer.ts';
import { useSelection } from './use-selection.ts';

type CountsProps = {
  field: RefObject<HTMLTextAreaElement | null>;
  preview: ShownPreview | null;
  /** The text that is there is not rendered yet. */
  isWaiting: boolean;
  className?: string;
};

/** The words of the text as readers see it, of the selection as it is written, and the reading time. */
export function Counts({ field, preview, isWaiting, className = '' }: CountsProps) {
  const { words = 0, readingTime = 1, format: language } = preview ?? {};
  const [selected, setSelected] = useState(0);
  useSelection(field, ({ value, selectionStart, selectionEnd }) =>
    setSelected(countWords(value.slice(selectionStart, selectionEnd))),
  );
  const counted = [
    ...(selected === 0 ? [] : [`${selected.toLocaleString('en')} of`]),
    `${words.toLocaleString('en')} ${words === 1 ? 'word' : 'words'} · ${readingTime} min read`,
    ...(language === 'html' ? ['· HTML: the buttons write tags'] : []),
  ].join(' ');
  // One text: a node that goes while somebody types ends what Ctrl+Z takes back.
  return (
    <p className={`text-muted tabular-nums ${className}`}>
      {isWaiting ? 'Counting words…' : counted}
    </p>
  );
}
