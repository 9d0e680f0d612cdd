import { MARK_HOST, MARK_LIGAND } from './mark-paths.ts';

/** The mark, as in the favicon: a small shape seated in the notch of a larger one. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 256 256" aria-hidden="true" className={className}>
      <path className="fill-ink" d={MARK_HOST} />
      <path className="fill-teal" d={MARK_LIGAND} />
    </svg>
  );
}
