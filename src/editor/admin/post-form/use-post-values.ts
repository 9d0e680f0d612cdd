import { useMemo, useState, useSyncExternalStore } from 'react';
import { useLive } from '../../../admin/use-polling.ts';
import {
  type FieldValues,
  isSame,
  type PostFormValues,
} from '../../../posts/admin/post-form-values.ts';
import { addTags } from '../../../posts/admin/tags/new-tags.ts';
import { useKnownTags } from '../../../posts/admin/tags/use-known-tags.ts';
import { slugify } from '../../../posts/post.ts';
import { useWriting } from '../writing/written-text.ts';

/** Some fields, or a function of the latest values that gives them. */
export type Change<Values> = Partial<Values> | ((now: Values) => Partial<Values>);

export type PostValues = ReturnType<typeof usePostValues>;

/**
 * The post form's values: the fields, the text, and what is typed but not added.
 *
 * @param stored the values on the server
 * @param start the values that the form starts with
 */
export function usePostValues(stored: PostFormValues, start: PostFormValues) {
  const { content, ...startFields } = start;
  const [saved, setSaved] = useState(stored);
  const [fields, setFields, readFields] = useLive<FieldValues>(startFields);
  const [typed, setTyped, readTyped] = useLive(NOTHING_TYPED);
  const writing = useWriting(content);
  const { text } = writing;
  const knownTags = useKnownTags();
  const isTextSame = useSyncExternalStore(text.subscribe, () => text.read() === saved.content);
  const isTextBlank = useSyncExternalStore(text.subscribe, text.isBlank);

  /** @param change may depend on the latest values, which those of this rendering need not be after an `await` */
  function set(change: Change<FieldValues>) {
    const now = readFields();
    setFields({ ...now, ...(typeof change === 'function' ? change(now) : change) });
  }

  /** Replaces all values. */
  function fill({ content: nextText, ...nextFields }: PostFormValues) {
    setFields(nextFields);
    text.replace(nextText);
  }

  /** The latest values, also after an `await`. */
  const read = (): PostFormValues => ({ ...readFields(), content: text.read() });
  const missing = [
    ...(fields.title.trim() === '' ? ['a title'] : []),
    ...(isTextBlank ? ['some text'] : []),
  ];
  return {
    fields,
    typed,
    knownTags,
    writing,
    /** The values on the server: as loaded, or as last saved in place. */
    saved,
    isDirty: !isTextSame || !isSame({ ...saved, ...fields }, saved) || !isNothingTyped(typed),
    /** What is needed before anything can be saved, in words; null when it is there. */
    missing: missing.length === 0 ? null : missing.join(' and '),
    /** The fields with the typed tag, as a save sends them. */
    withTyped: useMemo(
      () => ({ ...fields, tags: addTags(fields.tags, typed.tag, knownTags) }),
      [fields, typed, knownTags],
    ),
    set,
    setTyped: (change: Partial<TypedFields>) => setTyped({ ...readTyped(), ...change }),
    read,
    /** As `isDirty`, of the latest values. */
    isDirtyNow: () => !isSame(read(), saved) || !isNothingTyped(readTyped()),
    fill,
    /** Shows what is on the server. */
    load: (values: PostFormValues) => {
      setSaved(values);
      setTyped(NOTHING_TYPED);
      fill(values);
    },
    /** Adds the typed tag, as its button does, so that a save loses nothing; returns why nothing can be saved, or null. */
    addTyped: (): string | null => {
      const { tag, pasted } = readTyped();
      if (pasted.trim() !== '') return UNREAD;
      set(({ tags }) => ({ tags: addTags(tags, tag, knownTags) }));
      setTyped(NOTHING_TYPED);
      return null;
    },
    /** Later input is not saved yet. The status that was sent need not be the one that was chosen. */
    markSaved: (sent: PostFormValues) => setSaved({ ...sent, status: readFields().status }),
  };
}

type Titled = { title: string; slug: string };

/**
 * The slug after a change of the title (specification section 5). A new post's slug follows every change;
 * an existing post's slug only while it is the title's own.
 */
export function slugForTitle(isNew: boolean, before: Titled, title: string): string {
  return isNew || before.slug === slugify(before.title) ? slugify(title) : before.slug;
}

/** What is typed beside the fields: a tag that is not added, and references of another program that are not read. */
type TypedFields = { tag: string; pasted: string };

export const NOTHING_TYPED: TypedFields = { tag: '', pasted: '' };

const isNothingTyped = ({ tag, pasted }: TypedFields) => `${tag}${pasted}`.trim() === '';

const UNREAD = 'Some pasted references have not been read. Read or clear them, then save.';
