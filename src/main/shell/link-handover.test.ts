import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

vi.mock('electron', () => ({ app: {} }));
const { LinkHandover } = await import('./link-handover.ts');

const submissionId = '0c8a4e6e-6f0e-4f39-9f53-1f7a37c3ab01';
const link = { kind: 'submission', submissionId } as const;

const unexpected = (error: unknown): never => {
  throw error;
};

let userData: string;
let owner: InstanceType<typeof LinkHandover>;
beforeEach(async () => {
  userData = await mkdtemp(join(tmpdir(), 'handover-'));
  owner = new LinkHandover(userData);
});
afterEach(async () => {
  owner.close();
  await rm(userData, { recursive: true, force: true });
});
const left = (): string[] => readdirSync(join(userData, 'handed-over'));

test('what a second start leaves reaches the owner, which it is told', async () => {
  const heard: unknown[] = [];
  owner.listen((what) => heard.push(what), unexpected);
  expect(await new LinkHandover(userData).leave([link, null, link, { kind: 'refused' }])).toBe(true);
  expect(heard).toHaveLength(3);
  expect(heard).toEqual(expect.arrayContaining([link, null, { kind: 'refused' }]));
  expect(left()).toEqual([]);
});

test('what nobody takes is not left behind, and the second start is told so', async () => {
  owner.listen(() => undefined, unexpected);
  owner.close();
  expect(await new LinkHandover(userData, 100).leave([link])).toBe(false);
  expect(left()).toEqual([]);
});

test('without an owner’s folder there is nothing to leave a link in', async () => {
  expect(await new LinkHandover(userData).leave([link])).toBe(false);
  expect(readdirSync(userData)).toEqual([]);
});

test('an owner that listens late hears what was left before', () => {
  mkdirSync(join(userData, 'handed-over'));
  writeFileSync(join(userData, 'handed-over', `submission-${submissionId}`), '');
  const heard: unknown[] = [];
  owner.listen((what) => heard.push(what), unexpected);
  expect(heard).toEqual([link]);
});

test('a name that no start leaves opens nothing and is thrown away, and so is what is beyond the bound', () => {
  const folder = join(userData, 'handed-over');
  mkdirSync(folder);
  const hostile = [
    'submission-',
    'submission-..',
    `submission-${submissionId}.exe`,
    `submission-${submissionId} x`,
    'x',
  ];
  for (const name of hostile) writeFileSync(join(folder, name), 'dropslip://submission/1');
  for (let index = 10; index < 60; index += 1) {
    writeFileSync(join(folder, `submission-${submissionId.slice(0, -2)}${index}`), '');
  }
  const heard: unknown[] = [];
  owner.listen((what) => heard.push(what), unexpected);
  expect(heard).toHaveLength(16);
  expect(heard.every((what) => typeof what === 'object' && what !== null && 'submissionId' in what)).toBe(true);
  expect(left()).toEqual([]);
});

test('an owner that cannot make the folder says so once, and goes on without', () => {
  writeFileSync(join(userData, 'handed-over'), '');
  const troubles: unknown[] = [];
  owner.listen(unexpected, (error) => troubles.push(error));
  expect(troubles).toEqual([expect.objectContaining({ code: 'EEXIST' })]);
});
