import { type ChangeObject, diffLines, diffWordsWithSpace } from 'diff';

/** A segment of two texts: in both, only in the first, or only in the second. */
type TextChange = { kind: 'same' | 'removed' | 'added'; text: string };

/** A segment to show; long runs of equal lines can be collapsed. */
export type ShownChange = TextChange | { kind: 'hidden'; text: string; lines: number };

/** Only texts with little in common take longer, all passages together; those that are left are shown as replaced. */
const TIMEOUT_MS = 1_000;
/** Below this share of common words, a passage counts as rewritten: its words are not compared. */
const MIN_COMMON_SHARE = 0.3;
/** Equal lines to show around a change. */
const CONTEXT_LINES = 2;

/**
 * The diff of two texts: by lines, and within changed lines by words, without regard to line endings. The
 * segments `same` and `removed` make up the text before, `same` and `added` the text after.
 */
export function textChanges(before: string, after: string): TextChange[] {
  const deadline = performance.now() + TIMEOUT_MS;
  const [former, latter] = [unixLines(before), unixLines(after)];
  const lines = diffLines(former, latter, { timeout: TIMEOUT_MS }) ?? replaced(former, latter);
  return passages(lines).flatMap(({ same, removed, added }) => [
    ...(same === '' ? [] : [{ kind: 'same', text: same } as const]),
    ...wordChanges(removed, added, deadline - performance.now()),
  ]);
}

/** Collapses long runs of equal lines, except the context of changes. */
export function collapseLongRuns(changes: readonly TextChange[]): ShownChange[] {
  return changes.flatMap((change, index): ShownChange[] => {
    if (change.kind !== 'same') return [change];
    const lines = change.text.split(/(?<=\n)/);
    const lead = index === 0 ? 0 : CONTEXT_LINES;
    const tail = index === changes.length - 1 ? 0 : CONTEXT_LINES;
    const hidden = lines.slice(lead, lines.length - tail);
    // The button for one hidden line would be as high as the line.
    if (lines.length - lead - tail <= 1) return [change];
    const shown: ShownChange[] = [
      { kind: 'same', text: lines.slice(0, lead).join('') },
      { kind: 'hidden', text: hidden.join(''), lines: hidden.length },
      { kind: 'same', text: lines.slice(lines.length - tail).join('') },
    ];
    return shown.filter(({ text }) => text !== '');
  });
}

function unixLines(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

function replaced(before: string, after: string): Change[] {
  return [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ];
}

type Change = Pick<ChangeObject<string>, 'value' | 'removed' | 'added'>;

type Passage = { same: string; removed: string; added: string };

/**
 * Runs of equal lines, each with the change that follows it. Blank lines between two changes are part of
 * one change: all blank lines are equal, so that they are no evidence of unchanged text.
 */
function passages(lines: readonly Change[]): Passage[] {
  const found: Passage[] = [];
  for (const [index, line] of lines.entries()) {
    const kind = kindOf(line);
    const last = found.at(-1);
    const isGap = line.value.trim() === '' && index < lines.length - 1;
    if (last === undefined || (kind === 'same' && !isGap)) {
      found.push({ same: '', removed: '', added: '', [kind]: line.value });
    } else {
      if (kind !== 'added') last.removed += line.value;
      if (kind !== 'removed') last.added += line.value;
    }
  }
  return found;
}

function kindOf({ removed, added }: Change): TextChange['kind'] {
  if (removed) return 'removed';
  return added ? 'added' : 'same';
}

function wordChanges(before: string, after: string, timeout: number): TextChange[] {
  const whole = [
    { kind: 'removed', text: before } as const,
    { kind: 'added', text: after } as const,
  ].filter(({ text }) => text !== '');
  if (before === '' || after === '' || timeout <= 0) return whole;
  const words = diffWordsWithSpace(before, after, { timeout }) ?? [];
  const common = words.filter((word) => kindOf(word) === 'same');
  const share = lengthOf(common) / Math.max(before.trim().length, after.trim().length);
  const isBlank = before.trim() === '' || after.trim() === '';
  if (words.length === 0 || (share < MIN_COMMON_SHARE && !isBlank)) return whole;
  return words.map((word) => ({ kind: kindOf(word), text: word.value }));
}

function lengthOf(changes: readonly Change[]): number {
  return changes.reduce((length, { value }) => length + value.trim().length, 0);
}
