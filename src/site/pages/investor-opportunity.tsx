import type { Action } from '../../content/action.ts';
import {
  closing,
  hero,
  highlights,
  market,
  moats,
  notice,
  seo,
} from '../../content/investor-opportunity.ts';
import type { PageHandle } from '../../root.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { CallToAction } from '../../ui/call-to-action.tsx';
import { Footnotes } from '../../ui/footnotes.tsx';
import { Hero } from '../../ui/hero.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { REVEAL_SCRIPT, Reveal } from '../../ui/reveal.tsx';
import { Section } from '../../ui/section.tsx';
import { pageMeta, publicUrlFrom } from '../../ui/seo.ts';
import { Statistic } from '../../ui/statistic.tsx';
import { TenSeats } from '../../ui/ten-seats.tsx';
import type { Route } from './+types/investor-opportunity.ts';

export const handle = { hydrate: false, inlineScript: REVEAL_SCRIPT } satisfies PageHandle;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(seo, { publicUrl: publicUrlFrom(matches) });

export default function InvestorOpportunity() {
  return (
    <>
      <Hero eyebrow={hero.eyebrow} title={hero.title} lead={hero.lead} figure={<TenSeats />}>
        <Actions actions={hero.actions} />
      </Hero>
      <Section title={market.title}>
        <dl className="grid gap-x-8 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
          {market.statistics.map(({ id, value, label }, i) => (
            <Statistic key={id} id={id} value={value} label={label} number={i + 1} />
          ))}
        </dl>
        <Footnotes
          notes={market.statistics}
          className="mt-10 gap-x-8 space-y-2.5 md:columns-2 *:break-inside-avoid"
        />
      </Section>
      <Section title={moats.title} intro={moats.lead} heading="beside">
        <Reveal as="ul" className="grid gap-x-8 sm:grid-cols-2">
          {moats.items.map(({ icon, title, description }) => (
            <li key={title} className="border-line border-t py-6">
              <Icon name={icon} />
              <h3 className="display mt-4 text-xl">{title}</h3>
              <p className="mt-2 text-muted">{description}</p>
            </li>
          ))}
        </Reveal>
      </Section>
      <Section title={highlights.title}>
        <ul className="grid gap-px overflow-hidden rounded-card border border-line bg-line sm:grid-cols-2">
          {highlights.items.map(({ value, label, description, otherwise }) => (
            <li key={label} className="bg-surface p-6 md:p-9">
              <h3>
                <span className="display block whitespace-nowrap text-4xl tabular-nums sm:text-[min(var(--text-4xl),7vw)]">
                  {value}
                </span>
                <span className="mt-2 block font-medium">{label}</span>
              </h3>
              <p className="mt-2 max-w-md text-muted">{description}</p>
              {otherwise === undefined ? null : (
                <p className="mt-2 max-w-md text-muted text-sm">
                  {otherwise.text}{' '}
                  <Link to={otherwise.action.href} className="prose-link">
                    {otherwise.action.label}
                  </Link>
                </p>
              )}
            </li>
          ))}
        </ul>
      </Section>
      <CallToAction title={closing.title} text={closing.text} note={notice} surface="investors">
        <Actions actions={closing.actions} />
      </CallToAction>
    </>
  );
}

function Actions({ actions }: { actions: readonly Action[] }) {
  return actions.map(({ label, href }, i) => (
    <ButtonLink key={label} href={href} variant={i === 0 ? 'primary' : 'secondary'}>
      {label}
    </ButtonLink>
  ));
}
