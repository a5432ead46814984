import fc from 'fast-check';

/** Texts that have broken parsers before, separated by spaces. */
const visible = String.raw`
  " ' ${'`'} \ \" \u0000 \ud800 / // /* < > & &lt; <!-- ]]> </style> <script>alert(1)</script> "onload="x javascript: __CSP_NONCE__ $& $1
  { } [ ] },{ }],[{ {} [] : , ; | = =1+1 @SUM(A1) -2+3 + - -- % %00 %ff %2e%2e null true undefined NaN Infinity __proto__ constructor
  prototype toJSON toString then .. ../ ..\ C: C:\ \\host\share CON NUL.txt . ~ a/b file:///etc/passwd x 0 -0 00 0x 0X 0xg 1e5 1E400 1e-400
  1. .1 +1 9007199254740993 18446744073709551616 0.1 1e21 1e-7 -1 1_000 1,000.00 0c8a4e6e-6f0e-4f39-9f53-1f7a37c3ab01 bytes 2.31KB
  2026-05-03T12:05:00 2026-02-30T00:00:00 0000-00-00T00:00:00 9999-12-31T23:59:60 +275760-09-13T00:00:00Z 3.5.2026 5/3/26 May yesterday
  x-api-key: eyJhbGciOi.e30. https:// http://[::1] https://a:b@c dropslip://submission/ https://xn-- http://1 https://a.b/v1/
  ٣ １２ － ＝ − – ½ ſ K ﷺ ا क्षि 한 👨‍👩‍👧 ǆ ß İ ı ﬁ`;
const nasties: readonly string[] = [
  ...['', ' ', '2.31 KB', '0 bytes', '29 Feb', 'Bearer ', 'Authorization: Bearer ', 'e\u0301', 'á'.normalize('NFD')],
  ...'\0\b\t\n\r\u000b\u001f\u007f\u0085\u00a0\u00ad\u061c\u180e\u200b\u200f\u2028\u2029\u202e\u2060\u2066\u3000\ufeff\ufffd\uffff',
  ...['\r\n', '\ud800', '\udfff', '\u{1f600}', '\u{e0041}', '\u{10ffff}'],
  ...['9'.repeat(15), '9'.repeat(16), `1${'0'.repeat(78)}`, `0x${'ab'.repeat(32)}`, 'a'.repeat(64), 'f'.repeat(63)],
  ...visible.trim().split(/\s+/),
];

export const nasty = fc.constantFrom(...nasties);

/** Any text: letters, signs, texts that have broken parsers, and invalid UTF-16. */
const anyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 3, arbitrary: fc.array(nasty, { maxLength: 5 }).map((parts) => parts.join('')) },
  {
    weight: 1,
    arbitrary: fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) }),
  },
);

/** Longer than any text from a user or a service, except lists, which have their own targets. */
const LONGEST = 200_000;

/** One piece repeated, to find quadratic time. */
const longText: fc.Arbitrary<string> = fc
  .tuple(
    fc.oneof(nasty, fc.string({ unit: 'binary', minLength: 1, maxLength: 4 })).filter((piece) => piece !== ''),
    fc.integer({ min: 1, max: LONGEST }),
    anyText,
    anyText,
  )
  .map(([piece, length, before, after]) => before + piece.repeat(Math.ceil(length / piece.length)) + after);

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 30, arbitrary: anyText },
  { weight: 1, arbitrary: longText },
);

/** The length of usual fields, for inputs with many parts. */
export const shortText: fc.Arbitrary<string> = anyText;

/** A number in JSON syntax, or almost. */
export const numberText: fc.Arbitrary<string> = fc.oneof(
  fc.bigInt({ min: -(2n ** 260n), max: 2n ** 260n }).map(String),
  fc.integer().map(String),
  fc.double().map(String),
  fc
    .tuple(
      fc.constantFrom('', '-'),
      fc.bigInt({ min: 0n, max: 10n ** 30n }),
      fc.option(digits(30)),
      fc.option(exponent()),
    )
    .map(([sign, whole, fraction, power]) => `${sign}${whole}${fraction === null ? '' : `.${fraction}`}${power ?? ''}`),
  fc.constantFrom('-0', '0.0', '-0.0', '0e0', '1e15', '1e16', '1.0', '123456789012345.0', '1E+2', '100e-2', '5e-324'),
);

function digits(most: number): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: most });
}

function exponent(): fc.Arbitrary<string> {
  return fc.tuple(fc.constantFrom('e', 'E', 'e+', 'e-', 'E-'), digits(3)).map((parts) => parts.join(''));
}
