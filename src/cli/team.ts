import { hostname } from 'node:os';
import type { Team } from '../shared/bridge/team.ts';
import type { Failure } from '../shared/failures/failure.ts';
import { failureMessage } from '../shared/messages/failures/failure-message.ts';
import { aloneWords, connectionWords, sharingWords } from '../shared/messages/team.ts';
import type { Client } from './client.ts';
import { CommandError, type Exit, errorOf } from './exit.ts';
import type { Output } from './output.ts';
import { teamPasswordFromFile } from './secrets.ts';
import { askSecret, hasTerminal } from './terminal.ts';

/** Milliseconds for the first connection. */
const CONNECTS_WITHIN_MS = 15_000;
const LONGEST_DESK = 60;

export async function showTeam(client: Client, output: Output): Promise<Exit> {
  await client.catchUp();
  const team = await connected(client);
  if (team === null) {
    output.write({ event: 'team', address: null }, 'This desk belongs to no team.');
    return 'done';
  }
  write(output, team);
  return team.connection.kind === 'failed' ? errorOf(team.connection.reason).exit : 'done';
}

type JoinOptions = { readonly desk?: string };

export async function joinTeam(client: Client, output: Output, address: string, options: JoinOptions): Promise<Exit> {
  mustHoldNoPassword(address);
  const desk = options.desk ?? hostname().slice(0, LONGEST_DESK);
  const password = await givenPassword();
  const joined = await client.ask('team.join', { address, password, desk });
  if (!joined.ok) throw refused(joined.error, password);
  write(output, joined.value);
  return 'done';
}

/** Without an address: the database of DROPSLIP_TEAM, or of the joined team with its saved password. */
export async function initTeam(client: Client, output: Output, given: string | undefined): Promise<Exit> {
  if (given !== undefined) mustHoldNoPassword(given);
  const variable = process.env.DROPSLIP_TEAM ?? '';
  const known = variable === '' ? ((await client.call('team.status', {}))?.address ?? null) : variable;
  const address = given ?? known;
  if (address === null) {
    const message = 'Name the database: dropslip team init postgres://dropslip@db.example.org/dropslip';
    throw new CommandError('usage', 'team-address-missing', message);
  }
  const password = given === undefined ? await teamPasswordFromFile() : await givenPassword();
  const ready = await client.ask('team.setUp', { address, password });
  if (!ready.ok) throw refused(ready.error, password);
  output.write({ event: 'team-set-up' }, 'The database is ready.');
  return 'done';
}

/** Without a terminal, nobody was asked for the password. */
function refused(reason: Failure, password: string | null): CommandError {
  const error = errorOf(reason);
  if (reason.code !== 'team-password-wrong' || password !== null) return error;
  const message = `${error.message} Name a file with the password: DROPSLIP_TEAM_PASSWORD_FILE.`;
  return new CommandError(error.exit, error.code, message);
}

/** Sends without the team until its database answers again. */
export async function goAlone(client: Client, output: Output): Promise<Exit> {
  const team = await connected(client);
  if (team?.connection.kind !== 'failed') {
    throw new CommandError('usage', 'team-answers', 'There is no team whose database is out of reach.');
  }
  await client.call('team.goAlone', {});
  output.write({ event: 'team-alone' }, aloneWords);
  return 'done';
}

export async function leaveTeam(client: Client, output: Output): Promise<Exit> {
  await client.call('team.leave', {});
  output.write({ event: 'team-left' }, 'This desk belongs to no team now.');
  return 'done';
}

/** Waits for the result of a connection that has just begun. */
async function connected(client: Client): Promise<Team | null> {
  const changed = Promise.withResolvers<void>();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, CONNECTS_WITHIN_MS);
  });
  try {
    return await client.listen(
      (event) => {
        if (event.kind === 'team.changed' && event.team?.connection.kind !== 'connecting') changed.resolve();
      },
      async () => {
        const team = await client.call('team.status', {});
        if (team?.connection.kind !== 'connecting') return team;
        // A command that is the owner itself connects only when it is asked to.
        await client.call('team.retry', {});
        await Promise.race([changed.promise, late]);
        return client.call('team.status', {});
      },
    );
  } finally {
    clearTimeout(timer);
  }
}

function write(output: Output, team: Team): void {
  const { address, desk, setBy, connection, aloneSince, others, unshared } = team;
  const reason = connection.kind === 'failed' ? connection.reason : null;
  output.write(
    {
      event: 'team',
      address,
      desk,
      setBy,
      connection: connection.kind,
      code: reason?.code ?? null,
      message: reason === null ? null : failureMessage(reason),
      aloneSince,
      others,
      unshared,
    },
    `${desk}, at ${address}`,
    connectionWords(team),
    ...(aloneSince === null ? [] : [aloneWords]),
    ...sharingWords(team, output.separators.whole),
  );
}

/** Other programs can read the arguments of a command. */
function mustHoldNoPassword(address: string): void {
  const url = URL.parse(address);
  if (url === null || (url.password === '' && !url.searchParams.has('password'))) return;
  const message =
    'Other programs can read this address, so leave its password out. It is typed, read from the file that DROPSLIP_TEAM_PASSWORD_FILE names, or part of DROPSLIP_TEAM.';
  throw new CommandError('usage', 'password-visible', message);
}

/** Null if the database asks for none. */
async function givenPassword(): Promise<string | null> {
  const known = await teamPasswordFromFile();
  if (known !== null || !hasTerminal()) return known;
  const typed = await askSecret('Password of the database (empty for none): ');
  return typed === '' ? null : typed;
}
