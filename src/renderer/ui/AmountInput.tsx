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

type NumberFieldProps = {
  readonly label: string;
  readonly text: string;
  /** The possible meanings of an ambiguous text, as plain decimal text. The field asks the user. */
  readonly meant: readonly string[];
  readonly nameOfUnit?: string;
  readonly problem: string | null;
  readonly isWhole?: boolean;
  readonly isFirst?: boolean;
  /** Shown in place of the question while there is none. */
  readonly description?: string;
  readonly placeholder?: string;
  readonly className?: string;
  readonly onText: (text: string) => void;
  readonly onMeant: (meant: string) => void;
};

/** A field for a number of any size. It asks the user about ambiguous text and never guesses. */
function NumberField(props: NumberFieldProps) {
  const { label, text, meant, nameOfUnit = '', problem, isWhole = false, isFirst = false, onText, onMeant } = props;
  const input = useRef<HTMLInputElement>(null);
  const answer = (one: string): void => {
    onMeant(one);
    // The clicked button is gone, so the field gets the focus.
    input.current?.focus();
  };
  return (
    <div className={classes.field}>
      <TextInput
        ref={input}
        className={props.className ?? ''}
        label={label}
        placeholder={props.placeholder ?? ''}
        inputMode={isWhole ? 'numeric' : 'decimal'}
        classNames={{ input: classes.input ?? '' }}
        data-autofocus={isFirst || undefined}
        value={text}
        description={meant.length > 0 ? meantQuestion(meant) : props.description}
        descriptionProps={{ 'aria-live': 'polite' }}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={problem}
        onChange={(event) => onText(event.currentTarget.value)}
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
    /** The token of the amount, and the unit of this field. */
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
