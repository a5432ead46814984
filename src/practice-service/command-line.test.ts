import { expect, test } from 'vitest';
import { readCommandLine } from './command-line.ts';

test('every option has its flag', () => {
  const args =
    '--port 8000 --data /d --api-key k --access-token t --block-time 0.5 --payload-limit 9 --rate-limit 15/60 --dialect deployed --data-hash keccak256 --retry-failed 10 --node-fault pruned --pre-image-fault gone --record-fault other-place --arriving-fault changed-byte';
  expect(readCommandLine(args.split(' '), '/unless')).toEqual({
    kind: 'serve',
    options: {
      port: 8000,
      dataDir: '/d',
      apiKey: 'k',
      accessToken: 't',
      blockTimeSeconds: 0.5,
      payloadLimitBytes: 9,
      rateLimit: { requests: 15, seconds: 60 },
      dialect: 'deployed',
      dataHash: 'keccak256',
      retryFailedSeconds: 10,
      faults: { node: 'pruned', preImage: 'gone', record: 'other-place', arriving: 'changed-byte' },
      tokens: expect.any(Array),
    },
  });
});

test('without flags the service picks a port, speaks the contract and makes credentials up', () => {
  expect(readCommandLine([], '/unless')).toMatchObject({
    kind: 'serve',
    options: {
      port: 0,
      dataDir: '/unless',
      apiKey: expect.stringMatching(/^\S{32}$/),
      accessToken: expect.stringMatching(/^\S{32}$/),
      rateLimit: null,
      dialect: 'documented',
      dataHash: 'blake2b256',
      retryFailedSeconds: null,
      faults: { node: null, preImage: null, record: null, arriving: null },
    },
  });
});

test.each([
  ['--port', 'eight'],
  ['--port', '70000'],
  ['--data', ''],
  ['--api-key', ''],
  ['--access-token', 'two words'],
  ['--block-time', 'soon'],
  ['--block-time', '100000'],
  ['--payload-limit', '0'],
  ['--payload-limit', '1.5'],
  ['--rate-limit', '15'],
  ['--rate-limit', '0/60'],
  ['--rate-limit', '5/0'],
  ['--dialect', 'klingon'],
  ['--data-hash', 'md5'],
  ['--retry-failed', '0'],
  ['--node-fault', 'moody'],
  ['--pre-image-fault', 'moody'],
  ['--record-fault', 'moody'],
  ['--arriving-fault', 'moody'],
])('%s %j is named in the sentence that refuses it', (flag, value) => {
  expect(readCommandLine([flag, value], '/unless')).toEqual({
    kind: 'wrong',
    message: expect.stringMatching(new RegExp(`^${flag} [a-z].*\\.$`)),
  });
});

test('a flag that does not exist is named', () => {
  expect(readCommandLine(['--prot', '1'], '/unless')).toEqual({
    kind: 'wrong',
    message: expect.stringContaining('--prot'),
  });
});

test('help is not an error', () => {
  expect(readCommandLine(['--help'], '/unless')).toEqual({ kind: 'help' });
});
