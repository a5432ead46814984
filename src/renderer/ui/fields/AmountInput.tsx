import { Button, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { Disclosure } from '../Disclosure.tsx';
import { formatDecimal } from '../format.ts';
import classes from './AmountInput.module.css';
import {
  type AmountText,
  type AmountUnit,
  amountFields,
  meantQuestion,
  readAmountText,
  withMeaning,
} from './amount-text.ts';

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

type FieldProps = Pick<Props, 'label' | 'typed' | 'onChange'> & {
  /** What the amount is of, and in which of its two units it is typed here. */
  readonly of: AmountUnit;
  readonly unit: AmountText['unit'];
  readonly text: string;
  readonly isFirst?: boolean;
  readonly problem: string | null;
  /** Stands where the question comes, while there is none. */
  readonly description?: string;
  readonly placeholder?: string;
  readonly className?: string;
};

/** One field for an amount, with the question about what it may mean. */
export function AmountField({
  label,
  of,
  unit,
  text,
  isFirst = false,
  typed,
  problem,
  description,
  placeholder,
  className,
  onChange,
}: FieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const reading = typed.unit === unit ? readAmountText(typed, of) : null;
  const meant = reading?.kind === 'unclear' ? reading.meant : [];
  const answer = (one: string): void => {
    onChange(withMeaning(typed, one));
    // The button that was pressed is gone.
    input.current?.focus();
  };
  return (
    <div className={classes.field}>
      <TextInput
        ref={input}
        className={className ?? ''}
        label={label}
        placeholder={placeholder ?? ''}
        inputMode={unit === 'whole' ? 'decimal' : 'numeric'}
        autoComplete="off"
        classNames={{ input: classes.input ?? '' }}
        data-autofocus={isFirst || undefined}
        value={text}
        description={meant.length > 0 ? meantQuestion(meant) : description}
        descriptionProps={{ 'aria-live': 'polite' }}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={reading?.kind === 'wrong' ? reading.problem : reading !== null && problem}
        onChange={(event) => onChange({ unit, text: event.currentTarget.value })}
      />
      {meant.length > 0 && (
        <div className={classes.answers}>
          {meant.map((one) => (
            <Button key={one} variant="default" size="compact-sm" onClick={() => answer(one)}>
              {`${formatDecimal(one)} ${unit === 'whole' ? (of.name ?? '') : 'base units'}`.trim()}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
