import { teamLabels } from '../../../content/page-labels.ts';
import { hiring } from '../../../content/team.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Section } from '../../../ui/section.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';

type OpenPosition = (typeof hiring.positions)[number];

type HiringProps = {
  /** Applying opens a mail draft; otherwise it does nothing. */
  isLive: boolean;
};

export function Hiring({ isLive }: HiringProps) {
  return (
    <Section title={hiring.title} intro={hiring.lead}>
      <h3 className="sr-only">{hiring.benefitsTitle}</h3>
      <ul className="grid gap-x-8 border-line border-t tablet:grid-cols-3">
        {hiring.benefits.map(({ icon, title, description }) => (
          <li key={title} className="border-line border-b py-6 tablet:border-b-0 tablet:py-8">
            <Icon name={icon} className="size-6 text-teal" />
            <h4 className="mt-4 font-medium">{title}</h4>
            <p className="mt-1 text-muted text-sm">
              <Unbroken text={description} />
            </p>
          </li>
        ))}
      </ul>
      <h3 className="eyebrow mt-10 mb-4">{hiring.positionsTitle}</h3>
      {hiring.positions.map((position) => (
        <Position key={position.title} position={position} isLive={isLive} />
      ))}
      <p className="mt-8 text-muted">
        {hiring.resumes.text}{' '}
        <a href={hiring.resumes.action.href} className="prose-link -my-3 inline-block py-3">
          {hiring.resumes.action.label}
        </a>
      </p>
    </Section>
  );
}

function Position({ position, isLive }: HiringProps & { position: OpenPosition }) {
  return (
    <article className="grid gap-x-8 gap-y-6 rounded-card border border-line bg-surface p-6 md:p-10 lg:grid-cols-12">
      <div className="flex flex-col items-start lg:col-span-5">
        <h4 className="display text-2xl">{position.title}</h4>
        <p className="mt-3 flex flex-wrap gap-2">
          <Badge tone="teal">{position.type}</Badge>
          <Badge tone="stone">{position.location}</Badge>
        </p>
        <p className="mt-5 text-muted">
          <Unbroken text={position.description} />
        </p>
        <div className="mt-auto pt-6">
          {isLive ? (
            <ButtonLink href={applicationDraft(position)}>{position.applyLabel}</ButtonLink>
          ) : (
            <Button>{position.applyLabel}</Button>
          )}
          {isLive ? null : (
            <p className="mt-3 text-sm">
              {hiring.byMail.text}{' '}
              <a
                href={applicationDraft(position)}
                className="prose-link -my-3 inline-block py-3 font-medium"
              >
                {hiring.byMail.label}
              </a>
            </p>
          )}
        </div>
      </div>
      <div className="grid gap-6 text-sm sm:grid-cols-2 sm:gap-y-0 lg:col-span-6 lg:col-start-7">
        <BulletList title={teamLabels.tasks} items={position.tasks} />
        <BulletList title={teamLabels.requirements} items={position.requirements} />
      </div>
    </article>
  );
}

function applicationDraft({ title }: OpenPosition): string {
  const { to, subject } = hiring.application;
  return `mailto:${to}?subject=${encodeURIComponent(subject.replace('{position}', title))}`;
}

function BulletList({ title, items }: { title: string; items: readonly string[] }) {
  return (
    <div className="sm:row-span-4 sm:grid sm:grid-rows-subgrid sm:content-start">
      <h5 className="eyebrow">{title}</h5>
      <ul className="mt-3 sm:row-span-3 sm:grid sm:grid-rows-subgrid">
        {items.map((item) => (
          <li key={item} className="border-line border-t py-3">
            <Unbroken text={item} />
          </li>
        ))}
      </ul>
    </div>
  );
}
