import { Send } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import type { Role } from '../../roles.ts';
import { ROLE_LABELS } from './role-labels.ts';
import { RoleSelect } from './role-select.tsx';

type InviteFormProps = {
  isBusy: boolean;
  sendsMail: boolean;
  onInvite: (email: string, role: Role) => void;
};

export function InviteForm({ isBusy, sendsMail, onInvite }: InviteFormProps) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('writer');
  return (
    <form
      aria-labelledby="invite"
      className="rounded-card border border-line bg-surface p-5 md:p-6"
      onSubmit={(event) => {
        event.preventDefault();
        onInvite(email.trim().toLowerCase(), role);
      }}
    >
      <h2 id="invite" className="font-medium text-lg">
        Invite someone
      </h2>
      <p className="mt-1 max-w-[72ch] text-balance text-muted text-sm">
        {sendsMail ? (
          'The person you invite gets an email with a link that works once, within 48 hours, and chooses a password.'
        ) : (
          <>
            This site does not send email (<code className="font-mono">SMTP_URL</code> is not set),
            so you get a link to pass on. It works once, within 48 hours, and the person you invite
            chooses a password.
          </>
        )}
      </p>
      <div className="mt-5 grid gap-4 sm:grid-cols-[1fr_18rem]">
        <TextField
          label="Email"
          type="email"
          name="invited"
          autoComplete="off"
          required
          maxLength={254}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <RoleSelect label="Role" hint={ROLE_LABELS[role].may} role={role} onSelect={setRole} />
      </div>
      <Button type="submit" className="mt-4" disabled={isBusy || email.trim() === ''}>
        <Send aria-hidden className="size-4" />
        {sendsMail ? 'Send invitation' : 'Create invitation link'}
      </Button>
    </form>
  );
}
