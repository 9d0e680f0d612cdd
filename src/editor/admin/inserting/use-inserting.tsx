import { type RefObject, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Reference } from '../../../science/references/reference.ts';
import { describeWork } from '../../../science/references/work.ts';
import { FinderDialog } from '../writing/finder-dialog.tsx';
import type { Tool } from '../writing/shortcuts.ts';
import { applyEdit, insertBlock, insertText, type Range, replace } from '../writing/text-edit.ts';
import type { CitedFields } from '../writing/use-preview.ts';
import type { BlockForm, Values } from './forms.ts';
import { InsertDialog } from './insert-dialog.tsx';
import { blockAt, findKinds, type InsertKind, kindOf } from './kinds.ts';
import { freeLabel, labelsOf, type SuggestionSource } from './suggestions.ts';
import { NAMES, type Suggestion, useSuggestions } from './use-suggestions.tsx';

type InsertingOptions = {
  field: RefObject<HTMLTextAreaElement | null>;
  isOff: () => boolean;
  cited: CitedFields;
  use: (tool: Tool) => void;
  /** Returns the key of a reference, which gets one if it has none. */
  keyOf: (reference: Reference) => string;
};

type Asked = { name: string; form: BlockForm; existing: { range: Range; values: Values } | null };

export function useInserting({ field, isOff, cited, use, keyOf }: InsertingOptions) {
  const suggestions = useSuggestions({ field, isOff, suggest });
  const [asked, setAsked] = useState<Asked | null>(null);
  const [searched, setSearched] = useState<SuggestionSource | null>(null);

  function suggest(source: SuggestionSource, query: string): Suggestion[] {
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
        const suggestion = { id: label, name: number, note: caption || label, text: () => label };
        return words.every((word) => searched.includes(word)) ? [suggestion] : [];
      });
    }
    return findKinds(query).map((kind) => {
      return { id: kind.name, name: kind.name, note: kind.group, open: () => open(kind) };
    });
  }

  function search(source: SuggestionSource, query: string): Suggestion[] {
    const there = source === 'menu' && query === '' ? existingAtCaret() : null;
    const name = `Edit this ${there?.name.toLowerCase()}`;
    const edit = { id: 'edit', name, note: 'At the caret', open: () => setAsked(there) };
    return [...(there === null ? [] : [edit]), ...suggest(source, query)];
  }

  function choose({ text, open }: Suggestion) {
    flushSync(() => setSearched(null));
    if (text !== undefined && field.current !== null) insertText(field.current, `@${text('')}`);
    open?.();
  }

  function existingAtCaret(): Asked | null {
    const { value = '', selectionStart: caret = 0 } = field.current ?? {};
    const block = blockAt(value, caret);
    const kind = block && kindOf(block);
    return block && kind && { ...kind, existing: { range: block, values: kind.values } };
  }

  function open({ name, form, tool, list, snippet }: InsertKind) {
    const area = field.current;
    if (tool !== undefined) use(tool);
    else if (snippet !== undefined && area !== null) {
      const block = snippet[0].replace('eq-1', freeLabel('eq', '', area.value));
      applyEdit(area, insertBlock(area.value, area.selectionEnd, block, snippet[1]));
    } else if (form !== undefined) setAsked({ name, form, existing: null });
    else if (list !== undefined) setSearched(list);
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
    editAtCaret: () => setAsked(existingAtCaret()),
    openMenu: () => setSearched('menu'),
    elements: (
      <>
        {suggestions.popup}
        {searched === null ? null : (
          <SearchDialog
            name={NAMES[searched]}
            search={(query) => search(searched, query)}
            onChoose={choose}
            onCancel={() => setSearched(null)}
          />
        )}
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

type SearchDialogProps = {
  name: string;
  search: (query: string) => readonly Suggestion[];
  onChoose: (suggestion: Suggestion) => void;
  onCancel: () => void;
};

function SearchDialog({ name, search, onChoose, onCancel }: SearchDialogProps) {
  const [query, setQuery] = useState('');
  const items = search(query);
  return (
    <FinderDialog
      title={name}
      onSubmit={() => items[0] && onChoose(items[0])}
      onCancel={onCancel}
      field={{
        label: 'Search',
        value: query,
        onChange: ({ target }) => setQuery(target.value),
      }}
      status={items.length === 0 ? 'Nothing found.' : ''}
      found={{ [name]: items.map((item) => ({ ...item, choose: () => onChoose(item) })) }}
    />
  );
}
