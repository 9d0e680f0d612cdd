import { Mark } from './mark.tsx';

/** The mark as its small shape comes in to its seat; a beat of joy after something went well. */
export function SeatedMark({ className }: { className: string }) {
  return (
    <Mark
      className={`overflow-visible [&_.fill-teal]:transition-[translate,opacity] [&_.fill-teal]:duration-700 [&_.fill-teal]:ease-out [&_.fill-teal]:starting:translate-x-24 [&_.fill-teal]:starting:-translate-y-24 [&_.fill-teal]:starting:opacity-0 ${className}`}
    />
  );
}
