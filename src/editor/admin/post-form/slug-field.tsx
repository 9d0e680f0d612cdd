import { type ComponentProps, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { TextField } from '../../../ui/field.tsx';

const PAUSE_MS = 500;

/** Shows the slug of a title when its typing pauses: at each key, it would end what Ctrl+Z takes back of the title. */
export function SlugField({
  value,
  ...props
}: ComponentProps<typeof TextField> & { value: string }) {
  const field = useRef<HTMLInputElement>(null);
  const [initial] = useState(value);
  const show = useEffectEvent(() => {
    if (field.current === null || field.current.value === value) return;
    field.current.value = value;
    // Tab has selected the former one.
    if (document.activeElement === field.current) field.current.select();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the value is what starts it
  useLayoutEffect(() => {
    if (field.current?.value === '') show();
    const timer = setTimeout(show, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return <TextField ref={field} defaultValue={initial} onFocus={() => show()} {...props} />;
}
