import { onTestFinished } from 'vitest';
import type { Failure, Result } from '../../shared/failures/failure.ts';
import type { PostgresServer } from './postgres.fixture.ts';
import type { TeamLimits } from './team-connection.ts';
import { TeamDatabase } from './team-database.ts';

/** For tests: `count` desks on a new database whose tables exist. They are closed after the test. */
export async function openTeam(server: PostgresServer, count: number): Promise<readonly TeamDatabase[]> {
  const database = await server.createDatabase();
  const desks = Array.from({ length: count }, (_, index) => openDesk(server.url(database), `desk ${index}`));
  const [first] = desks;
  if (first !== undefined) answerOf(await first.migrate());
  return desks;
}

/** For tests: a desk that is closed after the test. Its id is its name without spaces. */
export function openDesk(url: string, name: string, password: string | null = null, limits?: TeamLimits): TeamDatabase {
  const desk = new TeamDatabase(url, password, { id: name.replaceAll(' ', '-'), name }, limits);
  onTestFinished(() => desk.close());
  return desk;
}

/** For tests: the value of a call that succeeds. */
export function answerOf<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.detail}`);
  return result.value;
}

/** For tests: the failure of a call that fails. */
export function failureOf(result: Result<unknown>): Failure {
  if (result.ok) throw new Error(`This succeeded: ${JSON.stringify(result.value)}`);
  return result.error;
}
