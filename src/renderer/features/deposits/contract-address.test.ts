import { expect, test } from 'vitest';
import { readContractAddress } from './contract-address.ts';

// The examples of EIP-55 itself.
const right = [
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
];

test.each(right)('%s is taken, whole, without its 0x and with blanks around it', (address) => {
  const lower = address.toLowerCase();
  for (const typed of [address, address.slice(2), ` ${address}\n`, lower, `0X${address.slice(2)}`]) {
    expect(readContractAddress(typed)).toEqual({ kind: 'address', address: lower });
  }
});

test('one letter in the wrong case is found', () => {
  const [address = ''] = right;
  for (let index = 2; index < address.length; index += 1) {
    const sign = address[index] ?? '';
    const other = sign === sign.toLowerCase() ? sign.toUpperCase() : sign.toLowerCase();
    if (other === sign) continue;
    const read = readContractAddress(address.slice(0, index) + other + address.slice(index + 1));
    expect(read).toMatchObject({ kind: 'wrong', problem: expect.stringContaining('One character is wrong') });
  }
});

test.each([
  ['', 'empty'],
  [`0x${'a'.repeat(39)}`, '40 digits'],
  [`0x${'a'.repeat(64)}`, '40 digits'],
  [`0x${'g'.repeat(40)}`, '40 digits'],
  ['vitalik.eth', '40 digits'],
])('%j is no address, in words', (typed, words) => {
  expect(JSON.stringify(readContractAddress(typed))).toContain(words);
});
