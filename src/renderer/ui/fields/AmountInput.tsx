import { Disclosure } from '../Disclosure.tsx';
import classes from './AmountInput.module.css';
import { type AmountText, type AmountUnit, amountFields, readAmountText, withMeaning } from './amount-text.ts';
import { NumberField, type NumberFieldProps } from './NumberField.tsx';

type Props = {
  readonly label: string;
  readonly unit: AmountUnit;
  readonly typed: AmountText;
  readonly onChange: (typed: AmountText) => void;
  /** Said of the field that was typed in, when what stands there can be read but will not do. */
  readonly problem?: string | null;
};

/** An amount in whole tokens. In base units it can be typed under *Technical details*: one field follows the other. */
export function AmountInput({ label, unit, typed, onChange, problem = null }: Props) {
  const fields = amountFields(typed, unit);
  const base = (
    <AmountField
      label={`${label}, in base units`}
      of={unit}
      unit="base"
      isFirst={unit.decimals === null}
      text={fields.base}
      {...{ typed, problem, onChange }}
    />
  );
  if (unit.decimals === null) return base;
  return (
    <div className={classes.fields}>
      <AmountField
        label={`${label}, in ${unit.name ?? 'whole tokens'}`}
        of={unit}
        unit="whole"
        isFirst
        text={fields.whole}
        {...{ typed, problem, onChange }}
      />
      <Disclosure
        label="Technical details"
        startsOpen={typed.unit === 'base'}
        isNeeded={typed.unit === 'base' && readAmountText(typed, unit).kind !== 'amount'}
      >
        {base}
      </Disclosure>
    </div>
  );
}

type FieldProps = Pick<Props, 'typed' | 'onChange'> &
  Pick<NumberFieldProps, 'label' | 'text' | 'isFirst' | 'problem' | 'description' | 'placeholder' | 'className'> & {
    /** What the amount is of, and in which of its two units it is typed here. */
    readonly of: AmountUnit;
    readonly unit: AmountText['unit'];
  };

export function AmountField({ of, unit, typed, problem, onChange, ...field }: FieldProps) {
  const reading = typed.unit === unit ? readAmountText(typed, of) : null;
  return (
    <NumberField
      {...field}
      isWhole={unit === 'base'}
      meant={reading?.kind === 'unclear' ? reading.meant : []}
      nameOfUnit={unit === 'whole' ? (of.name ?? '') : 'base units'}
      problem={reading?.kind === 'wrong' ? reading.problem : reading && problem}
      onText={(text) => onChange({ unit, text })}
      onMeant={(one) => onChange(withMeaning(typed, one))}
    />
  );
}
