import {
  IconAlertCircle,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleMinus,
  type TablerIcon,
} from '@tabler/icons-react';
import { type CheckLine, type CheckTopic, checkTopics } from '../../../shared/bridge/accounts.ts';
import classes from './CheckLines.module.css';
import { topicNames } from './check-words.ts';

const icons: { readonly [State in CheckLine['state']]: TablerIcon } = {
  running: IconCircleDashed,
  good: IconCircleCheckFilled,
  bad: IconAlertCircle,
  skipped: IconCircleMinus,
};

const stateNames: { readonly [State in CheckLine['state']]: string } = {
  running: 'Checking',
  good: 'Good',
  bad: 'Needs a look',
  skipped: 'Skipped',
};

type Props = {
  readonly lines: readonly CheckLine[];
  /** Where a red line can be mended by typing something else: called with its topic. */
  readonly fix?: { readonly canFix: (topic: CheckTopic) => boolean; readonly onFix: (topic: CheckTopic) => void };
};

/** The check, line by line. Topics that nobody has looked at yet stand there faint, so that nothing jumps. */
export function CheckLines({ lines, fix }: Props) {
  return (
    <ol className={classes.lines} aria-label="Connection check">
      {checkTopics.map((topic) => {
        const line = lines.find((candidate) => candidate.topic === topic);
        const Icon = line === undefined ? IconCircleDashed : icons[line.state];
        return (
          <li key={topic} className={classes.line} data-topic={topic} data-state={line?.state ?? 'ahead'}>
            <Icon
              size={20}
              stroke={1.7}
              {...(line === undefined
                ? { 'aria-hidden': true }
                : { role: 'img', 'aria-label': stateNames[line.state] })}
            />
            <div className={classes.words}>
              <strong>{topicNames[topic]}</strong>
              {line !== undefined && (
                <p>
                  <bdi>{line.text}</bdi>
                </p>
              )}
            </div>
            {line?.state === 'bad' && fix?.canFix(topic) && (
              <button
                type="button"
                className={classes.fix}
                aria-label={`Change ${topicNames[topic]}`}
                onClick={() => fix.onFix(topic)}
              >
                Change
              </button>
            )}
          </li>
        );
      })}
    </ol>
  );
}
