import { afterEach, expect, test, vi } from 'vitest';
import type { Team } from '../shared/bridge/team.ts';
import { type Failure, failure, type Result, success } from '../shared/failures/failure.ts';
import { Client } from './client.ts';
import { Output } from './output.ts';
import { progressWords } from './send.ts';
import { initTeam, joinTeam, showTeam } from './team.ts';

const team: Team = {
  address: 'postgres://dropslip@db.example.org/dropslip',
  desk: 'Front office',
  setBy: 'preferences',
  connection: { kind: 'connected' },
  aloneSince: null,
  unshared: 0,
  others: 2,
};

/** An engine of this team, which records the other calls. */
class TeamEngine extends Client {
  readonly calls: unknown[] = [];
  readonly #team: Team | null;

  readonly #refusal: Failure | null;

  constructor(known: Team | null, refusal: Failure | null = null) {
    super();
    this.#refusal = refusal;
    this.#team = known;
  }

  protected async answer(name: string, input: unknown): Promise<Result<unknown>> {
    if (name === 'team.status') return success(this.#team);
    this.calls.push([name, input]);
    return this.#refusal === null ? success(this.#team) : failure(this.#refusal);
  }

  listen<Value>(_listener: unknown, work: () => Promise<Value>): Promise<Value> {
    return work();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

function written(): { readonly output: Output; readonly lines: () => unknown[] } {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  return { output: new Output(true), lines: () => write.mock.calls.map(([line]) => JSON.parse(String(line))) };
}

test.each([
  'postgres://ann:secret@db.example.org/dropslip',
  'postgres://db.example.org/dropslip?user=ann&password=secret',
])('an address with a password is refused as an argument: %s', async (address) => {
  const engine = new TeamEngine(null);
  const { output } = written();
  for (const command of [joinTeam(engine, output, address, {}), initTeam(engine, output, address)]) {
    await expect(command).rejects.toMatchObject({ exit: 'usage', code: 'password-visible' });
  }
  expect(engine.calls).toEqual([]);
});

test('the database of DROPSLIP_TEAM is set up, else that of the team', async () => {
  const engine = new TeamEngine(team);
  const { output } = written();
  await initTeam(engine, output, undefined);
  vi.stubEnv('DROPSLIP_TEAM', 'postgres://ann:secret@db.example.org/other');
  await initTeam(engine, output, undefined);
  expect(engine.calls).toEqual([
    ['team.setUp', { address: team.address, password: null }],
    ['team.setUp', { address: 'postgres://ann:secret@db.example.org/other', password: null }],
  ]);
  vi.stubEnv('DROPSLIP_TEAM', '');
  await expect(initTeam(new TeamEngine(null), output, undefined)).rejects.toMatchObject({ exit: 'usage' });
});

test('a team that cannot be reached is shown, and sets the exit code', async () => {
  const reason: Failure = { code: 'unreachable', values: { why: 'no-answer' } };
  const since = '2026-05-03T12:00:00.000Z';
  const { output, lines } = written();
  const failed: Team = { ...team, connection: { kind: 'failed', reason, since } };
  expect(await showTeam(new TeamEngine(failed), output)).toBe('unreachable');
  expect(await showTeam(new TeamEngine(null), output)).toBe('done');
  expect(lines()).toMatchObject([
    {
      event: 'team',
      address: team.address,
      desk: 'Front office',
      connection: 'failed',
      code: 'unreachable',
      others: 2,
    },
    { event: 'team', address: null },
  ]);
});

test('a team that refuses this desk is a failure, because to try again changes nothing', async () => {
  const reason: Failure = { code: 'team-password-wrong' };
  const since = '2026-05-03T12:00:00.000Z';
  const { output } = written();
  expect(await showTeam(new TeamEngine({ ...team, connection: { kind: 'failed', reason, since } }), output)).toBe(
    'failed',
  );
});

test.each([
  ['team-unreachable', 'unreachable'],
  ['team-address-wrong', 'usage'],
  ['team-not-set-up', 'failed'],
] as const)('a join that ends with %s has the exit code of %s', async (code, exit) => {
  const { output } = written();
  const engine = new TeamEngine(null, { code });
  await expect(joinTeam(engine, output, team.address, {})).rejects.toMatchObject({ exit, code });
});

test('without a terminal, a wrong password names the variable of its file if that was not set', async () => {
  const { output } = written();
  const engine = new TeamEngine(null, { code: 'team-password-wrong' });
  const message = expect.stringContaining('DROPSLIP_TEAM_PASSWORD_FILE');
  await expect(joinTeam(engine, output, team.address, {})).rejects.toMatchObject({ message });
});

test('the progress line names the desks that files wait for', () => {
  const of = { localId: 0, name: 'a', submissionId: null, at: team.address, desk: 'Front office' };
  const claimed = { state: { kind: 'paused', why: { kind: 'duplicate', of } } } as const;
  const sending = { state: { kind: 'sending', attempt: 1 } } as const;
  expect(progressWords([sending, claimed, claimed], 5)).toBe('2 of 5 done, 1 being sent, waiting for “Front office”');
  expect(progressWords([sending], 2)).toBe('1 of 2 done, 1 being sent');
});
