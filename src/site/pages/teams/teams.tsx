import './teams.css';
import { advisoryBoard, founders, hero, seo } from '../../../content/team.ts';
import { pageContext } from '../../../context.ts';
import type { PageHandle } from '../../../root.tsx';
import { Hero } from '../../../ui/hero.tsx';
import { PORTRAIT_SCRIPT } from '../../../ui/portrait.tsx';
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
      <Hero {...hero} surface="teams" />
      <Section title={founders.title} intro={founders.lead} unruled>
        <ul className="founder-pairs grid gap-5 xl:grid-cols-2">
          {founders.members.map((member) => (
            <li key={member.id} className="grid">
              <FounderCard member={member} achievementsLabel={founders.achievementsLabel} />
            </li>
          ))}
        </ul>
      </Section>
      <Section title={advisoryBoard.title} intro={advisoryBoard.lead}>
        <ul className="advisors grid gap-x-5 tablet:grid-cols-2 lg:grid-cols-3">
          {advisoryBoard.advisors.map((advisor) => (
            <li key={advisor.id} className="mb-5">
              <AdvisorCard advisor={advisor} />
            </li>
          ))}
          {/* Spanning two columns, it fills the last row of two columns and of three. */}
          <li className="mb-5 tablet:col-span-2">
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
