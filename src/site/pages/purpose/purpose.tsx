import './purpose.css';
import {
  approach,
  challenge,
  hero,
  missionAndVision,
  nameMeaning,
  responsibleAi,
  roadmap,
  seo,
  subscribe,
  values,
} from '../../../content/purpose.ts';
import type { PageHandle } from '../../../root.tsx';
import { ArrowLink } from '../../../ui/arrow-link.tsx';
import { BarChart } from '../../../ui/bar-chart.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { CallToAction } from '../../../ui/call-to-action.tsx';
import { ChartFigure } from '../../../ui/chart.tsx';
import { Footnotes, NoteMark } from '../../../ui/footnotes.tsx';
import { Hero } from '../../../ui/hero.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Milestones } from '../../../ui/milestones.tsx';
import { Section } from '../../../ui/section.tsx';
import { staticMeta } from '../../../ui/seo.ts';
import { Statistic } from '../../../ui/statistic.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';
import { UnitChart } from '../../../ui/unit-chart.tsx';
import { Attrition } from './attrition.tsx';

const FIRST_FIGURE_NOTE = 3;

const { costChart, timeChart } = challenge;

function Challenge() {
  return (
    <Section title={challenge.title} intro={challenge.lead}>
      <div className="grid gap-x-8 gap-y-8 lg:grid-cols-12">
        <dl className="grid gap-x-8 self-start sm:grid-cols-2 lg:col-span-8">
          {challenge.statistics.map((statistic, index) => (
            <Statistic
              key={statistic.id}
              {...statistic}
              number={index + FIRST_FIGURE_NOTE}
              className="border-line border-t py-7"
            />
          ))}
        </dl>
        <Footnotes
          notes={challenge.statistics}
          start={FIRST_FIGURE_NOTE}
          className="space-y-3 border-line border-t pt-7 lg:col-span-3 lg:col-start-10"
        />
        <ChartFigure
          chart={costChart}
          className="mt-6 lg:col-span-7 lg:row-span-4 lg:mt-10 lg:grid lg:grid-rows-subgrid lg:gap-y-0"
        >
          <UnitChart chart={costChart} unit={0.01} />
        </ChartFigure>
        <ChartFigure
          chart={timeChart}
          className="mt-6 lg:col-span-5 lg:row-span-4 lg:mt-10 lg:grid lg:grid-rows-subgrid lg:gap-y-0"
        >
          <BarChart chart={timeChart} />
        </ChartFigure>
      </div>
    </Section>
  );
}

export const handle = { hydrate: false } satisfies PageHandle;

export const meta = staticMeta(seo);

/** Footnotes are numbered in reading order: these two, then those of the figures. */
const chartNote = { id: 'attrition', footnote: challenge.chart.footnote };
const visionNote = { id: 'vision', footnote: missionAndVision.vision.footnote };

export default function Purpose() {
  return (
    <>
      <Hero
        eyebrow={hero.eyebrow}
        title={hero.title}
        lead={<Unbroken text={hero.lead} />}
        figure={<Attrition chart={challenge.chart} note={chartNote} />}
      />
      <MissionAndVision />
      <Challenge />
      <NameMeaning />
      <Approach />
      <Roadmap />
      <Values />
      <ResponsibleAi />
      <CallToAction title={subscribe.title} text={subscribe.text} surface="purpose">
        <ButtonLink href={subscribe.action.href}>{subscribe.action.label}</ButtonLink>
      </CallToAction>
    </>
  );
}

function MissionAndVision() {
  const { mission, vision } = missionAndVision;
  return (
    <section className="page">
      <div className="grid gap-x-8 gap-y-4 border-line border-t py-12 md:py-16 lg:grid-cols-12">
        <h2 className="eyebrow lg:col-span-2 lg:pt-2">{mission.title}</h2>
        <p className="display text-balance text-2xl leading-snug lg:col-span-7">{mission.text}</p>
      </div>
      <div className="grid gap-x-8 gap-y-4 border-line border-t py-12 md:py-16 lg:grid-cols-12">
        <h2 className="eyebrow lg:col-span-2 lg:pt-2">{vision.title}</h2>
        <p className="display text-balance text-2xl leading-snug lg:col-span-7">
          <Unbroken text={vision.text} />
          <NoteMark id={visionNote.id} number={2} />
        </p>
        <Footnotes notes={[visionNote]} start={2} className="mt-4 lg:col-span-3 lg:mt-2" />
      </div>
    </section>
  );
}

function NameMeaning() {
  const { title, root, language, meaning, paragraphs } = nameMeaning;
  return (
    <section className="border-line border-y bg-surface">
      <div className="page grid items-end gap-x-8 gap-y-10 py-16 md:py-28 lg:grid-cols-12">
        <div className="lg:col-span-7">
          <h2 className="eyebrow">{title}</h2>
          <p className="mt-10">
            <i
              lang={language}
              className="block font-[380] font-display text-[min(25vw,clamp(5rem,2rem+14vw,12rem))] leading-[0.85] tracking-[-0.03em]"
            >
              {root}
            </i>
            <span className="mt-6 block font-display text-muted text-xl">{meaning}</span>
          </p>
        </div>
        <div className="space-y-5 lg:col-span-5">
          {paragraphs.map((paragraph) => {
            const [before, after] = paragraph.split(root);
            const word = (
              <i lang={language} className="font-display text-lg leading-none">
                {root}
              </i>
            );
            return (
              <p key={paragraph}>
                {before}
                {after === undefined ? null : word}
                {after}
              </p>
            );
          })}
        </div>
      </div>
    </section>
  );
}

function Approach() {
  return (
    <Section title={approach.title} intro={approach.lead} unruled>
      <ul className="grid gap-px overflow-hidden rounded-card border border-line bg-line md:grid-cols-2">
        {approach.items.map(({ icon, title, text }) => (
          <li key={title} className="bg-surface p-6 md:p-10">
            <Icon name={icon} />
            <h3 className="mt-6 display text-xl">{title}</h3>
            <p className="mt-3 max-w-[56ch] text-pretty text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Values() {
  return (
    <Section title={values.title}>
      <dl>
        {values.items.map(({ title, text }) => (
          <div
            key={title}
            className="grid items-baseline gap-x-8 border-line border-t py-7 lg:grid-cols-12"
          >
            <dt className="display text-2xl lg:col-span-5">{title}</dt>
            <dd className="text-lg text-muted leading-relaxed max-lg:mt-2 lg:col-span-7">{text}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function ResponsibleAi() {
  return (
    <Section title={responsibleAi.title} intro={responsibleAi.lead} heading="across">
      <div className="grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-4 lg:gap-y-0">
        {responsibleAi.items.map(({ title, text }) => (
          <div
            key={title}
            className="border-teal border-t-2 pt-5 lg:row-span-2 lg:grid lg:grid-rows-subgrid"
          >
            <h3 className="display text-xl">{title}</h3>
            <p className="mt-3 text-muted text-sm">{text}</p>
          </div>
        ))}
      </div>
      <p className="mt-12 max-w-[66ch] text-muted text-sm">{responsibleAi.disclaimer}</p>
    </Section>
  );
}

function Roadmap() {
  const { title, lead, milestones, plannedFor2026, action } = roadmap;
  return (
    <Section title={title} intro={lead} heading="across">
      <Milestones milestones={milestones} direction="across" />
      <div className="mt-12 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-4 border-line border-t pt-6">
        <h3 className="font-display text-lg">{plannedFor2026.title}</h3>
        <ul className="flex grow flex-wrap gap-x-8 gap-y-2 text-muted">
          {plannedFor2026.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
        <ArrowLink href={action.href}>{action.label}</ArrowLink>
      </div>
    </Section>
  );
}
