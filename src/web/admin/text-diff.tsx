import { type ChangeObject, diffLines } from 'diff';

/** Comparing takes longer than anybody waits only for texts that have little in common. */
const TIMEOUT_MS = 1_000;
/** Lines that stay the same around a change, so that its place is seen. */
const CONTEXT = 2;

type TextDiffProps = { before: string; after: string; labels: { before: string; after: string } };

/** Two texts side by side, line against line, with long runs of equal lines left out. */
export function TextDiff({ before, after, labels }: TextDiffProps) {
  const changes = diffLines(before, after, { timeout: TIMEOUT_MS }) ?? [
    { value: before, removed: true, added: false, count: 0 },
    { value: after, removed: false, added: true, count: 0 },
  ];
  return (
    <div className="grid gap-3 md:grid-cols-2">
      <Side label={labels.before} changes={changes.filter(({ added }) => !added)} mark="removed" />
      <Side label={labels.after} changes={changes.filter(({ removed }) => !removed)} mark="added" />
    </div>
  );
}

type SideProps = {
  label: string;
  changes: readonly ChangeObject<string>[];
  mark: 'added' | 'removed';
};

function Side({ label, changes, mark }: SideProps) {
  const Changed = mark === 'added' ? 'ins' : 'del';
  const look = mark === 'added' ? 'bg-teal/15 text-ink' : 'bg-danger-tint text-ink';
  return (
    <section aria-label={label} className="min-w-0">
      <h4 className="mb-1 text-muted text-xs">{label}</h4>
      <pre className="max-h-96 overflow-auto whitespace-pre-wrap rounded-md border border-line bg-surface p-3 font-mono text-ink text-xs leading-relaxed [overflow-wrap:anywhere]">
        {changes.map((change, index) =>
          change[mark] ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is made anew as a whole
            <Changed key={index} className={`no-underline ${look}`}>
              {change.value}
            </Changed>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is made anew as a whole
            <span key={index}>{shortened(change.value)}</span>
          ),
        )}
      </pre>
    </section>
  );
}

/** A run of equal lines as far as it is needed to find one's place. */
function shortened(text: string): string {
  const lines = text.split('\n');
  const hidden = lines.length - 1 - 2 * CONTEXT;
  if (hidden <= 1) return text;
  const [first, last] = [lines.slice(0, CONTEXT), lines.slice(-CONTEXT - 1)];
  return [...first, `⋯ ${hidden} lines that are the same`, ...last].join('\n');
}
