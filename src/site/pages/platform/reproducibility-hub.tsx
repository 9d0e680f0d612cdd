import { figures, reproducibilityHub } from '../../../content/platform.ts';
import { Card } from '../../../ui/card.tsx';
import { Footnotes } from '../../../ui/footnotes.tsx';
import { Section } from '../../../ui/section.tsx';
import { Statistic } from '../../../ui/statistic.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';

export function ReproducibilityHub() {
  return (
    <Section
      title={reproducibilityHub.title}
      intro={reproducibilityHub.text}
      heading="beside"
      unruled
    >
      <Card>
        <dl>
          {reproducibilityHub.items.map(({ term, description }) => (
            <div
              key={term}
              className="grid items-baseline gap-x-6 gap-y-1 border-line border-t py-4 first:border-t-0 first:pt-0 last:pb-0 sm:grid-cols-[10rem_1fr]"
            >
              <dt className="font-mono text-sm">{term}</dt>
              <dd className="text-muted">
                <Unbroken text={description} />
              </dd>
            </div>
          ))}
        </dl>
      </Card>
      <dl className="mt-10 grid gap-x-8 gap-y-6 narrow:grid-cols-2 md:mt-14">
        {figures.map((figure, index) => (
          <Statistic key={figure.id} {...figure} number={index + 1} />
        ))}
      </dl>
      <Footnotes notes={figures} className="mt-6 grid gap-x-8 gap-y-3 sm:grid-cols-2" />
    </Section>
  );
}
