import { type ChangeObject, diffLines, diffWordsWithSpace } from 'diff';

type TextChange = { kind: 'same' | 'removed' | 'added'; text: string };

export type ShownChange = TextChange | { kind: 'hidden'; text: string; lines: number };

/** Only texts with little in common take longer, all passages together; those that are left are shown as replaced. */
const TIMEOUT_MS = 500;
/** Below this share of common words, a passage counts as rewritten: its words are not compared. */
const MIN_COMMON_SHARE = 0.3;
const CONTEXT_LINES = 2;

/** The segments `same` and `removed` make up the text before, `same` and `added` the text after. */
export function textChanges(before: string, after: string): TextChange[] {
  const deadline = performance.now() + 2 * TIMEOUT_MS;
  const [former, latter] = [before, after].map((text) => text.replaceAll('\r\n', '\n'));
  const lines = diffLines(former ?? '', latter ?? '', { timeout: TIMEOUT_MS }) ?? [
    { value: former ?? '', removed: true, added: false },
    { value: latter ?? '', removed: false, added: true },
  ];
  return lines.flatMap((line, index) => {
    const next = lines[index + 1];
    if (line.removed && next?.added) return wordChanges(line, next, deadline - performance.now());
    return line.added && lines[index - 1]?.removed ? [] : toChange(line);
  });
}

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

type Change = Pick<ChangeObject<string>, 'value' | 'removed' | 'added'>;

function toChange({ value: text, removed, added }: Change): TextChange {
  if (removed) return { kind: 'removed', text };
  return { kind: added ? 'added' : 'same', text };
}

function wordChanges(removed: Change, added: Change, timeout: number): TextChange[] {
  const whole = [removed, added].map(toChange);
  const words = timeout > 0 ? diffWordsWithSpace(removed.value, added.value, { timeout }) : null;
  const changes = (words ?? []).map(toChange);
  const common = changes.filter(({ kind }) => kind === 'same').map(({ text }) => text.trim());
  const longest = Math.max(removed.value.trim().length, added.value.trim().length);
  return common.join('').length < longest * MIN_COMMON_SHARE || words === null ? whole : changes;
}
