const kept = /^0x(?:[0-9a-f]{2})+$/;

/** Hex text as the house keeps it: lower case with `0x`. Null when the text is not whole bytes of hex. */
export function normaliseHex(text: string): string | null {
  // Nearly all hex comes as it is kept, and lists of a hundred thousand records are full of it.
  if (kept.test(text)) return text;
  const digits = /^(?:0[xX])?((?:[0-9a-fA-F]{2})+)$/.exec(text.trim())?.[1];
  return digits === undefined ? null : `0x${digits.toLowerCase()}`;
}

/** `0x1234…abcd` for narrow places; text that is hardly longer than that stays whole. */
export function shortenHex(text: string, ends = 4): string {
  const prefix = text.startsWith('0x') ? 2 : 0;
  return text.length <= prefix + ends * 2 + 1 ? text : `${text.slice(0, prefix + ends)}…${text.slice(-ends)}`;
}
