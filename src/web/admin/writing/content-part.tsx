import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { TextArea } from '../../ui/field.tsx';
import { store } from '../../ui/storage.ts';
import { FormPart } from '../form-part.tsx';
import { PicturePicker } from '../media/picture-picker.tsx';
import { applyEdit, insertText, selectionOf } from './apply-edit.ts';
import { format, pictureText } from './formatting.ts';
import { showRange } from './line-positions.ts';
import { isPictureOnly, pasteRich, picturesOf } from './paste.ts';
import { PendingPictures } from './pending-pictures.tsx';
import { PreviewPane } from './preview-pane.tsx';
import type { ShownPreview } from './previewer.ts';
import { isOnMac, type Tool, toolFor } from './shortcuts.ts';
import { Toolbar } from './toolbar.tsx';
import { UndescribedNotice } from './undescribed-notice.tsx';
import { undescribedPictures } from './undescribed-pictures.ts';
import { usePreview } from './use-preview.ts';
import { useScrollSync } from './use-scroll-sync.ts';
import type { Writing } from './writing.ts';

/** The local-storage key of the preview's state. */
const PREVIEW_OPEN = 'livePreview';

/** Characters from which the text fills the area in any window: measuring its height would be a waste. */
const LONG_TEXT = 20_000;

type ContentPartProps = {
  label: string;
  hint?: ReactNode;
  'aria-invalid'?: boolean | undefined;
  writing: Writing;
};

/** The text of a post: a plain text area with tools. A key press renders nothing here. */
export function ContentPart({ writing, ...labelled }: ContentPartProps) {
  const { text, uploads } = writing;
  const field = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle<HTMLTextAreaElement | null, HTMLTextAreaElement | null>(
    writing.field,
    () => field.current,
    [],
  );
  const pane = useRef<HTMLElement>(null);
  const [isMac] = useState(isOnMac);
  const [isOpen, setOpen] = useState(() => localStorage.getItem(PREVIEW_OPEN) === 'open');
  const [isPicking, setPicking] = useState(false);
  const isLong = useSyncExternalStore(text.subscribe, () => text.inField().length > LONG_TEXT);
  const { preview, note } = usePreview(text, isOpen);
  const undescribed = useMemo(
    () => (preview === null ? [] : undescribedPictures(preview)),
    [preview],
  );
  useScrollSync(field, pane, isOpen ? preview : null);
  /** Set by Ctrl+Shift+V: the paste event itself does not say that plain text is wanted. */
  const isPlainPaste = useRef(false);

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

  /** Guessed from the start of the text until the first preview. */
  const language = () => preview?.format ?? (/^\s*<\w/.test(text.inField()) ? 'html' : 'markdown');

  function use(tool: Tool) {
    if (tool === 'picture') setPicking(true);
    else if (field.current !== null) {
      const { value } = field.current;
      applyEdit(field.current, format(tool, value, selectionOf(field.current), language()));
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    isPlainPaste.current = event.shiftKey && event.code === 'KeyV';
    const tool = event.nativeEvent.isComposing ? null : toolFor(event, isMac);
    if (tool === null) return;
    event.preventDefault();
    use(tool);
  }

  function onPaste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const { clipboardData, currentTarget } = event;
    const isPlain = isPlainPaste.current;
    isPlainPaste.current = false;
    if (isPictureOnly(clipboardData)) {
      event.preventDefault();
      uploads.add(picturesOf(clipboardData), language());
    } else if (!isPlain && pasteRich(currentTarget, clipboardData, language())) {
      event.preventDefault();
    }
  }

  function onDrop(event: DragEvent) {
    const pictures = picturesOf(event.dataTransfer);
    if (pictures.length === 0) return;
    event.preventDefault();
    uploads.add(pictures, language());
  }

  function toggle() {
    store(localStorage, PREVIEW_OPEN, isOpen ? 'closed' : 'open');
    setOpen(!isOpen);
  }

  return (
    <FormPart
      title="Content"
      isWide={isOpen}
      aside={
        <label className="flex min-h-11 cursor-pointer items-center gap-2.5 text-sm">
          <input
            type="checkbox"
            role="switch"
            checked={isOpen}
            aria-checked={isOpen}
            onChange={toggle}
            className="size-5 accent-teal"
          />
          Live preview
        </label>
      }
    >
      <div className={isOpen ? 'grid gap-5 *:min-w-0 min-[80rem]:grid-cols-2' : ''}>
        <TextArea
          {...labelled}
          ref={field}
          tools={<Toolbar onTool={use} />}
          required
          rows={15}
          className={`min-h-[calc(15lh+1.375rem)] font-mono text-sm ${isLong ? 'h-[70dvh]' : 'field-sizing-content max-h-[70dvh]'}`}
          defaultValue={text.inField()}
          onInput={(event) => text.type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onDragOver={(event) => {
            if (event.dataTransfer.types.includes('Files')) event.preventDefault();
          }}
          onDrop={onDrop}
        />
        {isOpen ? (
          <div className="flex flex-col">
            <p className="mb-1.5 flex flex-wrap justify-between gap-x-4 text-sm">
              <span className="font-medium">As readers see it</span>
              <span role="status" className="text-muted">
                {note}
              </span>
            </p>
            <div className="relative flex-1">
              <PreviewPane pane={pane} preview={preview} />
            </div>
          </div>
        ) : null}
      </div>
      <PendingPictures uploads={uploads} />
      <UndescribedNotice
        pictures={undescribed}
        onShow={(range) => field.current && showRange(field.current, range)}
      />
      <Counts preview={preview} />
      {isPicking ? (
        <PicturePicker
          action="Insert picture"
          onChoose={(picture) => {
            if (field.current !== null) insertText(field.current, pictureText(picture, language()));
          }}
          onClose={() => setPicking(false)}
        />
      ) : null}
    </FormPart>
  );
}

function Counts({ preview }: { preview: ShownPreview | null }) {
  const { words = 0, readingTime = 1, format: language } = preview ?? {};
  return (
    <p className="text-muted text-sm tabular-nums">
      {words.toLocaleString('en')} {words === 1 ? 'word' : 'words'} · {readingTime} min read
      {language === 'html' ? ' · HTML: the buttons write tags' : null}
    </p>
  );
}
