import './investors.css';
import { chartLabels } from '../../../content/figures.ts';
import { hero, market, seo, targets, whyWeWin } from '../../../content/investors.ts';
import { pageContext } from '../../../context.ts';
import { investorSchema } from '../../../inquiries/live-forms.ts';
import { receiveForm } from '../../../inquiries/pages/form/receive-form.ts';
import { BarChart } from '../../../ui/bar-chart.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { ChartFigure } from '../../../ui/chart.tsx';
import { ColumnChart } from '../../../ui/column-chart.tsx';
import { Footnotes, NoteMark } from '../../../ui/footnotes.tsx';
import { Hero } from '../../../ui/hero.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Reveal } from '../../../ui/reveal.tsx';
import { Section } from '../../../ui/section.tsx';
import { pageMeta, publicUrlFrom } from '../../../ui/seo.ts';
import { StaticPart } from '../../../ui/static-part.tsx';
import { fetchStaticParts } from '../../../ui/static-part-cache.ts';
import { Statistic } from '../../../ui/statistic.tsx';
import type { Route } from './+types/investors.ts';
import { DevelopmentRoadmap } from './development-roadmap.tsx';
import { Funding } from './funding.tsx';
import { investorInquiryFrom } from './investor-inquiry.ts';
import { Partner } from './partner.tsx';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(seo, { publicUrl: publicUrlFrom(matches) });

export function loader({ context }: Route.LoaderArgs) {
  return { isLive: context.get(pageContext).services.inquiries.liveForms };
}

export function action({ request, context }: Route.ActionArgs) {
  return receiveForm(request, context, {
    inquiryFrom: investorInquiryFrom,
    check: (inquiry) => investorSchema.safeParse(inquiry),
    receive: (inquiries, inquiry, source) => inquiries.receiveInvestor(inquiry, source),
  });
}

const { sizeChart, growth, timelineChart } = market;

export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  const [data] = await Promise.all([serverLoader(), fetchStaticParts(request)]);
  return data;
}

export default function Investors({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <StaticPart name="investors">{import.meta.env.SSR ? <Case /> : null}</StaticPart>
      <Partner
        isLive={loaderData.isLive}
        isAccepted={actionData === null}
        rejected={actionData ?? undefined}
      />
    </>
  );
}

function Case() {
  return (
    <>
      <Hero eyebrow={hero.eyebrow} title={hero.title} lead={hero.lead} figure={<MarketMetrics />}>
        {hero.actions.map(({ label, href }, i) => (
          <ButtonLink key={label} href={href} variant={i === 0 ? 'primary' : 'secondary'}>
            {label}
          </ButtonLink>
        ))}
      </Hero>
      <Section title={market.title} heading="beside">
        <Reveal className="space-y-14">
          <ChartFigure chart={sizeChart} tableLabel={chartLabels.table}>
            <ColumnChart chart={sizeChart} between={growth} />
          </ChartFigure>
          <ChartFigure chart={timelineChart} tableLabel={chartLabels.table}>
            <BarChart chart={timelineChart} />
          </ChartFigure>
        </Reveal>
      </Section>
      <Funding />
      <Section title={whyWeWin.title} heading="beside">
        <Reveal as="ul" className="border-line border-b">
          {whyWeWin.reasons.map(({ icon, title, description }) => (
            <li key={title} className="flex gap-5 border-line border-t py-6 md:gap-8">
              <Icon name={icon} className="mt-1 size-6 shrink-0 text-teal" />
              <div>
                <h3 className="display text-xl">{title}</h3>
                <p className="mt-2 text-muted">{description}</p>
              </div>
            </li>
          ))}
        </Reveal>
      </Section>
      <DevelopmentRoadmap />
      <Targets />
    </>
  );
}

function MarketMetrics() {
  return (
    <>
      <dl className="market-metrics border-ink border-t">
        {market.metrics.map(({ id, value, label }, i) => (
          <div
            key={id}
            className="flex flex-row-reverse items-baseline justify-end gap-x-6 max-narrow:flex-col-reverse max-narrow:items-start border-line border-b py-5"
          >
            <dt className="text-muted text-sm leading-snug">
              {label}
              <NoteMark id={id} number={i + 1} />
            </dt>
            <dd className="display w-[52%] shrink-0 max-narrow:w-auto whitespace-nowrap text-2xl tabular-nums">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <Footnotes notes={market.metrics} className="mt-5 space-y-1.5" />
    </>
  );
}

function Targets() {
  const first = market.metrics.length + 1;
  return (
    <Section title={targets.title}>
      <dl className="grid gap-8 sm:grid-cols-3">
        {targets.statistics.map(({ id, value, label }, i) => (
          <Statistic key={id} id={id} value={value} label={label} number={first + i} />
        ))}
      </dl>
      <Footnotes
        notes={targets.statistics}
        start={first}
        className="mt-10 grid gap-x-8 gap-y-2.5 sm:grid-cols-3"
      />
    </Section>
  );
}
