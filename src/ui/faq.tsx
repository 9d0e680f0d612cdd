import { useId } from 'react';
import { Icon } from './icon.tsx';
import { Section } from './section.tsx';
import { Unbroken } from './unbroken.tsx';

type FaqProps = {
  title?: string;
  items: readonly { question: string; answer: string }[];
  /** Below the title. */
  intro?: string;
  unruled?: boolean;
};

/**
 * Questions of which at most one is open (specification section 4); nothing without questions. Browsers close the other
 * `details` of the same name themselves, without scripts.
 */
export function Faq({
  title = 'Frequently Asked Questions',
  items,
  intro,
  unruled = false,
}: FaqProps) {
  const name = useId();
  if (items.length === 0) return null;
  return (
    <Section title={title} intro={intro} heading="beside" unruled={unruled}>
      <div className="border-line border-t [interpolate-size:allow-keywords]">
        {items.map(({ question, answer }) => (
          <details
            key={question}
            name={name}
            className="group border-line border-b details-content:h-0 details-content:overflow-clip details-content:transition-[height,content-visibility] details-content:duration-300 details-content:transition-discrete open:details-content:h-auto"
          >
            <summary className="flex min-h-16 cursor-pointer items-center justify-between gap-6 py-4 font-display text-lg leading-snug transition-colors hover:text-teal">
              <span className="pt-1">{question}</span>
              <Icon
                name="plus"
                className="size-5 shrink-0 text-teal transition-transform duration-300 group-open:rotate-45"
              />
            </summary>
            <p className="max-w-[68ch] pr-11 pb-7 text-muted">
              <Unbroken text={answer} />
            </p>
          </details>
        ))}
      </div>
    </Section>
  );
}
