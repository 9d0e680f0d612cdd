import { ClipboardPaste, Pencil, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { IconButton } from '../../../admin/icon-button.tsx';
import { POST_FIELDS } from '../../../posts/fields.ts';
import { addReferences } from '../../../science/references/editing.ts';
import type { Reference } from '../../../science/references/reference.ts';
import { Button } from '../../../ui/button.tsx';
import type { ChangeReferences } from '../writing/citation-dialog.tsx';
import { PasteDialog } from './paste-dialog.tsx';
import { ReferenceDialog } from './reference-dialog.tsx';

const DOI_RESOLVER = /^https?:\/\/(dx\.)?doi\.org\//;

type ReferencesFieldProps = {
  references: readonly Reference[];
  children: ReactNode;
  onChange: ChangeReferences;
};

export function ReferencesField({ references, children, onChange }: ReferencesFieldProps) {
  const [done, setDone] = useState<
    Record<'before' | 'after', readonly Reference[]> & { message: string }
  >();
  /** The position of the reference that is edited, behind the last for a new one. */
  const [edited, setEdited] = useState<number | null>(null);
  const [isPasting, setPasting] = useState(false);

  function remove(position: number) {
    const after = references.toSpliced(position, 1);
    setDone({ message: `Reference ${position + 1} was removed.`, before: references, after });
    onChange(() => after);
  }

  function addRead(read: readonly Reference[]) {
    onChange((before) => {
      const added = addReferences(before, read);
      setDone({ message: added.outcome, before, after: added.references });
      return added.references;
    });
  }

  return (
    <div className="space-y-6">
      <ol aria-label={POST_FIELDS.references.label} className="space-y-2 empty:hidden">
        {references.map(({ title, url, type, key, description }, position) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a reference is known by its position
            key={position}
            className="flex flex-wrap items-center gap-x-3 rounded-md border border-line bg-paper px-4 py-3 text-sm"
          >
            <p dir="auto" className="basis-full font-medium [overflow-wrap:anywhere]">
              {title || url}
            </p>
            <div className="min-w-0 grow basis-36 text-muted text-xs [overflow-wrap:anywhere]">
              <p className="flex flex-wrap gap-x-3">
                <span>{type}</span>{' '}
                {key === undefined ? null : <span className="font-mono">@{key}</span>}
              </p>
              <p>{url.replace(DOI_RESOLVER, '')}</p>
            </div>
            <div className="-mr-3 ml-auto flex shrink-0">
              <IconButton
                label={`Edit reference ${position + 1}`}
                icon={Pencil}
                onClick={() => setEdited(position)}
              />
              <IconButton
                label={`Remove reference ${position + 1}`}
                icon={Trash2}
                onClick={() => remove(position)}
              />
            </div>
            <p dir="auto" className="basis-full text-muted empty:hidden">
              {description}
            </p>
          </li>
        ))}
      </ol>
      <div role="status" className="flex flex-wrap items-center gap-x-3 text-sm empty:hidden">
        {done?.after === references ? (
          <>
            {done.message}
            <Button variant="quiet" onClick={() => onChange(() => [...done.before])}>
              Undo
            </Button>
          </>
        ) : null}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={() => setPasting(true)}>
          <ClipboardPaste aria-hidden className="size-4" />
          Paste references
        </Button>
        <Button variant="secondary" onClick={() => setEdited(references.length)}>
          <Plus aria-hidden className="size-4" />
          Type it by hand
        </Button>
      </div>
      {children}
      {isPasting ? <PasteDialog onRead={addRead} onClose={() => setPasting(false)} /> : null}
      {edited === null ? null : (
        <ReferenceDialog
          reference={references[edited]}
          others={references.toSpliced(edited, 1)}
          onSave={(reference) => {
            setEdited(null);
            onChange((now) => now.toSpliced(edited, 1, reference));
          }}
          onCancel={() => setEdited(null)}
        />
      )}
    </div>
  );
}
