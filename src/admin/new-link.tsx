import { Copy } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { copyText } from './copy-text.ts';

type NewLinkProps = { label: string; url: string; onCopied: () => void };

/** The URL of a new link, which takes the focus: it is shown this once. */
export function NewLink({ label, url, onCopied }: NewLinkProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector('input')?.focus(), []);
  return (
    <div ref={box} className="flex flex-wrap items-end gap-3 rounded-md bg-stone-tint p-4 md:p-6">
      <div className="grow basis-64">
        <TextField
          label={label}
          readOnly
          value={url}
          onFocus={(event) => {
            event.target.select();
            event.target.scrollLeft = 0;
          }}
        />
      </div>
      <Button
        className="min-h-12"
        onClick={async () => {
          if (await copyText(url)) onCopied();
        }}
      >
        <Copy aria-hidden className="size-4" />
        Copy
      </Button>
    </div>
  );
}
