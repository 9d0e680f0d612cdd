import { type ComponentProps, type MouseEvent, type SubmitEvent, useEffect } from 'react';
import type { fieldErrors } from '../content/field-errors.ts';
import { RejectedFieldsContext } from './field.tsx';
import { FormError } from './form-error.tsx';
import { type RejectedField, useRejectedFields } from './rejected-fields.ts';

type CheckedFormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & {
  messages: typeof fieldErrors;
  /** Why the server did not accept the form, shown above its fields. */
  failure?: string | undefined;
  /** Called when the browser accepts all fields. */
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
};

/**
 * A form whose fields, as the browser checks them, have their errors beside them, and in a summary that
 * takes the focus. If there is only one, its field takes the focus. Without scripts the browser shows its
 * own messages.
 */
export function CheckedForm({ messages, failure, onSubmit, children, ...form }: CheckedFormProps) {
  const { attempt, summary, beside, clear, handlers } = useRejectedFields(messages);
  const only = summary.length === 1 ? summary[0]?.id : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every attempt moves the focus
  useEffect(() => {
    // After rendering, so that the message is announced with the field.
    if (only !== undefined) document.getElementById(only)?.focus();
  }, [attempt, only]);

  return (
    <form
      {...form}
      {...handlers}
      onSubmit={(event) => {
        clear();
        onSubmit(event);
      }}
    >
      {summary.length > 1 ? (
        <Summary key={attempt} title={messages.summary} fields={summary} />
      ) : null}
      {summary.length === 0 && failure !== undefined ? <FormError>{failure}</FormError> : null}
      <RejectedFieldsContext value={beside}>{children}</RejectedFieldsContext>
    </form>
  );
}

function Summary({ title, fields }: { title: string; fields: readonly RejectedField[] }) {
  // Following the fragment would be a navigation of the router.
  function focusField(event: MouseEvent, id: string) {
    event.preventDefault();
    document.getElementById(id)?.focus();
  }
  return (
    <FormError>
      <p>{title}</p>
      <ul>
        {fields.map(({ id, message }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              onClick={(event) => focusField(event, id)}
              className="inline-flex min-h-11 items-center underline underline-offset-4"
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </FormError>
  );
}
