/** The section in the list of all shortcuts. */
export type ShortcutGroup = 'Anywhere' | 'Screens' | 'On a screen';

type Shortcut = {
  /** In Electron's format; `Mod` is Cmd on a Mac and Ctrl elsewhere. */
  readonly keys: string;
  /** A description for the list of shortcuts, the finder and tooltips. */
  readonly label: string;
  readonly group: ShortcutGroup;
  /** True if the shortcut works while the user types in a field. Only for keys without an effect there. */
  readonly inFields: boolean;
};

/** All shortcuts. The key handler, the list of shortcuts, tooltips and the menu use this table. */
export const shortcuts = {
  find: { keys: 'Mod+K', label: 'Find anything', group: 'Anywhere', inFields: true },
  'choose-files': { keys: 'Mod+O', label: 'Choose files to submit', group: 'Anywhere', inFields: true },
  'choose-folder': { keys: 'Mod+Shift+O', label: 'Choose a folder to submit', group: 'Anywhere', inFields: true },
  shortcuts: { keys: '?', label: 'Keyboard shortcuts', group: 'Anywhere', inFields: false },
  submit: { keys: 'Mod+1', label: 'Submit', group: 'Screens', inFields: true },
  lookup: { keys: 'Mod+2', label: 'Look up', group: 'Screens', inFields: true },
  verify: { keys: 'Mod+3', label: 'Verify', group: 'Screens', inFields: true },
  balances: { keys: 'Mod+4', label: 'Balances', group: 'Screens', inFields: true },
  deposit: { keys: 'Mod+5', label: 'Deposit or top up', group: 'Screens', inFields: true },
  spending: { keys: 'Mod+6', label: 'Spending', group: 'Screens', inFields: true },
  accounts: { keys: 'Mod+7', label: 'Accounts', group: 'Screens', inFields: true },
  preferences: { keys: 'Mod+,', label: 'Preferences', group: 'Screens', inFields: true },
  'search-list': {
    keys: 'Mod+F',
    label: 'Search the list, or everything if it has no search',
    group: 'On a screen',
    inFields: true,
  },
  'copy-answer': { keys: 'Mod+Shift+C', label: 'Look up: copy as a reply', group: 'On a screen', inFields: true },
  undo: { keys: 'Mod+Z', label: 'Submit: undo clearing or removing', group: 'On a screen', inFields: false },
} as const satisfies { readonly [name: string]: Shortcut };

export type ShortcutName = keyof typeof shortcuts;

export const shortcutNames = Object.keys(shortcuts) as readonly ShortcutName[];

/** Shortcuts that open a screen have the screen's own name. */
export type ScreenShortcut = {
  [Name in ShortcutName]: (typeof shortcuts)[Name]['group'] extends 'Screens' ? Name : never;
}[ShortcutName];

export const screenShortcuts = shortcutNames.filter(
  (name): name is ScreenShortcut => shortcuts[name].group === 'Screens',
);

/** The keys as users know them: `Ctrl+Shift+O`, on a Mac `⇧⌘O`. */
export function keysText(name: ShortcutName, isMac: boolean): string {
  const { keys } = shortcuts[name];
  if (!isMac) return keys.replace('Mod', 'Ctrl');
  const hasShift = keys.includes('Shift+');
  return keys.replace('Shift+', '').replace('Mod+', hasShift ? '⇧⌘' : '⌘');
}

/** For Electron's menu. */
export function acceleratorOf(name: ShortcutName): string {
  return shortcuts[name].keys.replace('Mod', 'CmdOrCtrl');
}
