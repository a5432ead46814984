import { formatCost } from '../../ui/cost.ts';
import { visibleName } from '../../ui/file-name.ts';
import { formatMinute } from '../../ui/moments.ts';
import { recordTarget } from '../../ui/record-target.ts';
import { keyOf, showSubmission } from './commands.ts';
import classes from './ListAnswers.module.css';
import type { ListView } from './lookup-state.ts';
import { entryWords } from './lookup-words.ts';
import { StateMark } from './StateMark.tsx';

type Props = {
  readonly list: ListView;
  readonly index: number;
  readonly measure: (element: Element | null) => void;
};

/** One line of the pasted list and its answer. */
export function ListRow({ list, index, measure }: Props) {
  const entry = list.entries[index];
  if (entry === undefined) return null;
  const key = keyOf(entry);
  const answer = key === null ? undefined : list.answers.get(key);
  const firstLine = entry.repeats === null ? null : (list.entries[entry.repeats]?.line ?? null);
  const words = entryWords(entry, answer, list.ended !== null, firstLine);
  const found = answer?.kind === 'found' ? answer : null;
  const open = (): void => {
    if (found !== null) void showSubmission(found.record.id, found.accountId, list, null);
  };
  return (
    <tr
      ref={measure}
      aria-rowindex={index + 2}
      data-index={index}
      {...(found === null ? {} : recordTarget({ submissionId: found.record.id, name: found.name }))}
    >
      <td className={classes.number}>{entry.line}</td>
      <td className={classes.pasted}>
        {found === null ? (
          <bdi>{visibleName(entry.text)}</bdi>
        ) : (
          <button type="button" className={classes.open} onClick={open}>
            <bdi>{visibleName(found.name ?? found.record.id)}</bdi>
          </button>
        )}
        {found?.name != null && <bdi className={classes.soft}>{visibleName(found.record.id)}</bdi>}
      </td>
      <td>
        <StateMark tone={words.tone} text={words.title} />
        {words.text !== '' && <span className={classes.soft}>{words.text}</span>}
      </td>
      <td>{found?.record.createdAt != null && formatMinute(found.record.createdAt)}</td>
      <td className={classes.number}>{found?.cost != null && formatCost(found.cost)}</td>
    </tr>
  );
}
