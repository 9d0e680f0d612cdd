import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import { PicturePicker } from '../../../media/admin/picture-picker.tsx';
import type { Picture } from '../../../media/pictures.ts';
import { LIMITS } from '../../../posts/post.ts';
import type { Reference } from '../../../science/references/reference.ts';
import { applyEdit, insertText, selectionOf } from './apply-edit.ts';
import { besideText } from './blocks.ts';
import { type ChangeReferences, CitationDialog } from './citation-dialog.tsx';
import { cite } from './citation-edit.ts';
import { linkTo, pictureText } from './formatting.ts';
import { giveKeys } from './give-keys.ts';
import { LinkDialog, type NewLink } from './link-dialog.tsx';

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

  /** Returns the text area with its focus and caret, which the closed dialog has restored. */
  function close(): HTMLTextAreaElement | null {
    flushSync(onClose);
    return field.current;
  }

  function link({ url, words }: NewLink) {
    const area = close();
    if (area === null) return;
    applyEdit(area, linkTo(url, area.value, selectionOf(area), words));
  }

  function citeReferences(chosen: readonly Reference[], locator: string) {
    const area = close();
    if (area === null) return;
    const keys = giveKeys(chosen, references, changeReferences);
    const citations = [...keys.values()].map((key) => ({ key, locator }));
    applyEdit(area, cite(area.value, selectionOf(area), citations));
  }

  function insertPicture(picture: Picture, caption: string, label: string) {
    const area = close();
    if (area === null) return;
    const text = pictureText({ ...picture, caption, label });
    const { start, end } = selectionOf(area);
    const [before, after] = [area.value.slice(0, start), area.value.slice(end)];
    // A figure is a paragraph of its own.
    const isInline = caption === '' && label === '';
    insertText(area, isInline ? text : besideText(text, before, after));
  }

  if (open === 'link') return <LinkDialog onLink={link} onCancel={onClose} />;
  if (open === 'citation') {
    return (
      <CitationDialog
        references={references}
        changeReferences={changeReferences}
        onCite={citeReferences}
        onCancel={onClose}
      />
    );
  }
  return open === 'picture' ? (
    <PicturePicker
      action="Insert picture"
      maxCaption={LIMITS.caption}
      onChoose={insertPicture}
      onCancel={onClose}
    />
  ) : null;
}
