import { expect, test } from 'vitest'
import { htmlToText } from './html-text.ts'

test.each([
  ['<p>One</p><p>Two</p>', 'One\n\nTwo'],
  ['<h2>Use</h2>\n\n  Daily', 'Use\n\nDaily'],
  ['One<br>Two<BR />Three', 'One\nTwo\nThree'],
  ['<ul>\n<li class="x">Day</li>\n<li>Night</li></ul>After', '– Day\n– Night\n\nAfter'],
  ['Salt &amp; sea &lt;3 &quot;soft&quot; &#8211; &#x1F339;', 'Salt & sea <3 "soft" – 🌹'],
  ['&nbsp;Soft&nbsp;', 'Soft'],
  ['&unknown; &', '&unknown; &'],
  ['a&#0;b&#xD800;c&#1114112;d', 'abcd'],
  ['<p>Soft</p><script>alert("<b>x</b>")</script><style>p{}</style>', 'Soft'],
  ['Soft<script>never closed', 'Soft'],
])('%j becomes %j', (html, text) => {
  expect(htmlToText(html)).toBe(text)
})

test('has no tag left, even one written to survive the first pass', () => {
  expect(htmlToText('<scr<script></script>ipt>alert(1)</script>')).not.toMatch(/<[a-z]/i)
})

test('what looks like a property of every object is an unknown tag or entity', () => {
  expect(htmlToText('<constructor>a</constructor> &valueOf; <__proto__>b')).toBe('a &valueOf; b')
})

test.each(['<', '<script>', '<a', '<style><', '</script', ' ', '\n ', '&', '<br', '<li '])(
  '500,000 characters of %j are read once',
  (part) => {
    // Reading them again from each character would take many minutes.
    htmlToText(part.repeat(500_000 / part.length))
  },
)
