import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { chromium, type LaunchOptions } from '@playwright/test'

export class BrowserNotFoundError extends Error {}

const isRoot = process.getuid?.() === 0

/** Finds CHROMIUM, an installed browser, or Playwright's, and installs one if there is none. */
export async function findBrowser(): Promise<string> {
  const configuredPath = process.env.CHROMIUM
  if (configuredPath && !existsSync(configuredPath))
    throw new BrowserNotFoundError(
      `CHROMIUM is set to ${configuredPath}, which does not exist. Set it to an installed Chromium, or unset it.`,
    )
  const browserPath =
    configuredPath ||
    findInstalledBrowser() ||
    (installSystemBrowser() && findInstalledBrowser()) ||
    (installPlaywrightBrowser() && findInstalledBrowser())
  if (browserPath) return browserPath
  throw new BrowserNotFoundError(
    'Chromium was not found and could not be installed. Install Chromium or Chrome, or set CHROMIUM to its path. Then run npm test again.',
  )
}

/** Chromium can't use its sandbox as root. */
export async function browserOptions(): Promise<LaunchOptions> {
  return {
    executablePath: await findBrowser(),
    chromiumSandbox: !isRoot,
    args: [
      // Keeps text widths the same with and without a screen.
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
    // Pages load twice as fast in the headless shell.
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

// Ubuntu's chromium-browser may be a script that only points to a snap.
function isWorkingBrowser(browser: string): boolean {
  if (!existsSync(browser)) return false
  if (process.platform === 'win32') return true
  return spawnSync(browser, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
}

function installSystemBrowser(): boolean {
  const apt = '/usr/bin/apt-get'
  if (!isRoot || !existsSync(apt)) return false
  const aptOptions = ['-o', 'DPkg::Lock::Timeout=120', '-qq']
  // The fallback fonts that most desktops have.
  const installArguments = (browser: string) => [
    ...aptOptions,
    'install',
    '-y',
    '--no-install-recommends',
    browser,
    'fonts-liberation',
  ]
  return (
    install('Chromium from apt', apt, [...aptOptions, 'update']) &&
    ['chromium-headless-shell', 'chromium'].some((browser) => install('', apt, installArguments(browser)))
  )
}

function installPlaywrightBrowser(): boolean {
  const cli = path.join('node_modules', '@playwright/test/cli.js')
  return install('Playwright’s Chromium', process.execPath, [cli, 'install', 'chromium'])
}

function install(product: string, command: string, args: string[]): boolean {
  if (product) process.stderr.write(`Installing ${product} for the browser tests…\n`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0
}
