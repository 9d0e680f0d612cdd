import { useEffect, useRef, useState } from 'react';
import { caller } from '../../../admin/caller.ts';
import { isPictureFile } from '../../../media/admin/upload-media.ts';
import { addTag, LIMITS } from '../../../posts/post.ts';
import type { references as referencesApi } from '../../../science/references/api/references.ts';
import type { Reference } from '../../../science/references/reference.ts';
import { workIdentity } from '../../../science/references/same-work.ts';
import { addReferences, outcomeOf } from '../post-form/add-references.ts';
import { slugForTitle } from '../post-form/title-slug.ts';
import type { PostValues } from '../post-form/use-post-values.ts';
import { insertText, selectionOf } from '../writing/apply-edit.ts';
import { besideText, nextFootnoteNumber } from '../writing/blocks.ts';
import type { PendingPicture } from '../writing/picture-uploads.ts';
import { guessedLanguage } from '../writing/writing.ts';
import type { ReadDocument } from './document.ts';
import { documentText, isFarTooLong } from './document-text.ts';
import { readInWorker } from './read-in-worker.ts';

/** A key as in `keys.ts`, not in an email address, and not escaped. */
const CITED = /(?<![\p{L}\p{N}_\\])@([\p{L}\p{N}_]+(?:[:.#$%&+?~/-][\p{L}\p{N}_]+)*)/gu;

/** Cites works by the keys that they have in the list of the post: another work may have had theirs. */
export function citeAsListed(
  markdown: string,
  works: readonly Reference[],
  listed: readonly Reference[],
): string {
  const keys = new Map(listed.map((each) => [workIdentity(each), each.key]));
  const changed = new Map(works.map((work) => [work.key, keys.get(workIdentity(work))]));
  return markdown.replace(CITED, (all, key: string) => {
    const now = changed.get(key);
    return now ? `@${now}` : all;
  });
}

const api = caller<typeof referencesApi>();

export const isDocument = ({ name }: Pick<File, 'name'>): boolean =>
  /\.(?:docx|md|markdown|qmd)$/i.test(name);

type Outcome = { name: string } & ({ message: string } | { notes: string[] });

/** Opens documents into the form of a new post, as input that is not saved yet. */
export function useOpenDocument(values: PostValues, onOpened: () => void) {
  const [reading, setReading] = useState<string | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);

  async function open(files: readonly File[]) {
    const document = files.find(isDocument);
    if (document === undefined || controller.current !== null) return;
    const { name } = document;
    controller.current = new AbortController();
    const { signal } = controller.current;
    setReading(name);
    setOutcome(null);
    const pictures = files.filter(isPictureFile);
    const result = await readInWorker({ document, pictures }, signal)
      .then((answer) => ('message' in answer ? answer : fill(answer.document, signal)))
      .catch((error: unknown) => {
        // Without a connection, what converts it cannot be loaded.
        reportError(error);
        return { message: 'It could not be opened. Please try again.' };
      });
    controller.current = null;
    setReading(null);
    if (!signal.aborted) setOutcome({ name, ...result });
  }

  async function fill(document: ReadDocument, signal: AbortSignal) {
    if (isFarTooLong(document)) return { message: TOO_LONG };
    const { convertHtml: convert } = await import('../writing/paste-converter.ts');
    const { references, unread } = await readWorks(document.works);
    const text = await withPictures(document);
    const { uploads, field } = values.writing;
    const area = field.current;
    if (area === null || signal.aborted) return { message: '' };
    if (guessedLanguage(area.value) === 'html') return { message: IN_HTML };
    const { start, end } = selectionOf(area);
    const [before, after] = [area.value.slice(0, start), area.value.slice(end)];
    const added: PendingPicture[] = [];
    const { title, markdown, notice } = documentText(
      { ...document, text },
      {
        convert,
        firstNote: nextFootnoteNumber(area.value),
        place: (index, write) => {
          const { name = '', type = '', bytes = new Uint8Array() } = document.pictures[index] ?? {};
          const source = new File([bytes], name, { type });
          const pending = uploads.reserve({ name, alt: '', source, write });
          added.push(pending);
          return pending.placeholder;
        },
      },
    );
    if (markdown.length > LIMITS.content) return { message: TOO_LONG };
    const listed = addReferences(values.read().references, references);
    const cited = citeAsListed(markdown, references, listed.references);
    insertText(area, besideText(cited, before, after));
    uploads.start(added);
    fillFields({ ...document, title });
    values.set({ references: listed.references });
    onOpened();
    const leftOut = outcomeOf({ ...listed, added: 0, completed: 0, known: 0 });
    return { notes: [notice, ...unread, leftOut].filter(Boolean) };
  }

  /** Fields that the writer has filled stay. */
  function fillFields({ title, description, author, tags }: ReadDocument) {
    values.set((now) => {
      const titled = now.title || title.slice(0, LIMITS.title);
      const isAuthorGiven = author === '' || now.author !== values.saved.author;
      return {
        title: titled,
        slug: now.slug || slugForTitle(true, now, titled),
        description: now.description || description.slice(0, LIMITS.description),
        author: isAuthorGiven ? now.author : author.slice(0, LIMITS.author),
        tags: tags.reduce<string[]>(addTag, now.tags).slice(0, LIMITS.tags),
      };
    });
  }

  return {
    reading,
    outcome,
    open: (files: readonly File[]) => void open(files),
    cancel: () => controller.current?.abort(),
    dismiss: () => setOutcome(null),
  };
}

/** The text of a document, in which a Markdown file names the pictures that were opened with it. */
async function withPictures({ text, pictures }: ReadDocument): Promise<ReadDocument['text']> {
  if ('html' in text || pictures.length === 0) return text;
  const { namePictures } = await import('./markdown-pictures.ts');
  return { markdown: namePictures(text.markdown, pictures) };
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

const IN_HTML = 'This post is written in HTML. Open the document in an empty post.';
const TOO_LONG = `Its text has more than ${LIMITS.content.toLocaleString('en')} characters. Split it.`;
