import { SelectField } from '../../../ui/field.tsx';
import type { Role } from '../../roles.ts';

export const ROLE_LABELS: Record<Role, { name: string; may: string }> = {
  writer: { name: 'Writer', may: 'Writes, edits and publishes posts, with their pictures.' },
  administrator: {
    name: 'Administrator',
    may: 'Everything, including the inbox, the newsletter, the activity log and people.',
  },
};

const ROLES = Object.keys(ROLE_LABELS) as Role[];

type RoleSelectProps = {
  label: string;
  role: Role;
  hint?: string;
  isBusy?: boolean;
  onSelect: (role: Role) => void;
};

export function RoleSelect({ label, role, hint, isBusy = false, onSelect }: RoleSelectProps) {
  return (
    <SelectField
      label={label}
      hint={hint}
      value={role}
      disabled={isBusy}
      onChange={(event) => onSelect(event.target.value as Role)}
    >
      {ROLES.map((each) => (
        <option key={each} value={each}>
          {ROLE_LABELS[each].name}
        </option>
      ))}
    </SelectField>
  );
}
