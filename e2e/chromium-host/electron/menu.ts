import { isSameKey, type KeyPress, parseAccelerator } from './accelerator.ts';
import type { BrowserWindow } from './browser-window.ts';
import { createEvent } from './event.ts';
import { isChromiumsOwn, performRole, roleNamed } from './menu-roles.ts';
import { StrictEmitter, StrictObject } from './strict.ts';
import type { WebContents } from './web-contents.ts';
import { windowList } from './window-list.ts';

export type ItemOptions = {
  readonly label?: string;
  readonly role?: string;
  readonly type?: string;
  readonly id?: string;
  readonly accelerator?: string;
  readonly registerAccelerator?: boolean;
  readonly enabled?: boolean;
  readonly visible?: boolean;
  readonly checked?: boolean;
  readonly submenu?: readonly ItemOptions[] | Menu;
  readonly click?: (item: MenuItem, window: BrowserWindow | undefined, event: object) => void;
};

const types: readonly string[] = ['normal', 'separator', 'submenu', 'checkbox', 'radio', 'header', 'palette'];

/** An entry of a menu. It is kept, not drawn: Chromium's windows have no menu bar. Its keys act, and so does its `click`. */
export class MenuItem extends StrictObject {
  label: string;
  enabled: boolean;
  visible: boolean;
  checked: boolean;
  readonly id: string;
  readonly role: string | undefined;
  readonly type: string;
  readonly accelerator: string | undefined;
  readonly registerAccelerator: boolean;
  readonly submenu: Menu | undefined;
  /** As Electron calls it: an entry with a role acts on what it is given, and on nothing without it. */
  readonly click: (event?: object, window?: BrowserWindow, contents?: WebContents) => void;

  constructor(options: ItemOptions) {
    super();
    this.role = options.role?.toLowerCase();
    const role = roleNamed(this.role);
    const submenu = options.submenu ?? role?.submenu;
    this.label = options.label ?? role?.label ?? '';
    this.enabled = options.enabled ?? true;
    this.visible = options.visible ?? true;
    this.checked = options.checked ?? false;
    this.id = options.id ?? '';
    this.type = options.type ?? (submenu === undefined ? 'normal' : 'submenu');
    if (!types.includes(this.type)) throw new Error(`Unknown menu item type: ${this.type}`);
    if (this.type === 'submenu' && submenu === undefined) throw new Error('Invalid submenu');
    this.accelerator = options.accelerator ?? role?.accelerator;
    this.registerAccelerator = options.registerAccelerator ?? role?.registerAccelerator ?? true;
    this.submenu = submenu === undefined || submenu instanceof Menu ? submenu : Menu.buildFromTemplate(submenu);
    this.click = (event = createEvent({}), window, contents) => {
      if (this.type === 'checkbox') this.checked = !this.checked;
      if (this.type === 'radio') this.checked = true;
      if (role !== null && performRole(role, window ?? null, contents ?? null)) return;
      options.click?.(this, window, event);
    };
  }
}

export class Menu extends StrictEmitter {
  static #applicationMenu: Menu | null = null;
  readonly items: MenuItem[] = [];

  static buildFromTemplate(template: readonly (ItemOptions | MenuItem)[]): Menu {
    if (!Array.isArray(template)) {
      throw new TypeError('Invalid template for Menu: Menu template must be an array');
    }
    if (!template.every(isValid)) {
      throw new TypeError('Invalid template for MenuItem: must have at least one of label, role or type');
    }
    const menu = new Menu();
    for (const item of withoutNeedlessSeparators(template)) {
      menu.append(item instanceof MenuItem ? item : new MenuItem(item));
    }
    return menu;
  }

  static setApplicationMenu(menu: Menu | null): void {
    if (menu !== null && !(menu instanceof Menu)) throw new TypeError('Invalid menu');
    Menu.#applicationMenu = menu;
  }

  static getApplicationMenu(): Menu | null {
    return Menu.#applicationMenu;
  }

  append(item: MenuItem): void {
    this.insert(this.items.length, item);
  }

  insert(position: number, item: MenuItem): void {
    if (!(item instanceof MenuItem)) throw new TypeError('Invalid item');
    if (position < 0) throw new RangeError(`Position ${position} cannot be less than 0`);
    if (position > this.items.length) {
      throw new RangeError(`Position ${position} cannot be greater than the total MenuItem count`);
    }
    this.items.splice(position, 0, item);
  }

  getMenuItemById(id: string): MenuItem | null {
    const own = this.items.find((item) => item.id === id);
    if (own !== undefined) return own;
    for (const { submenu } of this.items) {
      const found = submenu?.getMenuItemById(id) ?? null;
      if (found !== null) return found;
    }
    return null;
  }

  popup(): void {}
  closePopup(): void {}
}

function isValid(item: unknown): boolean {
  if (typeof item !== 'object' || item === null) return false;
  return Object.hasOwn(item, 'label') || Object.hasOwn(item, 'role') || Reflect.get(item, 'type') === 'separator';
}

/** Electron shows none at the ends of a menu, and never two in a row. */
function withoutNeedlessSeparators(template: readonly (ItemOptions | MenuItem)[]): readonly (ItemOptions | MenuItem)[] {
  const isShown = ({ type, visible }: ItemOptions | MenuItem): boolean => type === 'separator' && visible !== false;
  return template
    .filter((item, index, all) => !isShown(item) || index === 0 || all[index - 1]?.type !== 'separator')
    .filter((item, index, all) => !isShown(item) || (index !== 0 && index !== all.length - 1));
}

/** The entry of the application's menu that these keys choose: of several the last one, hidden ones too. */
function itemOf(menu: Menu, pressed: KeyPress): MenuItem | null {
  for (const item of menu.items.toReversed()) {
    const { accelerator, registerAccelerator, submenu } = item;
    if (submenu !== undefined) {
      const found = itemOf(submenu, pressed);
      if (found !== null) return found;
    } else if (accelerator !== undefined && registerAccelerator) {
      const keys = parseAccelerator(accelerator);
      if (keys !== null && isSameKey(keys, pressed)) return item;
    }
  }
  return null;
}

windowList.on('key-left-over', (window, pressed) => {
  const menu = Menu.getApplicationMenu();
  const item = menu === null ? null : itemOf(menu, pressed);
  if (item?.enabled && !isChromiumsOwn(item.role)) item.click(createEvent({}), window, window.webContents);
});
