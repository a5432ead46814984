import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  type JsonValue,
  readJson,
  scalarText,
  wholeNumberText,
  writeJson,
} from '../../../src/core/service/lossless-json.ts';
import { readAmountText } from '../../../src/renderer/ui/amount-text.ts';
import {
  compareDecimals,
  decimalText,
  formatUnits,
  groupDigits,
  parseDecimal,
  parseTypedAmount,
  parseUnits,
  separatorsOf,
} from '../../../src/shared/amounts.ts';
import { readChain } from '../../../src/shared/chains.ts';
import { parseSize, sizeWords } from '../../../src/shared/sizes.ts';
import { normaliseHex, shortenHex } from '../../../src/shared/text.ts';
import { hostileText, numberText } from '../hostile-text.ts';
import { mutated } from '../mutations.ts';
import { anyAnswer } from '../service-shapes.ts';
import { target } from '../target.ts';

/** A normal form: digits and a power of ten, without leading or trailing zeros. Equal numbers have equal forms. */
function exactly(text: string): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
  assert(match !== null, `${text.slice(0, 80)} is no number`);
  const [, sign = '', whole = '', fraction = '', power = '0'] = match;
  const digits = (whole + fraction).replace(/^0+/, '');
  const kept = digits.replace(/0+$/, '');
  if (kept === '') return '0';
  const zeros = digits.length - kept.length;
  return `${sign}${kept}e${BigInt(power) - BigInt(fraction.length) + BigInt(zeros)}`;
}

const losslessJson = target({
  name: 'lossless-json',
  input: anyAnswer,
  run: (text) => {
    const value = readJson(text);
    let known: unknown;
    try {
      known = JSON.parse(text);
    } catch {
      assert.equal(value, undefined);
      return null;
    }
    // The depth limits of the two parsers differ.
    if (value === undefined) return known === undefined;
    let written: string;
    try {
      written = writeJson(value);
    } catch (error) {
      assert(error instanceof RangeError);
      return null;
    }
    const again = readJson(written);
    assert(again !== undefined);
    assert.equal(writeJson(again), written);
    return written;
  },
});

const numbersInJson = target({
  name: 'numbers-in-json',
  input: fc.tuple(
    fc.array(numberText.filter(isJsonNumber), { minLength: 1, maxLength: 20 }),
    fc.constantFrom(',', ' ,\n '),
  ),
  run: ([numbers, between]) => {
    const read = readJson(`{"list":[${numbers.join(between)}]}`);
    const list: readonly JsonValue[] = Object.values(read ?? {})[0];
    const texts = list.map((value) => scalarText(value) ?? '');
    assert.deepEqual(texts.map(exactly), numbers.map(exactly));
    const written = writeJson(list);
    assert.deepEqual(written.slice(1, -1).split(',').map(exactly), numbers.map(exactly));
    for (const [at, number] of numbers.entries()) {
      const whole = wholeNumberText(list[at]);
      if (whole !== undefined) assert.equal(exactly(whole), exactly(number));
      assert.equal(exactly(scalarText(readJson(number)) ?? ''), exactly(number));
    }
    return texts;
  },
});

function isJsonNumber(text: string): boolean {
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text);
}

const locales = fc.constantFrom('en', 'de', 'fr', 'hi', 'ar', 'de-CH', 'pl', 'th', 'fa', 'en-IN', 'sv', 'es');
const decimals = fc.nat({ max: 36 });

const amounts = target({
  name: 'amounts',
  input: fc.record({
    text: fc.oneof(mutated(fc.oneof(numberText, fc.constantFrom('1,234.5', '1.234,5', '12,34,567'))), hostileText),
    value: fc.bigInt({ min: -(2n ** 256n), max: 2n ** 256n }),
    locale: locales,
    decimals,
  }),
  run: ({ text, value, locale, decimals }) => {
    const separators = separatorsOf(locale);
    const plain = formatUnits(value, decimals);
    assert.equal(parseUnits(plain, decimals), value);
    const shown = groupDigits(plain, separators);
    const typed = parseTypedAmount(shown, decimals, separators);
    if (value >= 0n) assert.deepEqual(typed, { ok: true, value });
    else assert.equal(typed.ok, false);
    const read = parseTypedAmount(text, decimals, separators);
    if (read.ok) {
      assert(read.value >= 0n);
      const back = groupDigits(formatUnits(read.value, decimals), separators);
      assert.deepEqual(parseTypedAmount(back, decimals, separators), read);
    }
    return [shown, read, parseUnits(text, decimals), readAmountText({ unit: 'whole', text }, { name: null, decimals })];
  },
});

const exactDecimals = target({
  name: 'decimals',
  input: fc.tuple(fc.oneof(mutated(numberText), hostileText), numberText),
  run: ([one, other]) => {
    const [a, b] = [parseDecimal(one), parseDecimal(other)];
    if (a !== null) {
      assert.equal(exactly(decimalText(a)), exactly(one));
      assert.equal(compareDecimals(a, a), 0);
    }
    if (a === null || b === null) return [a, b];
    assert.equal(Math.sign(compareDecimals(a, b)), -Math.sign(compareDecimals(b, a)) + 0);
    return [a, b];
  },
});

const wordsAndCodes = target({
  name: 'sizes-hex-chains',
  input: fc.record({
    text: fc.oneof(
      mutated(fc.constantFrom('2.31 KB', '12 bytes', '0x00ff', 'chain 1', 'Ethereum (chain 1)')),
      hostileText,
    ),
    bytes: fc.maxSafeNat(),
  }),
  run: ({ text, bytes }) => {
    const range = parseSize(text);
    if (range !== null) assert(range.min >= 0 && range.min <= range.max && Number.isSafeInteger(range.max));
    assert.match(sizeWords(bytes, 'decimal'), /^[\d.]+ ([kMGTP]B|bytes?)$/);
    const hex = normaliseHex(text);
    if (hex !== null) assert.equal(normaliseHex(hex), hex);
    const chain = readChain(text);
    if (chain.kind === 'chain') assert.match(chain.id, /^(?:0|[1-9]\d{0,19})$/);
    return [range, hex, chain, shortenHex(text).length];
  },
});

export const numberTargets = [losslessJson, numbersInJson, amounts, exactDecimals, wordsAndCodes];
