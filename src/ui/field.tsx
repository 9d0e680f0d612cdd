import {
  type ComponentProps,
  createContext,
  type ReactNode,
  useContext,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react';
import { Icon } from './icon.tsx';

const CONTROL =
  'block w-full rounded-md border border-muted/70 bg-surface px-3.5 text-ink transition-colors placeholder:text-muted hover:border-teal aria-invalid:border-danger disabled:cursor-not-allowed disabled:opacity-70';

/** 48 px high, as a button beside it is (`min-h-12`). */
const ONE_LINE = 'min-h-12 py-2';

type LabelProps = {
  label: string;
  hint?: ReactNode;
  /** Shown below the control and announced with it, unless the browser rejected the field. */
  error?: string | undefined;
};

/** Error messages of the fields that the browser rejected, by name. */
export const RejectedFieldsContext = createContext<Readonly<Record<string, string>>>({});

type ControlAttributes = Pick<ComponentProps<'input'>, 'aria-invalid' | 'aria-describedby'> & {
  id: string;
};

type LabelledControlProps = LabelProps & {
  name: string | undefined;
  required: boolean | undefined;
  /** Renders the control with attributes that connect it to its label and notes. */
  children: (control: ControlAttributes) => ReactNode;
};

/** A label above its control, with an asterisk if that is required; a search has nothing else to fill in. */
function LabelledControl({
  label,
  hint,
  name = '',
  required,
  children,
  ...own
}: LabelledControlProps) {
  const id = useId();
  const error = useContext(RejectedFieldsContext)[name] ?? own.error;
  const notes = [
    ...(error === undefined ? [] : [`${id}-error`]),
    ...(hint === undefined ? [] : [`${id}-hint`]),
  ];
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block w-fit font-medium text-sm">
        {label}
        {required ? (
          <span aria-hidden="true" className="in-[search]:hidden">
            {' *'}
          </span>
        ) : null}
      </label>
      {children({
        ...(error !== undefined && { 'aria-invalid': true }),
        ...(notes.length > 0 && { 'aria-describedby': notes.join(' ') }),
        id,
      })}
      {error === undefined ? null : (
        <p id={`${id}-error`} className="mt-1.5 text-danger text-sm">
          {error}
        </p>
      )}
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className="mt-1.5 text-muted text-sm">
          {hint}
        </p>
      )}
    </div>
  );
}

export function TextField({ label, hint, error, ...props }: LabelProps & ComponentProps<'input'>) {
  const { name, required } = props;
  return (
    <LabelledControl label={label} hint={hint} error={error} name={name} required={required}>
      {(control) => (
        <input dir="auto" {...props} {...control} className={`${CONTROL} ${ONE_LINE}`} />
      )}
    </LabelledControl>
  );
}

export function TextArea({
  label,
  hint,
  error,
  tools,
  className = '',
  ref,
  value,
  ...props
}: LabelProps & ComponentProps<'textarea'> & { /** Shown above the text. */ tools?: ReactNode }) {
  const { name, required } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle<HTMLTextAreaElement | null, HTMLTextAreaElement | null>(
    ref,
    () => area.current,
  );
  // React would also write the value as the content at each key: Ctrl+Z would take back one letter.
  useLayoutEffect(() => {
    if (area.current === null || value === undefined || area.current.value === value) return;
    area.current.value = `${value}`;
  });
  return (
    <LabelledControl label={label} hint={hint} error={error} name={name} required={required}>
      {(control) => (
        <>
          {tools}
          <textarea
            ref={area}
            defaultValue={typeof document === 'undefined' ? value : undefined}
            dir="auto"
            {...props}
            {...control}
            className={`${CONTROL} py-2.5 leading-relaxed ${className}`}
          />
        </>
      )}
    </LabelledControl>
  );
}

export function SelectField({
  label,
  hint,
  error,
  ...props
}: LabelProps & ComponentProps<'select'>) {
  const { name, required } = props;
  return (
    <LabelledControl label={label} hint={hint} error={error} name={name} required={required}>
      {(control) => (
        <div className="relative">
          <select
            {...props}
            {...control}
            className={`${CONTROL} ${ONE_LINE} appearance-none pr-11`}
          />
          <Icon
            name="chevron-down"
            strokeWidth={2}
            className="pointer-events-none absolute inset-y-0 right-3.5 my-auto size-5 text-muted"
          />
        </div>
      )}
    </LabelledControl>
  );
}
