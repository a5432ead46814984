import { StrictEmitter, StrictObject } from './strict.ts';

type ItemOptions = {
  readonly label?: string;
  readonly role?: string;
  readonly type?: string;
  readonly id?: string;
  readonly accelerator?: string;
  readonly enabled?: boolean;
  readonly visible?: boolean;
  readonly checked?: boolean;
  readonly submenu?: readonly ItemOptions[] | Menu;
  readonly click?: (...args: readonly unknown[]) => void;
};

/** An entry of a menu. It is kept, not drawn: Chromium's windows have no menu bar. */
export class MenuItem extends StrictObject {
  label: string;
  enabled: boolean;
  visible: boolean;
  checked: boolean;
  readonly id: string;
  readonly role: string | undefined;
  readonly type: string;
  readonly accelerator: string | undefined;
  readonly submenu: Menu | undefined;
  readonly click: (...args: readonly unknown[]) => void;

  constructor(options: ItemOptions) {
    super();
    const { submenu } = options;
    this.label = options.label ?? options.role ?? '';
    this.enabled = options.enabled ?? true;
    this.visible = options.visible ?? true;
    this.checked = options.checked ?? false;
    this.id = options.id ?? '';
    this.role = options.role;
    this.type = options.type ?? (submenu === undefined ? 'normal' : 'submenu');
    this.accelerator = options.accelerator;
    this.submenu = submenu === undefined || submenu instanceof Menu ? submenu : Menu.buildFromTemplate(submenu);
    this.click = options.click ?? (() => undefined);
  }
}

export class Menu extends StrictEmitter {
  static #applicationMenu: Menu | null = null;
  readonly items: MenuItem[] = [];

  static buildFromTemplate(template: readonly (ItemOptions | MenuItem)[]): Menu {
    const menu = new Menu();
    for (const item of template) menu.append(item instanceof MenuItem ? item : new MenuItem(item));
    return menu;
  }

  static setApplicationMenu(menu: Menu | null): void {
    Menu.#applicationMenu = menu;
  }

  static getApplicationMenu(): Menu | null {
    return Menu.#applicationMenu;
  }

  append(item: MenuItem): void {
    this.items.push(item);
  }

  insert(position: number, item: MenuItem): void {
    this.items.splice(position, 0, item);
  }

  getMenuItemById(id: string): MenuItem | null {
    for (const item of this.items) {
      const found = item.id === id ? item : (item.submenu?.getMenuItemById(id) ?? null);
      if (found !== null) return found;
    }
    return null;
  }

  popup(): void {}
  closePopup(): void {}
}
