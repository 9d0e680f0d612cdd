import { copyText } from '../../admin/copy-text.ts';

type CopyButtonProps = {
  /** What is copied: "Markdown". */
  name: string;
  text: string;
  onCopied: (name: string) => void;
};

/** Copies something of an item of the library. */
export function CopyButton({ name, text, onCopied }: CopyButtonProps) {
  return (
    <button
      type="button"
      onClick={async () => {
        if (await copyText(text)) onCopied(name);
      }}
      className="min-h-11 cursor-pointer whitespace-nowrap rounded-md font-medium hover:text-teal"
    >
      Copy {name}
    </button>
  );
}
