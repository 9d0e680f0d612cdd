import { type Ref, useEffect, useEffectEvent, useRef, useState } from 'react';
import { demo } from '../../../content/home.ts';
import { demoStructure, molecules } from '../../../content/molecules.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Section } from '../../../ui/section.tsx';
import { DemoStage } from './demo-stage.tsx';
import { useOnScreen } from './use-on-screen.ts';

const { steps, predictions, labels } = demo;
const molecule = molecules[demoStructure.molecule];

/** Starts by itself unless motion is reduced. */
export function Demo() {
  const [{ step, run }, setTurn] = useState({ step: 0, run: 0 });
  const [isPlaying, setPlaying] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const onScreen = useOnScreen(frame);
  const startStep = (next: number) => setTurn({ step: next, run: run + 1 });
  const duration = steps[step]?.duration ?? 0;
  const bar = useStepTimer({ duration, run, running: isPlaying && onScreen === true }, () =>
    startStep((step + 1) % steps.length),
  );
  const reset = () => {
    setPlaying(false);
    startStep(0);
  };

  useEffect(() => {
    if (!window.matchMedia('(prefers-reduced-motion: reduce)').matches) setPlaying(true);
  }, []);

  return (
    <Section title={demo.title} intro={demo.lead}>
      <div ref={frame} className="grid gap-x-8 gap-y-10 lg:grid-cols-12">
        <div className="lg:sticky lg:top-28 lg:col-span-7 lg:self-start">
          <figure className="relative overflow-hidden rounded-card border border-line bg-surface">
            {/* The list of steps is below the fold of a phone. */}
            <p
              aria-hidden="true"
              className="eyebrow border-line border-b px-5 py-2 lg:hidden noscript:hidden"
            >
              {step + 1} {labels.of} {steps.length} · {steps[step]?.name}
            </p>
            <DemoStage
              step={step}
              molecule={molecule.id}
              className={`block w-full ${onScreen === false ? 'invisible' : ''}`}
            />
            <Predictions known={step >= 2} />
            <figcaption className="border-line border-t px-5 py-4 text-muted text-xs md:px-8">
              {demo.note} {demoStructure.note.replace('{name}', molecule.name.toLowerCase())}
              <span className="mt-2 block break-all font-mono text-[0.6875rem]">
                {molecule.smiles}
              </span>
            </figcaption>
          </figure>
          <div className="mt-4 flex flex-wrap gap-3 noscript:hidden">
            <Button variant="secondary" className="min-w-28" onClick={() => setPlaying(!isPlaying)}>
              {isPlaying ? (
                <Icon name="pause" strokeWidth={2} className="size-4" />
              ) : (
                <Icon name="play" strokeWidth={2} className="size-4" />
              )}
              {isPlaying ? labels.pause : labels.play}
            </Button>
            <Button variant="quiet" onClick={reset}>
              <Icon name="rotate-ccw" strokeWidth={2} className="size-4" />
              {labels.reset}
            </Button>
          </div>
        </div>
        <ol className="lg:col-span-5 lg:pl-8">
          {steps.map(({ id, name, description }, index) => (
            <Step
              key={id}
              {...{ name, description, index, run }}
              state={stateOf(index, step)}
              bar={bar}
            />
          ))}
        </ol>
      </div>
    </Section>
  );
}

const MARKERS = {
  completed: 'border-teal bg-teal text-on-teal',
  active: 'border-teal text-teal',
  upcoming: 'border-line text-muted',
};

type StepState = keyof typeof MARKERS;

function stateOf(index: number, current: number): StepState {
  if (index === current) return 'active';
  return index < current ? 'completed' : 'upcoming';
}

type StepProps = {
  name: string;
  description: string;
  index: number;
  state: StepState;
  run: number;
  bar: Ref<HTMLSpanElement>;
};

function Step({ name, description, index, state, run, bar }: StepProps) {
  return (
    <li
      aria-current={state === 'active' ? 'step' : undefined}
      className="relative grid grid-cols-[2rem_1fr] gap-x-4 border-line border-t py-5 last:border-b"
    >
      {state === 'active' ? (
        <span
          key={run}
          ref={bar}
          className="absolute inset-x-0 -top-px h-0.5 origin-left scale-x-0 bg-teal"
        />
      ) : null}
      <span
        className={`grid size-8 place-items-center rounded-full border font-mono text-xs transition-colors duration-500 ${MARKERS[state]}`}
      >
        {state === 'completed' ? (
          <Icon name="check" strokeWidth={2} className="size-4" />
        ) : (
          <span aria-hidden="true">{index + 1}</span>
        )}
      </span>
      <div>
        <h3 className="font-display text-lg leading-8">
          {name}
          <span className="sr-only"> ({labels[state]})</span>
        </h3>
        <p className="mt-1 text-muted text-sm">{description}</p>
      </div>
    </li>
  );
}

/** Dashes until the demo has predicted the values; then their bars grow. Without scripts, the values. */
function Predictions({ known }: { known: boolean }) {
  return (
    <dl className="grid gap-y-3 border-line border-t py-4 sm:grid-cols-3 sm:py-0">
      {predictions.map(({ name, value }) => (
        <div
          key={name}
          className="grid grid-cols-[1fr_auto] items-baseline border-line px-5 sm:block sm:border-l sm:py-4 sm:first:border-l-0 md:px-8"
        >
          <dt className="text-muted text-sm">{name}</dt>
          <dd
            className={`contents font-mono transition-colors duration-700 sm:block ${known ? 'text-ink' : 'text-muted noscript:text-ink'}`}
          >
            <span className="sm:mt-1 sm:block">
              <span className={known ? '' : 'hidden noscript:inline'}>{value.toFixed(2)}</span>
              {known ? null : (
                <span aria-hidden="true" className="noscript:hidden">
                  –
                </span>
              )}
            </span>
            <svg
              aria-hidden="true"
              viewBox="0 0 1 1"
              preserveAspectRatio="none"
              className="col-span-2 mt-2 block h-1 w-full bg-line"
            >
              <rect
                width={value}
                height="1"
                className={`origin-left fill-teal transition-[scale] duration-1000 ease-out noscript:scale-x-100 ${known ? '' : 'scale-x-0'}`}
              />
            </svg>
          </dd>
        </div>
      ))}
    </dl>
  );
}

type Turn = {
  duration: number;
  /** Another one for each start of a step: it has the whole time again. */
  run: number;
  running: boolean;
};

/** Returns the ref of its progress bar. */
function useStepTimer({ duration, run, running }: Turn, finish: () => void) {
  const bar = useRef<HTMLSpanElement>(null);
  const spent = useRef(0);
  const onFinish = useEffectEvent(finish);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every run starts at zero
  useEffect(() => {
    spent.current = 0;
  }, [run]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every run has its own timer
  useEffect(() => {
    if (!running) return;
    const before = spent.current;
    const started = performance.now();
    const timer = setTimeout(onFinish, duration - before);
    const growth = bar.current?.animate(
      { scale: [`${before / duration} 1`, '1 1'] },
      { duration: duration - before, fill: 'forwards' },
    );
    return () => {
      clearTimeout(timer);
      growth?.pause();
      spent.current = before + performance.now() - started;
    };
  }, [running, run, duration]);
  return bar;
}
