import { useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useLive } from '../../../admin/use-polling.ts';
import {
  type FieldValues,
  isSame,
  type PostFormValues,
} from '../../../posts/admin/post-form-values.ts';
import { useKnownTags } from '../../../posts/admin/tags/use-known-tags.ts';
import type { PostStatus } from '../../../posts/post.ts';
import { useWriting } from '../writing/writing.ts';
import {
  isNothingTyped,
  NOTHING_TYPED,
  type TypedFields,
  typedProblem,
  withTyped,
} from './typed-fields.ts';

/** Some fields, or a function of the latest values that gives them. */
export type Change<Values> = Partial<Values> | ((now: Values) => Partial<Values>);

export type PostValues = ReturnType<typeof usePostValues>;

/**
 * The post form's values: the fields, the text, and the tag and reference that are typed but not added.
 *
 * @param loaded the values on the server
 * @param start the values that the form starts with
 */
export function usePostValues(loaded: PostFormValues, start: PostFormValues) {
  const { content, ...startFields } = start;
  const [saved, setSaved] = useState(loaded);
  const [fields, setFields, readFields] = useLive<FieldValues>(startFields);
  const [typed, setTyped, readTyped] = useLive(NOTHING_TYPED);
  const writing = useWriting(content);
  const { text } = writing;
  const knownTags = useKnownTags();
  /** The author's choice, while saving as a draft shows another status. */
  const chosenStatus = useRef(fields.status);
  const isTextSame = useSyncExternalStore(text.subscribe, () => text.read() === saved.content);
  const isTextBlank = useSyncExternalStore(text.subscribe, text.isBlank);

  /** @param change may depend on the latest values, which those of this rendering need not be after an `await` */
  function set(change: Change<FieldValues>) {
    const now = readFields();
    setFields({ ...now, ...(typeof change === 'function' ? change(now) : change) });
  }

  return {
    fields,
    typed,
    knownTags,
    writing,
    /** The values on the server: as loaded, or as last saved in place. */
    saved,
    isDirty: !isTextSame || !isSame({ ...saved, ...fields }, saved) || !isNothingTyped(typed),
    /** What is needed before anything can be saved, in words; null when it is there. */
    missing: missingParts(fields.title.trim() === '', isTextBlank),
    /** The fields with the typed tag and reference, as a save sends them. */
    withTyped: useMemo(() => withTyped(fields, typed, knownTags), [fields, typed, knownTags]),
    set,
    setTyped: (change: Partial<TypedFields>) => setTyped({ ...readTyped(), ...change }),
    chooseStatus: (status: PostStatus) => {
      chosenStatus.current = status;
      set({ status });
    },
    showStatus: (status: PostStatus) => set({ status }),
    showChosenStatus: () => set({ status: chosenStatus.current }),
    /** The latest values, also after an `await`. */
    read: (): PostFormValues => ({ ...readFields(), content: text.read() }),
    /** Replaces all values. */
    fill: ({ content: nextText, ...nextFields }: PostFormValues) => {
      chosenStatus.current = nextFields.status;
      setFields(nextFields);
      text.replace(nextText);
    },
    /** Adds the typed tag and reference; returns why it cannot, or null. */
    addTyped: (): string | null => {
      const problem = typedProblem(readTyped());
      if (problem !== null) return problem;
      setFields(withTyped(readFields(), readTyped(), knownTags));
      setTyped(NOTHING_TYPED);
      return null;
    },
    /** Later input is not saved yet. */
    markSaved: (sent: PostFormValues) => setSaved({ ...sent, status: chosenStatus.current }),
  };
}

function missingParts(isUntitled: boolean, isTextBlank: boolean): string | null {
  if (isUntitled) return isTextBlank ? 'a title and some text' : 'a title';
  return isTextBlank ? 'some text' : null;
}
