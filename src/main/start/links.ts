import { app } from 'electron';
import type { WindowEvent } from '../../shared/bridge/bridge.ts';
import { IN_BACKGROUND } from '../desktop/start-arguments.ts';
import { smokeTestWish } from '../smoke-test.ts';

const LINK_SCHEME = 'dropslip';

/** What a `dropslip:` link means; `refused`: anything but one submission, letter for letter. */
export type Link = { readonly kind: 'submission'; readonly submissionId: string } | { readonly kind: 'refused' };

/** What a later start has for the first one: a link, or files of which it can only say that there were some. */
export type HandedOver = Link | { readonly kind: 'unheard-files' };

const submissionLink = /^dropslip:\/\/submission\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\/?$/i;

/** Reads a link from outside. Matched as text and never parsed further: nothing else can be hidden in it. */
export function readLink(link: string): Link {
  const id = submissionLink.exec(link)?.[1];
  return id === undefined ? { kind: 'refused' } : { kind: 'submission', submissionId: id.toLowerCase() };
}

/** The link among a program's arguments; null when there is none. The first argument is the program itself. */
export function linkAmong(argv: readonly string[]): Link | null {
  const links = argv.slice(1).filter((argument) => /^dropslip:/i.test(argument.trimStart()));
  const [link] = links;
  if (link === undefined) return null;
  // The system hands over one at a time; more is somebody trying something.
  return links.length === 1 ? readLink(link) : { kind: 'refused' };
}

/**
 * Takes links from the system: those that this start was asked with, those that a second start hands over, and macOS's
 * own event. To be made before the app is ready. A second start without a link is null: the window is to be shown.
 */
export class Links {
  readonly #early: (Link | null)[];
  #open: ((link: Link | null) => void) | null = null;

  constructor() {
    // A copy run from its sources must not take the place of the installed app, nor a build that tries itself and ends.
    if (app.isPackaged && smokeTestWish(process.env) === 'none') app.setAsDefaultProtocolClient(LINK_SCHEME);
    const first = linkAmong(process.argv);
    this.#early = first === null ? [] : [first];
    app.on('open-url', (event, url) => {
      event.preventDefault();
      this.#take(readLink(url));
    });
    app.on('second-instance', (_event, argv) => {
      const link = linkAmong(argv);
      // A system that starts at login what runs already wants nobody's attention.
      if (link !== null || !argv.includes(IN_BACKGROUND)) this.#take(link);
    });
  }

  /** `open` hears of all links from here on, of earlier ones at once. */
  onLink(open: (link: Link | null) => void): void {
    this.#open = open;
    for (const link of this.#early.splice(0)) open(link);
  }

  /** What has been opened nowhere yet. */
  pending(): readonly (Link | null)[] {
    return [...this.#early];
  }

  #take(link: Link | null): void {
    if (this.#open === null) this.#early.push(link);
    else this.#open(link);
  }
}

/** What the window is told of it. */
export function linkEvent(link: HandedOver): WindowEvent {
  if (link.kind === 'submission') return { kind: 'open-submission', submissionId: link.submissionId };
  return { kind: 'notice', notice: { code: link.kind === 'refused' ? 'link-refused' : 'opened-not-heard' } };
}
