import { roadmap } from '../../../content/investors.ts';
import { announced, deliverablesLabel, milestoneStatusLabels } from '../../../content/roadmap.ts';
import { hasEnded } from '../../../ui/has-ended.ts';
import { Milestones } from '../../../ui/milestones.tsx';
import { Section } from '../../../ui/section.tsx';

export function DevelopmentRoadmap() {
  return (
    <Section id={roadmap.id} title={roadmap.title} intro={roadmap.lead} heading="across" unruled>
      <Milestones
        milestones={roadmap.milestones}
        statusLabels={milestoneStatusLabels}
        announced={{ ...announced, hasEnded }}
        detailsLabel={deliverablesLabel}
        direction="across"
      />
    </Section>
  );
}
