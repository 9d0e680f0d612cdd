import './purpose.css';
import { chartLabels } from '../../../content/figures.ts';
import { challenge } from '../../../content/purpose.ts';
import { BarChart } from '../../../ui/bar-chart.tsx';
import { ChartFigure } from '../../../ui/chart.tsx';
import { Footnotes } from '../../../ui/footnotes.tsx';
import { Section } from '../../../ui/section.tsx';
import { Statistic } from '../../../ui/statistic.tsx';
import { UnitChart } from '../../../ui/unit-chart.tsx';

const FIRST_FIGURE_NOTE = 3;

const { costChart, timeChart } = challenge;

export function Challenge() {
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
          tableLabel={chartLabels.table}
          className="mt-6 lg:col-span-7 lg:row-span-4 lg:mt-10 lg:grid lg:grid-rows-subgrid lg:gap-y-0"
        >
          <UnitChart chart={costChart} unit={0.01} />
        </ChartFigure>
        <ChartFigure
          chart={timeChart}
          tableLabel={chartLabels.table}
          className="mt-6 lg:col-span-5 lg:row-span-4 lg:mt-10 lg:grid lg:grid-rows-subgrid lg:gap-y-0"
        >
          <BarChart chart={timeChart} />
        </ChartFigure>
      </div>
    </Section>
  );
}
