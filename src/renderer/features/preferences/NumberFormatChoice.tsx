import { Radio } from '@mantine/core';
import { groupDigits } from '../../../shared/amounts/amounts.ts';
import { type NumberFormat, numberFormats, separatorsFor } from '../../../shared/amounts/number-formats.ts';
import { changePreferences, usePreferences } from '../../data/preferences.ts';
import classes from './Preferences.module.css';

const example = (format: NumberFormat): string => groupDigits('1234567.5', separatorsFor(format, navigator.language));

export function NumberFormatChoice() {
  const chosen = usePreferences(({ numberFormat }) => numberFormat);
  return (
    <>
      <Radio.Group
        aria-label="Number format"
        value={chosen}
        onChange={(value) => void changePreferences({ numberFormat: value })}
      >
        <div className={classes.formats}>
          {numberFormats.map((format) => (
            <Radio
              key={format}
              value={format}
              label={format === 'system' ? `Same as the system: ${example(format)}` : example(format)}
            />
          ))}
        </div>
      </Radio.Group>
      <p className={classes.soft}>
        Receipts use one format for everybody. Tables use the format of this computer’s spreadsheets.
      </p>
    </>
  );
}
