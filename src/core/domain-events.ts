import { EventEmitter } from 'node:events';
import type { Account, CredentialKind } from '../shared/bridge/accounts.ts';
import { type AppEvents, type FeatureEvents, featureEvents, type WindowEvent } from '../shared/bridge/bridge.ts';
import type { Notice } from '../shared/notice.ts';
import type { Preferences } from '../shared/preferences.ts';

type OfAccount = { readonly accountId: Account['id'] };
type Nothing = Readonly<Record<string, never>>;

/** The app's events by name. When an event is emitted, the change is on disk, or in memory until it can be written. */
export interface DomainEventMap extends FeatureEvents, Pick<AppEvents, 'notice'> {
  /** Accounts, their credentials, or the problems that block them have changed. */
  'accounts.changed': Nothing;
  'accounts.activated': Nothing;
  /** The user has added an account and has read the information about it. */
  'account.added': OfAccount;
  /** The account uses another service: data that is still arriving from the old one does not apply. */
  'account.moved': OfAccount;
  /** The account is being removed. Drop all memory of it; its rows on disk are removed with it. */
  'account.removed': OfAccount;
  /** Parts have receipts, by their local ids. The window only shows the rows that they belong to. */
  'submissions.parts-received': { readonly ids: readonly number[] };
  /** Submissions that were made elsewhere are known, or known better, by their local ids. */
  'slips.changed': OfAccount & { readonly ids: readonly number[] };
  /** Emitted at the start and when the user changes a preference. */
  'preferences.changed': { readonly chosen: Preferences };
  /** The user has chosen to quit, by menu or keyboard. They may not be aware of files that are being sent. */
  'quit.chosen': Nothing;
  'practice.ready': Nothing;
  'practice.failed': { readonly detail: string };
  /** For the log. */
  problem: { readonly what: string; readonly detail: string };
}

/** Questions that a feature asks other features, which it does not import. */
type DomainQuestionMap = {
  /** True if an answer of the service to something of the account is pending. */
  'account.is-sending': { readonly asked: OfAccount; readonly answer: boolean };
  /** True if a file of the account is partly submitted: its address may not change, because a manifest is of one service. */
  'account.is-in-parts': { readonly asked: OfAccount; readonly answer: boolean };
  /**
   * The account is about to get other credentials of these kinds, or another address (all kinds). After that, no list
   * of the service proves that an earlier submission was not accepted. The answer is on disk before the change is, and
   * rejects on a disk error. Submissions that are sent before the returned function is called count as earlier.
   */
  'account.leaving': {
    readonly asked: OfAccount & { readonly kinds: readonly CredentialKind[] };
    readonly answer: Promise<() => void>;
  };
};

export type DomainEventName = keyof DomainEventMap;
type DomainQuestionName = keyof DomainQuestionMap;

type Asked<Name extends DomainQuestionName> = DomainQuestionMap[Name]['asked'];
type Answer<Name extends DomainQuestionName> = DomainQuestionMap[Name]['answer'];

/** The app's own events. Features emit and receive them instead of calling each other. */
export class DomainEvents {
  readonly #emitter = new EventEmitter().setMaxListeners(0);
  readonly #onProblem: (name: DomainEventName, error: unknown) => void;

  /** `onProblem` receives errors of listeners. */
  constructor(onProblem: (name: DomainEventName, error: unknown) => void) {
    this.#onProblem = onProblem;
  }

  /**
   * Calls all listeners, in the order in which they subscribed, before it returns. An error in one does not affect the
   * others.
   */
  emit<Name extends DomainEventName>(name: Name, event: DomainEventMap[Name]): void {
    this.#emitter.emit(name, event);
  }

  /** Shows a message to the user, wherever they are in the app. */
  notice(notice: Notice): void {
    this.emit('notice', { notice });
  }

  /** Returns a function that removes the listener. */
  on<Name extends DomainEventName>(name: Name, listener: (event: DomainEventMap[Name]) => void): () => void {
    const heard = (event: DomainEventMap[Name]): void => {
      try {
        listener(event);
      } catch (error) {
        this.#onProblem(name, error);
      }
    };
    this.#emitter.on(name, heard);
    return () => this.#emitter.off(name, heard);
  }

  /**
   * Collects the answers of all features. Throws if one of them throws, and if there is none yet, because the caller
   * depends on the answers.
   */
  ask<Name extends DomainQuestionName>(name: Name, asked: Asked<Name>): readonly Answer<Name>[] {
    const answers: Answer<Name>[] = [];
    if (!this.#emitter.emit(name, asked, answers)) throw new Error('Dropslip is still starting.');
    return answers;
  }

  answer<Name extends DomainQuestionName>(name: Name, answerer: (asked: Asked<Name>) => Answer<Name>): void {
    this.#emitter.on(name, (asked: Asked<Name>, answers: Answer<Name>[]) => answers.push(answerer(asked)));
  }
}

/** Calls `listener` for each event of the features that the bridge carries. Returns a function that removes it. */
export function onFeatureEvents(events: DomainEvents, listener: (event: WindowEvent) => void): () => void {
  const kinds = Object.keys(featureEvents) as readonly (keyof FeatureEvents)[];
  const listen = <Kind extends keyof FeatureEvents>(kind: Kind) =>
    events.on(kind, (event: FeatureEvents[Kind]) => listener({ kind, ...event } as WindowEvent));
  const removals = kinds.map((kind) => listen(kind));
  return () => {
    for (const remove of removals) remove();
  };
}
