import { hero } from '../../../content/home.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { BindingFigure } from './binding-figure.tsx';

/** The first screen. The figure lies behind the text on wide screens and follows it on narrow ones. */
export function HomeHero() {
  const [first, ...others] = hero.actions;
  return (
    <section className="relative isolate overflow-hidden border-line border-b">
      <div className="page pt-32 lg:flex lg:min-h-[clamp(38rem,60vw,54rem)] lg:items-center lg:pt-28 lg:pb-16">
        <div className="lg:max-w-[34rem] xl:max-w-[38rem]">
          <p className="eyebrow mb-5">{hero.focus}</p>
          <h1 className="display text-[clamp(2.75rem,1.75rem+4vw,5rem)] leading-[1.04]">
            {hero.title}
          </h1>
          <p className="mt-7 max-w-[33rem] text-lg lg:max-w-[27rem] xl:max-w-[33rem] text-muted leading-relaxed">
            {hero.lead}
          </p>
          <div className="mt-9 flex flex-wrap gap-3">
            {first === undefined ? null : <ButtonLink href={first.href}>{first.label}</ButtonLink>}
            {others.map(({ href, label }) => (
              <ButtonLink key={href} href={href} look="secondary">
                {label}
              </ButtonLink>
            ))}
          </div>
        </div>
      </div>
      <div className="mt-6 h-[26rem] max-h-[105vw] lg:absolute lg:inset-0 lg:-z-10 lg:mt-0 lg:h-auto lg:max-h-none">
        <BindingFigure className="block size-full" />
      </div>
    </section>
  );
}
