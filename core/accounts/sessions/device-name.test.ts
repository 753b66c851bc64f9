import { expect, test } from 'vitest'
import { deviceName } from './device-name.ts'

test.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/130.0 Safari/604.1',
    'Chrome on iPad',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36 OPR/80.0',
    'Opera on Android',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:130.0) Gecko/20100101 Firefox/130.0', 'Firefox on Mac'],
  ['Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/130.0', 'Firefox on Linux'],
  ['curl/8.5.0', 'Unknown device'],
  ['<script>alert(1)</script> Firefox/1', 'Firefox'],
  [null, 'Unknown device'],
])('a session of %s is listed as %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})
