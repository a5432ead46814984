/** A key as it was pressed in a page: `keyCode` is the one that Windows has for it, on all systems. */
export type KeyPress = {
  readonly keyCode: number;
  readonly ctrl: boolean;
  readonly shift: boolean;
  readonly alt: boolean;
  readonly meta: boolean;
};

type Modifier = Exclude<keyof KeyPress, 'keyCode'>;

const commandOrControl: Modifier = process.platform === 'darwin' ? 'meta' : 'ctrl';

/** Electron's names for the keys that are held, in lower case. */
const modifiers: Readonly<Record<string, Modifier>> = {
  alt: 'alt',
  cmd: 'meta',
  cmdorctrl: commandOrControl,
  command: 'meta',
  commandorcontrol: commandOrControl,
  control: 'ctrl',
  ctrl: 'ctrl',
  meta: 'meta',
  option: 'alt',
  shift: 'shift',
  super: 'meta',
};

/** Its names for the others, beside letters, digits, `f1` to `f24` and `num0` to `num9`. */
const namedKeys: Readonly<Record<string, number>> = {
  backspace: 8,
  tab: 9,
  return: 13,
  enter: 13,
  esc: 27,
  escape: 27,
  space: 32,
  pageup: 33,
  pagedown: 34,
  end: 35,
  home: 36,
  left: 37,
  up: 38,
  right: 39,
  down: 40,
  insert: 45,
  delete: 46,
  nummult: 106,
  numadd: 107,
  numsub: 109,
  numdec: 110,
  numdiv: 111,
  ';': 186,
  '=': 187,
  ',': 188,
  '-': 189,
  '.': 190,
  '/': 191,
  '`': 192,
  '[': 219,
  '\\': 220,
  ']': 221,
  "'": 222,
};

/** Characters that are written with Shift on the keyboard that Electron takes all to be, each with its key. */
const shiftedKeys: Readonly<Record<string, number>> = {
  plus: 187,
  '+': 187,
  _: 189,
  '<': 188,
  '>': 190,
  '?': 191,
  ':': 186,
};

/** The keys that an accelerator (`CmdOrCtrl+Shift+K`) stands for; null for one that Electron can't read. */
export function parseAccelerator(accelerator: string): KeyPress | null {
  const held = { ctrl: false, shift: false, alt: false, meta: false };
  let keyCode: number | null = null;
  for (const token of accelerator.split('+').map((part) => part.trim().toLowerCase())) {
    if (token === '') continue;
    const modifier = modifiers[token];
    if (modifier === undefined) {
      keyCode = keyCodeOf(token);
      if (Object.hasOwn(shiftedKeys, token)) held.shift = true;
    } else {
      held[modifier] = true;
    }
  }
  return keyCode === null ? null : { keyCode, ...held };
}

export function isSameKey(one: KeyPress, other: KeyPress): boolean {
  return (['keyCode', 'ctrl', 'shift', 'alt', 'meta'] as const).every((part) => one[part] === other[part]);
}

function keyCodeOf(token: string): number | null {
  if (/^[a-z\d]$/.test(token)) return token.toUpperCase().charCodeAt(0);
  const [, kind, digits] = /^(f|num)(\d{1,2})$/.exec(token) ?? [];
  if (kind === 'f') return 111 + Number(digits);
  if (kind === 'num') return 96 + Number(digits);
  return namedKeys[token] ?? shiftedKeys[token] ?? null;
}
