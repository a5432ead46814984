import { expect, test } from 'vitest';
import { csvFormatOf } from './csv-format.ts';

test('cells are parted as spreadsheets of the region expect it', () => {
  const comma = { separator: ',' };
  const semicolon = { separator: ';' };
  for (const locale of ['en-US', 'en-GB', 'en', 'zh-CN', 'ja-JP', 'es-MX', 'hi-IN', 'ar-EG', 'C', 'POSIX', ''])
    expect([locale, csvFormatOf(locale)]).toEqual([locale, comma]);
  for (const locale of ['de-DE', 'de-AT', 'fr-FR', 'es-ES', 'it-IT', 'pt-BR', 'ru-RU', 'pl-PL', 'sv-SE', 'de', 'en-DE'])
    expect([locale, csvFormatOf(locale)]).toEqual([locale, semicolon]);
});

test('in Switzerland and Liechtenstein a semicolon parts cells though decimals stand behind a point', () => {
  for (const locale of ['de-CH', 'it-CH', 'de-LI']) expect(csvFormatOf(locale)).toEqual({ separator: ';' });
});

test('digits and calendars that a locale asks for change nothing', () => {
  expect(csvFormatOf('de-DE-u-nu-arab')).toEqual({ separator: ';' });
  expect(csvFormatOf('ar-EG-u-nu-arab')).toEqual({ separator: ',' });
});
