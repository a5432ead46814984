import classes from './SearchField.module.css';
import { foundWords, type Searched } from './words.ts';

/** How many a search has found: seen where there are none, and always heard. */
export function FoundCount(searched: Searched) {
  return (
    <p role="status" className={searched.found === 0 && searched.all > 0 ? undefined : classes.heard}>
      {foundWords(searched)}
    </p>
  );
}
