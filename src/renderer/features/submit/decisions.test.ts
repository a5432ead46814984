import { expect, test } from 'vitest';
import type { ItemState } from '../../../shared/submissions.ts';
import { decisionLabel, decisionsFor } from './decisions.ts';

const at = '2026-05-03T10:00:00Z';
const duplicate = (submissionId: string | null): ItemState => ({
  kind: 'paused',
  why: { kind: 'duplicate', of: { itemId: 7, name: 'first.pdf', submissionId, at } },
});
const everywhere = () => true;
const nowhere = () => false;

test('a file that was submitted before offers that receipt before it offers to pay again', () => {
  expect(decisionsFor(duplicate('a'), everywhere)).toEqual(['open-original', 'submit-anyway']);
  expect(decisionLabel('open-original', duplicate('a'))).toBe('Open that receipt');
});

test('a receipt whose row is gone can still be copied', () => {
  expect(decisionsFor(duplicate('a'), nowhere)).toEqual(['copy-original', 'submit-anyway']);
});

test('a file that is in the list twice leads to the other row', () => {
  expect(decisionLabel('open-original', duplicate(null))).toBe('Show the other file');
  expect(decisionsFor(duplicate(null), nowhere)).toEqual(['submit-anyway']);
});

test('an unsettled file is settled by a person in one of two ways', () => {
  const state: ItemState = {
    kind: 'unsettled',
    since: at,
    reason: { code: 'x', message: 'Why.' },
    check: { kind: 'cannot-tell', why: 'list-incomplete' },
  };
  expect(decisionsFor(state, everywhere)).toEqual(['went-through', 'did-not']);
});

test('nothing is asked about a file that the person paused', () => {
  expect(decisionsFor({ kind: 'paused', why: { kind: 'by-person' } }, everywhere)).toEqual([]);
  expect(decisionsFor({ kind: 'paused', why: { kind: 'beyond-stop-line' } }, everywhere)).toEqual(['resume']);
});
