import { expect, test } from 'vitest';
import { inPrintTurns } from './printable-receipt.ts';

type Sheet = { readonly name: string; readonly done: PromiseWithResolvers<Uint8Array<ArrayBuffer>> };

const sheet = (name: string): Sheet => ({ name, done: Promise.withResolvers() });

test('two pages are printed at a time, all of them in the end, in the order in which they were asked for', async () => {
  const begun: string[] = [];
  const print = inPrintTurns(({ name, done }: Sheet) => {
    begun.push(name);
    return done.promise;
  });
  const sheets = ['a', 'b', 'c', 'd', 'e'].map(sheet);
  const printed = sheets.map((each) => print(each));
  for (const [index, each] of sheets.entries()) {
    expect(begun).toEqual(['a', 'b', 'c', 'd', 'e'].slice(0, index + 2));
    each.done.resolve(Uint8Array.of(index));
    expect(await printed[index]).toEqual(Uint8Array.of(index));
  }
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('a page that cannot be printed gives its turn on', async () => {
  const print = inPrintTurns(({ done }: Sheet) => done.promise);
  const sheets = ['a', 'b', 'c'].map(sheet);
  const printed = sheets.map((each) => print(each));
  sheets[0]?.done.reject(new Error('no paper'));
  await expect(printed[0]).rejects.toThrow('no paper');
  sheets[2]?.done.resolve(Uint8Array.of(3));
  expect(await printed[2]).toEqual(Uint8Array.of(3));
});
