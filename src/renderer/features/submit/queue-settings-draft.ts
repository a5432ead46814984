import { parseTypedAmount } from '../../../shared/amounts.ts';
import type { Cost, QueueSettings } from '../../../shared/bridge/submissions.ts';
import { formatCost, formatDecimal, formatTokens, separators } from '../../ui/format.ts';

export const MOST_AT_ONCE = 64;
const MOST_DIGITS = 78;
const MOST_DECIMALS = 36;

/** What amounts are typed in: whole tokens once their decimals are known, else the token's smallest units. */
export type LineUnit = { readonly token: string | null; readonly decimals: number | null };

/** The settings as they stand in the form while they are typed. */
export type SettingsDraft = { readonly automatic: boolean; readonly atOnce: string; readonly line: string };

export type DraftReading = {
  /** What to save; null while a field is wrong. */
  readonly settings: QueueSettings | null;
  readonly atOnceProblem: string | null;
  readonly lineProblem: string | null;
  /** The line as it is not typed: in base units; null where there is nothing to add. */
  readonly lineOtherwise: string | null;
};

/** The unit of an estimated cost, which is what a batch is measured in. */
export function lineUnit(cost: Cost | null): LineUnit {
  if (cost === null) return { token: null, decimals: null };
  const known = cost.decimals !== null && cost.decimals >= 0 && cost.decimals <= MOST_DECIMALS;
  return { token: cost.token, decimals: known ? cost.decimals : null };
}

export function draftOf(settings: QueueSettings, unit: LineUnit): SettingsDraft {
  const { atOnce, spendingLimit } = settings;
  return {
    automatic: atOnce === 'automatic',
    atOnce: atOnce === 'automatic' ? '4' : String(atOnce),
    line: spendingLimit === null ? '' : formatTokens(spendingLimit, unit.decimals ?? 0),
  };
}

export function readDraft(draft: SettingsDraft, unit: LineUnit): DraftReading {
  const atOnce = draft.automatic ? 'automatic' : readAtOnce(draft.atOnce);
  const line = readLine(draft.line, unit);
  return {
    settings: atOnce === null || !line.ok ? null : { atOnce, spendingLimit: line.spendingLimit },
    atOnceProblem: atOnce === null ? `Type a whole number from 1 to ${MOST_AT_ONCE}.` : null,
    lineProblem: line.ok ? null : line.problem,
    lineOtherwise: line.ok ? otherwise(line.spendingLimit, unit) : null,
  };
}

function readAtOnce(typed: string): number | null {
  const text = typed.trim();
  const count = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  return count >= 1 && count <= MOST_AT_ONCE ? count : null;
}

type Line =
  | { readonly ok: true; readonly spendingLimit: string | null }
  | { readonly ok: false; readonly problem: string };

function readLine(typed: string, unit: LineUnit): Line {
  const read = parseTypedAmount(typed, unit.decimals ?? 0, separators);
  if (read.ok) {
    const spendingLimit = read.value.toString();
    return spendingLimit.length <= MOST_DIGITS
      ? { ok: true, spendingLimit }
      : { ok: false, problem: 'This is more than any token has.' };
  }
  switch (read.problem) {
    case 'empty':
      return { ok: true, spendingLimit: null };
    case 'not-a-number':
      return {
        ok: false,
        problem: unit.decimals === null ? 'Type a whole number.' : `Type an amount, like ${formatDecimal('0.25')}.`,
      };
    case 'too-long':
      return { ok: false, problem: 'This number is too long.' };
    case 'too-many-decimals':
      return { ok: false, problem: tooFine(unit) };
  }
}

function tooFine({ decimals }: LineUnit): string {
  if (decimals === null || decimals === 0) return 'Type a whole number.';
  return `This token has ${decimals} digits after the point, not more.`;
}

function otherwise(spendingLimit: string | null, { token, decimals }: LineUnit): string | null {
  if (spendingLimit === null || decimals === null || decimals === 0) return null;
  return `That is ${formatCost({ amount: spendingLimit, token, decimals: null })}.`;
}
