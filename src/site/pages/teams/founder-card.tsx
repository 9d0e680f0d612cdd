import { site } from '../../../content/site.ts';
import type { founders } from '../../../content/team.ts';
import { Portrait } from '../../../ui/portrait.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';
import { Biography, PersonCard } from './biography.tsx';

type FounderCardProps = { member: (typeof founders.members)[number]; achievementsLabel: string };

/** Of two cards side by side, the parts begin on one line each. */
const ROWS = 'min-[80rem]:row-span-5 min-[80rem]:grid-rows-subgrid';

export function FounderCard({ member, achievementsLabel }: FounderCardProps) {
  return (
    <PersonCard
      name={member.name}
      className={`grid overflow-hidden sm:grid-cols-[2fr_3fr] ${ROWS}`}
    >
      <div className={`aspect-[5/4] bg-stone-tint sm:aspect-auto ${ROWS}`}>
        <Portrait src={member.image} className="size-full sm:absolute sm:inset-y-0 sm:w-2/5" />
      </div>
      <div className={`flex flex-col p-6 min-[80rem]:grid ${ROWS}`}>
        <p className="eyebrow pr-8">{member.discipline}</p>
        <h3 className="display mt-2 text-xl">{member.name}</h3>
        <p className="mt-1 mb-5 text-muted text-sm">{member.role}</p>
        <Biography
          short={
            <>
              <p className="text-base">
                <Unbroken text={member.conciseBio} />
              </p>
              <h4 className="eyebrow mt-5 border-line border-t pt-4">{achievementsLabel}</h4>
              <ul className="mt-2 space-y-1.5 text-muted">
                {member.achievements.map((achievement) => (
                  <li key={achievement}>
                    <Unbroken text={achievement} />
                  </li>
                ))}
              </ul>
            </>
          }
          full={
            <p>
              <Unbroken text={member.extendedBio} />
            </p>
          }
        />
        <ProfileLink person={member} />
      </div>
    </PersonCard>
  );
}

export function ProfileLink({ person }: { person: { name: string; linkedin: string | null } }) {
  return person.linkedin === null ? null : (
    <a
      href={person.linkedin}
      target="_blank"
      rel="noopener"
      className="prose-link relative z-10 mt-auto inline-flex min-h-11 items-center self-start text-sm"
    >
      {site.social.label}
      <span className="sr-only">: {person.name}</span>
    </a>
  );
}
