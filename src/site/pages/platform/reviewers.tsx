import { reviewers } from '../../../content/reviewers.ts';
import { ArrowLink } from '../../../ui/arrow-link.tsx';
import { Section } from '../../../ui/section.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';

export function Reviewers() {
  const { title, lead, items, action } = reviewers;
  return (
    <Section
      title={title}
      intro={lead}
      heading="beside"
      aside={
        <div className="mt-6">
          <ArrowLink href={action.href}>{action.label}</ArrowLink>
        </div>
      }
    >
      <dl className="border-line lg:border-b">
        {items.map(({ what, text }) => (
          <div
            key={what}
            className="grid gap-x-6 gap-y-1 border-line border-t py-4 md:py-5 sm:grid-cols-[12rem_1fr]"
          >
            <dt className="font-medium">{what}</dt>
            <dd className="text-muted">
              <Unbroken text={text} />
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
