import { sendSigned } from '../../../admin/api.ts';
import type { Invitation, NewInvitation } from '../../invitation-rows.ts';
import type { Person } from '../../people.ts';
import type { Proof } from '../../reauthentication.ts';
import type { Role } from '../../roles.ts';

/** The REST API of accounts and invitations. */

const PEOPLE = '/api/admin/people';
const INVITATIONS = `${PEOPLE}/invitations`;

export type People = { people: Person[]; invitations: Invitation[]; sendsMail: boolean };

export function readPeople() {
  return sendSigned<People>('GET', PEOPLE);
}

export function changeRole({ id }: Person, role: Role, proof: Proof) {
  return sendSigned<void>('PATCH', `${PEOPLE}/${id}`, { role, ...proof });
}

export function removePerson({ id }: Person, proof: Proof) {
  return sendSigned<void>('POST', `${PEOPLE}/${id}/remove`, proof);
}

export function invite(email: string, role: Role, proof: Proof) {
  return sendSigned<NewInvitation>('POST', INVITATIONS, { email, role, ...proof });
}

export function resendInvitation({ id }: Invitation, proof: Proof) {
  return sendSigned<NewInvitation>('POST', `${INVITATIONS}/${id}/resend`, proof);
}

export function revokeInvitation({ id }: Invitation) {
  return sendSigned<void>('DELETE', `${INVITATIONS}/${id}`);
}
