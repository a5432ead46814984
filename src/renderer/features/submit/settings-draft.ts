import { z } from 'zod';
import { maxDecimals, parseTypedAmount } from '../../../shared/amounts.ts';
import { submissionCalls } from '../../../shared/bridge/submissions.ts';
import {
  type QueueSettings,
  type SpendingLimit,
  usualAskBeyondFiles,
} from '../../../shared/submissions/queue-settings.ts';
import { rowText } from '../../../shared/text.ts';
import { type AmountText, type AmountUnit, knownAmount, meantQuestion, readAmountText } from '../../ui/amount-text.ts';
import { separators } from '../../ui/format.ts';

export const MOST_AT_ONCE = 64;

/** What amounts are typed in: whole tokens once their decimals are known, else the token's smallest units. */
export type LimitUnit = { readonly token: string | null; readonly decimals: number | null };

export type SettingsDraft = {
  readonly atOnce: { readonly automatic: boolean; readonly typed: string };
  readonly askFirst: { readonly on: boolean; readonly typed: string };
  readonly spendingLimit: AmountText;
};

/** The unit of what the account pays with, which is what a batch is measured in. */
export function limitUnit(cost: LimitUnit | null): LimitUnit {
  if (cost === null) return { token: null, decimals: null };
  const known = cost.decimals !== null && cost.decimals >= 0 && cost.decimals <= maxDecimals;
  return { token: cost.token, decimals: known ? cost.decimals : null };
}

export function draftOf({ atOnce, spendingLimit, askBeyondFiles }: QueueSettings, unit: LimitUnit): SettingsDraft {
  const automatic = atOnce === 'automatic';
  return {
    atOnce: { automatic, typed: automatic ? '4' : String(atOnce) },
    askFirst: { on: askBeyondFiles !== null, typed: String(askBeyondFiles ?? usualAskBeyondFiles) },
    spendingLimit: spendingLimit === null ? noLimit(unit) : knownAmount(spendingLimit.amount, amountUnit(unit)),
  };
}

export function amountUnit({ token, decimals }: LimitUnit): AmountUnit {
  return { name: token, decimals };
}

/** The field before anything is typed in it. */
export function noLimit({ decimals }: LimitUnit): AmountText {
  return { unit: decimals === null ? 'base' : 'whole', text: '' };
}

const { atOnce, spendingLimit, askBeyondFiles } = submissionCalls['submissions.settings'].input.shape;

const typedAtOnce = z
  .object({ automatic: z.boolean(), typed: z.string().trim() })
  .transform(({ automatic, typed }) => {
    if (automatic) return 'automatic' as const;
    return /^\d{1,2}$/.test(typed) ? Number(typed) : 0;
  })
  .refine((value) => atOnce.safeParse(value).success, { error: `Type a whole number from 1 to ${MOST_AT_ONCE}.` });

const typedFiles = z
  .object({ on: z.boolean(), typed: z.string().trim() })
  .transform(({ on, typed }) => {
    if (!on) return null;
    const read = parseTypedAmount(typed, 0, separators());
    return read.ok && read.value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(read.value) : -1;
  })
  .refine((value) => askBeyondFiles.safeParse(value).success, { error: 'Type a whole number, like 100.' });

/** What is typed is of the field's token. A limit that was kept without one stays so while its amount does. */
function typedLimit(unit: LimitUnit, saved: SpendingLimit | null) {
  return z
    .custom<AmountText>()
    .transform((typed, context) => {
      const read = readAmountText(typed, amountUnit(unit));
      if (read.kind === 'amount') {
        const amount = read.value.toString();
        return saved?.token === null && saved.amount === amount ? saved : { amount, token: unit.token };
      }
      if (read.kind === 'wrong') context.addIssue({ code: 'custom', message: read.problem });
      // Which of them it is, only the person knows: until they say it nothing is saved.
      if (read.kind === 'unclear') context.addIssue({ code: 'custom', message: meantQuestion(read.meant) });
      return null;
    })
    .refine((value) => spendingLimit.safeParse(value).success, { error: 'This is more than any token can hold.' });
}

/** The draft as main takes it, or a sentence for each field that is wrong. */
export function typedSettings(unit: LimitUnit, saved: SpendingLimit | null) {
  return z
    .object({ atOnce: typedAtOnce, askFirst: typedFiles, spendingLimit: typedLimit(unit, saved) })
    .transform(({ askFirst, ...settings }) => ({ ...settings, askBeyondFiles: askFirst }));
}

/** What main would not take of an amount that can be read; null where the field itself says what is wrong, or nothing is. */
export function limitProblem(typed: AmountText, unit: LimitUnit, problem: string | undefined): string | null {
  return readAmountText(typed, amountUnit(unit)).kind === 'amount' ? (problem ?? null) : null;
}

export function noLimitYetWords(readsRecords: boolean): string {
  return readsRecords
    ? 'You can set a spending limit under “Limits” once the cost of the first file is known.'
    : 'A spending limit needs an access token, because an API key alone does not show costs.';
}

/** Of a limit that says nothing of what is paid now. */
export function otherTokenWords(limit: LimitUnit, pays: LimitUnit): string {
  return `${rowText(pays.token ?? 'Another token')} pays now, and this limit is in ${rowText(limit.token ?? 'another token')}: each file waits for your approval.`;
}
