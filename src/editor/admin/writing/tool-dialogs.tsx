import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import { PicturePicker } from '../../../media/admin/picture-picker.tsx';
import { LIMITS } from '../../../posts/fields.ts';
import { keyFor } from '../../../science/references/keys.ts';
import type { Reference } from '../../../science/references/reference.ts';
import { type ChangeReferences, CitationDialog } from './citation-dialog.tsx';
import { linkTo, pictureText } from './formatting.ts';
import { LinkDialog } from './link-dialog.tsx';
import { applyEdit, besideText, cite, insertText, selectionOf } from './text-edit.ts';

/** A tool that asks something before it changes the text. */
export type AskingTool = 'picture' | 'link' | 'citation';

type ToolDialogsProps = {
  open: AskingTool | null;
  field: RefObject<HTMLTextAreaElement | null>;
  /** What the text can cite. */
  references: readonly Reference[];
  changeReferences: ChangeReferences;
  onClose: () => void;
};

/** The dialogs of the tools. What they insert is one undo. */
export function ToolDialogs(props: ToolDialogsProps) {
  const { open, field, references, changeReferences, onClose } = props;

  /** Writes into the text area, whose focus and caret the closed dialog has restored. */
  function write(into: (area: HTMLTextAreaElement) => void) {
    flushSync(onClose);
    if (field.current !== null) into(field.current);
  }

  if (open === 'link') {
    return (
      <LinkDialog
        onLink={(url, words) =>
          write((area) => applyEdit(area, linkTo(url, area.value, selectionOf(area), words)))
        }
        onCancel={onClose}
      />
    );
  }
  if (open === 'citation') {
    return (
      <CitationDialog
        references={references}
        changeReferences={changeReferences}
        onCite={(chosen, locator) =>
          write((area) => {
            const keys = giveKeys(chosen, references, changeReferences);
            const citations = keys.map((key) => ({ key, locator }));
            applyEdit(area, cite(area.value, selectionOf(area), citations));
          })
        }
        onCancel={onClose}
      />
    );
  }
  return open === 'picture' ? (
    <PicturePicker
      action="Insert picture"
      maxCaption={LIMITS.caption}
      onChoose={(picture, caption, label) =>
        write((area) => {
          const text = pictureText({ ...picture, caption, label });
          // A figure is a paragraph of its own.
          const isInline = caption === '' && label === '';
          insertText(area, isInline ? text : besideText(text, area.value, selectionOf(area)));
        })
      }
      onCancel={onClose}
    />
  ) : null;
}

/** The keys by which works are cited; those that have none get one in the list. */
export function giveKeys(
  chosen: readonly Reference[],
  references: readonly Reference[],
  changeReferences: ChangeReferences,
): string[] {
  const keys = new Map<Reference, string>();
  for (const reference of chosen) {
    const taken = [...references.map(({ key }) => key), ...keys.values()];
    keys.set(
      reference,
      keyFor(reference, (key) => taken.includes(key)),
    );
  }
  if (chosen.some((reference) => reference.key !== keys.get(reference))) {
    changeReferences((now) =>
      now.map((each) => ({ ...each, ...(keys.has(each) ? { key: keys.get(each) } : {}) })),
    );
  }
  return [...keys.values()];
}
