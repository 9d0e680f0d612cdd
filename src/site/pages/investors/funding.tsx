import { type FundingRound, funding } from '../../../content/investors.ts';
import { announced } from '../../../content/roadmap.ts';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { hasEnded } from '../../../ui/milestones.tsx';
import { PhoneFold } from '../../../ui/phone-fold.tsx';
import { Section } from '../../../ui/section.tsx';
import { Subscripts } from '../../../ui/subscripts.tsx';
import { FundingChart } from './funding-chart.tsx';

const TONES: Record<FundingRound['status'], Tone> = {
  current: 'teal',
  upcoming: 'amber',
  future: 'stone',
};

export function Funding() {
  return (
    <div className="border-line border-y bg-surface">
      <Section title={funding.title} intro={funding.lead} heading="across" unruled>
        <FundingChart />
        <ol className="mt-10 grid gap-5 tablet:max-lg:grid-cols-2 lg:grid-cols-3 lg:gap-y-0">
          {funding.rounds.map((round) => (
            <Round key={round.level} round={round} />
          ))}
        </ol>
        {funding.rounds.some(({ timeline }) => hasEnded(timeline)) ? (
          <p className="mt-6 text-muted text-sm">{announced.fundingNote}</p>
        ) : null}
      </Section>
    </div>
  );
}

function Round({ round }: { round: FundingRound }) {
  const isCurrent = round.status === 'current';
  return (
    <li
      aria-current={isCurrent ? 'step' : undefined}
      className={`flex flex-col rounded-card border p-6 md:p-8 tablet:max-lg:first:col-span-2 lg:row-span-6 lg:grid lg:grid-rows-subgrid ${
        isCurrent ? 'border-teal [box-shadow:inset_0_3px_0_var(--teal)]' : 'border-line'
      }`}
    >
      <div className="flex items-center justify-between gap-3">
        <h3 className="font-medium">{round.level}</h3>
        <Badge tone={TONES[round.status]}>{funding.statusLabels[round.status]}</Badge>
      </div>
      <p className="display mt-4 whitespace-nowrap text-4xl tabular-nums md:text-[min(var(--text-4xl),5.1vw)]">
        {round.amount}
      </p>
      <p className="eyebrow mt-2">
        {round.timeline}
        {hasEnded(round.timeline) ? <span>, {announced.label}</span> : null}
      </p>
      <p className="mt-4 font-medium">{round.focus}</p>
      <PhoneFold summary={funding.highlightsLabel} className="mt-3">
        <ul className="text-sm">
          {round.highlights.map((highlight) => (
            <li key={highlight} className="border-line border-t py-2.5 text-muted">
              <Subscripts text={highlight} />
            </li>
          ))}
        </ul>
      </PhoneFold>
      {isCurrent ? (
        <div className="mt-auto pt-5">
          <ButtonLink href={funding.learnMore.href}>{funding.learnMore.label}</ButtonLink>
        </div>
      ) : null}
    </li>
  );
}
