import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type IndexedRecord, indexRecord } from './indexed-record.ts';
import { recordOf } from './records.fixture.ts';
import { SearchTexts } from './search-texts.ts';

const text = fc.constantFrom(
  '',
  'a',
  'ab',
  'Abcdef01',
  'xabcdef01y',
  '0xABCDEF0123',
  'İstanbul a',
  'a\nab',
  'b c',
  '日本',
);

const entries: fc.Arbitrary<IndexedRecord> = fc
  .record({
    id: text,
    dataHash: fc.option(text),
    userId: fc.option(text),
    fees: fc.option(text),
    tokenDetailsId: fc.constantFrom(null, '1', '2'),
    error: fc.option(text),
    extra: fc.dictionary(fc.constantFrom('a', 'note'), text, { maxKeys: 2 }),
    file: fc.option(fc.record({ name: text, folder: fc.option(text), size: fc.constant(null) })),
  })
  .map(({ file, id, ...fields }) => indexRecord(recordOf(id, fields), file, 0));

const words = fc.record({
  word: fc.constantFrom('a', 'ab', 'abcdef', 'abcdef01', 'bcdef012', 'xabcdef01y', 'i̇', '日', 'b', 'zz', 'note'),
  tokens: fc.constantFrom(new Set<string | null>(), new Set(['2']), new Set([null, '1'])),
});

/** What a word means, said in the plainest way, of one record by itself. */
function isMeant({ record, file }: IndexedRecord, word: string, tokens: ReadonlySet<string | null>): boolean {
  const { id, dataHash, userId, fees, tokenDetailsId, error, extra } = record;
  const said = [file?.name, file?.folder, error, ...Object.entries(extra).flat()].join('\n').toLowerCase();
  const codes = [id, dataHash?.replace(/^0x/, ''), userId, fees].flatMap((code) =>
    (code ?? '').toLowerCase().split('\n'),
  );
  const inCode = codes.some((code) => (word.length >= 8 ? code.includes(word) : code.startsWith(word)));
  return inCode || said.includes(word) || tokens.has(tokenDetailsId);
}

test('what is found in joined texts is what is found in each record by itself, however many are joined', () => {
  fc.assert(
    fc.property(
      fc.array(entries, { maxLength: 9 }),
      fc.array(words),
      fc.integer({ min: 1, max: 4 }),
      (some, asked, size) => {
        const texts = new SearchTexts(size);
        texts.takeOver(some);
        for (const { word, tokens } of asked) {
          expect(texts.find({ word, code: word, tokens })).toEqual(some.map((entry) => isMeant(entry, word, tokens)));
        }
      },
    ),
  );
});

test('what is found after records have come, gone and changed is what is found by who never knew others', () => {
  const change = fc.record({
    at: fc.nat({ max: 9 }),
    gone: fc.nat({ max: 2 }),
    come: fc.array(entries, { maxLength: 2 }),
  });
  fc.assert(
    fc.property(fc.array(entries, { maxLength: 9 }), fc.array(change), words, (some, changes, { word, tokens }) => {
      const texts = new SearchTexts(2);
      let now: readonly IndexedRecord[] = some;
      for (const { at, gone, come } of [{ at: 0, gone: 0, come: [] }, ...changes]) {
        now = now.toSpliced(at, gone, ...come);
        texts.takeOver(now);
        const anew = new SearchTexts(2);
        anew.takeOver(now);
        expect(texts.find({ word, code: word, tokens })).toEqual(anew.find({ word, code: word, tokens }));
      }
    }),
  );
});

test('all of it can be made before it is needed, piece by piece', () => {
  const texts = new SearchTexts(2);
  texts.takeOver(['a', 'b', 'c'].map((id) => indexRecord(recordOf(id), null, 0)));
  expect([texts.prepareSome(), texts.prepareSome(), texts.prepareSome()]).toEqual([true, true, false]);
  expect(texts.find({ word: 'c', code: 'c', tokens: new Set() })).toEqual([false, false, true]);
});
