import { expect, test } from 'vitest';
import type { Check, SubmissionState } from '../../../shared/bridge/submissions.ts';
import { decisionLabel, decisionsFor } from './decisions.ts';

const at = '2026-05-03T10:00:00Z';
const duplicate = (submissionId: string | null): SubmissionState => ({
  kind: 'paused',
  why: { kind: 'duplicate', of: { localId: 7, name: 'first.pdf', submissionId, at } },
});
const everywhere = () => true;
const nowhere = () => false;

test('a file that was submitted before offers that receipt before it offers to pay again', () => {
  expect(decisionsFor(duplicate('a'), 'row', everywhere)).toEqual(['open-original', 'submit-anyway']);
  expect(decisionLabel('open-original', duplicate('a'))).toBe('Open that receipt');
});

test('a receipt whose row is gone can still be copied', () => {
  expect(decisionsFor(duplicate('a'), 'row', nowhere)).toEqual(['copy-original', 'submit-anyway']);
});

test('a file that is in the list twice leads to the other row', () => {
  expect(decisionLabel('open-original', duplicate(null))).toBe('Show the other file');
  expect(decisionsFor(duplicate(null), 'row', nowhere)).toEqual(['submit-anyway']);
});

const unsettled = (check: Check): SubmissionState => ({
  kind: 'unsettled',
  since: at,
  reason: { code: 'x', message: 'Why.' },
  check,
});

test('an uncertain file is decided in its details, and its row leads there', () => {
  const state = unsettled({ kind: 'cannot-tell', why: 'list-incomplete' });
  expect(decisionsFor(state, 'row', everywhere)).toEqual(['decide']);
  expect(decisionsFor(state, 'details', everywhere)).toEqual(['went-through', 'did-not']);
  expect(decisionLabel('did-not', state)).toContain('may be paid twice');
});

test('nothing is asked about a file that is being checked', () => {
  const state = unsettled({ kind: 'checking', until: at });
  expect(decisionsFor(state, 'row', everywhere)).toEqual([]);
  expect(decisionsFor(state, 'details', everywhere)).toEqual([]);
});

test('a file that may have been submitted since a copy is submitted by a decision of its own', () => {
  const state: SubmissionState = { kind: 'paused', why: { kind: 'since-copy' } };
  expect(decisionsFor(state, 'row', everywhere)).toEqual(['submit-unread']);
  expect(decisionLabel('submit-unread', state)).toBe('Submit anyway…');
});

test('nothing is asked about a file that the person paused', () => {
  expect(decisionsFor({ kind: 'paused', why: { kind: 'by-person' } }, 'row', everywhere)).toEqual([]);
  expect(decisionsFor({ kind: 'paused', why: { kind: 'beyond-spending-limit' } }, 'row', everywhere)).toEqual([
    'resume',
  ]);
});
