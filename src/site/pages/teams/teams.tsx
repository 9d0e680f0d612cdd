import './teams.css';
import { advisoryBoard, founders, hero, seo } from '../../../content/team.ts';
import { pageContext } from '../../../context.ts';
import type { PageHandle } from '../../../root.tsx';
import { Hero } from '../../../ui/hero.tsx';
import { Mark } from '../../../ui/mark.tsx';
import { PORTRAIT_SCRIPT, Portrait } from '../../../ui/portrait.tsx';
import { Section } from '../../../ui/section.tsx';
import { staticMeta } from '../../../ui/seo.ts';
import type { Route } from './+types/teams.ts';
import { GrowingBiography, PersonCard } from './biography.tsx';
import { FounderCard, ProfileLink } from './founder-card.tsx';
import { Hiring } from './hiring.tsx';

export const handle = { hydrate: false, inlineScript: PORTRAIT_SCRIPT } satisfies PageHandle;

export const meta = staticMeta(seo);

export function loader({ context }: Route.LoaderArgs) {
  return { isLive: context.get(pageContext).site.liveForms };
}

export default function Teams({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Hero {...hero} surface="teams" />
      <Section title={founders.title} intro={founders.lead} unruled>
        <ul className="grid gap-5 min-[80rem]:gap-y-0 xl:grid-cols-2">
          {founders.members.map((member) => (
            <li
              key={member.id}
              className="grid min-[80rem]:row-span-5 min-[80rem]:mb-5 min-[80rem]:grid-rows-subgrid"
            >
              <FounderCard member={member} achievementsLabel={founders.achievementsLabel} />
            </li>
          ))}
        </ul>
      </Section>
      <Section title={advisoryBoard.title} intro={advisoryBoard.lead}>
        <ul className="grid gap-x-5 tablet:grid-cols-2 lg:grid-cols-3">
          {advisoryBoard.advisors.map((advisor) => (
            <li
              key={advisor.id}
              className="mb-5 tablet:row-span-2 tablet:grid tablet:grid-rows-subgrid"
            >
              <AdvisorCard advisor={advisor} />
            </li>
          ))}
          {/* Spanning two columns, it fills the last row of two columns and of three. */}
          <li className="mb-5 tablet:col-span-2 lg:row-span-2">
            <OpenSeat
              name={advisoryBoard.toBeAnnounced.name}
              text={advisoryBoard.toBeAnnounced.conciseBio}
            />
          </li>
        </ul>
      </Section>
      <Hiring isLive={loaderData.isLive} />
    </>
  );
}

type Advisor = (typeof advisoryBoard.advisors)[number];

function AdvisorCard({ advisor }: { advisor: Advisor }) {
  return (
    <PersonCard
      name={advisor.name}
      className="tablet:row-span-2 tablet:grid tablet:grid-rows-subgrid"
    >
      <div className="grid grid-cols-[min(6rem,34%)_1fr]">
        <div className="min-h-30 overflow-hidden rounded-tl-card bg-stone-tint">
          <Portrait src={advisor.image} className="size-full" />
        </div>
        <div className="min-w-0 p-5 pb-4">
          <h3 className="display pr-8 text-lg leading-tight">{advisor.name}</h3>
          <p className="mt-1.5 text-sm leading-snug">
            {advisor.title}
            <span className="mt-0.5 block text-muted">{advisor.institution}</span>
          </p>
          <ProfileLink person={advisor} />
        </div>
      </div>
      <GrowingBiography short={advisor.conciseBio} full={advisor.bio} />
    </PersonCard>
  );
}

function OpenSeat({ name, text }: { name: string; text: string }) {
  return (
    <div className="flex h-full flex-wrap items-center gap-x-8 gap-y-4 rounded-card border border-muted/60 border-dashed p-6 md:p-10">
      <Mark className="size-20 shrink-0 opacity-80 [&_.fill-teal]:fill-transparent [&_.fill-teal]:stroke-8 [&_.fill-teal]:stroke-teal [&_.fill-teal]:[stroke-dasharray:14_12]" />
      <div className="min-w-[min(12rem,100%)] flex-1">
        <h3 className="display text-xl">{name}</h3>
        <p className="mt-1 max-w-md text-muted text-sm">{text}</p>
      </div>
    </div>
  );
}
