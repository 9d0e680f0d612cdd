import type { ReactNode } from 'react';
import {
  type LegalBlock,
  type LegalSection,
  lastUpdated,
  legalContentsLabel,
} from '../../content/legal.ts';
import { Unbroken } from '../../ui/unbroken.tsx';

type LegalDocumentProps = {
  title: string;
  lead: string;
  sections: readonly LegalSection[];
  children?: ReactNode;
};

export function LegalDocument({ title, lead, sections, children }: LegalDocumentProps) {
  return (
    <>
      <header className="page pt-32 pb-12 md:pt-44 md:pb-16 print:pt-0 print:pb-6">
        <p className="eyebrow mb-5">
          {lastUpdated.label}: <span className="text-ink">{lastUpdated.date}</span>
        </p>
        <h1 className="display max-w-4xl text-4xl">{title}</h1>
        <p className="mt-6 max-w-2xl text-balance text-lg text-muted leading-relaxed">
          <Unbroken text={lead} />
        </p>
      </header>
      {children}
      <div className="page grid gap-x-8 gap-y-10 pb-10 lg:grid-cols-12">
        <Contents sections={sections} isRuled={children === undefined} />
        <div className="lg:col-span-8 lg:col-start-5">
          {sections.map((section, i) => (
            <section
              key={section.id}
              id={section.id}
              aria-labelledby={`${section.id}-title`}
              className={`group border-line border-t py-8 md:py-10 ${children === undefined ? '' : 'lg:first:border-t-0 lg:first:pt-0'}`}
            >
              <h2
                id={`${section.id}-title`}
                className="display flex items-baseline gap-3 text-2xl group-target:text-teal sm:gap-4"
              >
                <span aria-hidden className="eyebrow shrink-0 font-normal sm:w-6">
                  {i + 1}
                </span>
                {section.title}
              </h2>
              <div className="mt-4 space-y-4 sm:pl-10">
                {section.blocks.map((block) => (
                  <Block
                    key={block.kind === 'paragraph' ? block.text : block.items[0]}
                    block={block}
                  />
                ))}
              </div>
            </section>
          ))}
        </div>
      </div>
    </>
  );
}

function Contents({ sections, isRuled }: { sections: readonly LegalSection[]; isRuled: boolean }) {
  return (
    <nav
      data-screen-only=""
      aria-labelledby="contents"
      className={`self-start ${isRuled ? 'border-line border-t pt-6' : ''} [scroll-target-group:auto] lg:sticky lg:top-28 lg:col-span-3 lg:border-t-0 lg:pt-0`}
    >
      <h2 id="contents" className="eyebrow mb-2">
        {legalContentsLabel}
      </h2>
      <ol className="sm:columns-2 lg:columns-1">
        {sections.map(({ id, title }) => (
          <li key={id} className="break-inside-avoid">
            {/* Browsers that support `:target-current` mark the section in view. */}
            <a
              href={`#${id}`}
              className="flex min-h-11 items-center py-2 text-muted leading-snug text-sm transition-colors hover:text-teal lg:border-line lg:border-l lg:pl-4 lg:[&:is(:target-current)]:border-teal lg:[&:is(:target-current)]:text-ink"
            >
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

const LOOKS = {
  list: ['max-w-measure list-disc space-y-2 pl-5 marker:text-teal', 'pl-1.5'],
  statements: ['grid gap-x-8 sm:grid-cols-2', 'border-line border-t py-3 sm:last:odd:col-span-2'],
} as const;

function Block({ block }: { block: LegalBlock }) {
  if (block.kind === 'paragraph') {
    return (
      <p className="max-w-measure">
        <WithMailLinks text={block.text} />
      </p>
    );
  }
  const [list, line] = LOOKS[block.kind];
  return (
    <ul className={list}>
      {block.items.map((item) => (
        <li key={item} className={line}>
          <WithMailLinks text={item} />
        </li>
      ))}
    </ul>
  );
}

const EMAIL_PATTERN = /([\w.+-]+@[\w-]+(?:\.[\w-]+)+)/;

function WithMailLinks({ text }: { text: string }) {
  return text.split(EMAIL_PATTERN).map((part, i) =>
    i % 2 === 0 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
      <Unbroken key={i} text={part} />
    ) : (
      <a key={part} href={`mailto:${part}`} className="prose-link">
        {part}
      </a>
    ),
  );
}
