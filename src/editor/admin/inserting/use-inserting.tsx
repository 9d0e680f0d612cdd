import { type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { caller } from '../../../admin/caller.ts';
import type { Anchor } from '../../../admin/text-area/caret-view.ts';
import type { BodyFormat } from '../../../rendering/body.ts';
import type { glossary } from '../../../science/glossary/api/glossary.ts';
import type { Reference } from '../../../science/references/reference.ts';
import { hasWords, referenceDetails, searchWords } from '../../../science/references/same-work.ts';
import { applyEdit, selectionOf } from '../writing/apply-edit.ts';
import { addFootnote, missingBreaks } from '../writing/blocks.ts';
import { MARKDOWN_NOTES } from '../writing/formatting.ts';
import type { CitedFields } from '../writing/previewer.ts';
import type { Tool } from '../writing/shortcuts.ts';
import { type Range, replace, type TextEdit, wholeLines } from '../writing/text-edit.ts';
import { blockAt } from './block-at.ts';
import type { BlockForm, Values } from './block-form.ts';
import { InsertDialog } from './insert-dialog.tsx';
import { InsertPopup, type InsertPopupHandle } from './insert-popup.tsx';
import { findKinds, type InsertKind, kindOf } from './kinds.ts';
import { labelsOf } from './labels.ts';
import type { Suggestion } from './suggestion-list.tsx';
import { FOOTNOTE } from './text-forms.ts';
import type { SuggestionSource } from './trigger.ts';

const api = caller<typeof glossary>();

type InsertingOptions = {
  field: RefObject<HTMLTextAreaElement | null>;
  language: () => BodyFormat;
  cited: CitedFields;
  /** Uses a tool of the toolbar. */
  use: (tool: Tool) => void;
  /** Returns the key of a reference, which gets one if it has none. */
  keyOf: (reference: Reference) => string;
};

/** What a form is open for: a new block, or one that there is. */
type Asked = { name: string; form: BlockForm; existing: { range: Range; values: Values } | null };

/** The menu of what can be inserted, completion, and the forms that write blocks. Each write is one undo. */
export function useInserting({ field, language, cited, use, keyOf }: InsertingOptions) {
  const popup = useRef<InsertPopupHandle>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [terms, setTerms] = useState<readonly Suggestion[]>([]);

  function suggest(source: SuggestionSource, query: string, isTyped: boolean): Suggestion[] {
    if (source === 'citations') {
      const words = searchWords(query);
      return cited.references
        .map((reference, index) => ({
          id: `${index}`,
          name: reference.title || reference.url,
          note: referenceDetails(reference),
          chosen: { reference },
        }))
        .filter(({ chosen }) => hasWords(chosen.reference, words));
    }
    if (source === 'terms') return terms.filter((term) => isNamed(term, query));
    if (source === 'labels') {
      return labelsOf(field.current?.value ?? '')
        .map(({ label, number, caption }) => {
          const text = isTyped ? label : `@${label}`;
          return { id: label, name: number, note: caption || label, chosen: { text } };
        })
        .filter((label) => isNamed(label, query));
    }
    const kinds = findKinds(query, language()).map((kind): Suggestion => {
      return { id: kind.name, name: kind.name, note: kind.group, chosen: { kind } };
    });
    const there = isTyped || query !== '' ? null : existingAtCaret();
    if (there === null) return kinds;
    const name = `Edit this ${there.name.toLowerCase()}`;
    return [{ id: 'edit', name, note: 'At the caret', chosen: { edit: true } }, ...kinds];
  }

  /** The form of the block that the caret is in. */
  function existingAtCaret(): Asked | null {
    const { value = '', selectionStart: caret = 0 } = field.current ?? {};
    if (language() === 'html') return null;
    const note = footnoteAt(value, caret);
    if (note !== null) {
      const values = { body: value.slice(note.start, note.end) };
      return { name: 'Footnote', form: FOOTNOTE, existing: { range: note, values } };
    }
    const block = blockAt(value, caret);
    const found = block && kindOf(block);
    if (block === null || found === null) return null;
    return { ...found, existing: { range: block, values: found.values } };
  }

  function choose({ chosen }: Suggestion, typed: Range | null, anchor: Anchor) {
    const area = field.current;
    if (area === null) return;
    if ('edit' in chosen) setAsked(existingAtCaret());
    else if ('kind' in chosen) {
      if (typed !== null) applyEdit(area, putText(typed, ''));
      open(chosen.kind, anchor);
    } else {
      const range = typed ?? selectionOf(area);
      applyEdit(area, putText(range, textOf(chosen, area.value.slice(range.end))));
    }
  }

  function textOf(chosen: { reference: Reference } | { text: string }, after: string): string {
    if ('text' in chosen) return chosen.text;
    const isClosed = /^[^[\]\n]*\]/.test(after);
    return `${keyOf(chosen.reference)}${isClosed ? '' : ']'}`;
  }

  function open({ name, form, tool, list }: InsertKind, anchor: Anchor) {
    if (tool !== undefined) use(tool);
    else if (form !== undefined) setAsked({ name, form, existing: null });
    else if (list !== undefined) popup.current?.openList(list, anchor);
    if (list === 'terms') void loadTerms();
  }

  async function loadTerms() {
    const answer = await api('GET', '/admin/glossary');
    if (!answer.ok) return;
    setTerms(
      answer.value.terms.map(({ term, category }) => {
        return { id: term, name: term, note: category, chosen: { text: term } };
      }),
    );
  }

  function write(source: string) {
    flushSync(() => setAsked(null));
    const area = field.current;
    if (area === null || asked === null) return;
    // An upload that ended meanwhile has moved it; one that is gone becomes a new one.
    const there = asked.existing && existingAtCaret();
    const existing = there?.form === asked.form ? there.existing : null;
    applyEdit(area, editOf(area, { ...asked, existing }, source));
  }

  return {
    popup,
    button,
    openMenu: () => {
      const box = button.current?.getBoundingClientRect();
      if (box !== undefined) popup.current?.openList('menu', box);
    },
    elements: (
      <>
        <InsertPopup
          ref={popup}
          field={field}
          language={language}
          suggest={suggest}
          onChoose={choose}
        />
        {asked === null ? null : (
          <InsertDialog
            name={asked.name}
            form={asked.form}
            existing={asked.existing?.values ?? null}
            text={field.current?.value ?? ''}
            language={language()}
            isInline={isInline(field.current, asked)}
            cited={cited}
            onWrite={write}
            onCancel={() => setAsked(null)}
          />
        )}
      </>
    ),
  };
}

/** @param source what the form wrote */
function editOf(area: HTMLTextAreaElement, asked: Asked, source: string): TextEdit {
  const selection = selectionOf(area);
  if (asked.existing !== null) return putText(asked.existing.range, source);
  if (asked.form === FOOTNOTE) return placeFootnote(area.value, selection.end, source);
  if (isInline(area, asked)) return putText(selection, source);
  return placeBlock(area.value, selection.end, source);
}

/** A new block is written into the line where that has text, if it can be. */
function isInline(area: HTMLTextAreaElement | null, { form, existing }: Asked): boolean {
  if (area === null || existing !== null || form.writeInline === undefined) return false;
  const { start, end } = wholeLines(area.value, selectionOf(area));
  return area.value.slice(start, end).trim() !== '';
}

function isNamed({ id, name, note }: Suggestion, query: string): boolean {
  const text = `${id} ${name} ${note}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Replaces a range by a text, with the caret behind it. */
function putText(range: Range, text: string): TextEdit {
  return replace(range, text, { start: text.length, end: text.length });
}

/** Puts a block on lines of its own below the caret's, with the caret where the text goes on. */
export function placeBlock(text: string, caret: number, block: string): TextEdit {
  const line = wholeLines(text, { start: caret, end: caret });
  const isBlank = text.slice(line.start, line.end).trim() === '';
  const at = isBlank ? line.start : line.end;
  const after = text.slice(line.end);
  const lead = isBlank ? missingBreaks(text.slice(0, at), /\n*$/) : '\n\n';
  if (after.trim() === '') return putText({ start: at, end: text.length }, `${lead}${block}\n\n`);
  const end = lead.length + block.length;
  const written = lead + block + missingBreaks(after, /^\n*/);
  return replace({ start: at, end: line.end }, written, { start: end, end });
}

/** A footnote: its reference at the caret, which stays there, and its text at the end. */
export function placeFootnote(text: string, caret: number, note: string): TextEdit {
  const { changes } = addFootnote(text, { start: caret, end: caret }, MARKDOWN_NOTES);
  const behind = caret + (changes[0]?.text.length ?? 0);
  return {
    changes: changes.map((each, at) => (at === 0 ? each : { ...each, text: each.text + note })),
    selection: { start: behind, end: behind },
  };
}

/** Where the text of the footnote is in whose reference or definition a caret is; null elsewhere. */
export function footnoteAt(text: string, caret: number): Range | null {
  const line = wholeLines(text, { start: caret, end: caret });
  const found = [...text.slice(line.start, line.end).matchAll(/\[\^([^\]\s]+)\](:?)/g)].find(
    ({ 0: written, 2: colon, index }) => {
      const from = line.start + index;
      const isDefinition = index === 0 && colon === ':';
      return isDefinition || (caret > from && caret <= from + written.length);
    },
  );
  const definition = `\n[^${found?.[1]}]: `;
  const at = found === undefined ? -1 : `\n${text}`.indexOf(definition);
  if (at === -1) return null;
  const start = at + definition.length - 1;
  return { start, end: wholeLines(text, { start, end: start }).end };
}
