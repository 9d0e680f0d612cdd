/** As Lucide draws them (ISC licence). */
const LINES = {
  menu: 'M4 5h16M4 12h16M4 19h16',
  close: 'M18 6 6 18M6 6l12 12',
  sun: 'M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM12 2v2M12 20v2M4.93 4.93l1.41 1.41M17.66 17.66l1.41 1.41M2 12h2M20 12h2M6.34 17.66l-1.41 1.41M19.07 4.93l-1.41 1.41',
  moon: 'M20.985 12.486a9 9 0 1 1-9.473-9.472c.405-.022.617.46.402.803a6 6 0 0 0 8.268 8.268c.344-.215.825-.004.803.401',
};

/** Inlined, unlike `ui/icon.tsx`: the header must work when files fail to load. */
export function HeaderIcon({ name, className }: { name: keyof typeof LINES; className: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
    >
      <path d={LINES[name]} />
    </svg>
  );
}
