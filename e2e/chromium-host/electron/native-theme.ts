import type { DevToolsSession } from '../chromium/connection.ts';
import { StrictEmitter } from './strict.ts';

type ThemeSource = 'system' | 'light' | 'dark';

/** Light or dark: as the desktop has it (asked of Chromium's pages), or as the app sets it. */
class NativeTheme extends StrictEmitter {
  readonly shouldUseHighContrastColors = false;
  readonly shouldUseInvertedColorScheme = false;
  readonly inForcedColorsMode = false;
  readonly prefersReducedTransparency = false;
  readonly #sessions = new Set<DevToolsSession>();
  #source: ThemeSource = 'system';
  #isDark = false;

  get shouldUseDarkColors(): boolean {
    return this.#isDark;
  }

  get shouldUseDarkColorsForSystemIntegratedUI(): boolean {
    return this.#isDark;
  }

  get themeSource(): ThemeSource {
    return this.#source;
  }

  set themeSource(source: ThemeSource) {
    if (source === this.#source) return;
    this.#source = source;
    for (const session of this.#sessions) void this.#emulate(session);
    if (source !== 'system') this.#become(source === 'dark');
  }

  /** For the host: a new page takes over the theme. */
  async applyTo(session: DevToolsSession): Promise<void> {
    this.#sessions.add(session);
    if (this.#source !== 'system') await this.#emulate(session);
  }

  /** For the host: what a page sees. What the app has set itself counts more, also than a page that lags behind it. */
  observe(isDark: boolean): void {
    if (this.#source === 'system') this.#become(isDark);
  }

  #become(isDark: boolean): void {
    if (isDark === this.#isDark) return;
    this.#isDark = isDark;
    this.emit('updated');
  }

  async #emulate(session: DevToolsSession): Promise<void> {
    const value = this.#source === 'system' ? '' : this.#source;
    try {
      await session.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] });
    } catch {
      this.#sessions.delete(session);
    }
  }
}

export const nativeTheme = new NativeTheme();
