import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

export type JournalSubmission = {
  readonly id: number;
  readonly path: string;
  readonly name: string;
  readonly state: string;
  readonly submissionId: string | null;
  readonly attempts: readonly JournalAttempt[];
  /** The app is still looking for it in the records. */
  readonly isBeingChecked?: true;
  /** No Keccak-256: it is computed for large files only after a record shows that the service uses it. */
  readonly lacksKeccak?: true;
  /** Set for a part of a row. */
  readonly part?: JournalPart;
};

/** `offset`: null after it was replaced; `sha256`: hex, null before it was read. */
type JournalPart = {
  readonly row: number;
  readonly level: number;
  readonly offset: number | null;
  readonly size: number;
  readonly sha256: string | null;
};

export type JournalAttempt = {
  readonly number: number;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly outcome: string;
};

const instant = z.string().transform((text) => Date.parse(text));
const submissionRow = z.object({
  id: z.number(),
  path: z.string(),
  name: z.string(),
  state_kind: z.string(),
  submission_id: z.string().nullable(),
  check_kind: z.string().nullable(),
  keccak256: z.string().nullable(),
});
const partRow = z
  .object({
    part_of: z.number(),
    level: z.number(),
    offset: z.number().nullable(),
    size: z.number(),
    sha256: z.string().nullable(),
  })
  .transform(({ part_of, sha256, ...rest }) => ({ ...rest, row: part_of, sha256: sha256?.replace(/^0x/, '') ?? null }));
const attemptRow = z.object({
  local_id: z.number(),
  number: z.number(),
  started_at: instant,
  ended_at: instant.nullable(),
  outcome: z.string(),
});

/**
 * Reads the journal of a killed (or running) app without changing it. Empty if the app did not create it yet. Throws
 * if SQLite finds it damaged.
 */
export function readJournal(path: string): JournalSubmission[] {
  if (!existsSync(path)) return [];
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
  try {
    if (database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'submissions'`).get() === undefined) return [];
    const check = database.prepare('PRAGMA quick_check').get()?.quick_check;
    if (check !== 'ok') throw new Error(`The journal is damaged: ${String(check)}`);
    const attempts = new Map<number, JournalAttempt[]>();
    for (const row of database.prepare('SELECT * FROM attempts ORDER BY local_id, number').iterate()) {
      const { local_id, number, started_at, ended_at, outcome } = attemptRow.parse(row);
      const known = attempts.get(local_id);
      const attempt = { number, startedAt: started_at, endedAt: ended_at, outcome };
      if (known === undefined) attempts.set(local_id, [attempt]);
      else known.push(attempt);
    }
    return database
      .prepare(
        `SELECT id, path, name, state_kind, submission_id, iif(json_valid(state), state ->> '$.check.kind', NULL) AS check_kind,
           part_of, level, offset, size, sha256, keccak256 FROM submissions ORDER BY id`,
      )
      .all()
      .map((row) => {
        const { id, path: file, name, state_kind, submission_id, check_kind, keccak256 } = submissionRow.parse(row);
        return {
          id,
          path: file,
          name,
          state: state_kind,
          submissionId: submission_id,
          attempts: attempts.get(id) ?? [],
          ...(check_kind === 'checking' ? { isBeingChecked: true } : {}),
          ...(keccak256 === null ? { lacksKeccak: true } : {}),
          ...(row.part_of === null ? {} : { part: partRow.parse(row) }),
        };
      });
  } finally {
    database.close();
  }
}

const glanced = z.object({ path: z.string(), state_kind: z.string(), submission_id: z.string().nullable() });

/** Reads only the rows of a running app's journal, for polling. Does not check for damage. */
export function glanceAtJournal(path: string): Pick<JournalSubmission, 'path' | 'state' | 'submissionId'>[] {
  if (!existsSync(path)) return [];
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
  try {
    if (database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'submissions'`).get() === undefined) return [];
    const rows = database.prepare('SELECT path, state_kind, submission_id FROM submissions').all();
    return rows
      .map((row) => glanced.parse(row))
      .map(({ path: file, state_kind, submission_id }) => ({
        path: file,
        state: state_kind,
        submissionId: submission_id,
      }));
  } finally {
    database.close();
  }
}

export function countByState(submissions: readonly { readonly state: string }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { state } of submissions) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}

/** True if there are this many rows and nothing is in progress, except the search for uncertain submissions. */
export function isAtRest(submissions: readonly JournalSubmission[], rows: number): boolean {
  const ends = new Set(['confirmed', 'rejected', 'cancelled', 'unsettled', 'incomplete']);
  const resting = submissions.filter(
    (one) => one.part === undefined && (ends.has(one.state) || waitsForItsParts(submissions, one)),
  );
  return resting.length === rows;
}

/** True if a row in parts sends nothing until the search for one of its parts ends. */
export function waitsForItsParts(
  submissions: readonly JournalSubmission[],
  { id, state }: Pick<JournalSubmission, 'id' | 'state'>,
): boolean {
  const parts = submissions.filter(({ part }) => part?.row === id && part.offset !== null);
  const stand = new Set(['submitted', 'delayed', 'confirmed', 'unsettled']);
  return (
    state === 'in-parts' &&
    parts.some(({ isBeingChecked }) => isBeingChecked === true) &&
    parts.every((part) => stand.has(part.state))
  );
}

/** Leaves out rows that were never sent, if another row has the same path. */
export function withoutRepeats(submissions: readonly JournalSubmission[]): readonly JournalSubmission[] {
  const divided = new Set(submissions.flatMap(({ part }) => part?.row ?? []));
  const wasSent = ({ id, attempts }: JournalSubmission): boolean => attempts.length > 0 || divided.has(id);
  const chosen = new Map<string, JournalSubmission>();
  for (const row of submissions) {
    const other = chosen.get(row.path);
    if (row.part === undefined && (other === undefined || !wasSent(other))) chosen.set(row.path, row);
  }
  return submissions.filter((row) => row.part !== undefined || wasSent(row) || chosen.get(row.path) === row);
}
