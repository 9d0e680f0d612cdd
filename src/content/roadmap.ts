export type MilestoneStatus = 'upcoming' | 'planned' | 'done';

export interface RoadmapMilestone {
  /** A quarter or a year, as text. */
  date: string;
  title: string;
  description: string;
  status: MilestoneStatus;
  details: readonly string[];
}

/** Stands beside the dates, which are kept as they were announced. */
export const announced = {
  label: 'as announced',
  note: 'Dates and statuses are as announced. Where a date has passed, the work is late and still in development; we will mark it here when it is done.',
  fundingNote:
    'Timelines are as announced. A round marked Current is still open, even if its dates have passed.',
};

export const deliverablesLabel = 'Key deliverables';

export const milestoneStatusLabels: Record<MilestoneStatus, string> = {
  upcoming: 'Upcoming',
  planned: 'Planned',
  done: 'Done',
};
