import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keysOfEntry, readLookupText } from './lookup-text.ts';

const id = '0c8a4e6e-6f0e-4f39-9f53-1f7a37c3ab01';
const now = Date.parse('2026-11-21T12:00:00Z');
const read = (text: string) => readLookupText(text, 'en-GB', now);
const keysOf = (text: string) => {
  const answer = read(text);
  if (answer.kind !== 'one') throw new Error(`${text} was read as ${answer.kind}`);
  return answer.keys;
};

test.each([
  id,
  `  ${id}\r\n`,
  id.toUpperCase(),
  id.replaceAll('-', ''),
  `"${id}"`,
  `“${id}”,`,
  `<${id}>`,
  `[${id}]`,
  `{${id.toUpperCase()}}`,
  `\ufeff${id}\u200b`,
  `${id.slice(0, 12)}\u200b\u2060${id.slice(12)}`,
  id.replaceAll('-', '\u2011'),
  id.replaceAll('-', '–'),
  `dropslip://submission/${id}`,
  `https://desk.example/submissions/${id}?tab=details`,
  `{"submission_id":"${id}"}`,
  `Hello,\n\nI sent a file (id ${id}) on 3 May.\nDid it arrive?\n\nBest, Ann`,
  `${id}\n${id}`,
])('the id is read from %j', (text) => {
  expect(keysOf(text).id).toBe(id);
});

test('whatever stands around an id, the id is what is read', () => {
  const signs = fc.constantFrom(...' \t\n\r<>()[]{}"\'“”.,;:!?/=&|\u200b\ufeffzZxyäß');
  const junk = fc.string({ unit: signs });
  fc.assert(
    fc.property(fc.uuid(), junk, junk, fc.boolean(), (uuid, before, after, upper) => {
      const text = `${before}${upper ? uuid.toUpperCase() : uuid}${after}`;
      expect(keysOf(text).id).toBe(uuid);
    }),
  );
});

test('the id of every line of a list is read, in its order', () => {
  const separator = fc.constantFrom('\n', '\r\n', '\n\n', '\tInvoice 12\t3.50\n');
  fc.assert(
    fc.property(fc.uniqueArray(fc.uuid(), { minLength: 2, maxLength: 30 }), separator, (ids, between) => {
      const answer = read(ids.join(between));
      const found = answer.kind === 'list' ? answer.entries : [];
      expect(found.flatMap(({ content }) => (content.kind === 'id' ? [content.id] : []))).toEqual(ids);
    }),
  );
});

test('reading never throws, and what it calls an id is one', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
      const answer = read(text);
      if (answer.kind === 'one' && answer.keys.id !== null) expect(answer.keys.id).toMatch(/^[0-9a-f-]{36}$/);
      if (answer.kind === 'one' && answer.keys.hex !== null) expect(answer.keys.hex).toMatch(/^[0-9a-f]{4,64}$/);
    }),
  );
});

test.each(['a', '-', 'a-', '0x', '-\n', '-\r\n> ', `${id}-`, `${id.slice(0, 30)} `, '\u200b', '> ', '=\n'])(
  'a million signs of %j take no longer than a text of that length should',
  (piece) => {
    const text = piece.repeat(Math.ceil(1_000_000 / piece.length));
    const began = process.threadCpuUsage();
    read(text);
    expect(process.threadCpuUsage(began).user / 1_000).toBeLessThan(5_000);
  },
);

test('a line without an id and a repeated one stay where they were', () => {
  const other = 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee';
  const answer = read(`Ticket\tId\n1\t${id}\n\n2\t${other}\n3\t${id.slice(0, 20)}\n4\t${id.toUpperCase()}\n5\t`);
  const entries = answer.kind === 'list' ? answer.entries : [];
  expect(entries.map(({ line, content }) => [line, content.kind])).toEqual([
    [1, 'text'],
    [2, 'id'],
    [4, 'id'],
    [5, 'text'],
    [6, 'id'],
    [7, 'text'],
  ]);
  expect(entries[4]?.key).toBe(entries[1]?.key);
});

describe('a list', () => {
  const entriesOf = (text: string) => {
    const answer = read(text);
    if (answer.kind !== 'list') throw new Error(`${text} was read as ${answer.kind}`);
    return answer.entries;
  };

  test('each line asks what it would ask by itself', () => {
    const lines = ['contract.pdf', 'yesterday', id, `0x${'ab'.repeat(32)}`, id.slice(0, 18), 'beef'];
    const asked = entriesOf(lines.join('\n')).map((entry) => keysOfEntry(entry, 'en-GB', now));
    expect(asked).toEqual(lines.map(keysOf));
  });

  test.each(['contract.pdf\nletter.txt', `contract.pdf\n${id}\n${'ab'.repeat(32)}`, 'March\nApril'])(
    'of names, dates and ids is read from %j',
    (text) => {
      expect(entriesOf(text)).toHaveLength(text.split('\n').length);
    },
  );

  test('of ten thousand lines is read without making anybody wait', () => {
    const entries = entriesOf(Array.from({ length: 10_000 }, (_, line) => `letter ${line} of 12 nov.pdf`).join('\n'));
    const began = process.threadCpuUsage();
    for (const entry of entries) keysOfEntry(entry, 'en-GB', now);
    expect(process.threadCpuUsage(began).user / 1_000).toBeLessThan(3_000);
  });
});

describe('what is no id', () => {
  test('a hash is read with and without 0x', () => {
    const hash = 'ab'.repeat(32);
    expect(keysOf(`0x${hash.toUpperCase()}`).hex).toBe(hash);
    expect(keysOf(`data hash: ${hash}.`).hex).toBe(hash);
  });

  test('a part of an id is read with and without its hyphens', () => {
    expect(keysOf('4e6e-6f0e-4f').hex).toBe('4e6e6f0e4f');
    expect(keysOf('0x12Ab').hex).toBe('12ab');
    expect(keysOf('abc').hex).toBeNull();
  });

  test('a word of hex letters is a name as well', () => {
    expect(keysOf('beef')).toMatchObject({ hex: 'beef', name: 'beef' });
    expect(keysOf('“Übergabe Zürich.pdf”').name).toBe('Übergabe Zürich.pdf');
  });

  test.each([
    ['"C:\\Users\\ann\\letter.txt"', 'letter.txt'],
    ['/home/ann/letter.txt', 'letter.txt'],
    ['C:\\Users\\ann\\letter.txt', 'letter.txt'],
    ['this and/or that', 'this and/or that'],
  ])('%j asks for the name without its path or quotes', (typed, name) => {
    expect(keysOf(typed).name).toBe(name);
  });

  test('a text of nothing but marks that nobody sees is empty', () => {
    expect(read(' \u200b\ufeff\n')).toEqual({ kind: 'empty' });
  });
});

test('a long line takes time in proportion to it, whatever it is made of', () => {
  const length = 200_000;
  for (const sign of [')', '"', '»', ',', '(', ' ', '-', '0x', 'a-', '1.', '= ', '\u200b']) {
    const began = process.threadCpuUsage();
    readLookupText(`x${sign.repeat(length)}x`, 'en', Date.now());
    expect(process.threadCpuUsage(began).user / 1_000, sign).toBeLessThan(2_000);
  }
});
