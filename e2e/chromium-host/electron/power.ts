import { StrictEmitter, StrictObject } from './strict.ts';

/** The machine as one that never sleeps and is always used. */
class PowerMonitor extends StrictEmitter {
  readonly onBatteryPower = false;

  getSystemIdleState(_threshold: number): string {
    return 'active';
  }

  getSystemIdleTime(): number {
    return 0;
  }

  isOnBatteryPower(): boolean {
    return false;
  }
}

/** Keeps count of who wants the machine awake; nothing comes of it. */
class PowerSaveBlocker extends StrictObject {
  readonly #started = new Set<number>();
  #lastId = -1;

  start(_type: string): number {
    this.#lastId += 1;
    this.#started.add(this.#lastId);
    return this.#lastId;
  }

  stop(id: number): boolean {
    return this.#started.delete(id);
  }

  isStarted(id: number): boolean {
    return this.#started.has(id);
  }
}

export const powerMonitor = new PowerMonitor();
export const powerSaveBlocker = new PowerSaveBlocker();
