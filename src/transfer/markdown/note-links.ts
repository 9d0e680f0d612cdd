import { isPicturePath } from '../pictures.ts';
import type { Note } from '../source.ts';
import { codeRanges, rangeFinder } from '../text/code-ranges.ts';
import { replaceDelimited } from '../text/delimited.ts';
import { applyEdits, type Edit } from '../text/edits.ts';
import { isMarkdownFile } from './file-name.ts';
import type { Converted } from './shortcodes.ts';

/** `[[Note#Part|words]]`, `![[picture.png|300]]` (https://help.obsidian.md/links). */
const SYNTAX = /(!?)\[\[([^[\]|#\n]{0,500})(#[^[\]|\n]{0,500})?(?:\|([^[\]\n]{0,500}))?\]\]/g;

/** Makes Markdown of the links of Obsidian between the notes and pictures of a folder. What leads to nothing stays. */
export function createNoteLinks(paths: readonly string[]): (body: string) => Converted {
  const isVault = paths.some((path) => /(?:^|\/)\.obsidian\//.test(path));
  const files = new Map<string, string>();
  // The shortest path of a name, as Obsidian.
  for (const path of paths.toSorted((a, b) => b.length - a.length)) {
    for (const name of [path, path.slice(path.lastIndexOf('/') + 1)]) {
      files.set(keyOf(name), path);
      if (isMarkdownFile(name)) files.set(keyOf(name.replace(/\.[^.]*$/, '')), path);
    }
  }

  /** Undefined for a link that leads to nothing here. */
  function convert([, mark, name = '', part = '', words]: RegExpExecArray): string | undefined {
    const path = files.get(keyOf(name));
    if (path === undefined && name.trim() !== '') return undefined;
    const url = path === undefined ? '' : `/${path.split('/').map(encodeURIComponent).join('/')}`;
    if (mark === '!' && isPicturePath(url)) return `![${captionOf(words)}](${url})`;
    const label = words ?? `${name}${part.replace('#', name === '' ? '' : ' > ')}`;
    return `[${label}](${url}${anchorOf(part)})`;
  }

  return (body) => {
    const edits: Edit[] = [];
    const dead = new Set<string>();
    const shown = isVault ? withoutComments(body) : body;
    const isCode = rangeFinder(codeRanges(shown));
    for (const match of shown.matchAll(SYNTAX)) {
      if (isCode(match.index)) continue;
      const text = convert(match);
      if (text === undefined) dead.add(match[0]);
      else edits.push({ start: match.index, end: match.index + match[0].length, text });
    }
    const named = isVault ? [...dead].slice(0, MAX_NAMED) : [];
    return { body: applyEdits(shown, edits), notes: notesOf(edits.length, named) };
  };
}

/** Obsidian shows them to nobody but who writes. */
function withoutComments(body: string): string {
  const isIgnored = rangeFinder(codeRanges(body));
  return replaceDelimited(body, { opening: /%%/g, closing: /%%/g, isIgnored }, () => '');
}

/** A number behind a picture is its width. */
function captionOf(words = ''): string {
  return /^\d+(?:x\d+)?$/.test(words) ? '' : words;
}

/** Links that a note names. */
const MAX_NAMED = 5;

function notesOf(links: number, dead: readonly string[]): Note[] {
  const changed = {
    kind: 'changed',
    message: `Links of Obsidian became Markdown: ${links}.`,
  } as const;
  const message = `Links of Obsidian lead to nothing here, and stay as they are written: ${dead.join(', ')}.`;
  return [
    ...(links === 0 ? [] : [changed]),
    ...(dead.length === 0 ? [] : [{ kind: 'lost', message } as const]),
  ];
}

function keyOf(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}

/** Finds the anchor of a heading; the name of a block means nothing here. */
function anchorOf(part: string): string {
  const heading = part.split('#').at(-1) ?? '';
  if (heading === '' || heading.startsWith('^')) return '';
  return `#${encodeURIComponent(
    heading
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s+/g, '-'),
  )}`;
}
