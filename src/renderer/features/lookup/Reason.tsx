import type { MatchReason } from '../../../shared/bridge/lookup.ts';
import { visibleName } from '../../ui/file-name.ts';
import { formatWhen } from './lookup-words.ts';
import classes from './Reason.module.css';

type Props = { readonly why: MatchReason };

/** The value by which something was found, the part that matched marked in it. */
export function Reason({ why }: Props) {
  const { key, value, from, until } = why;
  if (key === 'date') return <>{formatWhen(value)}</>;
  const isCode = key !== 'name';
  return (
    <bdi className={isCode ? classes.code : undefined}>
      {visibleName(value.slice(0, from))}
      <mark className={classes.mark}>{visibleName(value.slice(from, until))}</mark>
      {visibleName(value.slice(until))}
    </bdi>
  );
}
