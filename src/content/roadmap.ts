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
  note: 'Dates and statuses stand as announced. Where a date has passed, the work is late and still in development; when it is done, it says so here.',
  fundingNote:
    'Timelines stand as announced. A round that is marked Current is open, also when its announced time has passed.',
};

export const milestoneStatusLabels: Record<MilestoneStatus, string> = {
  upcoming: 'Upcoming',
  planned: 'Planned',
  done: 'Done',
};
