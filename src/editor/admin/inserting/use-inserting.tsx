import { type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Anchor } from '../../../admin/caret-view.ts';
import type { Reference } from '../../../science/references/reference.ts';
import { describeWork } from '../../../science/references/work.ts';
import type { Tool } from '../writing/shortcuts.ts';
import { applyEdit, insertBlock, type Range, replace } from '../writing/text-edit.ts';
import type { CitedFields } from '../writing/use-preview.ts';
import type { BlockForm, Values } from './forms.ts';
import { InsertDialog } from './insert-dialog.tsx';

import { blockAt, findKinds, type InsertKind, kindOf } from './kinds.ts';
import { freeLabel, labelsOf, type SuggestionSource } from './suggestions.ts';
import { type Suggestion, useSuggestions } from './use-suggestions.tsx';

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
  const suggestions = useSuggestions({ field, isOff, suggest });
  const button = useRef<HTMLButtonElement>(null);
  const [asked, setAsked] = useState<Asked | null>(null);

  function suggest(source: SuggestionSource, query: string, isTyped: boolean): Suggestion[] {
    if (source === 'citations') {
      const matching = cited.references.filter((each) => describeWork(each).matches(query));
      return matching.map((reference, index) => ({
        id: `${index}`,
        name: reference.title || reference.url,
        note: describeWork(reference).details,
        text: (after) => keyOf(reference) + (/^[^[\]\n]*\]/.test(after) ? '' : ']'),
      }));
    }
    if (source === 'labels') {
      const words = query.toLowerCase().split(/\s+/);
      return labelsOf(field.current?.value ?? '').flatMap(({ label, number, caption }) => {
        const searched = `${label} ${number} ${caption}`.toLowerCase();
        const text = () => (isTyped ? label : `@${label}`);
        const suggestion = { id: label, name: number, note: caption || label, text };
        return words.every((word) => searched.includes(word)) ? [suggestion] : [];
      });
    }
    const kinds = findKinds(query).map((kind): Suggestion => {
      const { name, group } = kind;
      return { id: name, name, note: group, open: (anchor) => open(kind, anchor) };
    });
    const there = isTyped || query !== '' ? null : existingAtCaret();
    if (there === null) return kinds;
    const name = `Edit this ${there.name.toLowerCase()}`;
    return [{ id: 'edit', name, note: 'At the caret', open: () => setAsked(there) }, ...kinds];
  }

  /** The form of the block that the caret is in. */
  function existingAtCaret(): Asked | null {
    const { value = '', selectionStart: caret = 0 } = field.current ?? {};
    const block = blockAt(value, caret);
    const kind = block && kindOf(block);
    return block && kind && { ...kind, existing: { range: block, values: kind.values } };
  }

  function open({ name, form, tool, list, snippet }: InsertKind, anchor: Anchor) {
    const area = field.current;
    if (tool !== undefined) use(tool);
    else if (snippet !== undefined && area !== null) {
      const block = snippet[0].replace('eq-1', freeLabel('eq', '', area.value));
      applyEdit(area, insertBlock(area.value, area.selectionEnd, block, snippet[1]));
    } else if (form !== undefined) setAsked({ name, form, existing: null });
    else if (list !== undefined) suggestions.openList(list, anchor);
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
      existing
        ? replace(existing.range, source)
        : insertBlock(area.value, area.selectionEnd, source),
    );
  }

  return {
    suggestions,
    button,
    editAtCaret: () => setAsked(existingAtCaret()),
    openMenu: () => {
      const box = button.current?.getBoundingClientRect();
      if (box !== undefined) suggestions.openList('menu', box);
    },
    elements: (
      <>
        {suggestions.popup}
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
