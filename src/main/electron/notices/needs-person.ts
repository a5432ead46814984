import type { Submission } from '../../../shared/bridge/submissions.ts';
import { needsPerson } from '../../../shared/submissions/submission-state.ts';
import type { DomainEvents } from '../../domain-events.ts';

type Parts = {
  readonly events: Pick<DomainEvents, 'on'>;
  /** The submissions that are there at the start. */
  readonly known: readonly Submission[];
  /** Shows the number on the app's own icon, where the system has a place for it; zero takes it away. */
  readonly show: (count: number) => void;
};

/** How many submissions, of all accounts, wait for the person: on the app's icon, for whoever does not see the window. */
export class NeedsPersonCount {
  readonly #ids = new Set<number>();
  readonly #show: (count: number) => void;
  #shown = 0;

  constructor({ events, known, show }: Parts) {
    this.#show = show;
    this.#take(known);
    events.on('submissions.changed', ({ submissions }) => this.#take(submissions));
    events.on('submissions.removed', ({ ids }) => {
      for (const id of ids) this.#ids.delete(id);
      this.#tell();
    });
  }

  #take(submissions: readonly Submission[]): void {
    for (const { id, state } of submissions) {
      if (needsPerson(state)) this.#ids.add(id);
      else this.#ids.delete(id);
    }
    this.#tell();
  }

  #tell(): void {
    if (this.#ids.size === this.#shown) return;
    this.#shown = this.#ids.size;
    this.#show(this.#shown);
  }
}
