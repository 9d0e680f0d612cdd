import { Unbroken } from './unbroken.tsx';

export type Note = { id: string; footnote: string };

export function NoteMark({ id, number }: { id: string; number: number }) {
  return (
    <sup className="ml-0.5 font-mono text-[0.6875rem] leading-none">
      <a
        id={`mark-${id}`}
        href={`#note-${id}`}
        aria-describedby={`note-${id}`}
        className="relative px-0.5 text-teal no-underline after:absolute after:inset-x-[max(-1.25rem,-5vw)] after:-inset-y-4 hover:underline"
      >
        {number}
      </a>
    </sup>
  );
}

export function Footnotes({
  notes,
  start = 1,
  className = '',
}: {
  notes: readonly Note[];
  start?: number;
  className?: string;
}) {
  return (
    <ol className={`text-muted text-xs leading-relaxed ${className}`}>
      {notes.map(({ id, footnote }, index) => (
        <li
          key={id}
          id={`note-${id}`}
          className="grid grid-cols-[1.25rem_1fr] transition-colors target:text-ink"
        >
          <a
            href={`#mark-${id}`}
            className="relative font-mono text-[0.6875rem] text-teal leading-[inherit] no-underline after:absolute after:-inset-x-4 after:-inset-y-2 hover:underline"
          >
            {start + index}
          </a>
          <span>
            <Unbroken text={footnote} />
          </span>
        </li>
      ))}
    </ol>
  );
}
