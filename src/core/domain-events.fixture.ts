import { type DomainEventMap, type DomainEventName, DomainEvents } from './domain-events.ts';

export type RecordedEvent = {
  [Name in DomainEventName]: { readonly kind: Name } & DomainEventMap[Name];
}[DomainEventName];

/** For tests: records domain events in their order. */
export class RecordedEvents extends DomainEvents {
  readonly all: RecordedEvent[] = [];
  readonly #look: () => void;

  constructor(look: () => void = () => undefined) {
    super((name, error) => {
      throw new Error(`A listener to ${name} threw`, { cause: error });
    });
    this.#look = look;
  }

  override emit<Name extends DomainEventName>(name: Name, event: DomainEventMap[Name]): void {
    this.all.push({ kind: name, ...event } as RecordedEvent);
    super.emit(name, event);
    this.#look();
  }
}
