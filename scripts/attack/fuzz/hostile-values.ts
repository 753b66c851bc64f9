export const HOSTILE_STRINGS = [
  ...[
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    '\udc00x',
    '\ufeff',
    '\u2028',
    '\u202ecod',
    'İ',
    'ﬃ',
    '🧴👩🏽‍🚀'.repeat(40),
  ],
  ...["' or '1'='1", "'; drop table orders;--", '1 union select password from auth_accounts', '%', '_', '\\'],
  ...['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '{{7*7}}', '<%= 7*7 %>', '</script>'],
  ...['a\r\nset-cookie: a=b', '../../../../etc/passwd', '..%2f..%2f', '=cmd|calc!A1', '@SUM(1)', '; sleep 5'],
  ...['NaN', 'Infinity', '-0', '1e308', '0x10', '9007199254740993', '1.5', '-1', '99999999999999999999'],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'null',
    'undefined',
    'true',
    '[object Object]',
  ],
  ...['2026-02-30', '0000-00-00', '9999-12-31', '+275760-09-13', '1900-02-29T25:61:61Z'],
  ...['javascript:alert(1)', '//evil.example', 'http://169.254.169.254/', 'a@b', 'a@b.example,c@d.example'],
  'x'.repeat(5000),
  'x'.repeat(200_000),
]

export const HOSTILE_VALUES: unknown[] = [
  ...[null, true, false, [], {}, [null], [[]], { length: 1e9 }, { $gt: '' }, { toString: 'x' }],
  ...[0, -0, -1, 1.5, 0.1 + 0.2, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 53, -(2 ** 53), 2 ** 63, 1e21, 1e308],
  ...[-1e308, 5e-324, [1, 'a', null], Array(2000).fill('x'), nested(50)],
  JSON.parse('{"__proto__": {"polluted": "yes"}, "constructor": {"prototype": {"polluted": "yes"}}}'),
]

/** Fields that a client may not set, where the server reads them by mistake. */
export const FORGED_FIELDS: Record<string, unknown> = {
  ...{ id: 'usr_1', user_id: 'usr_1', userId: 'usr_1', owner: 'usr_1', email: 'forged@orchard.example' },
  ...{ role: 'admin', is_admin: true, isAdmin: true, blocked: false, is_demo: true, email_verified: true },
  ...{ price: 0.01, unit_amount: 1, total: 0, total_amount: 0, subtotal: 0, discount: 9999, tax: 0, rate: 0 },
  ...{ status: 'delivered', payment_status: 'paid', paid: true, refunded: 100, amount: -5, stock: 999_999 },
}

/** Bodies that are not what their content type says. */
export const BROKEN_BODIES: (string | Uint8Array<ArrayBuffer>)[] = [
  ...['', '{', 'null', '[]', '"text"', '{"a":NaN}', '{"a":1e999}', '\ufeff{}', '{}{}', '[object Object]'],
  '['.repeat(20_000),
  '{"a":'.repeat(20_000),
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
  Uint8Array.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
]

export const CONTENT_TYPES = [
  ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/xml', ''],
  ...['application/json; charset=utf-16', 'application/octet-stream', 'multipart/form-data; boundary=x'],
]

function nested(depth: number): unknown {
  return depth ? { a: [nested(depth - 1)] } : 1
}
