import './teams.css';
import { advisoryBoard, founders, hero, seo } from '../../../content/team.ts';
import { pageContext } from '../../../context.ts';
import type { PageHandle } from '../../../root.tsx';
import { Hero } from '../../../ui/hero.tsx';
import { PORTRAIT_SCRIPT, Portrait } from '../../../ui/portrait.tsx';
import { Section } from '../../../ui/section.tsx';
import { pageMeta, publicUrlFrom } from '../../../ui/seo.ts';
import type { Route } from './+types/teams.ts';
import { AdvisorCard, OpenSeat } from './advisor-card.tsx';
import { FounderCard } from './founder-card.tsx';
import { Hiring } from './hiring.tsx';

export const handle = { hydrate: false, inlineScript: PORTRAIT_SCRIPT } satisfies PageHandle;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(seo, { publicUrl: publicUrlFrom(matches) });

export function loader({ context }: Route.LoaderArgs) {
  return { isLive: context.get(pageContext).services.inquiries.liveForms };
}

export default function Teams({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Hero {...hero} />
      <PortraitStrip />
      <Section title={founders.title} intro={founders.lead} unruled>
        <ul className="grid gap-5 lg:grid-cols-2">
          {founders.members.map((member) => (
            <li key={member.id} className="grid">
              <FounderCard member={member} achievementsLabel={founders.achievementsLabel} />
            </li>
          ))}
        </ul>
      </Section>
      <Section title={advisoryBoard.title} intro={advisoryBoard.lead}>
        <ul className="grid gap-5 tablet:grid-cols-2 lg:grid-cols-3">
          {advisoryBoard.advisors.map((advisor) => (
            <li key={advisor.id}>
              <AdvisorCard advisor={advisor} />
            </li>
          ))}
          {/* Spanning two columns, it fills the last row of two columns and of three. */}
          <li className="tablet:col-span-2">
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

/** Everybody's portrait, side by side. */
function PortraitStrip() {
  return (
    <div aria-hidden className="page not-has-[img]:hidden">
      <div className="grid h-64 grid-cols-7 gap-1 overflow-hidden rounded-card xl:h-80 xl:grid-cols-14">
        {[...founders.members, ...advisoryBoard.advisors].map(({ id, image }) => (
          <Portrait key={id} src={image} className="size-full min-h-0" />
        ))}
      </div>
    </div>
  );
}
