import { expect, test } from 'vitest';
import { payloadLimitWords, typedLimit } from './account-words.ts';

const nothing = {
  largestTaken: null,
  smallestRefused: null,
  stated: null,
  byHand: null,
  partSize: 1_048_576,
  isKnown: false,
};

test('what a person has set comes before what the service says, and that before what was learnt', () => {
  const all = {
    largestTaken: 900,
    smallestRefused: 5_000_000,
    stated: 2_000_000,
    byHand: 1_000_000,
    partSize: 1_000_000,
    isKnown: true,
  };
  expect(payloadLimitWords(all)).toBe('1 MB, set by you');
  expect(payloadLimitWords({ ...all, byHand: null })).toBe('2 MB, as the service says');
  expect(payloadLimitWords({ ...all, byHand: null, stated: null })).toMatch(
    /^Less than 5 MB\. Larger files are sent in parts of/,
  );
  expect(payloadLimitWords(nothing)).toBe('Unknown so far');
});

test('a number of bytes may be typed with separators, and is never less than a service bills', () => {
  expect(typedLimit('1,048,576')).toBe(1_048_576);
  expect(typedLimit('1 048 576')).toBe(1_048_576);
  for (const typed of ['', '1023', '1 MB', '-5000', '1e9', '1024.5', '10,24', '1.048,576'])
    expect(typedLimit(typed)).toBeNull();
});
