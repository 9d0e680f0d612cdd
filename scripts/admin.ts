import {
  addAdministrator,
  changeRole,
  listPeople,
  removePerson,
  resetPassword,
} from '../src/accounts/people.ts';
import type { Role } from '../src/accounts/roles.ts';
import { removeSecondFactors } from '../src/accounts/second-factors.ts';
import { runOnSite } from '../src/app/command.ts';
import { erasePerson, personalData } from '../src/inquiries/privacy/person.ts';
import type { Result } from '../src/server/failure.ts';
import { email as emailField } from '../src/server/fields.ts';
import type { Site } from '../src/site.ts';

/**
 * `npm run admin -- add|password|remove EMAIL` and `list` manage administrators and, with `--writer`, writers; a
 * generated password is shown once. `role EMAIL --writer|--administrator` changes a role. `two-step-off EMAIL` removes the second factors of an administrator who has lost them.
 * `forget EMAIL` erases all personal data of a person, or prints it as JSON with `--export`. Works while
 * the site runs. Exits with 1 when nothing was done.
 */

const USAGE =
  'Usage: npm run admin -- list | add EMAIL [--writer] | role EMAIL --writer|--administrator | password EMAIL | two-step-off EMAIL | remove EMAIL | forget EMAIL [--export]';

type Command = (site: Site, email: string) => Promise<void>;

const COMMANDS: Record<string, Command> = {
  add: async (site, email) => showCredentials(await addAdministrator(site, email)),
  'add --writer': async (site, email) =>
    showCredentials(await addAdministrator(site, email, 'writer')),
  'role --administrator': (site, email) => changeTo(site, email, 'administrator'),
  'role --writer': (site, email) => changeTo(site, email, 'writer'),
  password: async (site, email) => showCredentials(await resetPassword(site, email)),
  'two-step-off': async (site, email) => {
    if (succeeded(await removeSecondFactors(site, email)) !== null) {
      console.log(
        `${email} now signs in with the password alone. All of their sessions have been signed out.`,
      );
    }
  },
  remove: async (site, email) => {
    if (succeeded(await removePerson(site, { email }, { by: null })) !== null) {
      console.log(`${email} can no longer sign in.`);
    }
  },
  forget: async (site, email) => {
    const erased = succeeded(await erasePerson(site, email));
    if (erased === null) return;
    console.log(`Erased the data about ${email}:`);
    for (const [what, number] of Object.entries(erased))
      console.log(`  ${number}  ${ERASED_LABELS[what]}`);
  },
  'forget --export': async (site, email) => {
    console.log(JSON.stringify(await personalData(site, email), null, 2));
  },
};

const ERASED_LABELS: Record<string, string> = {
  inquiries: 'inquiries',
  subscribers: 'newsletter subscriptions',
  outbox: 'emails, delivered or waiting',
  drafts: 'unsaved drafts of posts',
  preview_links: 'preview links',
  invitations: 'invitations',
  namesInRecords: 'names in the activity log',
};

const given = process.argv.slice(2);
const options = given.filter((argument) => argument.startsWith('--'));
const [verb = '', email, ...others] = given.filter((argument) => !argument.startsWith('--'));
const name = [verb, ...options].join(' ');
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
if (name === 'list' && email === undefined) {
  await runOnSite(({ site }) => list(site));
} else if (command === undefined || email === undefined || others.length > 0) {
  refuse(USAGE);
} else if (!emailField().safeParse(email).success) {
  refuse(`${email} is not an email address`);
} else {
  await runOnSite(({ site }) => command(site, email));
}

async function list(site: Site): Promise<void> {
  for (const { email: address, role, createdAt } of await listPeople(site)) {
    console.log(`${address}  ${role} since ${createdAt.slice(0, 10)}`);
  }
}

async function changeTo(site: Site, address: string, role: Role): Promise<void> {
  if (succeeded(await changeRole(site, { email: address }, role, { by: null })) !== null) {
    console.log(`${address} is ${role === 'writer' ? 'a writer' : 'an administrator'} now.`);
  }
}

function showCredentials(result: Result<{ email: string; password: string }>): void {
  const credentials = succeeded(result);
  if (credentials === null) return;
  console.log('Sign in with (shown this once)');
  console.log(`  e-mail    ${credentials.email}\n  password  ${credentials.password}`);
}

/** The value of a result; a failure is printed and returns null. */
function succeeded<T>(result: Result<T>): T | null {
  if (result.ok) return result.value;
  refuse('detail' in result.failure ? result.failure.detail : JSON.stringify(result.failure));
  return null;
}

function refuse(line: string): void {
  console.error(line);
  process.exitCode = 1;
}
