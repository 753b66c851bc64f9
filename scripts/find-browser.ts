import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { chromium, type LaunchOptions } from '@playwright/test'

export class BrowserNotFoundError extends Error {}

const isRoot = process.getuid?.() === 0

/** A Chromium: the one that CHROMIUM names, the machine's own, Playwright's; where there is none it is installed. */
export async function findBrowser(): Promise<string> {
  const configuredPath = process.env.CHROMIUM
  if (configuredPath && !existsSync(configuredPath))
    throw new BrowserNotFoundError(
      `CHROMIUM names ${configuredPath}, and there is nothing. Name a Chromium that is there, or unset it.`,
    )
  const browserPath =
    configuredPath ||
    findInstalledBrowser() ||
    (installSystemBrowser() && findInstalledBrowser()) ||
    (installPlaywrightBrowser() && findInstalledBrowser())
  if (browserPath) return browserPath
  throw new BrowserNotFoundError(
    'No Chromium was found, and none could be installed. Install Chromium or Chrome, or set CHROMIUM to its path, and run npm test again.',
  )
}

/** How every check starts it: quiet, without calls home, and sandboxed unless root, for whom Chromium has no sandbox. */
export async function browserOptions(): Promise<LaunchOptions> {
  return {
    executablePath: await findBrowser(),
    chromiumSandbox: !isRoot,
    args: [
      // Letters as wide as they are on a screen, also where there is none.
      '--font-render-hinting=none',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  }
}

const BROWSER_PATHS: Partial<Record<NodeJS.Platform, string[]>> = {
  linux: [
    // Chromium without a window to draw: a page takes half as long in it.
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
  ],
  darwin: ['', process.env.HOME ?? ''].flatMap((home) => [
    `${home}/Applications/Google Chrome.app/Contents/MacOS/Google Chrome`,
    `${home}/Applications/Chromium.app/Contents/MacOS/Chromium`,
  ]),
  win32: ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => {
    const folder = process.env[name]
    return folder ? [path.join(folder, 'Google/Chrome/Application/chrome.exe')] : []
  }),
}

function findInstalledBrowser(): string | undefined {
  return [...(BROWSER_PATHS[process.platform] ?? []), chromium.executablePath()].find(isWorkingBrowser)
}

// Ubuntu keeps a script under the browser's name that only speaks of a snap.
function isWorkingBrowser(browser: string): boolean {
  if (!existsSync(browser)) return false
  if (process.platform === 'win32') return true
  return spawnSync(browser, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
}

function installSystemBrowser(): boolean {
  const apt = '/usr/bin/apt-get'
  if (!isRoot || !existsSync(apt)) return false
  const aptOptions = ['-o', 'DPkg::Lock::Timeout=120', '-qq']
  // The faces that stand in for ours until ours have come, as nearly every desktop has them.
  const installArguments = (browser: string) => [
    ...aptOptions,
    'install',
    '-y',
    '--no-install-recommends',
    browser,
    'fonts-liberation',
  ]
  return (
    install('Debian’s Chromium', apt, [...aptOptions, 'update']) &&
    ['chromium-headless-shell', 'chromium'].some((browser) => install('', apt, installArguments(browser)))
  )
}

function installPlaywrightBrowser(): boolean {
  const cli = path.join('node_modules', '@playwright/test/cli.js')
  return install('Playwright’s Chromium', process.execPath, [cli, 'install', 'chromium'])
}

function install(what: string, command: string, args: string[]): boolean {
  if (what) process.stderr.write(`Installing ${what} for the browser tests …\n`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0
}
