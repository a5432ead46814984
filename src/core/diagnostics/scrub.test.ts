import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createScrubber, type Private } from './scrub.ts';

const nothing: Private = {
  secrets: [],
  files: [],
  accounts: [],
  appFolder: '/opt/Dropslip/resources/app.asar',
  userName: 'ann',
  computerName: 'anns-laptop',
};
const scrub = (text: string, hidden: Partial<Private> = {}): string => createScrubber({ ...nothing, ...hidden })(text);

/** Ways in which a value ends up in a log, an error or an address. */
const carriers: readonly ((value: string) => string)[] = [
  (value) => value,
  (value) => `failed with ${value}`,
  (value) => `'${value}'`,
  (value) => `open "${value}" (again)`,
  (value) =>
    JSON.stringify({ level: 50, call: 'drops.weigh', error: { message: `ENOENT: no such file, open '${value}'` } }),
  (value) => JSON.stringify({ message: JSON.stringify({ inner: value }) }),
  (value) =>
    `https://me:${encodeURIComponent(value)}@service.example/v1/x?key=${encodeURIComponent(value)}#${encodeURIComponent(value)}`,
  (value) => `line one\n    at read (${value}:10:3)\nline three`,
];
const carrier = fc.constantFrom(...carriers);

const part = fc
  .string({ unit: fc.constantFrom(...'abcdefxyzABCXYZ0189-_. äé文🎉'), minLength: 4, maxLength: 16 })
  .map((name) => `q${name.trim()}Z`);
const key = fc.string({ unit: fc.constantFrom(...'abcdefghijkABCDEFGHIJK0123456789-_'), minLength: 12, maxLength: 60 });

test('a secret that an account holds is found in no report, wherever it stood and however it was written', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 8, maxLength: 60 }),
      fc.array(carrier, { minLength: 1, maxLength: 4 }),
      (secret, wraps) => {
        fc.pre(secret.trim().length >= 8 && !/^[\W\d_]*$/.test(secret));
        const report = scrub(wraps.map((wrap) => wrap(secret)).join('\n'), { secrets: [secret] });
        expect(report).not.toContain(secret);
        expect(report).not.toContain(JSON.stringify(secret).slice(1, -1));
      },
    ),
  );
});

test('a secret that a service gave back in hex or base64 is found in no report', () => {
  const secret = 'dsk-Zp8Lr3Vw6T';
  const forms = [Buffer.from(secret).toString('hex'), Buffer.from(`:${secret}`).toString('base64').slice(2)];
  for (const form of forms) expect(scrub(`It said “${form}”.`, { secrets: [secret] })).not.toContain(form.slice(2, -2));
});

test('what is sent as a credential is taken out by its shape, known or not', () => {
  const shapes = fc.constantFrom(
    (secret: string) => `authorization: Bearer ${secret}`,
    (secret: string) => `"Authorization":"Bearer ${secret}"`,
    (secret: string) => JSON.stringify({ headers: JSON.stringify({ 'x-api-key': secret }) }),
    (secret: string) => `X-API-Key: ${secret}`,
    (secret: string) => `api_key=${secret}&x=1`,
    (secret: string) => `accessToken: '${secret}'`,
    (secret: string) => `password=${secret}`,
    (secret: string) => `Basic ${secret}`,
    (secret: string) => `https://${secret}@service.example/`,
    (secret: string) => `https://service.example/x?token=${secret}`,
    (secret: string) => `got eyJhbGciOiJIUzI1NiJ9.eyJ${secret}.${secret}`,
  );
  fc.assert(
    fc.property(shapes, key, (shape, secret) => {
      expect(scrub(`before\n${shape(secret)}\nafter`)).not.toContain(secret);
    }),
  );
});

test('long random text is taken out even where nothing says what it is; hashes and ids stay', () => {
  expect(scrub('odd 9f8A7b6C5d4E3f2A1b0C9d8E7f6A5b4C3d2E text')).toBe('odd <secret> text');
  const hash = `0x${'3f'.repeat(32)}`;
  const id = '0c8a4e6e-6f0e-4f39-9f53-1f7a37c3ab01';
  expect(scrub(`${hash} ${id}`)).toBe(`${hash} ${id}`);
});

test('of the path of a file that Dropslip knows nothing is found but its code, wherever it stood', () => {
  const roots = fc.constantFrom('/home/ann/', '/Users/ann/', 'C:\\Users\\ann\\', '/mnt/', '\\\\server\\share\\', '/');
  fc.assert(
    fc.property(
      roots,
      fc.array(part, { minLength: 1, maxLength: 4 }),
      fc.array(carrier, { minLength: 1, maxLength: 4 }),
      (root, parts, wraps) => {
        const separator = root.includes('\\') ? '\\' : '/';
        const path = root + parts.join(separator);
        const report = scrub(wraps.map((wrap) => wrap(path)).join('\n'), {
          files: [{ path, name: parts.at(-1) ?? '', shown: 'file-7' }],
        });
        for (const one of parts) expect(report).not.toContain(one);
      },
    ),
  );
});

test('of a path that nobody knows nothing is found where it stands in quotes or has no blanks', () => {
  const roots = fc.constantFrom('/home/ann/', '/Users/ann/', 'C:\\Users\\ann\\', '/mnt/', '\\\\server\\share\\', '~/');
  const quoted = fc.constantFrom(
    (value: string) => `'${value}'`,
    (value: string) => `open "${value}"`,
    (value: string) => JSON.stringify({ message: `ENOENT: no such file, open '${value}'` }),
  );
  fc.assert(
    fc.property(roots, fc.array(part, { minLength: 1, maxLength: 4 }), quoted, (root, parts, wrap) => {
      const path = root + parts.join(root.includes('\\') ? '\\' : '/');
      const report = scrub(wrap(path));
      for (const one of parts) expect(report).not.toContain(one);
    }),
  );
  fc.assert(
    fc.property(
      roots,
      fc.array(
        part.map((one) => one.replaceAll(' ', '')),
        { minLength: 1, maxLength: 4 },
      ),
      carrier,
      (root, parts, wrap) => {
        const path = root + parts.join(root.includes('\\') ? '\\' : '/');
        const report = scrub(wrap(path));
        for (const one of parts) expect(report).not.toContain(one);
      },
    ),
  );
});

test('names are shown by their codes, in any letter case, and the person, the computer and the accounts by none', () => {
  const files = [{ path: '/home/ann/Taxes/Übersicht 2026.pdf', name: 'Übersicht 2026.pdf', shown: 'file-3' }];
  const accounts = [{ name: 'Ann’s firm', shown: 'Account 2' }];
  const report = scrub('“übersicht 2026.PDF” by ann on anns-laptop for Ann’s firm; it cannot be', { files, accounts });
  expect(report).toBe('“file-3” by <user> on <computer> for Account 2; it cannot be');
});

test('the folder of a known file goes too, with blanks in it and without quotes', () => {
  const files = [{ path: '/home/ann/My Taxes 2026/May.pdf', name: 'May.pdf', shown: 'file-1' }];
  expect(scrub('watching /home/ann/My Taxes 2026 from now on', { files })).toBe('watching <path> from now on');
});

test('addresses keep what support needs: scheme, host and the path of the call', () => {
  expect(
    scrub('GET https://me:pw@host.example:8443/core-api/v1/user/get_submission_info?submission_id=1#x failed'),
  ).toBe('GET https://host.example:8443/core-api/v1/user/get_submission_info failed');
});

test('the app’s own files may be named, and nothing beside them', () => {
  const trace =
    'at f (file:///opt/Dropslip/resources/app.asar/out/main/index.js:10:5)\nat g (file:///home/ann/x.js:1:1)';
  expect(scrub(trace)).toBe('at f (<app>›out›main›index.js:10:5)\nat g (<path>:1:1)');
});

test.each([
  '/home/ann/Papers/Medical/result (1), final.pdf',
  '~/Medical/result final.pdf',
  'C:\\Users\\ann\\Medical\\result (1).pdf',
  'C:/Users/ann/Medical/result (1).pdf',
  '\\\\server\\share\\Medical\\result (1).pdf',
  '\\\\?\\C:\\Medical\\result (1).pdf',
  '//server/share/Medical/result (1).pdf',
  'file:///home/ann/Medical/result%20(1).pdf',
  'file:///C:/Users/Medical/result (1).pdf',
  'file://server/share/Medical/result (1).pdf',
])('no part is left of the path %s, below a known folder or not, in quotes or not', (path) => {
  const files = [{ path: '/home/ann/Papers/a.txt', name: 'a.txt', shown: 'file-1' }];
  const texts = [
    path,
    `open '${path}'`,
    `open "${path}"`,
    JSON.stringify({ error: `open '${path}' failed` }),
    `(${path})`,
  ];
  for (const text of texts) expect(scrub(text, { files })).not.toMatch(/Medical|result|share|1\)\.pdf|final/);
});

test('an apostrophe in a name ends no quoted path', () => {
  expect(scrub("open '/home/x/Ann's Medical/result' failed, then 'b'")).toBe("open '<path>' failed, then 'b'");
});

test('the path of a file below a folder that is kept together is taken out', () => {
  expect(scrub('“Medical/result.pdf” and 3 more can’t be read.')).toBe('“<path>” and 3 more can’t be read.');
});

test('ordinary sentences are left as they are', () => {
  const text = 'The service asks for a pause between requests. 12/05 and/or 3/4; retry at 14:05.';
  expect(scrub(text)).toBe(text);
});

test('a log of nothing but letters and points is gone through once', () => {
  for (const sign of ['a.', 'a+', 'ab-', '/a ', 'token:', 'eyJabcdef.']) {
    const began = process.threadCpuUsage();
    scrub(sign.repeat(32 * 1024));
    expect(process.threadCpuUsage(began).user / 1_000, sign).toBeLessThan(1_500);
  }
});

test.each(['“/', '"/', '“C:\\', '/a', 'a://', 'token ', '\\\\a\\', '~/', '0x', 'eyJa.'])(
  'half a million characters of %j are scrubbed in time that grows with their number',
  (piece) => {
    expect(scrub(piece.repeat(500_000 / piece.length)).length).toBeGreaterThan(0);
  },
);
