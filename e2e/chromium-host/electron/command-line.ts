import { StrictObject } from './strict.ts';

/** The switches of this process, and those that the app adds before Chromium starts. */
export class CommandLine extends StrictObject {
  readonly #given: string[];
  readonly #added: string[] = [];

  /** `argv`: the arguments that this process was started with. */
  constructor(argv: readonly string[]) {
    super();
    this.#given = [...argv];
  }

  appendSwitch(name: string, value?: string): void {
    this.#added.push(value === undefined || value === '' ? `--${name}` : `--${name}=${value}`);
  }

  appendArgument(argument: string): void {
    this.#added.push(argument);
  }

  removeSwitch(name: string): void {
    for (const all of [this.#given, this.#added]) {
      const kept = all.filter((argument) => !isSwitch(argument, name));
      all.splice(0, all.length, ...kept);
    }
  }

  hasSwitch(name: string): boolean {
    return this.#find(name) !== undefined;
  }

  getSwitchValue(name: string): string {
    return this.#find(name)?.slice(`--${name}=`.length) ?? '';
  }

  /** For the host: the app's own switches for Chromium. */
  get added(): readonly string[] {
    return this.#added;
  }

  #find(name: string): string | undefined {
    return [...this.#given, ...this.#added].findLast((argument) => isSwitch(argument, name));
  }
}

function isSwitch(argument: string, name: string): boolean {
  return argument === `--${name}` || argument.startsWith(`--${name}=`);
}
