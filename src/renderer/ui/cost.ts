import type { Cost } from '../../shared/bridge/submissions.ts';
import { costWords } from '../../shared/messages/cost.ts';
import { separators } from './amounts.ts';

/** A cost as text in the person's own language: see `costWords`. */
export function formatCost(cost: Cost): string {
  return costWords(cost, separators);
}
