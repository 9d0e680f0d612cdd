import { type ComponentProps, useId, useState, useSyncExternalStore } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { showLine } from '../../../admin/caret-view.ts';
import { chooseFiles } from '../../../admin/choose-files.ts';
import { NoticeBox } from '../../../admin/notice-box.tsx';
import { PicturePicker } from '../../../media/admin/picture-picker.tsx';
import { ATTACHMENTS } from '../../../media/admin/upload-area.tsx';
import { showFinding } from '../../../posts/admin/findings/show-finding.ts';
import { LIMITS } from '../../../posts/fields.ts';
import { TextArea } from '../../../ui/field.tsx';
import { useInserting } from '../inserting/use-inserting.tsx';
import type { ChangeReferences } from '../post-form/references-field.tsx';
import { CitationDialog, keyOf } from './citation-dialog.tsx';
import { FindingsCount, FindingsList } from './findings-list.tsx';
import { type Formatting, format, isWebUrl, linkTo, pictureText } from './formatting.ts';
import type { FullPage } from './full-page.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { PendingPictures } from './pending-pictures.tsx';
import { PreviewPane } from './preview-pane.tsx';
import type { Tool } from './shortcuts.ts';
import { applyEdit, cite, insertBeside, insertText, selectionOf } from './text-edit.ts';
import { InsertButton, Toolbar } from './toolbar.tsx';
import { type CitedFields, type ShownPreview, usePreview } from './use-preview.ts';
import { useTextInput } from './use-text-input.ts';
import { IN_HTML, languageOf, type Writing } from './written-text.ts';

/** Characters from which the text fills the area in any window: measuring its height would be a waste. */
const LONG_TEXT = 20_000;

type ContentPartProps = Pick<ComponentProps<typeof TextArea>, 'name' | 'label' | 'error'> & {
  writing: Writing;
  cited: CitedFields;
  changeReferences: ChangeReferences;
  fullPage: FullPage;
  /** Where findings and counts stand; null until it is there. */
  bar: HTMLElement | null;
};

/** A key press renders nothing here. */
export function ContentPart(props: ContentPartProps) {
  const { writing, cited, changeReferences, fullPage, bar, ...labelled } = props;
  const { text, uploads, field } = writing;
  const findingsId = useId();
  const isPreviewShown = fullPage.view !== 'text';
  const [asking, setAsking] = useState<'picture' | 'link' | 'citation' | null>(null);
  const { preview, note } = usePreview(text, cited, isPreviewShown);
  const findings = preview?.findings ?? [];
  const isHtml = () => languageOf(text.inField(), preview) === 'html';
  const isOff = useSyncExternalStore(text.subscribe, isHtml);
  const isLong = useSyncExternalStore(text.subscribe, () => text.inField().length > LONG_TEXT);
  const isEmpty = useSyncExternalStore(text.subscribe, text.isBlank);
  const isWaiting = preview === null && !isEmpty && note === null;

  function use(tool: Tool) {
    if (isHtml()) input.say(IN_HTML);
    else if (tool === 'picture' || tool === 'citation') setAsking(tool);
    else if (tool === 'file') chooseFiles(ATTACHMENTS, uploads.add);
    else if (tool === 'insert') inserting.openMenu();
    else if (field.current !== null) applyFormatting(tool, field.current);
  }

  function applyFormatting(tool: Formatting, area: HTMLTextAreaElement) {
    const selection = selectionOf(area);
    // A selected URL needs words, not a URL.
    const isUrl = isWebUrl(area.value.slice(selection.start, selection.end).trim());
    if (tool === 'link' && !isUrl) setAsking(tool);
    else applyEdit(area, format(tool, area.value, selection));
  }

  const inserting = useInserting({
    field,
    isOff: isHtml,
    cited,
    use,
    keyOf: (reference) => keyOf(reference, changeReferences),
  });
  const input = useTextInput({ writing, isHtml, use, suggestions: inserting.suggestions });

  const close = () => setAsking(null);

  function write(into: (area: HTMLTextAreaElement) => void) {
    flushSync(close);
    if (field.current !== null) into(field.current);
  }

  function showBlock(line: number, isEdited: boolean) {
    fullPage.showText();
    if (field.current !== null) showLine(field.current, line);
    if (isEdited) inserting.editAtCaret();
  }

  return (
    <section className="full-page-part max-md:-order-1" aria-label="Content">
      <h2 className="sr-only">Content</h2>
      <div
        data-view={fullPage.view}
        className="full-page-panes gap-5 *:min-w-0 data-[view=both]:grid data-[view=both]:grid-cols-2"
      >
        <div className="full-page-text lg:[&>div]:grid lg:[&>div]:grid-cols-[auto_minmax(0,1fr)] lg:[&>div]:gap-x-4 lg:[&>div>label]:mb-0 lg:[&>div>label]:self-center lg:[&>div>p]:col-span-2 lg:[&_textarea]:col-span-2">
          <TextArea
            {...labelled}
            hint={
              <span className="pointer-coarse:hidden">
                In a list, Tab and Shift+Tab move the item; Escape, then Tab, leaves the text.
              </span>
            }
            ref={field}
            tools={
              <div className="full-page-tools z-1 mb-1 flex items-center gap-2 bg-paper max-lg:sticky max-lg:top-0">
                <InsertButton onOpen={() => use('insert')} />
                <Toolbar onTool={use} isOff={isOff} />
              </div>
            }
            required
            rows={15}
            className={`min-h-[max(12lh+1.375rem,100dvh-34.5rem)] font-mono text-sm ${isLong ? 'h-[70dvh]' : 'field-sizing-content max-h-[70dvh]'}`}
            value={text.inField()}
            {...inserting.suggestions.chosen}
            {...input.handlers}
          />
        </div>
        {isPreviewShown ? (
          <PreviewPane
            field={field}
            preview={preview}
            isWaiting={isWaiting}
            note={note}
            onBlock={showBlock}
          />
        ) : null}
      </div>
      <div className="full-page-notes space-y-5">
        <div role="status" className="empty:hidden">
          {input.notice === '' ? null : <NoticeBox>{input.notice}</NoticeBox>}
        </div>
        <PendingPictures
          uploads={uploads}
          onDescribe={(text) => {
            const [before = '', after] = field.current?.value.split(text) ?? [];
            // It may have been deleted.
            if (after !== undefined) showBlock(before.split('\n').length, true);
          }}
        />
        <FindingsList
          id={findingsId}
          findings={findings}
          onShow={(place) => showFinding(place, fullPage, field.current)}
        />
      </div>
      {bar === null
        ? null
        : createPortal(
            <>
              <FindingsCount findings={findings} listId={findingsId} />
              {/* One text: a node that goes while somebody types ends what Ctrl+Z takes back. */}
              <p className="text-balance text-muted tabular-nums">
                {isWaiting ? 'Counting words…' : isEmpty ? '' : countsOf(preview ?? {})}
              </p>
            </>,
            bar,
          )}
      {asking === 'link' ? (
        <LinkDialog
          selection={selectedText(field.current)}
          onLink={(url, words) =>
            write((area) => applyEdit(area, linkTo(url, area.value, selectionOf(area), words)))
          }
          onCancel={close}
        />
      ) : null}
      {asking === 'citation' ? (
        <CitationDialog
          references={cited.references}
          changeReferences={changeReferences}
          onCite={(keys, locator) =>
            write((area) => applyEdit(area, cite(area.value, selectionOf(area), keys, locator)))
          }
          onCancel={close}
        />
      ) : null}
      {asking === 'picture' ? (
        <PicturePicker
          action="Insert picture"
          maxCaption={LIMITS.caption}
          onChoose={(picture, caption, label) =>
            write((area) => {
              // A figure is a paragraph of its own.
              const insert = caption === '' && label === '' ? insertText : insertBeside;
              insert(area, pictureText({ ...picture, caption, label }));
            })
          }
          onCancel={close}
        />
      ) : null}
      {inserting.elements}
    </section>
  );
}

function selectedText(area: HTMLTextAreaElement | null): string {
  return area?.value.slice(area.selectionStart, area.selectionEnd).trim() ?? '';
}

function countsOf({ words = 0, readingTime = 1 }: Partial<ShownPreview>): string {
  return `${words.toLocaleString('en')} ${words === 1 ? 'word' : 'words'} · ${readingTime} min read`;
}
