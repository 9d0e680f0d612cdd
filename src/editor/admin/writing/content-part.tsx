import {
  type ReactNode,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { NoticeBox } from '../../../admin/notice-box.tsx';
import { useSteadyScroll } from '../../../admin/use-steady-scroll.ts';
import { showFinding } from '../../../posts/admin/findings/show-finding.ts';
import { TextArea } from '../../../ui/field.tsx';
import { InsertButton } from '../inserting/insert-button.tsx';
import { useInserting } from '../inserting/use-inserting.tsx';
import { FormPart } from '../post-form/form-part.tsx';
import { applyEdit, selectionOf } from './apply-edit.ts';
import type { ChangeReferences } from './citation-dialog.tsx';
import { Counts } from './counts.tsx';
import { FilePicker } from './file-picker.tsx';
import { FindingsCount } from './findings-count.tsx';
import { FindingsList } from './findings-list.tsx';
import { type Formatting, format, isWebUrl } from './formatting.ts';
import { FullPageBar, useShownView } from './full-page-bar.tsx';
import { giveKeys } from './give-keys.ts';
import { PendingPictures } from './pending-pictures.tsx';
import { PreviewPane } from './preview-pane.tsx';
import type { CitedFields } from './previewer.ts';
import type { Tool } from './shortcuts.ts';
import { type AskingTool, ToolDialogs } from './tool-dialogs.tsx';
import { Toolbar } from './toolbar.tsx';
import { useFold } from './use-fold.ts';
import { useFollowingPreview } from './use-following-preview.ts';
import type { FullPage } from './use-full-page.ts';
import type { LivePreview } from './use-live-preview.ts';
import { usePreview } from './use-preview.ts';
import { useTextInput } from './use-text-input.ts';
import { languageOf, type Writing } from './writing.ts';

/** Characters from which the text fills the area in any window: measuring its height would be a waste. */
const LONG_TEXT = 20_000;

type ContentPartProps = {
  label: string;
  hint?: ReactNode;
  'aria-invalid'?: boolean | undefined;
  writing: Writing;
  /** The title of the post. */
  title: string;
  cited: CitedFields;
  changeReferences: ChangeReferences;
  fullPage: FullPage;
  livePreview: LivePreview;
};

/** The text of a post: a plain text area with tools. A key press renders nothing here. */
export function ContentPart(props: ContentPartProps) {
  const { writing, title, cited, changeReferences, fullPage, livePreview, hint, ...labelled } =
    props;
  const { text, uploads } = writing;
  const field = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle<HTMLTextAreaElement | null, HTMLTextAreaElement | null>(
    writing.field,
    () => field.current,
    [],
  );
  const fileInput = useRef<HTMLInputElement>(null);
  const pane = useRef<HTMLElement>(null);
  const notes = useRef<HTMLDivElement>(null);
  useSteadyScroll(notes);
  const findingsId = useId();
  const findingsFold = useFold(fullPage.isOn);
  const shownView = useShownView(fullPage);
  const { isOpen } = livePreview;
  const isPreviewShown = fullPage.isOn || isOpen;
  const [asking, setAsking] = useState<AskingTool | null>(null);
  const isLong = useSyncExternalStore(text.subscribe, () => text.inField().length > LONG_TEXT);
  const { preview, note } = usePreview(text, cited, isPreviewShown);
  const isEmpty = useSyncExternalStore(text.subscribe, () => text.inField().trim() === '');
  const isWaiting = preview === null && !isEmpty && note === null;
  const isScrolledTogether = fullPage.isOn ? shownView === 'both' : isOpen;
  useFollowingPreview(field, pane, preview, isScrolledTogether);

  useEffect(() => {
    uploads.attach(field.current);
    return () => uploads.attach(null);
  }, [uploads]);

  useEffect(
    () =>
      text.subscribe((isReplaced) => {
        if (isReplaced && field.current !== null) field.current.value = text.inField();
      }),
    [text],
  );

  const language = () => languageOf(text.inField(), preview);

  function use(tool: Tool) {
    if (tool === 'picture' || tool === 'citation') setAsking(tool);
    else if (tool === 'full-page') fullPage.toggle();
    else if (tool === 'file') fileInput.current?.click();
    else if (tool === 'insert') inserting.openMenu();
    else if (field.current !== null) applyFormatting(tool, field.current);
  }

  function applyFormatting(tool: Formatting, area: HTMLTextAreaElement) {
    const { value } = area;
    const selection = selectionOf(area);
    // A selected URL needs words, not a URL.
    const isUrl = isWebUrl(value.slice(selection.start, selection.end).trim());
    if (tool === 'link' && !isUrl) setAsking(tool);
    else applyEdit(area, format(tool, value, selection, language()));
  }

  const inserting = useInserting({
    field,
    language,
    cited,
    use,
    keyOf: (reference) =>
      giveKeys([reference], cited.references, changeReferences).get(reference) ?? '',
  });
  const input = useTextInput({ writing, language, use, popup: inserting.popup });

  const findingsCount = (
    <FindingsCount findings={preview?.findings ?? []} listId={findingsId} fold={findingsFold} />
  );

  return (
    <FormPart
      title="Content"
      isWide={isOpen}
      fullPageBar={
        fullPage.isOn ? (
          <FullPageBar fullPage={fullPage} title={title}>
            {findingsCount}
            <Counts field={field} preview={preview} isWaiting={isWaiting} className="text-xs" />
          </FullPageBar>
        ) : undefined
      }
      aside={
        <div className="flex flex-wrap items-center gap-x-4">
          {findingsCount}
          <label className="flex min-h-11 cursor-pointer items-center gap-2.5 text-sm">
            <input
              type="checkbox"
              role="switch"
              checked={isOpen}
              aria-checked={isOpen}
              onChange={livePreview.toggle}
              className="size-5"
            />
            Live preview
          </label>
        </div>
      }
    >
      <div
        data-view={fullPage.isOn ? shownView : undefined}
        className={`full-page-panes ${isOpen ? 'grid gap-5 *:min-w-0 min-[80rem]:grid-cols-2' : ''}`}
      >
        <div className="full-page-text">
          <TextArea
            {...labelled}
            hint={<Hint issue={hint} />}
            ref={field}
            tools={
              <div className="full-page-tools mb-1 flex items-center gap-2">
                <InsertButton button={inserting.button} onOpen={inserting.openMenu} />
                <Toolbar onTool={use} pressed={fullPage.isOn ? 'full-page' : null} />
              </div>
            }
            required
            rows={15}
            className={`min-h-[calc(15lh+1.375rem)] font-mono text-sm ${isLong ? 'h-[70dvh]' : 'field-sizing-content max-h-[70dvh]'}`}
            value={text.inField()}
            {...input.handlers}
          />
        </div>
        {isPreviewShown ? (
          <PreviewPane pane={pane} preview={preview} isWaiting={isWaiting} note={note} />
        ) : null}
      </div>
      <FilePicker input={fileInput} onFiles={(files) => uploads.add(files, language())} />
      <div ref={notes} className="full-page-notes space-y-5">
        <div role="status" className="empty:hidden">
          {input.pasteNotice === '' ? null : <NoticeBox>{input.pasteNotice}</NoticeBox>}
        </div>
        <PendingPictures uploads={uploads} />
        <FindingsList
          id={findingsId}
          findings={preview?.findings ?? []}
          isFolded={findingsFold?.isOpen === false}
          onShow={(place) => showFinding(place, fullPage, field.current)}
        />
        {fullPage.isOn ? null : (
          <Counts field={field} preview={preview} isWaiting={isWaiting} className="text-sm" />
        )}
      </div>
      <ToolDialogs
        open={asking}
        field={field}
        language={language}
        references={cited.references}
        changeReferences={changeReferences}
        onClose={() => setAsking(null)}
      />
      {inserting.elements}
    </FormPart>
  );
}

function Hint({ issue }: { issue: ReactNode }) {
  return (
    <>
      {issue === undefined ? null : <>{issue} </>}
      <span className="pointer-coarse:hidden">
        In a list, Tab and Shift+Tab move the item; Escape, then Tab, leaves the text.
      </span>
    </>
  );
}
