import { Button, TextInput } from '@mantine/core';
import { useRef } from 'react';
import classes from './AmountInput.module.css';
import {
  type AmountText,
  type AmountUnit,
  amountFields,
  meantQuestion,
  readAmountText,
  withMeaning,
} from './amount-text.ts';
import { Disclosure } from './Disclosure.tsx';
import { formatDecimal } from './format.ts';

type Props = {
  readonly label: string;
  readonly unit: AmountUnit;
  readonly typed: AmountText;
  readonly onChange: (typed: AmountText) => void;
  /** The problem of a readable amount that is not allowed, shown at the field last typed in. */
  readonly problem?: string | null;
};

/** An amount in whole tokens. *Technical details* has a field for base units; both fields show the same amount. */
export function AmountInput({ label, unit, typed, onChange, problem = null }: Props) {
  const fields = amountFields(typed, unit);
  const base = (
    <AmountField
      label={`${label}, in base units`}
      field="base"
      isFirst={unit.decimals === null}
      text={fields.base}
      {...{ unit, typed, problem, onChange }}
    />
  );
  if (unit.decimals === null) return base;
  return (
    <div className={classes.fields}>
      <AmountField
        label={`${label}, in ${unit.name ?? 'whole tokens'}`}
        field="whole"
        isFirst
        text={fields.whole}
        {...{ unit, typed, problem, onChange }}
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

type FieldProps = Props & {
  /** The field of this amount: in whole tokens or in base units. */
  readonly field: AmountText['unit'];
  readonly text: string;
  readonly isFirst?: boolean;
  /** Shown in place of the question while there is none. */
  readonly description?: string;
  readonly placeholder?: string;
};

/** A field for a number of any size. It asks the user about ambiguous text and never guesses. */
export function AmountField({ label, unit, field, text, typed, problem = null, onChange, ...rest }: FieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const reading = typed.unit === field ? readAmountText(typed, unit) : null;
  const meant = reading?.kind === 'unclear' ? reading.meant : [];
  const nameOfUnit = field === 'whole' ? (unit.name ?? '') : 'base units';
  const answer = (one: string): void => {
    onChange(withMeaning(typed, one));
    // The clicked button is gone, so the field gets the focus.
    input.current?.focus();
  };
  return (
    <div className={classes.field}>
      <TextInput
        ref={input}
        label={label}
        placeholder={rest.placeholder ?? ''}
        inputMode={field === 'base' ? 'numeric' : 'decimal'}
        classNames={{ input: classes.input ?? '' }}
        data-autofocus={rest.isFirst || undefined}
        value={text}
        description={meant.length > 0 ? meantQuestion(meant) : rest.description}
        descriptionProps={{ 'aria-live': 'polite' }}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={reading?.kind === 'wrong' ? reading.problem : reading && problem}
        onChange={(event) => onChange({ unit: field, text: event.currentTarget.value })}
      />
      {meant.length > 0 && (
        <div className={classes.answers}>
          {meant.map((one) => (
            <Button key={one} variant="default" size="compact-sm" onClick={() => answer(one)}>
              {`${formatDecimal(one)} ${nameOfUnit}`.trim()}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
