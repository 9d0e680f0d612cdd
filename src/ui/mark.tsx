import { MARK_HOST, MARK_LIGAND } from './mark-paths.ts';

export function SeatedMark({ className }: { className: string }) {
  return (
    <Mark
      className={`overflow-visible [&_.fill-teal]:transition-[translate,opacity] [&_.fill-teal]:duration-700 [&_.fill-teal]:ease-out [&_.fill-teal]:starting:translate-x-24 [&_.fill-teal]:starting:-translate-y-24 [&_.fill-teal]:starting:opacity-0 ${className}`}
    />
  );
}

export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 256 256" aria-hidden="true" className={className}>
      <path className="fill-ink" d={MARK_HOST} />
      <path className="fill-teal" d={MARK_LIGAND} />
    </svg>
  );
}
