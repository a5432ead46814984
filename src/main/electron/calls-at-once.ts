import { type Failure, failure, type Result } from '../../shared/bridge/failure.ts';

const busy: Failure = {
  code: 'busy',
  message: 'Dropslip is still busy with many requests like this one. Wait a moment, then try again.',
};

/** Bounds how many calls of one name are being answered: what a page asks for without end must not fill the memory. */
export class CallsAtOnce {
  readonly #underWay = new Map<string, number>();

  async answer(name: string, most: number, handle: () => Promise<Result<unknown>>): Promise<Result<unknown>> {
    const count = this.#underWay.get(name) ?? 0;
    if (count >= most) return failure(busy);
    this.#underWay.set(name, count + 1);
    try {
      return await handle();
    } finally {
      this.#underWay.set(name, (this.#underWay.get(name) ?? 1) - 1);
    }
  }
}
