import { Fragment, type ReactNode } from 'react';
import {
  closing,
  figure,
  type Highlight,
  hero,
  highlights,
  market,
  moats,
  notice,
  seo,
} from '../../../content/investor-opportunity.ts';
import type { PageHandle } from '../../../root.tsx';
import { Actions } from '../../../ui/actions.tsx';
import { CallToAction } from '../../../ui/call-to-action.tsx';
import { Footnotes } from '../../../ui/footnotes.tsx';
import { Hero } from '../../../ui/hero.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Link } from '../../../ui/link.tsx';
import { Mark } from '../../../ui/mark.tsx';
import { REVEAL_SCRIPT, Reveal } from '../../../ui/reveal.tsx';
import { staticMeta } from '../../../ui/seo.ts';
import { Statistic } from '../../../ui/statistic.tsx';

const EMPTY =
  'opacity-40 [&_.fill-teal]:fill-transparent [&_.fill-teal]:stroke-6 [&_.fill-teal]:stroke-teal [&_.fill-teal]:[stroke-dasharray:12_12]';

function TenSeats() {
  return (
    <div
      aria-hidden
      className="grid grid-cols-5 gap-x-[4%] gap-y-6 tablet:max-lg:grid-cols-10 tablet:max-lg:gap-x-[2.5%]"
    >
      {Array.from({ length: 10 }, (_, i) => (
        <Mark
          // biome-ignore lint/suspicious/noArrayIndexKey: ten identical marks
          key={i}
          className={`w-full ${i === 6 ? '' : EMPTY}`}
        />
      ))}
    </div>
  );
}

export const handle = { hydrate: false, inlineScript: REVEAL_SCRIPT } satisfies PageHandle;

export const meta = staticMeta(seo);

export default function InvestorOpportunity() {
  return (
    <>
      <Hero
        eyebrow={hero.eyebrow}
        title={<Sentences text={hero.title} />}
        lead={hero.lead}
        figure={
          <figure className="lg:pt-10">
            <TenSeats />
            <figcaption className="mt-6 flex flex-wrap justify-between gap-x-6 border-ink border-t pt-4 font-display text-lg leading-tight">
              <span>{figure.before}</span>
              <span className="text-teal">{figure.after}</span>
            </figcaption>
          </figure>
        }
      >
        <Actions actions={hero.actions} />
      </Hero>
      <Step title={market.title} lead={market.lead}>
        <dl className="grid gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-6">
          {market.statistics.map(({ id, value, label }, i) => (
            <Statistic
              key={id}
              id={id}
              value={value}
              label={label}
              number={i + 1}
              className="border-line border-t pt-5 sm:max-lg:first:col-span-2 lg:col-span-2 lg:nth-5:col-span-4"
            />
          ))}
        </dl>
        <Footnotes
          notes={market.statistics}
          className="mt-10 gap-x-8 space-y-2.5 md:columns-2 *:break-inside-avoid"
        />
      </Step>
      <div className="border-line border-y bg-surface">
        <Step title={moats.title} lead={moats.lead} unruled>
          <Reveal
            as="ul"
            className="grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-4 lg:gap-y-0"
          >
            {moats.items.map(({ icon, title, description }) => (
              <li
                key={title}
                className="border-teal border-t-2 pt-5 lg:row-span-3 lg:grid lg:grid-rows-subgrid"
              >
                <Icon name={icon} />
                <h3 className="display mt-4 text-xl">{title}</h3>
                <p className="mt-2 text-muted text-sm">{description}</p>
              </li>
            ))}
          </Reveal>
        </Step>
      </div>
      <Step title={highlights.title} lead={highlights.lead} unruled>
        <ul>
          {highlights.items.map((highlight) => (
            <HighlightRow key={highlight.label} highlight={highlight} />
          ))}
        </ul>
      </Step>
      <CallToAction title={closing.title} text={closing.text} note={notice} surface="investors">
        <Actions actions={closing.actions} />
      </CallToAction>
    </>
  );
}

type StepProps = { title: string; lead: string; unruled?: boolean; children: ReactNode };

function Step({ title, lead, unruled = false, children }: StepProps) {
  return (
    <section className="page">
      <div className={`${unruled ? '' : 'border-line border-t'} py-12 md:py-24`}>
        <h2 className="eyebrow">{title}</h2>
        <p className="display mt-4 max-w-3xl text-balance text-3xl">
          <Sentences text={lead} />
        </p>
        <div className="mt-10 md:mt-14">{children}</div>
      </div>
    </section>
  );
}

function Sentences({ text }: { text: string }) {
  return text.split(/(?<=\.) /).map((sentence) => (
    <Fragment key={sentence}>
      <span className="block">{sentence}</span>{' '}
    </Fragment>
  ));
}

function HighlightRow({ highlight }: { highlight: Highlight }) {
  const { value, label, description, otherwise } = highlight;
  return (
    <li className="grid items-baseline gap-x-8 border-line border-t py-6 md:py-8 lg:grid-cols-12">
      <h3 className="lg:col-span-5">
        <span className="display block whitespace-nowrap text-4xl tabular-nums sm:text-[min(var(--text-4xl),7vw)]">
          {value}
        </span>
        <span className="mt-2 block font-medium">{label}</span>
      </h3>
      <div className="lg:col-span-7">
        <p className="text-lg text-muted leading-relaxed max-lg:mt-2">
          <Sentences text={description} />
        </p>
        {otherwise === undefined ? null : (
          <p className="mt-2 text-muted text-sm">
            {otherwise.text}{' '}
            <Link to={otherwise.action.href} className="prose-link whitespace-nowrap">
              {otherwise.action.label}
            </Link>
          </p>
        )}
      </div>
    </li>
  );
}
