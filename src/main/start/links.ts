import { app } from 'electron';
import type { WindowEvent } from '../../shared/bridge/bridge.ts';
import { IN_BACKGROUND } from '../desktop/start-arguments.ts';
import { smokeTestWish } from '../smoke-test.ts';

const LINK_SCHEME = 'dropslip';

/** For links that are not exactly one submission. */
const refused: WindowEvent = { kind: 'notice', notice: { code: 'link-refused' } };

const submissionLink = /^dropslip:\/\/submission\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\/?$/i;

/** Reads an external link. It is matched as text and not parsed further, so nothing can be hidden in it. */
export function readLink(link: string): WindowEvent {
  const id = submissionLink.exec(link)?.[1];
  return id === undefined ? refused : { kind: 'open-submission', submissionId: id.toLowerCase() };
}

/** Reads the link in a program's arguments; null if there is none. The first argument is the program. */
export function linkAmong(argv: readonly string[]): WindowEvent | null {
  const links = argv.slice(1).filter((argument) => /^dropslip:/i.test(argument.trimStart()));
  const [link] = links;
  if (link === undefined) return null;
  // The system passes one link at a time. More than one may be an attack.
  return links.length === 1 ? readLink(link) : refused;
}

/**
 * Takes links from the system: from this start's arguments, from later starts, and from macOS's `open-url` event.
 * Create it before the app is ready. Null is a later start without a link: the window is wanted.
 */
export class Links {
  readonly #early: (WindowEvent | null)[];
  #open: ((event: WindowEvent | null) => void) | null = null;

  constructor() {
    // A source copy must not register in place of the installed app, nor must a build that tests itself.
    if (app.isPackaged && smokeTestWish(process.env) === 'none') app.setAsDefaultProtocolClient(LINK_SCHEME);
    const first = linkAmong(process.argv);
    this.#early = first === null ? [] : [first];
    app.on('open-url', (event, url) => {
      event.preventDefault();
      this.#take(readLink(url));
    });
    app.on('second-instance', (_event, argv) => {
      const link = linkAmong(argv);
      // A start at login while the app runs must not show the window.
      if (link !== null || !argv.includes(IN_BACKGROUND)) this.#take(link);
    });
  }

  /** `open` receives earlier links at once and all later ones. */
  onLink(open: (event: WindowEvent | null) => void): void {
    this.#open = open;
    for (const event of this.#early.splice(0)) open(event);
  }

  /** True if there are links that no listener has received. */
  get isPending(): boolean {
    return this.#early.length > 0;
  }

  #take(event: WindowEvent | null): void {
    if (this.#open === null) this.#early.push(event);
    else this.#open(event);
  }
}
