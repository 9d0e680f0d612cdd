import {
  Activity,
  Brain,
  ClipboardCheck,
  Clock,
  Crosshair,
  Dna,
  FileCheck,
  Filter,
  FlaskConical,
  GraduationCap,
  Laptop,
  Layers,
  Lock,
  RefreshCw,
  Ribbon,
  Scale,
  ShieldCheck,
  Sparkles,
  Target,
  TrendingUp,
  Waypoints,
} from 'lucide-react';

const ICONS = {
  activity: Activity,
  brain: Brain,
  'clipboard-check': ClipboardCheck,
  clock: Clock,
  crosshair: Crosshair,
  dna: Dna,
  'file-check': FileCheck,
  filter: Filter,
  'flask-conical': FlaskConical,
  'graduation-cap': GraduationCap,
  laptop: Laptop,
  layers: Layers,
  lock: Lock,
  'refresh-cw': RefreshCw,
  ribbon: Ribbon,
  scale: Scale,
  'shield-check': ShieldCheck,
  sparkles: Sparkles,
  target: Target,
  'trending-up': TrendingUp,
  waypoints: Waypoints,
};

/** An icon by the name that content gives it; decoration beside a text that says the same. */
export function Icon({
  name,
  className = 'size-6 text-teal',
}: {
  name: keyof typeof ICONS;
  className?: string;
}) {
  const Drawing = ICONS[name];
  return <Drawing aria-hidden strokeWidth={1.5} className={className} />;
}
