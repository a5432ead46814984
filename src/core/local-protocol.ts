import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { WindowEvent } from '../shared/bridge/bridge.ts';
import type { Question } from '../shared/bridge/ipc.ts';
import type { Result } from '../shared/failures/failure.ts';

/*
 * The owner of a data folder answers other programs of the same user over HTTP, on a Unix socket in the folder or on a
 * named pipe (docs/command-line.md). `POST /calls/NAME` takes a `LocalRequest` and answers a `LocalAnswer`,
 * `GET /events` streams a `LocalEvent` in each line, and `GET /health` answers `LocalHealth`.
 */

/** `approved`: the approvals of the questions that the caller has answered with yes. */
export const localRequest = z.strictObject({
  input: z.unknown(),
  approved: z.array(z.string()).max(100).default([]),
});
export type LocalRequest = Readonly<z.input<typeof localRequest>>;

/** The call has an answer, or nothing has happened yet because of a question: call again with its approval. */
export type LocalAnswer =
  | { readonly answer: Result<unknown> }
  | { readonly question: Question; readonly approval: string };

export type LocalEvent = WindowEvent;

export type LocalHealth = { readonly status: 'ok'; readonly version: string };

export function approvalOf(question: Question): string {
  return createHash('sha256').update(JSON.stringify(question)).digest('hex');
}

/** JSON, with bytes as `{ "base64": … }`. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    each instanceof Uint8Array ? { base64: Buffer.from(each).toString('base64') } : each,
  );
}

const bytes = z.strictObject({ base64: z.base64() });

export function fromJson(text: string): unknown {
  return JSON.parse(text, (_key, each: unknown) => {
    const read = typeof each === 'object' && each !== null && 'base64' in each ? bytes.safeParse(each) : null;
    return read?.success === true ? new Uint8Array(Buffer.from(read.data.base64, 'base64')) : each;
  });
}

/** Windows lists the pipes of all users, so that only a random name is not taken by another program first. */
const PIPE_FILE = 'owner.pipe';

/** Returns the address at which the owner of a data folder listens; null if it has never listened. */
export function addressOfOwner(userData: string): string | null {
  if (process.platform !== 'win32') return join(userData, 'owner.sock');
  const file = join(userData, PIPE_FILE);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}

/** Returns a new address for the owner of a data folder. */
export function newAddress(userData: string): string {
  if (process.platform !== 'win32') return join(userData, 'owner.sock');
  const pipe = `\\\\.\\pipe\\dropslip-${randomBytes(16).toString('hex')}`;
  writeFileSync(join(userData, PIPE_FILE), `${pipe}\n`, { mode: 0o600 });
  return pipe;
}
