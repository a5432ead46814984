import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** What is longer is two things; a room with more is two rooms. */
const MOST_LINES = 300;
const MOST_FILES = 12;

const filesIn = (pattern: string): readonly string[] =>
  globSync(pattern, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.includes('node_modules/'));

const isProduction = (path: string): boolean => !/\.(?:test|fixture)\.tsx?$|\.d\.ts$/.test(path);

const linesOf = (path: string): number => readFileSync(join(root, path), 'utf8').split('\n').length - 1;

/** The folders with more production files than a room has, and how many those are. */
function fullRooms(paths: readonly string[]): readonly string[] {
  const rooms = Map.groupBy(paths.filter(isProduction), (path) => dirname(path));
  return [...rooms]
    .filter(([, inside]) => inside.length > MOST_FILES)
    .map(([room, inside]) => `${room}: ${inside.length}`);
}

test(`no file has more than ${MOST_LINES} lines, tests among them`, () => {
  const paths = filesIn('{src,e2e,resources}/**/*.{ts,tsx,mjs}');
  expect(paths.map((path) => basename(path))).toContain('rooms.test.ts');
  expect(paths.filter((path) => linesOf(path) > MOST_LINES)).toEqual([]);
});

test(`no room of the app has more than ${MOST_FILES} files, besides what tests it`, () => {
  expect(fullRooms(filesIn('src/**/*.{ts,tsx}'))).toEqual([]);
});

test('a room is full by what it ships, not by its tests and their fixtures', () => {
  const inside = Array.from({ length: MOST_FILES }, (_, at) => `room/${at}.ts`);
  const besides = ['room/0.test.ts', 'room/view.test.tsx', 'room/0.fixture.ts', 'room/inner/more.ts'];
  expect(fullRooms([...inside, ...besides])).toEqual([]);
  expect(fullRooms([...inside, ...besides, 'room/view.tsx'])).toEqual(['room: 13']);
});
