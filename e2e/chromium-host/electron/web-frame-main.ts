import { originOf } from './scheme-origins.ts';
import { StrictObject } from './strict.ts';

/** A frame of a window: the top one, or one that was made in it, of which no more is known than whose it is. */
export class WebFrameMain extends StrictObject {
  readonly routingId: number;
  readonly frameTreeNodeId: number;
  readonly processId: number;
  readonly parent: WebFrameMain | null;
  readonly name = '';
  readonly #state: { url: string; detached: boolean };

  /** `state` is the window's, which changes it as the frame navigates. */
  constructor(id: number, state: { url: string; detached: boolean }, parent: WebFrameMain | null = null) {
    super();
    this.parent = parent;
    this.routingId = id;
    this.frameTreeNodeId = id;
    this.processId = id;
    this.#state = state;
  }

  get url(): string {
    return this.#state.url;
  }

  get origin(): string {
    return originOf(this.#state.url);
  }

  get detached(): boolean {
    return this.#state.detached;
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
    return this.#state.detached;
  }
}
