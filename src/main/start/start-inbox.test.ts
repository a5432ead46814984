import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

vi.mock('electron', () => ({ app: {} }));
const { StartInbox } = await import('./start-inbox.ts');

const submissionId = '0c8a4e6e-6f0e-4f39-9f53-1f7a37c3ab01';
const link = { kind: 'submission', submissionId } as const;

const unexpected = (error: unknown): never => {
  throw error;
};

let userData: string;
let owner: InstanceType<typeof StartInbox>;
beforeEach(async () => {
  userData = await mkdtemp(join(tmpdir(), 'handover-'));
  owner = new StartInbox(userData);
});
afterEach(async () => {
  owner.close();
  await rm(userData, { recursive: true, force: true });
});
const left = (): string[] => readdirSync(join(userData, 'handed-over'));

test('what a second start leaves reaches the owner, which it is told', async () => {
  const heard: unknown[] = [];
  owner.listen((what) => heard.push(what), unexpected);
  const files = { kind: 'unheard-files' } as const;
  expect(await new StartInbox(userData).leave([link, null, link, { kind: 'refused' }, files])).toBe(true);
  expect(heard).toHaveLength(4);
  expect(heard).toEqual(expect.arrayContaining([link, null, { kind: 'refused' }, files]));
  expect(left()).toEqual([]);
});

test('what nobody takes is not left behind, and the second start is told so', async () => {
  owner.listen(() => undefined, unexpected);
  owner.close();
  expect(await new StartInbox(userData, 100).leave([link])).toBe(false);
  expect(left()).toEqual([]);
});

test('without an owner’s folder there is nothing to leave a link in', async () => {
  expect(await new StartInbox(userData).leave([link])).toBe(false);
  expect(readdirSync(userData)).toEqual([]);
});

test('an owner that listens late hears what was left before', () => {
  mkdirSync(join(userData, 'handed-over'));
  writeFileSync(join(userData, 'handed-over', `submission-${submissionId}`), '');
  const heard: unknown[] = [];
  owner.listen((what) => heard.push(what), unexpected);
  expect(heard).toEqual([link]);
});

test('a name that no start leaves opens nothing, and so does what is beyond the bound', () => {
  const folder = join(userData, 'handed-over');
  mkdirSync(folder);
  const hostile = [
    'submission-',
    'submission-..',
    `submission-${submissionId}.exe`,
    `submission-${submissionId} x`,
    'x',
  ];
  for (const name of hostile) writeFileSync(join(folder, name), '');
  for (let index = 10; index < 60; index += 1) {
    writeFileSync(join(folder, `submission-${submissionId.slice(0, -2)}${index}`), '');
  }
  const heard: unknown[] = [];
  owner.listen((what) => heard.push(what), unexpected);
  expect(heard).toHaveLength(16);
  expect(heard.every((what) => typeof what === 'object' && what !== null && 'submissionId' in what)).toBe(true);
  expect(left().sort()).toEqual(hostile.sort());
});

test('files that no start has left stay as they are, whatever their names', async () => {
  const folder = join(userData, 'handed-over');
  const files = { 'thesis.doc': 'mine', start: 'mine', refused: 'mine', [`submission-${submissionId}`]: 'mine' };
  mkdirSync(folder);
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  writeFileSync(join(folder, 'empty.txt'), '');
  const contents = (): unknown =>
    Object.fromEntries(left().map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
  owner.listen(unexpected, unexpected);
  expect(contents()).toEqual({ ...files, 'empty.txt': '' });
  expect(await new StartInbox(userData, 100).leave([null, link, { kind: 'refused' }])).toBe(false);
  expect(contents()).toEqual({ ...files, 'empty.txt': '' });
});

describe.skipIf(process.platform === 'win32')('a link', () => {
  test('in the place of the folder is said, and nothing is taken from or left in what it leads to', async () => {
    const person = join(userData, 'Documents');
    mkdirSync(person);
    writeFileSync(join(person, 'start'), '');
    symlinkSync(person, join(userData, 'handed-over'));
    const problems: unknown[] = [];
    owner.listen(unexpected, (error) => problems.push(error));
    expect(problems).toEqual([expect.objectContaining({ message: expect.stringContaining('A link is in the place') })]);
    expect(await new StartInbox(userData, 100).leave([link])).toBe(false);
    expect(readdirSync(person)).toEqual(['start']);
  });

  test.each(['to a file', 'to nowhere'])('in the place of what a start leaves is not followed: %s', async (where) => {
    const target = join(userData, 'target');
    if (where === 'to a file') writeFileSync(target, 'mine');
    mkdirSync(join(userData, 'handed-over'));
    symlinkSync(target, join(userData, 'handed-over', 'start'));
    expect(await new StartInbox(userData, 100).leave([null])).toBe(false);
    expect(existsSync(target) && readFileSync(target, 'utf8')).toBe(where === 'to a file' && 'mine');
  });
});

test('an owner that cannot make the folder says so once, and goes on without', () => {
  writeFileSync(join(userData, 'handed-over'), '');
  const problems: unknown[] = [];
  owner.listen(unexpected, (error) => problems.push(error));
  expect(problems).toEqual([expect.objectContaining({ code: 'EEXIST' })]);
});
