import { SelectField } from '../../../ui/field.tsx';
import type { Role } from '../../roles.ts';
import { ROLE_LABELS } from './role-labels.ts';

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
