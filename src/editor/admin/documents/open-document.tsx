import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { chooseFiles } from '../../../admin/choose-files.ts';
import { isPictureFile } from '../../../media/admin/upload-media.ts';
import { useDroppedFiles } from '../../../media/admin/use-dropped-files.ts';
import { LIMITS } from '../../../posts/fields.ts';
import { addTag } from '../../../posts/post.ts';
import { Button } from '../../../ui/button.tsx';
import { type PostValues, slugForTitle } from '../post-form/use-post-values.ts';
import type { useSave } from '../saving/use-save.tsx';
import type { PendingPicture } from '../writing/picture-uploads.ts';
import { insertBeside, nextFootnoteNumber } from '../writing/text-edit.ts';
import { guessedLanguage } from '../writing/written-text.ts';
import { documentText, type ReadDocument, UnreadableDocumentError } from './document-text.ts';

const ACCEPTED = '.docx,.md,.markdown,.qmd,image/*';

const COMPARE =
  'Compare them: what a post cannot hold, such as comments, charts and links of citations to their references, is left out.';
const BROKEN =
  'It could not be read. If you are online, it is broken, or of a kind that its own program alone reads.';
const IN_HTML = 'This post is written in HTML. Open the document in an empty post.';
const TOO_LONG = `Its text has more than ${LIMITS.content.toLocaleString('en')} characters. Split it.`;

const isDocument = ({ name }: File) => /\.(?:docx|md|markdown|qmd)$/i.test(name);

type OpenDocumentProps = { values: PostValues; saving: ReturnType<typeof useSave> };

export function OpenDocument({ values, saving }: OpenDocumentProps) {
  const [isReading, setReading] = useState(false);
  const isDragOver = useDroppedFiles((files) => void open(files), isDocument);

  async function open(files: readonly File[]) {
    const document = files.find(isDocument);
    if (document === undefined || isReading) return;
    const { name } = document;
    setReading(true);
    try {
      const notice = await fill(values, await read(document, files.filter(isPictureFile)));
      values.set({ status: 'draft' });
      saving.report(null);
      saving.setContinued(`${name} is in the form below as a draft. ${COMPARE} ${notice}`);
    } catch (error) {
      const isExplained = error instanceof UnreadableDocumentError;
      if (!isExplained) reportError(error);
      saving.report({ message: `${name}: ${isExplained ? error.message : BROKEN}` });
    }
    setReading(false);
  }

  return (
    <Button
      variant="secondary"
      title="Start from a Word document or a Markdown file: open it, or drop it on the page"
      className={isDragOver ? 'border-teal! bg-teal/8!' : ''}
      disabled={isReading}
      onClick={() => chooseFiles(ACCEPTED, (files) => void open(files))}
    >
      <FileUp aria-hidden className="size-4" />
      {isReading ? 'Reading…' : 'Open a document'}
    </Button>
  );
}

/** Reads a document in the browser: the file never leaves the writer's computer. */
async function read(file: File, pictures: File[]): Promise<ReadDocument> {
  if (/\.docx$/i.test(file.name)) {
    const { readDocx } = await import('./read-docx.ts');
    return readDocx(new Uint8Array(await file.arrayBuffer()));
  }
  const { readMarkdownFile } = await import('./markdown-file.ts');
  return readMarkdownFile(await file.text(), pictures);
}

/**
 * Fields that the writer has filled stay.
 *
 * @returns what is left out, in words
 */
async function fill(values: PostValues, document: ReadDocument): Promise<string> {
  const { convertHtml: convert } = await import('../writing/paste-converter.ts');
  const { uploads, field } = values.writing;
  const area = field.current;
  if (area === null) return '';
  if (guessedLanguage(area.value) === 'html') throw new UnreadableDocumentError(IN_HTML);
  // Markup is twice as long as its text at most where it is worth converting, which stops the page.
  const source = 'html' in document.text ? document.text.html : document.text.markdown;
  if (source.length > 2 * LIMITS.content) throw new UnreadableDocumentError(TOO_LONG);
  const added: PendingPicture[] = [];
  const { title, markdown, notice } = documentText(document, {
    convert,
    firstNote: nextFootnoteNumber(area.value),
    place: (source, write) => {
      const pending = uploads.reserve({ name: source.name, alt: '', source, write });
      added.push(pending);
      return pending.placeholder;
    },
  });
  if (markdown.length > LIMITS.content) throw new UnreadableDocumentError(TOO_LONG);
  insertBeside(area, markdown);
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
    };
  });
  return notice;
}
