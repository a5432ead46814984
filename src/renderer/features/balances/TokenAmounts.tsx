import { CopyButton } from '../../ui/CopyButton.tsx';
import { baseUnitWords, wholeTokens } from './balance-words.ts';
import classes from './TokenAmounts.module.css';

type Props = {
  readonly baseUnits: string;
  readonly name: string | null;
  readonly decimals: number | null;
  readonly title: string;
};

/** A balance in whole tokens, large, and in base units, to be copied. Without decimals base units stand alone. */
export function TokenAmounts({ baseUnits, name, decimals, title }: Props) {
  const whole = wholeTokens(baseUnits, decimals);
  return (
    <div className={classes.amounts}>
      <p className={classes.large}>{whole === null ? baseUnitWords(baseUnits) : `${whole} ${name ?? 'tokens'}`}</p>
      <div className={classes.exact}>
        {whole !== null && <span>{baseUnitWords(baseUnits)}</span>}
        <CopyButton text={baseUnits} what={`the balance of ${title} in base units`} />
      </div>
    </div>
  );
}
