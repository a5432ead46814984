import type { AccountColour } from '../../../shared/bridge/accounts.ts';
import classes from './ColourDot.module.css';

type Props = { readonly colour: AccountColour };

/** An account's colour. A help for the eye only: the name always stands beside it. */
export function ColourDot({ colour }: Props) {
  return <span className={classes.dot} data-colour={colour} aria-hidden="true" />;
}
