import { Button } from '@mantine/core';
import { aloneWords } from '../../../shared/messages/team.ts';
import { changeOrNotify } from '../../ui/notes.tsx';
import classes from './Team.module.css';
import { useTeam } from './use-team.ts';

/** The ways out while nothing is sent because the team’s database cannot be reached. */
export function TeamWait() {
  return (
    <div className={classes.actions}>
      <Button size="compact-sm" onClick={() => void changeOrNotify('team.retry', {})}>
        Try again
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => void changeOrNotify('team.goAlone', {})}>
        Send without the team…
      </Button>
    </div>
  );
}

/** Says that the user sends without the team, as long as they do. */
export function AloneLine() {
  const team = useTeam();
  if (team == null || team.aloneSince === null) return null;
  return (
    <p className={classes.soft} role="status">
      {aloneWords}
    </p>
  );
}
