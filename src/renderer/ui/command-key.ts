/** The key that goes with a letter for a command, as it is written on the keyboard. */
export const commandKey = /Mac/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
