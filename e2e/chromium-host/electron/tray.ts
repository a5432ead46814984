import { createEvent } from './event.ts';
import type { Menu, MenuItem } from './menu.ts';
import type { NativeImage } from './native-image.ts';
import { record } from './record.ts';
import { StrictEmitter } from './strict.ts';

/** An icon in the tray that nobody sees: what it shows is recorded, and a test clicks it by its events and its menu. */
export class Tray extends StrictEmitter {
  #toolTip = '';
  #menu: Menu | null = null;
  #destroyed = false;

  /** Throws for no picture, as Electron does. */
  constructor(image: NativeImage) {
    super();
    if (image.isEmpty()) throw new Error('Failed to load image');
  }

  setImage(image: NativeImage): void {
    this.#refuseDestroyed();
    if (image.isEmpty()) throw new Error('Failed to load image');
  }

  setToolTip(toolTip: string): void {
    this.#refuseDestroyed();
    this.#toolTip = toolTip;
    this.#record();
  }

  setContextMenu(menu: Menu | null): void {
    this.#refuseDestroyed();
    this.#menu = menu;
    this.#record();
  }

  /** For the host: a person clicks the icon itself. */
  click(): void {
    this.emit('click', createEvent({ shiftKey: false, ctrlKey: false, altKey: false, metaKey: false }));
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  destroy(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    record({ kind: 'tray', toolTip: null, menu: [] });
  }

  #record(): void {
    const labels = (this.#menu?.items ?? []).filter(({ type }: MenuItem) => type !== 'separator');
    record({ kind: 'tray', toolTip: this.#toolTip, menu: labels.map(({ label }: MenuItem) => label) });
  }

  #refuseDestroyed(): void {
    if (this.#destroyed) throw new TypeError('Object has been destroyed');
  }
}
