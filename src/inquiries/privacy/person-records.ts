import { sql } from 'kysely';

/** Conditions that find the records of a person by the email, in lower case. */
export function isOf(column: string, email: string) {
  return sql<boolean>`lower(${sql.ref(column)}) = ${email}`;
}

/** Mails to a person, and those about their inquiries. */
export function concerns(email: string) {
  return sql<boolean>`(lower(outbox.recipient) = ${email} or outbox.data in (
    select '{"inquiry":"' || inquiries.id || '"}' from inquiries where lower(inquiries.email) = ${email}
  ))`;
}
