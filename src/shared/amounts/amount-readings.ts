import { maxDecimals, parseTypedAmount, type Separators, type TypedAmount } from './amounts.ts';

/**
 * What a typed amount means to whoever may have written it. `amount`: all of them read the same, and so does the person's own
 * language. `unclear`: to be asked about; what it may mean, first what the person's own language reads, in base units.
 */
export type ReadAmount =
  | { readonly kind: 'amount'; readonly value: bigint }
  | { readonly kind: 'unclear'; readonly meant: readonly bigint[] }
  | { readonly kind: 'wrong'; readonly problem: Exclude<TypedAmount, { readonly ok: true }>['problem'] };

type Notation = Pick<Separators, 'decimal' | 'group' | 'groupsOf'>;

/** How numbers are written around the world: what is pasted may come from anybody. */
const notations: readonly Notation[] = ['.', ','].flatMap((decimal) =>
  ['.', ',', ' ', '’'].filter((group) => group !== decimal).map((group) => ({ decimal, group, groupsOf: 2 }) as const),
);

/** `1.500` is one and a half to some and fifteen hundred to others: whichever it is, it is never guessed. */
export function readAnyAmount(typed: string, decimals: number, own: Separators): ReadAmount {
  const ownReading = parseTypedAmount(typed, decimals, own);
  const isNumber = ownReading.ok || ownReading.problem === 'not-a-number' || ownReading.problem === 'too-many-decimals';
  if (!isNumber) return { kind: 'wrong', problem: ownReading.problem };
  const others = decimals === 0 ? notations.filter((notation) => !typed.includes(notation.decimal)) : notations;
  // Read as finely as can be: what is too fine for this token is still what somebody may have meant.
  const meanings = new Set(valuesOf(typed, maxDecimals, [own, ...others]));
  if (ownReading.ok && meanings.size === 1) return { kind: 'amount', value: ownReading.value };
  const meant = [...new Set(valuesOf(typed, decimals, [own, ...others]))];
  if (meant.length > 0) return { kind: 'unclear', meant };
  if (meanings.size > 0) return { kind: 'wrong', problem: 'too-many-decimals' };
  return { kind: 'wrong', problem: ownReading.ok ? 'not-a-number' : ownReading.problem };
}

function valuesOf(typed: string, decimals: number, written: readonly Notation[]): bigint[] {
  return written.flatMap((notation) => {
    const read = parseTypedAmount(typed, decimals, notation);
    return read.ok ? [read.value] : [];
  });
}
