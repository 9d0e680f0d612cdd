import {
  faq,
  faqIntro,
  foundersAction,
  hero,
  market,
  roadmap,
  seo,
  targets,
  whyWeWin,
} from '../../../content/investors.ts';
import { founders } from '../../../content/team.ts';
import { pageContext } from '../../../context.ts';
import { investorSchema } from '../../../inquiries/forms.ts';
import { receiveForm } from '../../../inquiries/pages/form/receive-form.ts';
import { receiveInquiry } from '../../../inquiries/receiving.ts';
import { ActionBelow, Actions } from '../../../ui/actions.tsx';
import { BarChart } from '../../../ui/bar-chart.tsx';
import { ChartFigure } from '../../../ui/chart.tsx';
import { ColumnChart } from '../../../ui/column-chart.tsx';
import { Faq } from '../../../ui/faq.tsx';
import { Footnotes, NoteMark } from '../../../ui/footnotes.tsx';
import { Hero } from '../../../ui/hero.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Milestones } from '../../../ui/milestones.tsx';
import { faqPage } from '../../../ui/page-graph.ts';
import { Portrait } from '../../../ui/portrait.tsx';
import { Reveal } from '../../../ui/reveal.tsx';
import { Section } from '../../../ui/section.tsx';
import { staticMeta } from '../../../ui/seo.ts';
import { StaticPart } from '../../../ui/static-part.tsx';
import { fetchStaticParts } from '../../../ui/static-part-cache.ts';
import { Statistic } from '../../../ui/statistic.tsx';
import type { Route } from './+types/investors.ts';
import { Funding } from './funding.tsx';
import { Partner } from './partner.tsx';

export const meta = staticMeta(seo, import.meta.env.SSR ? [faqPage(faq)] : []);

export function loader({ context }: Route.LoaderArgs) {
  return { isLive: context.get(pageContext).site.liveForms };
}

export function action({ request, context }: Route.ActionArgs) {
  return receiveForm(request, context, {
    schema: investorSchema,
    receive: receiveInquiry,
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
      <StaticPart name="investors">
        {import.meta.env.SSR ? (
          <>
            <Hero
              eyebrow={hero.eyebrow}
              title={hero.title}
              lead={hero.lead}
              figure={<MarketMetrics />}
            >
              <Actions actions={hero.actions} />
            </Hero>
            <Market />
            <WhyWeWin />
            <Founders />
            <Funding />
            <Section
              id={roadmap.id}
              title={roadmap.title}
              intro={roadmap.lead}
              heading="across"
              unruled
            >
              <Milestones milestones={roadmap.milestones} direction="across" />
            </Section>
            <Faq items={faq} intro={faqIntro} />
          </>
        ) : null}
      </StaticPart>
      <Partner
        isLive={loaderData.isLive}
        isAccepted={actionData === null}
        rejected={actionData ?? undefined}
      />
    </>
  );
}

function MarketMetrics() {
  return (
    <>
      <dl className="border-ink border-t tablet:max-lg:grid tablet:max-lg:grid-cols-2 tablet:max-lg:gap-x-8">
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

function Market() {
  const first = market.metrics.length + 1;
  return (
    <Section title={market.title}>
      <div className="grid gap-x-8 gap-y-10 lg:grid-cols-12">
        <ChartFigure chart={sizeChart} className="lg:col-span-7">
          <ColumnChart chart={sizeChart} between={growth} />
        </ChartFigure>
        <ChartFigure chart={timelineChart} className="lg:col-span-5">
          <BarChart chart={timelineChart} />
        </ChartFigure>
      </div>
      <h3 className="mt-12 border-ink border-t pt-4 font-display text-lg leading-tight">
        {targets.title}
      </h3>
      <dl className="mt-8 grid gap-8 sm:grid-cols-3">
        {targets.statistics.map(({ id, value, label }, i) => (
          <Statistic key={id} id={id} value={value} label={label} number={first + i} />
        ))}
      </dl>
      <Footnotes
        notes={targets.statistics}
        start={first}
        className="mt-6 grid gap-x-8 gap-y-2.5 sm:grid-cols-3"
      />
    </Section>
  );
}

function WhyWeWin() {
  const [first, ...others] = whyWeWin.reasons;
  return (
    <Section
      title={whyWeWin.title}
      heading="beside"
      aside={
        first && (
          <div className="mt-10 border-teal border-t-2 pt-5">
            <h3 className="display text-2xl">{first.title}</h3>
            <p className="mt-3 text-lg text-muted leading-relaxed">{first.description}</p>
          </div>
        )
      }
    >
      <Reveal as="ul" className="grid gap-x-8 sm:grid-cols-2 sm:gap-y-0">
        {others.map(({ icon, title, description }) => (
          <li
            key={title}
            className="border-line border-t py-6 sm:row-span-3 sm:grid sm:grid-rows-subgrid"
          >
            <Icon name={icon} className="mb-4 hidden size-6 text-teal sm:block" />
            <h3 className="display text-xl">{title}</h3>
            <p className="mt-2 text-muted">{description}</p>
          </li>
        ))}
      </Reveal>
    </Section>
  );
}

function Founders() {
  return (
    <Section title={founders.title} intro={founders.lead}>
      <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-4">
        {founders.members.map(({ id, name, discipline, role, conciseBio, image }) => (
          <li
            key={id}
            className="grid grid-cols-[min(6rem,34%)_1fr] overflow-clip rounded-card border border-line bg-surface lg:row-span-5 lg:grid-cols-none lg:grid-rows-subgrid lg:gap-y-0"
          >
            <Portrait src={image} className="size-full lg:aspect-square lg:h-auto" />
            <div className="p-5 lg:row-span-4 lg:grid lg:grid-rows-subgrid lg:gap-y-0">
              {/* A discipline of one line stands near the name. */}
              <p className="eyebrow lg:self-end">{discipline}</p>
              <h3 className="display mt-2 text-xl">{name}</h3>
              <p className="mt-1 text-muted text-sm">{role}</p>
              <p className="mt-4 text-sm max-sm:hidden">{conciseBio}</p>
            </div>
          </li>
        ))}
      </ul>
      <ActionBelow action={foundersAction} />
    </Section>
  );
}
