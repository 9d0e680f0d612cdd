import { Accordion } from './accordion.tsx';
import { Section } from './section.tsx';

type FaqProps = {
  title?: string;
  items: readonly { question: string; answer: string }[];
  /** Below the title. */
  intro?: string;
  unruled?: boolean;
};

/** Renders nothing without questions. */
export function Faq({
  title = 'Frequently Asked Questions',
  items,
  intro,
  unruled = false,
}: FaqProps) {
  return items.length === 0 ? null : (
    <Section title={title} intro={intro} heading="beside" unruled={unruled}>
      <Accordion items={items} />
    </Section>
  );
}
