import { FileUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { caller } from '../../../admin/caller.ts';
import { chooseFiles } from '../../../admin/choose-files.ts';
import { ErrorBox } from '../../../admin/error-box.tsx';
import { NoticeBox } from '../../../admin/notice-box.tsx';
import { isPictureFile } from '../../../media/admin/upload-media.ts';
import { useDroppedFiles } from '../../../media/admin/use-dropped-files.ts';
import { LIMITS } from '../../../posts/fields.ts';
import { addTag } from '../../../posts/post.ts';
import type { references as referencesApi } from '../../../science/references/api/references.ts';
import { Button } from '../../../ui/button.tsx';
import { focusOnMount } from '../../../ui/focus-on-mount.ts';
import { addReferences, outcomeOf } from '../post-form/reference-records.ts';
import { type PostValues, slugForTitle } from '../post-form/use-post-values.ts';
import type { PendingPicture } from '../writing/picture-uploads.ts';
import { besideText, insertText, nextFootnoteNumber, selectionOf } from '../writing/text-edit.ts';
import { guessedLanguage } from '../writing/written-text.ts';
import type { ReadDocument } from './document.ts';
import { documentText, isFarTooLong } from './document-text.ts';
import { readInWorker } from './read-in-worker.ts';

const ACCEPTED = '.docx,.md,.markdown,.qmd,image/*';
const IN_HTML = 'This post is written in HTML. Open the document in an empty post.';
/** Two works may have one key. */
const HAS_REFERENCES =
  'This post has references, and so has the document. Open it in an empty post.';
const TOO_LONG = `Its text has more than ${LIMITS.content.toLocaleString('en')} characters. Split it.`;

const isDocument = ({ name }: File) => /\.(?:docx|md|markdown|qmd)$/i.test(name);

const api = caller<typeof referencesApi>();

type Outcome = { message: string } | { notes: string };

type OpenDocumentProps = {
  values: PostValues;
  /** Where it says what became of a document; null until it is there. */
  notices: HTMLElement | null;
  /** Called when the form holds a document, which its writer will want to look through. */
  onOpened: () => void;
};

/** Opens a document into a new post: chosen, or dropped anywhere on the page. It is input that is not saved yet. */
export function OpenDocument({ values, notices, onOpened }: OpenDocumentProps) {
  const [reading, setReading] = useState<string | null>(null);
  const [outcome, setOutcome] = useState<(Outcome & { name: string }) | null>(null);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const isDragOver = useDroppedFiles((files) => void open(files), isDocument);

  async function open(files: readonly File[]) {
    const document = files.find(isDocument);
    if (document === undefined || controller.current !== null) return;
    const { name } = document;
    controller.current = new AbortController();
    const { signal } = controller.current;
    setReading(name);
    setOutcome(null);
    const result = await readInWorker({ document, pictures: files.filter(isPictureFile) }, signal)
      .then((answer) => ('message' in answer ? answer : fill(values, answer.document, signal)))
      .catch((error: unknown) => {
        // Without a connection, what converts it cannot be loaded.
        reportError(error);
        return { message: 'It could not be opened. Please try again.' };
      });
    controller.current = null;
    setReading(null);
    if (signal.aborted) return;
    if ('notes' in result) onOpened();
    setOutcome({ name, ...result });
  }

  return (
    <>
      <Button
        variant="secondary"
        title="Start from a Word document or a Markdown file: open it, or drop it on the page"
        className={isDragOver ? 'border-teal! bg-teal/8!' : ''}
        onClick={() =>
          reading === null
            ? chooseFiles(ACCEPTED, (files) => void open(files))
            : controller.current?.abort()
        }
      >
        <FileUp aria-hidden className="size-4" />
        {reading === null ? 'Open a document' : 'Cancel reading'}
      </Button>
      {notices === null
        ? null
        : createPortal(
            <section aria-label="Open a document" className="*:mb-4">
              {reading === null ? null : <p role="status">Reading {reading}…</p>}
              {outcome === null ? null : 'message' in outcome ? (
                <ErrorBox>{`${outcome.name}: ${outcome.message}`}</ErrorBox>
              ) : (
                <NoticeBox role="status">
                  <p ref={focusOnMount} tabIndex={-1}>
                    {outcome.name} is in the form below as a draft, not saved yet. Compare them:
                    what a post cannot hold, such as comments, charts and links of citations to
                    their references, is left out. {outcome.notes}
                  </p>
                  <Button
                    variant="quiet"
                    onClick={() => {
                      setOutcome(null);
                      values.writing.field.current?.focus();
                    }}
                  >
                    Close
                  </Button>
                </NoticeBox>
              )}
            </section>,
            notices,
          )}
    </>
  );
}

/** Puts a document into the form. Fields that the writer has filled stay. */
async function fill(
  values: PostValues,
  document: ReadDocument,
  signal: AbortSignal,
): Promise<Outcome> {
  if (isFarTooLong(document)) return { message: TOO_LONG };
  const { convertHtml: convert } = await import('../writing/paste-converter.ts');
  const { references, unread } = await readWorks(document.works);
  const { uploads, field } = values.writing;
  const area = field.current;
  if (area === null || signal.aborted) return { message: '' };
  if (guessedLanguage(area.value) === 'html') return { message: IN_HTML };
  const hasOthers = references.length > 0 && values.read().references.length > 0;
  if (hasOthers) return { message: HAS_REFERENCES };
  const added: PendingPicture[] = [];
  const { title, markdown, notice } = documentText(document, {
    convert,
    firstNote: nextFootnoteNumber(area.value),
    place: (index, write) => {
      const source = document.pictures[index] ?? new File([], '');
      const pending = uploads.reserve({ name: source.name, alt: '', source, write });
      added.push(pending);
      return pending.placeholder;
    },
  });
  if (markdown.length > LIMITS.content) return { message: TOO_LONG };
  const listed = addReferences(values.read().references, references);
  insertText(area, besideText(markdown, area.value, selectionOf(area)));
  uploads.start(added);
  const { description, author, tags } = document;
  values.set((now) => {
    const titled = now.title || title.slice(0, LIMITS.title);
    const isAuthorGiven = author === '' || now.author !== values.saved.author;
    return {
      title: titled,
      slug: now.slug || slugForTitle(true, now, titled),
      description: now.description || description.slice(0, LIMITS.description),
      author: isAuthorGiven ? now.author : author.slice(0, LIMITS.author),
      tags: tags.reduce<string[]>(addTag, now.tags).slice(0, LIMITS.tags),
      references: listed.references,
    };
  });
  const leftOut = outcomeOf({ ...listed, added: 0, completed: 0, known: 0 });
  return { notes: [notice, ...unread, leftOut].filter(Boolean).join(' ') };
}

/** The references of cited works, and which could not be read. */
async function readWorks(works: readonly object[]) {
  const text = JSON.stringify(works);
  if (works.length === 0) return { references: [], unread: [] };
  const answer = await api('POST', '/admin/references/read', { json: { text } });
  if (!answer.ok) {
    return { references: [], unread: ['The references could not be read. Paste them below.'] };
  }
  const { references, refusals } = answer.value;
  return { references, unread: refusals.map(({ message }) => message) };
}
