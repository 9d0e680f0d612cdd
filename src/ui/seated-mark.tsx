import { Mark } from './mark.tsx';

/** The mark with an animation of its small shape, shown after a success. */
export function SeatedMark({ className }: { className: string }) {
  return (
    <Mark
      className={`overflow-visible [&_.fill-teal]:transition-[translate,opacity] [&_.fill-teal]:duration-700 [&_.fill-teal]:ease-out [&_.fill-teal]:starting:translate-x-24 [&_.fill-teal]:starting:-translate-y-24 [&_.fill-teal]:starting:opacity-0 ${className}`}
    />
  );
}
