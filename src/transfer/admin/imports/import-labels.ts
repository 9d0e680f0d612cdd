import type { Tone } from '../../../ui/badge.tsx';
import type { ImportDetails, ListedItem } from '../../import-reading.ts';
import type { ImportSummary } from '../../import-rows.ts';

type State = ImportSummary['state'];

const STATES: Record<State, [label: string, tone: Tone]> = {
  uploading: ['Uploading', 'amber'],
  planning: ['Dry run', 'amber'],
  planned: ['Ready to import', 'amber'],
  running: ['Importing', 'amber'],
  stopped: ['Stopped', 'stone'],
  done: ['Imported', 'teal'],
  failed: ['Failed', 'danger'],
  'taking-back': ['Undoing', 'amber'],
  'taken-back': ['Undone', 'stone'],
};

export function stateLabel(state: State): { label: string; tone: Tone } {
  const [label, tone] = STATES[state];
  return { label, tone };
}

const SYSTEMS: Record<ImportSummary['system'], string> = {
  ligara: 'An export of this site',
  markdown: 'Markdown',
  ghost: 'Ghost',
  wordpress: 'WordPress',
  substack: 'Substack',
  medium: 'Medium',
  '': 'Reading',
};

export function systemLabel(system: ImportSummary['system']): string {
  return SYSTEMS[system];
}

/** Returns true while the site works on the import. */
export function isUnderWay(state: State): boolean {
  return ['uploading', 'planning', 'running', 'taking-back'].includes(state);
}

/** Returns true while the site keeps the uploaded file; imports of the command line have none. */
export function isWaiting({
  state,
  createdBy,
}: Pick<ImportSummary, 'state' | 'createdBy'>): boolean {
  return (
    createdBy !== null && ['uploading', 'planning', 'planned', 'running', 'stopped'].includes(state)
  );
}

export function postsLabel(count: number): string {
  return count === 1 ? '1 post' : `${count.toLocaleString('en')} posts`;
}

/** An export of this program holds more than posts. */
export function madeLabel(count: number, { system }: Pick<ImportSummary, 'system'>): string {
  if (system !== 'ligara') return postsLabel(count);
  return count === 1 ? '1 item' : `${count.toLocaleString('en')} items`;
}

export function countsLabel({ counts, state, system }: ImportDetails): string {
  const { imported, planned, skipped, failed } = counts;
  const isPlan = state === 'planning' || state === 'planned';
  const first = isPlan
    ? `${madeLabel(planned, { system })} would be imported`
    : `${madeLabel(imported, { system })} imported`;
  return [
    first,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(failed > 0 ? [`${failed} cannot be imported`] : []),
  ].join(', ');
}

const PLANNED: Record<ListedItem['status'], string> = {
  '': 'Will be included',
  draft: 'Will be a draft',
  published: 'Will be published',
};

export function outcomeLabel({ outcome, status }: Pick<ListedItem, 'outcome' | 'status'>): {
  label: string;
  tone: Tone;
} {
  if (outcome === 'skipped') return { label: 'Skipped', tone: 'stone' };
  if (outcome === 'failed') return { label: 'Failed', tone: 'danger' };
  if (outcome === 'taken-back') return { label: 'Undone', tone: 'stone' };
  if (outcome === 'planned') return { label: PLANNED[status], tone: 'stone' };
  // A picture, a file, or another part of an export.
  if (status === '') return { label: 'Included', tone: 'teal' };
  return status === 'draft'
    ? { label: 'Draft', tone: 'amber' }
    : { label: 'Published', tone: 'teal' };
}
