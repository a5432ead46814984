import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { Team } from '../../../shared/bridge/team.ts';
import type { Failure } from '../../../shared/failures/failure.ts';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { aloneWords, connectionWords, needsSetUp, sharingWords } from '../../../shared/messages/team.ts';
import { rowText } from '../../../shared/text.ts';
import { change, windowApi } from '../../data/calls.ts';
import { ConfirmDialog, type Question } from '../../ui/ConfirmDialog.tsx';
import { Problem } from '../../ui/FormFoot.tsx';
import { formatCount } from '../../ui/format.ts';
import { changeOrNotify } from '../../ui/notes.tsx';
import { PreferenceGroup } from '../../ui/PreferenceGroup.tsx';
import classes from './Team.module.css';
import { showTeam, useTeam } from './use-team.ts';

export function TeamPreferences() {
  const team = useTeam();
  if (team === undefined) return null;
  return <PreferenceGroup title="Team">{team === null ? <JoinForm /> : <Joined team={team} />}</PreferenceGroup>;
}

function JoinForm() {
  const form = useForm({
    initialValues: { address: '', password: '', desk: '' },
    validate: {
      address: (typed) => (typed.trim() === '' ? 'Enter the address that your administrator gave you.' : null),
      desk: (typed) => (typed.trim() === '' ? 'Enter a name that your colleagues recognize.' : null),
    },
    transformValues: ({ address, password, desk }) => ({
      address: address.trim(),
      password: password === '' ? null : password,
      desk: desk.trim(),
    }),
  });
  const [failed, setFailed] = useState<Failure | null>(null);

  const join = async (setsUp: boolean): Promise<void> => {
    const { address, password, desk } = form.getTransformedValues();
    setFailed(null);
    const notSetUp = setsUp ? await change('team.setUp', { address, password }) : null;
    if (notSetUp !== null) return setFailed(notSetUp);
    const answer = await windowApi().call('team.join', { address, password, desk });
    if (answer.ok) showTeam(answer.value);
    else setFailed(answer.error);
  };
  const submit = (setsUp: boolean) => form.onSubmit(() => join(setsUp));

  return (
    <form className={classes.form} onSubmit={submit(false)} noValidate>
      <p className={classes.soft}>
        Desks of a team share their receipts in a PostgreSQL database, so that no two pay for the same contents.
      </p>
      <TextInput
        name="address"
        label="Database address"
        placeholder="postgres://dropslip@db.example.org/dropslip"
        inputMode="url"
        maxLength={2_000}
        {...form.getInputProps('address')}
      />
      <PasswordInput
        name="password"
        label="Password"
        description="If the database asks for one. Kept in your system’s keychain."
        maxLength={1_000}
        visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
        {...form.getInputProps('password')}
      />
      <TextInput
        name="desk"
        label="Name of this desk"
        description="Your colleagues see it beside your submissions."
        placeholder="Front office"
        maxLength={60}
        {...form.getInputProps('desk')}
      />
      <Problem text={failed === null ? null : failureMessage(failed)} />
      {form.submitting && (
        <p className={classes.soft} role="status">
          Connecting to the database… If a separate window asks, confirm it there.
        </p>
      )}
      <div className={classes.actions}>
        <Button type="submit" loading={form.submitting}>
          Join
        </Button>
        {failed !== null && needsSetUp(failed.code) && (
          <Button variant="default" disabled={form.submitting} onClick={() => submit(true)()}>
            Set up the database
          </Button>
        )}
      </div>
    </form>
  );
}

type JoinedProps = { readonly team: Team };

function Joined({ team }: JoinedProps) {
  const [question, setQuestion] = useState<Question | null>(null);
  const { address, desk, setBy, connection, aloneSince } = team;
  const isFailed = connection.kind === 'failed';
  const leave = (): void =>
    setQuestion({
      title: 'Leave the team?',
      text: 'The contents that you submit are no longer compared with those of your colleagues. Receipts that you have shared stay in the team’s database.',
      yes: 'Leave',
      no: 'Stay',
      onYes: () => void changeOrNotify('team.leave', {}),
    });
  return (
    <div className={classes.state}>
      <dl className={classes.facts}>
        <dt>Database</dt>
        <dd>
          <bdi>{rowText(address)}</bdi>
        </dd>
        <dt>This desk</dt>
        <dd>
          <bdi>{rowText(desk)}</bdi>
        </dd>
      </dl>
      <p role="status" className={isFailed ? classes.failed : undefined}>
        {connectionWords(team)}
      </p>
      {aloneSince !== null && <p className={classes.soft}>{aloneWords}</p>}
      {sharingWords(team, formatCount).map((sentence) => (
        <p key={sentence} className={classes.soft}>
          {sentence}
        </p>
      ))}
      {setBy === 'environment' && (
        <p className={classes.soft}>
          The environment variable DROPSLIP_TEAM sets this team, so it cannot be left here.
        </p>
      )}
      <div className={classes.actions}>
        {isFailed && <Button onClick={() => void changeOrNotify('team.retry', {})}>Try again</Button>}
        {setBy === 'preferences' && (
          <Button variant="default" onClick={leave}>
            Leave the team…
          </Button>
        )}
      </div>
      <ConfirmDialog question={question} onClose={() => setQuestion(null)} />
    </div>
  );
}
