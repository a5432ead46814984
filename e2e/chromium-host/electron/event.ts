/** What listeners of Electron's events get first. */
export type ElectronEvent = {
  preventDefault(): void;
  readonly defaultPrevented: boolean;
};

/** Makes an event with `details` as its members. */
export function createEvent<Details extends object>(details: Details): ElectronEvent & Details {
  let prevented = false;
  const event = {
    preventDefault: (): void => {
      prevented = true;
    },
    get defaultPrevented(): boolean {
      return prevented;
    },
  };
  // Not spread: that would read `defaultPrevented` once and for all.
  return Object.assign(event, details);
}
