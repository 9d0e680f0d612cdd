import { useRef, useState, useSyncExternalStore } from 'react';
import {
  type FieldValues,
  isSame,
  type PostFormValues,
} from '../../../posts/admin/post-form-values.ts';
import { slugify } from '../../../posts/post.ts';
import { useWriting } from '../writing/written-text.ts';

export type PostValues = ReturnType<typeof usePostValues>;

/**
 * @param stored the values on the server
 * @param start the values that the form starts with
 */
export function usePostValues(stored: PostFormValues, start: PostFormValues) {
  const { content, ...startFields } = start;
  const [saved, setSaved] = useState(stored);
  const [fields, setFields] = useState<FieldValues>(startFields);
  /** The latest fields, also after an `await`. */
  const latest = useRef(fields);
  const writing = useWriting(content);
  const { text } = writing;
  const isTextSame = useSyncExternalStore(text.subscribe, () => text.read() === saved.content);
  const isTextBlank = useSyncExternalStore(text.subscribe, text.isBlank);

  /** @param change may depend on the latest values, which those of this rendering need not be after an `await` */
  function set(change: Partial<FieldValues> | ((now: FieldValues) => Partial<FieldValues>)) {
    const changed = typeof change === 'function' ? change(latest.current) : change;
    latest.current = { ...latest.current, ...changed };
    setFields(latest.current);
  }

  function fill({ content: nextText, ...nextFields }: PostFormValues) {
    set(nextFields);
    text.replace(nextText);
  }

  /** The latest values, also after an `await`. */
  const read = (): PostFormValues => ({ ...latest.current, content: text.read() });
  return {
    fields,
    writing,
    /** The values on the server: as loaded, or as last saved in place. */
    saved,
    isDirty: !isTextSame || !isSame({ ...saved, ...fields }, saved),
    /** It has what is needed before anything can be saved. */
    isComplete: fields.title.trim() !== '' && !isTextBlank,
    set,
    read,
    /** As `isDirty`, of the latest values. */
    isDirtyNow: () => !isSame(read(), saved),
    fill,
    load: (values: PostFormValues) => {
      setSaved(values);
      fill(values);
    },
    /** Later input is not saved yet. The status that was sent need not be the one that was chosen. */
    markSaved: (sent: PostFormValues) => setSaved({ ...sent, status: latest.current.status }),
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
