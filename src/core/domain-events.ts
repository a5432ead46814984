import { EventEmitter } from 'node:events';
import type { Account, CredentialKind } from '../shared/bridge/accounts.ts';
import type { AppEvents, FeatureEvents } from '../shared/bridge/bridge.ts';
import type { Notice } from '../shared/notice.ts';
import type { Preferences } from '../shared/preferences.ts';

type OfAccount = { readonly accountId: Account['id'] };
type Nothing = Readonly<Record<string, never>>;

/** What happens in main, by name. What is changed is on disk, or held until the disk takes it, when it is told. */
export interface DomainEventMap extends FeatureEvents, Pick<AppEvents, 'notice'> {
  /** Something about accounts, their credentials or what keeps them from submitting is different. */
  'accounts.changed': Nothing;
  'accounts.activated': Nothing;
  /** A person has added an account, and read what they must know of it. */
  'account.added': OfAccount;
  /** The account's requests go elsewhere from now on: what is read of its old service is not the new one's. */
  'account.moved': OfAccount;
  /** The account is being taken away: nothing of it is held in memory after this; its rows on disk go with it. */
  'account.removed': OfAccount;
  /** Parts of rows hold receipts, by their local ids: the window hears of their rows alone. */
  'submissions.parts-received': { readonly ids: readonly number[] };
  /** At the start, and when the person has chosen something otherwise. */
  'preferences.changed': { readonly chosen: Preferences };
  /** A person has chosen to quit, in a menu or by its keys; they may not think of files that are on their way. */
  'quit.chosen': Nothing;
  'practice.ready': Nothing;
  'practice.failed': { readonly detail: string };
  /** What is for the log. */
  problem: { readonly what: string; readonly detail: string };
}

/** What a feature has to know of those that work for it, which it does not know. */
type DomainQuestionMap = {
  /** Whether an answer of the service to something of the account is awaited. */
  'account.is-sending': { readonly asked: OfAccount; readonly answer: boolean };
  /**
   * The account gets other credentials of these kinds, or another address (all kinds): no list says of what was sent
   * before that it was not accepted. To be on disk before the change is; rejects where the disk refuses. What is sent
   * until the answered function is called counts as sent before.
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

/** Main's own events: features say here what happened, and hear of each other. */
export class DomainEvents {
  readonly #emitter = new EventEmitter().setMaxListeners(0);
  readonly #onProblem: (name: DomainEventName, error: unknown) => void;

  /** `onProblem` is told of listeners that throw. */
  constructor(onProblem: (name: DomainEventName, error: unknown) => void) {
    this.#onProblem = onProblem;
  }

  /** All have heard when it returns, in the order in which they subscribed; one that throws keeps none from hearing. */
  emit<Name extends DomainEventName>(name: Name, event: DomainEventMap[Name]): void {
    this.#emitter.emit(name, event);
  }

  /** Something for the person, wherever in the app they are. */
  notice(notice: Notice): void {
    this.emit('notice', { notice });
  }

  /** Returns the function that stops listening. */
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

  /** Throws what one of them throws, and where nobody is there to answer yet: who asks relies on the answers. */
  ask<Name extends DomainQuestionName>(name: Name, asked: Asked<Name>): readonly Answer<Name>[] {
    const answers: Answer<Name>[] = [];
    if (!this.#emitter.emit(name, asked, answers)) throw new Error('Dropslip is still starting.');
    return answers;
  }

  answer<Name extends DomainQuestionName>(name: Name, answerer: (asked: Asked<Name>) => Answer<Name>): void {
    this.#emitter.on(name, (asked: Asked<Name>, answers: Answer<Name>[]) => answers.push(answerer(asked)));
  }
}
