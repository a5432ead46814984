import { costWords } from '../../shared/cost-words.ts';
import type { Cost } from '../../shared/submissions.ts';
import { separators } from './amounts.ts';

/** A cost as text in the person's own language: see `costWords`. */
export function formatCost(cost: Cost): string {
  return costWords(cost, separators);
}
