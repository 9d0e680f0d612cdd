import { type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { caller } from '../../../admin/caller.ts';
import type { Anchor } from '../../../admin/caret-view.ts';
import type { glossary } from '../../../science/glossary/api/glossary.ts';
import type { Reference } from '../../../science/references/reference.ts';
import { hasWords, referenceDetails, searchWords } from '../../../science/references/same-work.ts';
import { applyEdit, selectionOf } from '../writing/apply-edit.ts';
import { insertBlock } from '../writing/blocks.ts';
import type { CitedFields } from '../writing/previewer.ts';
import type { Tool } from '../writing/shortcuts.ts';
import { type Range, replace, type TextEdit } from '../writing/text-edit.ts';
import { blockAt } from './block-at.ts';
import type { Values } from './block-syntax.ts';
import type { BlockForm } from './forms.ts';
import { InsertDialog } from './insert-dialog.tsx';
import { InsertPopup, type InsertPopupHandle } from './insert-popup.tsx';
import { findKinds, type InsertKind, kindOf } from './kinds.ts';
import { freeLabel, labelsOf } from './labels.ts';
import type { Suggestion } from './suggestion-list.tsx';
import type { SuggestionSource } from './trigger.ts';

const api = caller<typeof glossary>();

type InsertingOptions = {
  field: RefObject<HTMLTextAreaElement | null>;
  /** Nothing is inserted into HTML. */
  isOff: () => boolean;
  cited: CitedFields;
  /** Uses a tool of the toolbar. */
  use: (tool: Tool) => void;
  /** Returns the key of a reference, which gets one if it has none. */
  keyOf: (reference: Reference) => string;
};

/** What a form is open for: a new block, or one that there is. */
type Asked = { name: string; form: BlockForm; existing: { range: Range; values: Values } | null };

/** The menu of what can be inserted, completion, and the forms that write blocks. Each write is one undo. */
export function useInserting({ field, isOff, cited, use, keyOf }: InsertingOptions) {
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
    const kinds = findKinds(query).map((kind): Suggestion => {
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

  function open({ name, form, tool, list, snippet }: InsertKind, anchor: Anchor) {
    const area = field.current;
    if (tool !== undefined) use(tool);
    else if (snippet !== undefined && area !== null) {
      const block = snippet[0].replace('eq-1', freeLabel('eq', '', area.value));
      applyEdit(area, insertBlock(area.value, area.selectionEnd, block, snippet[1]));
    } else if (form !== undefined) setAsked({ name, form, existing: null });
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
    applyEdit(
      area,
      existing === null || existing === undefined
        ? insertBlock(area.value, area.selectionEnd, source)
        : putText(existing.range, source),
    );
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
        <InsertPopup ref={popup} field={field} isOff={isOff} suggest={suggest} onChoose={choose} />
        {asked === null ? null : (
          <InsertDialog
            name={asked.name}
            form={asked.form}
            existing={asked.existing?.values ?? null}
            text={field.current?.value ?? ''}
            cited={cited}
            onWrite={write}
            onCancel={() => setAsked(null)}
          />
        )}
      </>
    ),
  };
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
