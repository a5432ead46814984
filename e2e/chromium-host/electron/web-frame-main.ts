import { originOf } from './scheme-origins.ts';
import { StrictObject } from './strict.ts';

/** The top frame of a window. */
export class WebFrameMain extends StrictObject {
  readonly routingId: number;
  readonly frameTreeNodeId: number;
  readonly processId: number;
  readonly parent = null;
  readonly name = '';
  readonly #state: { url: string; detached: boolean };

  /** `state` is the window's, which changes it as the frame navigates. */
  constructor(id: number, state: { url: string; detached: boolean }) {
    super();
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
    return this;
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
