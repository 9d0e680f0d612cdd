import { hero } from '../../../content/home.ts';
import { Actions } from '../../../ui/actions.tsx';
import { StaticPart } from '../../../ui/static-part.tsx';
import { Surface } from '../../../ui/surface.tsx';
import { MoleculeFigure } from './molecule-figure.tsx';

export function HomeHero() {
  return (
    <section className="relative isolate overflow-clip border-line border-b">
      <StaticPart name="home-hero">{import.meta.env.SSR ? <Opening /> : null}</StaticPart>
      <figure className="page flex flex-col pb-8 max-lg:mt-8 lg:pb-6">
        {/* Comes before the art, which is centred in the section: a later caption would move it. */}
        <figcaption className="order-last pt-4 text-muted text-xs lg:max-w-[min(40vw,33rem)] lg:pt-0">
          <span className="text-ink">{hero.molecule.name}</span> {hero.molecule.role}{' '}
          {hero.molecule.colours}
        </figcaption>
        <div className="lg:absolute lg:inset-y-0 lg:right-[max(-1.5rem,calc(50%-50.5rem))] lg:-z-10 lg:flex lg:w-[min(54vw,50rem)] lg:items-center lg:pt-20">
          <div className="relative mx-auto w-full max-w-[34rem] lg:max-w-none">
            {/* A molecule turns in it; below it, on narrow screens, stand words. */}
            <Surface
              name="osimertinib"
              width="220%"
              height="160%"
              className="absolute -top-[30%] -left-[45%] -z-10 max-lg:[clip-path:inset(0_0_18.75%)]"
            />
            <MoleculeFigure title={hero.molecule.title} />
          </div>
        </div>
      </figure>
    </section>
  );
}

function Opening() {
  return (
    <div className="page pt-32 lg:flex lg:min-h-[clamp(34rem,53vw,48rem)] lg:items-center lg:pt-28 lg:pb-12">
      <div className="lg:max-w-[34rem] xl:max-w-[38rem]">
        <p className="eyebrow mb-5">{hero.focus}</p>
        <h1 className="display text-[min(13.8vw,clamp(2.75rem,1.75rem+4vw,5rem))] leading-[1.04]">
          {hero.title}
        </h1>
        <p className="mt-7 max-w-[33rem] text-balance text-lg lg:max-w-[27rem] xl:max-w-[33rem] text-muted leading-relaxed">
          {hero.lead}
        </p>
        <div className="mt-9 flex flex-wrap gap-3">
          <Actions actions={hero.actions} />
        </div>
      </div>
    </div>
  );
}
