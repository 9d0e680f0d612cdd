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
import { OperatorError } from '../src/app/operator-error.ts';
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

type Command = (site: Site, email: string) => Promise<string>;

const COMMANDS: Record<string, Command> = {
  add: async (site, email) => newCredentials(await addAdministrator(site, email)),
  'add --writer': async (site, email) =>
    newCredentials(await addAdministrator(site, email, 'writer')),
  'role --administrator': (site, email) => changeTo(site, email, 'administrator'),
  'role --writer': (site, email) => changeTo(site, email, 'writer'),
  password: async (site, email) => newCredentials(await resetPassword(site, email)),
  'two-step-off': async (site, email) => {
    orRefuse(await removeSecondFactors(site, email));
    return `${email} now signs in with the password alone. All of their sessions have been signed out.`;
  },
  remove: async (site, email) => {
    orRefuse(await removePerson(site, { email }, { by: null }));
    return `${email} can no longer sign in.`;
  },
  forget: async (site, email) => {
    const erased = orRefuse(await erasePerson(site, email));
    const lines = Object.entries(erased).map(
      ([what, number]) => `\n  ${number}  ${ERASED_LABELS[what]}`,
    );
    return `Erased the data about ${email}:${lines.join('')}`;
  },
  'forget --export': async (site, email) => {
    const data = await personalData(site, email);
    if (Object.values(data).some((rows) => rows.length > 0)) return JSON.stringify(data, null, 2);
    throw new OperatorError(`Nothing is stored about ${email}.`);
  },
};

const ERASED_LABELS: Record<string, string> = {
  inquiries: 'inquiries',
  subscribers: 'newsletter subscriptions',
  outbox: 'emails, delivered or waiting',
  drafts: 'unsaved drafts of posts',
  preview_links: 'preview links',
  namesInRecords: 'names in the activity log',
};

await runOnSite(async ({ site }) => {
  const given = process.argv.slice(2);
  const options = given.filter((argument) => argument.startsWith('--'));
  const [verb = '', email, ...others] = given.filter((argument) => !argument.startsWith('--'));
  const name = [verb, ...options].join(' ');
  if (name === 'list' && email === undefined) return list(site);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined || email === undefined || others.length > 0) {
    throw new OperatorError(USAGE);
  }
  if (!emailField().safeParse(email).success) {
    throw new OperatorError(`${email} is not an email address`);
  }
  console.log(await command(site, email));
});

async function list(site: Site): Promise<void> {
  for (const { email: address, role, createdAt, invitation } of await listPeople(site)) {
    const what = invitation === null ? role : `invited as ${role}`;
    console.log(`${address}  ${what} since ${createdAt.slice(0, 10)}`);
  }
}

async function changeTo(site: Site, address: string, role: Role): Promise<string> {
  orRefuse(await changeRole(site, { email: address }, role, { by: null }));
  return `${address} is ${role === 'writer' ? 'a writer' : 'an administrator'} now.`;
}

function newCredentials(result: Result<{ email: string; password: string }>): string {
  const { email, password } = orRefuse(result);
  return `Sign in with (shown this once)\n  e-mail    ${email}\n  password  ${password}`;
}

/** @throws OperatorError when nothing was done */
function orRefuse<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  const { failure } = result;
  throw new OperatorError('detail' in failure ? failure.detail : JSON.stringify(failure));
}
