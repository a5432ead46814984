import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

const src = fileURLToPath(new URL('../..', import.meta.url));

/** Where all that is shown is written. What the service calls things stays in files that programs read. */
const places = [
  'renderer/**/*.{ts,tsx}',
  'shared/messages/**/*.ts',
  'shared/shortcuts.ts',
  'main/**/*.ts',
  'core/receipts/printable-receipt.ts',
];

/** One word for one thing: what is not said, and what is said instead. */
const unsaid: readonly (readonly [RegExp, string])[] = [
  // The network's fee, which the operator pays, is not the user's cost.
  [/(?<!network )\bfees?\b/i, 'cost'],
  [/\bcharg(?:e|es|ed|ing)\b/i, 'cost, paid for'],
  [/\b(?:your|spending|stop|no|higher) line\b/i, 'spending limit'],
  [/\b(?:ledger|history|expenditures?)\b/i, 'records'],
  [/\b(?:outbox|queue items?)\b/i, 'submissions'],
  [/(?<!largest )\bupload(?:s|ed|ing)?\b/i, 'submit'],
  [/\bfingerprints?\b/i, 'digest'],
  [/\bfund requests?\b|\badd funds\b/i, 'deposit'],
  [/\b(?:finali[sz]ed|on-chain)\b/i, 'confirmed'],
  [/\bprices?\b/i, 'cost'],
  [/\blist of (?:its )?parts\b/i, 'manifest'],
  [/\bhow should this go\b|\blet go here\b/i, 'submit, drop'],
  [/\byes\b/i, 'approval, confirm'],
  [/\bcost not known\b/i, 'cost unknown'],
  [/\bwho (?:has|have|is to)\b/i, 'people with, who should'],
  [/\blay in folders\b/i, 'folder structure'],
  [/\btakes? at once\b/i, 'largest upload'],
  [/\bneeds? a look\b/i, 'problem, attention'],
  [/\bnothing kept\b/i, 'no match'],
  [/\bbytes are others\b|\bothers than\b/i, 'differ'],
  [/\btake (?:it |them )?away\b|\boff this list\b/i, 'remove'],
  [/\bget(?:ting)? (?:(?:it|them|this) )?back\b|\bgot back\b/i, 'download'],
  [/\bwritten down\b/i, 'recorded'],
  [/\bpace of\b/i, 'rate'],
  [/\bsending without a window\b/i, 'in the background'],
  [/\banew\b/i, 'again, over'],
  [/\bsmall window\b/i, 'separate window'],
  [/\bby (?:itself|themselves)\b/i, 'automatically, separately'],
  [/\bwhat became of\b/i, 'what happened to'],
  [/\ball the same\b/i, 'anyway'],
  [/\bmeanwhile\b/i, 'in the meantime'],
  [/\bgoes on\b|\bgo on\b/i, 'continue'],
  [/\bjust now\b/i, 'right now'],
];

/** Texts that are not shown: where code comes from, and types. */
const hidden = new Set(['ImportDeclaration', 'TSTypeAliasDeclaration', 'TSLiteralType']);

type Node = { readonly type: string; readonly [member: string]: unknown };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** Nor what is thrown, and the other words by which the finder finds. */
function isShown(node: Node): boolean {
  if (hidden.has(node.type)) return false;
  if (node.type === 'NewExpression') return !(isNode(node.callee) && /Error$/.test(String(node.callee.name)));
  return !(node.type === 'Property' && isNode(node.key) && node.key.name === 'also');
}

/** A member's own name is shown to nobody. */
function partsOf(node: Node): unknown[] {
  const named = node.type === 'Property' || node.type === 'MemberExpression';
  return Object.entries(node).flatMap(([member, value]) => (named && member === 'key' ? [] : [value].flat()));
}

/** Words by themselves are values, as the names of columns are, unless they begin as a label does. */
const isText = (text: string): boolean => /\s/.test(text.trim()) || /^[A-Z]/.test(text);

function textsIn(node: Node): string[] {
  if (!isShown(node)) return [];
  const inner = partsOf(node).filter(isNode).flatMap(textsIn);
  if (node.type === 'JSXText') return [String(node.value), ...inner];
  if (node.type === 'Literal' && typeof node.value === 'string' && isText(node.value)) return [node.value, ...inner];
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis)) return inner;
  return [node.quasis.map((part: { value: { cooked: string } }) => part.value.cooked).join('…'), ...inner];
}

const filesOf = (place: string): readonly string[] =>
  globSync(place, { cwd: src }).filter((file) => !/\.(?:test|fixture)\.tsx?$/.test(file));

function misnamed(file: string, code: string): string[] {
  const { program } = parseSync(file, code);
  return textsIn(program as unknown as Node).flatMap((text) =>
    unsaid.flatMap(([word, instead]) => (word.test(text) ? [`${file}: “${text.trim()}” (say ${instead})`] : [])),
  );
}

test.each(places)('what is shown is called by its one name: %s', (place) => {
  const files = filesOf(place);
  expect(files).not.toEqual([]);
  expect(files.flatMap((file) => misnamed(file, readFileSync(`${src}/${file}`, 'utf8')))).toEqual([]);
});

test('a wrong word is found in a label, in a sentence, in a template and between tags, and not in a value or a type', () => {
  const found = (code: string): number => misnamed('page.tsx', code).length;
  expect(found(`const label = 'Fees';`)).toBe(1);
  expect(found(`const note = 'It may have been charged.';`)).toBe(1);
  expect(found('const note = `$' + '{amount} in fees`;')).toBe(1);
  expect(found('const note = <p>Beyond your line</p>;')).toBe(1);
  expect(
    found(`type Column = 'Fees'; const column = 'fees'; const sum = record.fees; throw new Error('No fees here');`),
  ).toBe(0);
});
