import type { Site } from '../site.ts';
import { glossary } from './glossary/api/glossary.ts';
import { molecules } from './molecules/api/molecules.ts';
import { references } from './references/api/references.ts';

export function scienceCalls(site: Site) {
  return [glossary(site), molecules(site), references(site)];
}
