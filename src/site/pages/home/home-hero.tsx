import { hero } from '../../../content/home.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { StaticPart } from '../../../ui/static-part.tsx';
import { MoleculeFigure } from './molecule-figure.tsx';

/** The first screen: the molecule beside the text on wide screens, below it on narrow ones. */
export function HomeHero() {
  return (
    <section className="relative isolate overflow-hidden border-line border-b">
      <StaticPart name="home-hero">{import.meta.env.SSR ? <Opening /> : null}</StaticPart>
      <figure className="page pb-8 lg:absolute lg:inset-y-0 lg:right-[max(0px,calc(50%-49rem))] lg:-z-10 lg:flex lg:w-[min(54vw,50rem)] lg:items-center lg:px-0 lg:pt-20 lg:pb-6">
        <MoleculeFigure
          title={hero.molecule.title}
          className="mx-auto w-full max-w-[34rem] lg:max-w-none"
        />
        <figcaption className="text-muted text-xs lg:absolute lg:right-10 lg:bottom-6 lg:max-w-72 lg:text-right xl:right-[min(calc(50vw-35rem),10rem)]">
          <span className="text-ink">{hero.molecule.name}</span> {hero.molecule.role}{' '}
          {hero.molecule.colours}
        </figcaption>
      </figure>
    </section>
  );
}

function Opening() {
  const [first, ...others] = hero.actions;
  return (
    <div className="page pt-32 lg:flex lg:min-h-[clamp(38rem,60vw,54rem)] lg:items-center lg:pt-28 lg:pb-16">
      <div className="lg:max-w-[34rem] xl:max-w-[38rem]">
        <p className="eyebrow mb-5">{hero.focus}</p>
        <h1 className="display text-[min(13.8vw,clamp(2.75rem,1.75rem+4vw,5rem))] leading-[1.04]">
          {hero.title}
        </h1>
        <p className="mt-7 max-w-[33rem] text-lg lg:max-w-[27rem] xl:max-w-[33rem] text-muted leading-relaxed">
          {hero.lead}
        </p>
        <div className="mt-9 flex flex-wrap gap-3">
          {first === undefined ? null : <ButtonLink href={first.href}>{first.label}</ButtonLink>}
          {others.map(({ href, label }) => (
            <ButtonLink key={href} href={href} variant="secondary">
              {label}
            </ButtonLink>
          ))}
        </div>
      </div>
    </div>
  );
}
