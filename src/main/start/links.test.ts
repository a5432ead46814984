import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';

const electron = vi.hoisted(() => ({ isPackaged: true, on: vi.fn(), setAsDefaultProtocolClient: vi.fn() }));
vi.mock('electron', () => ({ app: electron }));
const { Links, linkAmong, readLink } = await import('./links.ts');

afterEach(() => {
  vi.clearAllMocks();
});

const refused = { kind: 'notice', notice: { code: 'link-refused' } };
const id = '0c8a4e6e-6f0e-4f39-9f53-1f7a37c3ab01';

test('a link to a submission is read, in any letter case and with a slash at its end', () => {
  expect(readLink(`dropslip://submission/${id}`)).toEqual({ kind: 'open-submission', submissionId: id });
  expect(readLink(`DROPSLIP://Submission/${id.toUpperCase()}/`)).toEqual({ kind: 'open-submission', submissionId: id });
});

test.each([
  'dropslip://submission/',
  'dropslip://submission/not-an-id',
  `dropslip:submission/${id}`,
  `dropslip://evil.example/${id}`,
  `dropslip://submission@evil.example/${id}`,
  `dropslip://submission:80/${id}`,
  `dropslip://submission/${id}?account=other`,
  `dropslip://submission/${id}#here`,
  `dropslip://submission/${id}/../../settings`,
  `dropslip://submission/../${id}`,
  `dropslip://submission/${id}%00`,
  `dropslip://submission/${id}\n`,
  ` dropslip://submission/${id}`,
  `dropslip://submission/${id}" --gpu-launcher=calc`,
  `dropslip://submission/${'a'.repeat(100_000)}`,
])('%j is refused', (link) => {
  expect(readLink(link)).toEqual(refused);
});

test('whatever a link holds, what is read of it is an id or nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (tail) => {
      const read = readLink(`dropslip://submission/${tail}`);
      expect(read.kind === 'open-submission' ? /^[0-9a-f-]{36}$/.test(read.submissionId) : read.kind === 'notice').toBe(
        true,
      );
    }),
  );
});

test('a link is found among the arguments of a start, wherever the system puts it', () => {
  const link = `dropslip://submission/${id}`;
  expect(linkAmong(['dropslip', '--allow-file-access', '/some/app', link])).toEqual({
    kind: 'open-submission',
    submissionId: id,
  });
  expect(linkAmong(['dropslip', '/some/app', '--flag'])).toBeNull();
});

test('two links at once are refused', () => {
  const link = `dropslip://submission/${id}`;
  expect(linkAmong(['dropslip', link, link])).toEqual(refused);
});

test('an installed app takes the system’s links; a build that only tries itself leaves them to it', () => {
  new Links();
  expect(electron.setAsDefaultProtocolClient.mock.calls).toEqual([['dropslip']]);
  vi.stubEnv('DROPSLIP_SMOKE_TEST', '1');
  new Links();
  expect(electron.setAsDefaultProtocolClient).toHaveBeenCalledOnce();
});
