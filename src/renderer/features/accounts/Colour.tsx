import { type AccountColour, accountColours } from '../../../shared/account.ts';
import classes from './Colour.module.css';

/** An account's colour. It is a visual aid only: the name is always beside it. */
export function ColourDot({ colour }: { readonly colour: AccountColour }) {
  return <span className={classes.dot} data-colour={colour} aria-hidden="true" />;
}

const names: { readonly [Colour in AccountColour]: string } = {
  teal: 'Teal',
  blue: 'Blue',
  violet: 'Violet',
  rose: 'Rose',
  amber: 'Amber',
  slate: 'Slate',
};

type Props = { readonly value: AccountColour; readonly onChange: (colour: AccountColour) => void };

export function ColourPicker({ value, onChange }: Props) {
  return (
    <fieldset className={classes.picker}>
      <legend>Colour</legend>
      <div className={classes.choices}>
        {accountColours.map((colour) => (
          <label key={colour} className={classes.choice} title={names[colour]}>
            <input
              type="radio"
              name="colour"
              value={colour}
              aria-label={names[colour]}
              checked={colour === value}
              onChange={() => onChange(colour)}
            />
            <ColourDot colour={colour} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
