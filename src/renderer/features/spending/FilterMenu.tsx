import { Button, Checkbox, Popover, TextInput } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useState } from 'react';
import type { RecordPage } from '../../../shared/bridge/records.ts';
import type { RecordPhase } from '../../../shared/records.ts';
import { formatDecimal, separators } from '../../ui/format.ts';
import { keepInView } from '../../ui/popovers.ts';
import classes from './FilterMenu.module.css';
import { changeFilter, useSpendingView } from './spending-view.ts';
import { phaseNames, readBound, tokenName } from './spending-words.ts';

const phases: readonly RecordPhase[] = ['pending', 'in-block', 'failed'];

/** Days, tokens, states and amounts to filter by, behind one button. Each applies at once. */
export function FilterMenu({ tokens }: { readonly tokens: RecordPage['tokens'] }) {
  const [open, setOpen] = useState(false);
  const { filter } = useSpendingView();
  const toggled = <Value,>(chosen: readonly Value[], value: Value): Value[] =>
    chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value];
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-end"
      middlewares={keepInView}
      width={340}
      shadow="lg"
      radius="lg"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconFilter size={18} stroke={1.7} />}
          aria-expanded={open}
          onClick={() => setOpen((was) => !was)}
        >
          Filter
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.menu ?? ''}>
        <div className={classes.pair}>
          <DayField label="From" value={filter.fromDay} onChange={(fromDay) => changeFilter({ fromDay })} />
          <DayField label="To" value={filter.toDay} onChange={(toDay) => changeFilter({ toDay })} />
        </div>
        <fieldset className={classes.choices}>
          <legend>Token</legend>
          {tokens.map(({ tokenDetailsId, token }) => (
            <Checkbox
              key={tokenDetailsId ?? ''}
              label={tokenName(tokenDetailsId, token)}
              checked={filter.tokens.includes(tokenDetailsId)}
              onChange={() => changeFilter({ tokens: toggled(filter.tokens, tokenDetailsId) })}
            />
          ))}
        </fieldset>
        <fieldset className={classes.choices}>
          <legend>State</legend>
          {phases.map((phase) => (
            <Checkbox
              key={phase}
              label={phaseNames[phase]}
              checked={filter.phases.includes(phase)}
              onChange={() => changeFilter({ phases: toggled(filter.phases, phase) })}
            />
          ))}
        </fieldset>
        <div className={classes.pair}>
          <FeesField
            label="Cost at least"
            value={filter.feesFrom}
            onChange={(feesFrom) => changeFilter({ feesFrom })}
          />
          <FeesField label="Cost at most" value={filter.feesTo} onChange={(feesTo) => changeFilter({ feesTo })} />
        </div>
        <p className={classes.note}>In whole tokens; in base units if a token’s decimals are unknown.</p>
      </Popover.Dropdown>
    </Popover>
  );
}

type FieldProps = {
  readonly label: string;
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
};

function DayField({ label, value, onChange }: FieldProps) {
  return (
    <TextInput
      type="date"
      label={label}
      value={value ?? ''}
      onChange={(event) => {
        const typed = event.currentTarget.value;
        onChange(/^\d{4}-\d{2}-\d{2}$/.test(typed) ? typed : null);
      }}
    />
  );
}

/** An invalid bound is ignored. */
function FeesField({ label, value, onChange }: FieldProps) {
  const [text, setText] = useState(value === null ? '' : formatDecimal(value));
  const read = readBound(text, separators());
  return (
    <TextInput
      label={label}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      error={read.kind === 'wrong' ? read.problem : null}
      onChange={(event) => {
        const typed = event.currentTarget.value;
        setText(typed);
        const next = readBound(typed, separators());
        onChange(next.kind === 'bound' ? next.amount : null);
      }}
    />
  );
}
