import type { Question } from '../../bridge/ipc.ts';
import { askedName } from '../../text.ts';

/** Asks before this desk's receipts are shared with a team. `address`: of its database, without the password. */
export function aboutJoining(address: string, desk: string): Question {
  return {
    title: 'Share your receipts with this team?',
    text: 'Everybody who can read this database sees the names, sizes and receipts of all that you have submitted and will submit with accounts of a service. They never see contents, keys or passphrases.',
    subject: `${address}\nDesk ${askedName(desk)}`,
    confirm: 'Join the team',
    tone: 'plain',
  };
}

export function aboutGoingAlone(address: string): Question {
  return {
    title: 'Send without the team?',
    text: 'Until its database answers, Dropslip cannot see whether a colleague submits the same contents. If one does, they are paid for twice.',
    subject: address,
    confirm: 'Send without it',
    tone: 'warning',
  };
}
