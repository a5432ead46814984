import { originOf } from './scheme-origins.ts';
import { StrictObject } from './strict.ts';

/**
 * A frame of a window, as long as it shows the same document: the top one, or one that was made in it, of which no more is known
 * than whose it is.
 */
export class WebFrameMain extends StrictObject {
  readonly routingId: number;
  readonly frameTreeNodeId: number;
  readonly processId: number;
  readonly parent: WebFrameMain | null;
  readonly name = '';
  readonly #state: { url: string; detached: boolean };
  #disposed = false;

  /** `state` is the window's, which changes it as the frame navigates. */
  constructor(id: number, state: { url: string; detached: boolean }, parent: WebFrameMain | null = null) {
    super();
    this.parent = parent;
    this.routingId = id;
    this.frameTreeNodeId = id;
    this.processId = id;
    this.#state = state;
  }

  /** For the host: another document is shown. */
  dispose(): void {
    this.#disposed = true;
  }

  get url(): string {
    return this.#current.url;
  }

  get origin(): string {
    return originOf(this.#current.url);
  }

  get detached(): boolean {
    return this.#current.detached;
  }

  get top(): WebFrameMain {
    return this.parent?.top ?? this;
  }

  get frames(): readonly WebFrameMain[] {
    return [];
  }

  get framesInSubtree(): readonly WebFrameMain[] {
    return [this];
  }

  isDestroyed(): boolean {
    return this.#disposed || this.#state.detached;
  }

  get #current(): { url: string; detached: boolean } {
    if (this.#disposed) throw new Error('Render frame was disposed before WebFrameMain could be accessed');
    return this.#state;
  }
}
