import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { GestureRegistry } from './gesture-registry.ts';

function opened() {
  const clock = { now: 0 };
  const files = new GestureRegistry(
    () => clock.now,
    (path) => path.startsWith('/own/'),
  );
  const give = (...paths: string[]): string => {
    const gestureId = randomUUID();
    files.take({ gestureId, paths });
    return gestureId;
  };
  return { files, clock, give };
}

const refused = { ok: false, error: { code: 'files-not-given' } };

test('the paths are those of the gesture, in the order of the call', () => {
  const { files, give } = opened();
  const gestureId = give('/one', '/two');
  expect(files.pathsFor('send', [{ gestureId, places: [1, 0] }])).toEqual({ ok: true, value: ['/two', '/one'] });
});

test('the files of a gesture are sent once, with one call', () => {
  const { files, give } = opened();
  const gestureId = give('/one', '/two', '/three');
  expect(files.pathsFor('send', [{ gestureId, places: [1, 1] }])).toMatchObject(refused);
  expect(
    files.pathsFor('send', [
      { gestureId, places: [1] },
      { gestureId, places: [1] },
    ]),
  ).toMatchObject(refused);
  expect(files.pathsFor('send', [{ gestureId, places: [0, 2] }])).toMatchObject({ ok: true });
  expect(files.pathsFor('send', [{ gestureId, places: [0] }])).toMatchObject(refused);
  expect(files.pathsFor('send', [{ gestureId, places: [1] }])).toMatchObject(refused);
  expect(files.pathsFor('read', [{ gestureId, places: [1] }])).toMatchObject({ ok: true });
});

test('a file of an earlier gesture is not sent, but can be read', () => {
  const { files, give } = opened();
  const [file, receipt] = [give('/file'), give('/receipt')];
  expect(files.pathsFor('send', [{ gestureId: file, places: [0] }])).toMatchObject(refused);
  const both = [
    { gestureId: file, places: [0] },
    { gestureId: receipt, places: [0] },
  ];
  expect(files.pathsFor('read', both)).toEqual({ ok: true, value: ['/file', '/receipt'] });
  expect(files.pathsFor('read', both)).toMatchObject({ ok: true });
});

test('a gesture that is over for long sends nothing', () => {
  const { files, clock, give } = opened();
  const gestureId = give('/one');
  clock.now = 60_001;
  expect(files.pathsFor('send', [{ gestureId, places: [0] }])).toMatchObject(refused);
});

test('what no gesture gave is refused, whatever it looks like', () => {
  const { files, give } = opened();
  const gestureId = give('/one');
  for (const picked of [
    undefined,
    null,
    [],
    ['/etc/passwd'],
    [{ gestureId, places: [1] }],
    [{ gestureId, places: [-1] }],
    [{ gestureId, places: ['0'] }],
    [{ gestureId, places: [] }],
    [{ gestureId: randomUUID(), places: [0] }],
    [{ gestureId, places: [0], paths: ['/etc/passwd'] }],
    { map: () => ['/etc/passwd'] },
  ]) {
    expect(files.pathsFor('read', picked)).toMatchObject(refused);
  }
});

test('a gesture is told once: its files are never others', () => {
  const { files, give } = opened();
  const gestureId = give('/one');
  files.take({ gestureId, paths: ['/etc/passwd'] });
  expect(files.pathsFor('read', [{ gestureId, places: [0] }])).toEqual({ ok: true, value: ['/one'] });
});

test('only so many gestures are remembered', () => {
  const { files, give } = opened();
  const first = give('/one');
  for (let count = 0; count < 32; count += 1) give(`/${count}`);
  expect(files.pathsFor('read', [{ gestureId: first, places: [0] }])).toMatchObject(refused);
});

test('a file of the app’s own folders is neither sent nor read', () => {
  const { files, give } = opened();
  const gestureId = give('/one', '/own/made by the page');
  const own = { ok: false, error: { code: 'own-file' } };
  expect(files.pathsFor('send', [{ gestureId, places: [0, 1] }])).toMatchObject(own);
  expect(files.pathsFor('read', [{ gestureId, places: [1] }])).toMatchObject(own);
  expect(files.pathsFor('send', [{ gestureId, places: [0] }])).toMatchObject({ ok: true });
});
