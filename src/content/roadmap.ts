export type MilestoneStatus = 'upcoming' | 'planned' | 'done';

export interface RoadmapMilestone {
  /** A quarter or a year, as text. */
  date: string;
  title: string;
  description: string;
  status: MilestoneStatus;
  details: readonly string[];
}

export const milestoneStatusLabels: Record<MilestoneStatus, string> = {
  upcoming: 'Upcoming',
  planned: 'Planned',
  done: 'Done',
};
