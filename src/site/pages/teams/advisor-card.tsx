import type { Advisor } from '../../../content/team.ts';
import { Mark } from '../../../ui/mark.tsx';
import { Portrait } from '../../../ui/portrait.tsx';
import { GrowingBiography, PersonCard } from './biography.tsx';
import { ProfileLink } from './founder-card.tsx';

export function AdvisorCard({ advisor }: { advisor: Advisor }) {
  return (
    <PersonCard name={advisor.name}>
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

/** A vacant seat: the mark with its small shape as an outline. */
export function OpenSeat({ name, text }: { name: string; text: string }) {
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
