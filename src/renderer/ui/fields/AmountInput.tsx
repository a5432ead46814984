import { TextInput } from '@mantine/core';
import classes from './AmountInput.module.css';
import { type AmountText, type AmountUnit, amountFields, readAmountText } from './amount-text.ts';

type Props = {
  readonly label: string;
  readonly unit: AmountUnit;
  readonly typed: AmountText;
  readonly onChange: (typed: AmountText) => void;
  /** Said of the field that was typed in, when what stands there can be read but will not do. */
  readonly problem?: string | null;
};

/** An amount in whole tokens and in base units: typed in one field, the other follows. */
export function AmountInput({ label, unit, typed, onChange, problem = null }: Props) {
  const fields = amountFields(typed, unit);
  const reading = readAmountText(typed, unit);
  const wrong = reading.kind === 'wrong' ? reading.problem : problem;
  const errorIn = (field: AmountText['unit']): string | null => (typed.unit === field ? wrong : null);
  return (
    <div className={classes.fields}>
      {unit.decimals !== null && (
        <TextInput
          label={`${label}, in ${unit.name ?? 'whole tokens'}`}
          inputMode="decimal"
          autoComplete="off"
          classNames={{ input: classes.input ?? '' }}
          data-autofocus
          value={fields.whole}
          error={errorIn('whole')}
          onChange={(event) => onChange({ unit: 'whole', text: event.currentTarget.value })}
        />
      )}
      <TextInput
        label={`${label}, in base units`}
        inputMode="numeric"
        autoComplete="off"
        classNames={{ input: classes.input ?? '' }}
        data-autofocus={unit.decimals === null || undefined}
        value={fields.base}
        error={errorIn('base')}
        onChange={(event) => onChange({ unit: 'base', text: event.currentTarget.value })}
      />
    </div>
  );
}
