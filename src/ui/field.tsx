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
  error?: string | undefined;
};

/** Error messages of the fields that the browser rejected, by name. */
export const RejectedFieldsContext = createContext<Readonly<Record<string, string>>>({});

type ControlAttributes = Pick<ComponentProps<'input'>, 'aria-invalid' | 'aria-describedby'> & {
  id: string;
};

type LabelledProps<Control> = LabelProps &
  Control & {
    render: (control: Control & ControlAttributes) => ReactNode;
  };

function Labelled<Control extends { name?: string | undefined; required?: boolean | undefined }>({
  label,
  hint,
  error: own,
  render,
  ...attributes
}: LabelledProps<Control>) {
  const control = attributes as unknown as Control;
  const id = useId();
  const error = useContext(RejectedFieldsContext)[control.name ?? ''] ?? own;
  const notes = { error, hint };
  const shown = (['error', 'hint'] as const).filter((kind) => notes[kind] !== undefined);
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block w-fit font-medium text-sm">
        {label}
        {control.required ? (
          <span aria-hidden="true" className="in-[search]:hidden">
            {' *'}
          </span>
        ) : null}
      </label>
      {render({
        ...control,
        ...(error !== undefined && { 'aria-invalid': true }),
        ...(shown.length > 0 && { 'aria-describedby': shown.map((it) => `${id}-${it}`).join(' ') }),
        id,
      })}
      {shown.map((kind) => (
        <p
          key={kind}
          id={`${id}-${kind}`}
          className={`mt-1.5 text-sm ${kind === 'error' ? 'text-danger' : 'text-muted'}`}
        >
          {notes[kind]}
        </p>
      ))}
    </div>
  );
}

export function TextField(props: LabelProps & ComponentProps<'input'>) {
  return (
    <Labelled<ComponentProps<'input'>>
      {...props}
      render={(control) => <input dir="auto" {...control} className={`${CONTROL} ${ONE_LINE}`} />}
    />
  );
}

export function TextArea({
  tools,
  className = '',
  ref,
  value,
  ...props
}: LabelProps & ComponentProps<'textarea'> & { tools?: ReactNode }) {
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
    <Labelled<ComponentProps<'textarea'>>
      {...props}
      render={(control) => (
        <>
          {tools}
          <textarea
            defaultValue={typeof document === 'undefined' ? value : undefined}
            dir="auto"
            {...control}
            ref={area}
            className={`${CONTROL} py-2.5 leading-relaxed ${className}`}
          />
        </>
      )}
    />
  );
}

export function SelectField(props: LabelProps & ComponentProps<'select'>) {
  return (
    <Labelled<ComponentProps<'select'>>
      {...props}
      render={(control) => (
        <div className="relative">
          <select {...control} className={`${CONTROL} ${ONE_LINE} appearance-none pr-11`} />
          <Icon
            name="chevron-down"
            strokeWidth={2}
            className="pointer-events-none absolute inset-y-0 right-3.5 my-auto size-5 text-muted"
          />
        </div>
      )}
    />
  );
}
