import type { LeftOutNote } from '../../../shared/submissions/add-note.ts';
import type { EstimatedCost } from '../../../shared/submissions/cost.ts';
import type { Private } from '../content/passphrases.ts';
import type { Load } from '../cost/cost-history.ts';
import type { LeftOut } from './folders/folder-walk.ts';

/** What was left out of one drop. */
export type LeftOutOfDrop = {
  readonly accountId: string;
  readonly leftOut: readonly LeftOut[];
  /** Who can read the rest of the drop, and this too; null for anybody. */
  readonly isFor: Private | null;
};

/** With what it comes to, all that lies in hidden folders included, for whoever is asked whether it is added. */
export type MeasuredLeftOut = LeftOutOfDrop & { readonly load: Load; readonly estimate: EstimatedCost | null };

/** So many drops are remembered: who drops more by then has seen that something was left out. */
const MOST_DROPS = 20;

/** What is hidden in dropped folders, by a number: a page names no path, and adds nothing that was not dropped. */
export class LeftOutFiles {
  readonly #drops = new Map<number, LeftOutOfDrop>();
  #lastId = 0;

  /** Null where nothing was left out. */
  keep(accountId: string, leftOut: readonly LeftOut[], isFor: Private | null): LeftOutNote | null {
    if (leftOut.length === 0) return null;
    this.#lastId += 1;
    this.#drops.set(this.#lastId, { accountId, leftOut, isFor });
    const [oldest] = this.#drops.keys();
    if (this.#drops.size > MOST_DROPS && oldest !== undefined) this.#drops.delete(oldest);
    const names = leftOut.reduce((sum, { only }) => sum + only.size, 0);
    const files = leftOut.reduce((sum, each) => sum + each.files, 0);
    return { id: this.#lastId, files, folders: names - files };
  }

  find(id: number): LeftOutOfDrop | null {
    return this.#drops.get(id) ?? null;
  }

  /** Each is added once. */
  take(id: number): LeftOutOfDrop | null {
    const drop = this.find(id);
    this.#drops.delete(id);
    return drop;
  }

  /** The account is being taken away. */
  forget(accountId: string): void {
    for (const [id, drop] of this.#drops) if (drop.accountId === accountId) this.#drops.delete(id);
  }
}
