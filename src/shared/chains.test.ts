import { expect, test } from 'vitest';
import { chains, chainWords, readChain } from './chains.ts';

test('a chain is found by its number, its name in any letter case, and the words it is shown with', () => {
  for (const { id, name } of chains) {
    for (const typed of [id, ` ${name.toUpperCase()} `, chainWords(id), `chain ${id}`]) {
      expect(readChain(typed)).toEqual({ kind: 'chain', id });
    }
  }
});

test('no number and no name stands for two chains', () => {
  expect(new Set(chains.map(({ id }) => id)).size).toBe(chains.length);
  expect(new Set(chains.map(({ name }) => name.toLowerCase())).size).toBe(chains.length);
});

test('any other number is a chain that Dropslip does not know', () => {
  expect(readChain('0012345')).toEqual({ kind: 'chain', id: '12345' });
  expect(chainWords('12345')).toBe('chain 12345 (unknown to Dropslip)');
  expect(readChain('18446744073709551615')).toEqual({ kind: 'chain', id: '18446744073709551615' });
});

test('what is no chain is told apart', () => {
  expect(readChain(' ')).toEqual({ kind: 'empty' });
  for (const typed of ['Etherium', '-1', '1.5', '0x1', '1e3']) {
    expect(readChain(typed)).toEqual({ kind: 'unknown-name' });
  }
  expect(readChain('1'.repeat(21))).toEqual({ kind: 'too-long' });
});
