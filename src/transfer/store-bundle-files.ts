import { isPicturePath, type Media } from './pictures.ts';
import { reasonOf } from './reason-of.ts';
import type { Rewritten } from './rewrite-body.ts';
import type { Note } from './source.ts';

/** Files that a note names. */
const MAX_NAMED = 5;

/** Adds the pictures of a bundle that its text does not show to the library, and names its other files that nothing links to. */
export async function storeBundleFiles(
  paths: readonly string[],
  shown: Rewritten['stored'],
  media: Media,
): Promise<Pick<Rewritten, 'notes' | 'stored'>> {
  const known = new Set(shown.map(({ from }) => (from.kind === 'file' ? from.path : '')));
  const rest = paths.filter((path) => !known.has(path));
  const stored: Rewritten['stored'] = [];
  const [kept, lost]: [string[], string[]] = [[], []];
  for (const path of rest) {
    if (!isPicturePath(path)) {
      lost.push(nameOf(path));
      continue;
    }
    const added = await media.store(path);
    if (added.ok) {
      stored.push({ from: { kind: 'file', path, suffix: '' }, at: added.value });
      kept.push(nameOf(path));
    } else lost.push(`${nameOf(path)} (${reasonOf(added)})`);
  }
  const notes: Note[] = [];
  if (kept.length > 0) {
    const message = `Pictures beside it that the text does not show were added to the library: ${named(kept)}.`;
    notes.push({ kind: 'changed', message });
  }
  if (lost.length > 0) {
    const message = `Files beside it that nothing links to are not imported: ${named(lost)}.`;
    notes.push({ kind: 'lost', message });
  }
  return { notes, stored };
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function named(names: readonly string[]): string {
  const rest = names.length > MAX_NAMED ? [`${names.length - MAX_NAMED} more`] : [];
  return [...names.slice(0, MAX_NAMED), ...rest].join(', ');
}
