import { formatUnits, maxDecimals, parseTypedAmount, type Separators } from '../../../../shared/amounts.ts';
import type { RecordFilter, RecordPage } from '../../../../shared/bridge/records.ts';
import { formatDecimal } from '../../../ui/format.ts';
import { dayText, phaseNames, tokenName } from '../spending-words.ts';

/** One thing that is filtered by, in words, and the filter without it. */
type FilterPart = { readonly words: string; readonly without: Partial<RecordFilter> };

/** What is filtered by besides the text, which stands in its own field. */
export function filterParts(filter: RecordFilter, tokens: RecordPage['tokens']): readonly FilterPart[] {
  const parts: FilterPart[] = [];
  const { fromDay, toDay, feesFrom, feesTo } = filter;
  if (fromDay !== null && fromDay === toDay) {
    parts.push({ words: dayText(fromDay), without: { fromDay: null, toDay: null } });
  } else if (fromDay !== null || toDay !== null) {
    const words = [fromDay === null ? '' : `from ${dayText(fromDay)}`, toDay === null ? '' : `to ${dayText(toDay)}`];
    parts.push({ words: sentence(words), without: { fromDay: null, toDay: null } });
  }
  for (const id of filter.tokens) {
    const named = tokens.find(({ tokenDetailsId }) => tokenDetailsId === id);
    const without = { tokens: filter.tokens.filter((one) => one !== id) };
    parts.push({ words: tokenName(id, named?.token ?? null), without });
  }
  for (const phase of filter.phases) {
    parts.push({ words: phaseNames[phase], without: { phases: filter.phases.filter((one) => one !== phase) } });
  }
  if (feesFrom !== null || feesTo !== null) {
    const low = feesFrom === null ? '' : `at least ${formatDecimal(feesFrom)}`;
    const high = feesTo === null ? '' : `at most ${formatDecimal(feesTo)}`;
    parts.push({ words: sentence(['fees', low, high]), without: { feesFrom: null, feesTo: null } });
  }
  return parts;
}

type AmountBound =
  | { readonly kind: 'bound'; readonly amount: string | null }
  | { readonly kind: 'wrong'; readonly problem: string };

/** What was typed as a bound of fees, in the person's own separators. Nothing is no bound. */
export function readBound(typed: string, separators: Separators): AmountBound {
  const read = parseTypedAmount(typed, maxDecimals, separators);
  if (read.ok) return { kind: 'bound', amount: formatUnits(read.value, maxDecimals) };
  if (read.problem === 'empty') return { kind: 'bound', amount: null };
  return { kind: 'wrong', problem: `Type a number, like ${separators.decimal === ',' ? '0,5' : '0.5'}.` };
}

function sentence(words: readonly string[]): string {
  const text = words.filter(Boolean).join(' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
