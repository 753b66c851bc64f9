import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { TaskFailed } from '#core/child-process/child-process.server.ts'
import type { Log } from '#core/log.ts'
import { findMood } from '#core/media/mood.ts'
import { findMaster, type PictureStore, readMood } from '#core/media/picture-bytes.server.ts'
import { runPictureTask } from '#core/media/processing/run-picture-task.server.ts'
import { derivePalette } from '#core/settings/palette.ts'
import { readLatestStoreSettings } from '#core/settings/store-settings.server.ts'
import { isDemoName, type StoreSettings } from '#core/settings/store-settings.ts'
import { letterIcon, nameCard, SHARE_SIZE } from './drawn-brand.ts'

export type BrandStore = PictureStore & { log: Log; demoBrandFolder: string }
export type BrandFile = { bytes: Uint8Array<ArrayBuffer>; type: string }

const TYPES = {
  'favicon.svg': 'image/svg+xml; charset=utf-8',
  'icon-192.png': 'image/png',
  'icon-512.png': 'image/png',
  'icon-maskable-512.png': 'image/png',
  'share.jpg': 'image/jpeg',
} as const
export type BrandFileName = keyof typeof TYPES
export const BRAND_FILES = Object.keys(TYPES) as BrandFileName[]

type Brand = Pick<StoreSettings, 'brand' | 'store'>

/** Whether the icon is the demo’s own. */
export const hasDemoIcon = ({ brand, store }: Brand) => !brand.icon && isDemoName(store.name)

/** An icon or the share picture, made from the settings. Each is made once per process and change. */
export async function readBrandFile(store: BrandStore, name: BrandFileName): Promise<BrandFile> {
  const settings = await readLatestStoreSettings(store.db, store.log)
  const bytes = await remember(JSON.stringify([name, settings.brand, settings.store.name]), () =>
    name === 'share.jpg' ? makeSharePicture(store, settings) : makeIcon(store, settings, name),
  )
  return { bytes, type: TYPES[name] }
}

const MAX_REMEMBERED = 20
const remembered = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()

function remember(key: string, make: () => Promise<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const known = remembered.get(key)
  if (known) return known
  if (remembered.size === MAX_REMEMBERED) remembered.clear()
  const made = make().then((bytes) => new Uint8Array(bytes))
  remembered.set(key, made)
  made.catch(() => remembered.delete(key))
  return made
}

async function makeIcon(store: BrandStore, settings: Brand, name: BrandFileName): Promise<Uint8Array> {
  const size = name === 'icon-192.png' ? 192 : 512
  if (hasDemoIcon(settings))
    return readDemoFile(store, name === 'icon-maskable-512.png' ? 'icon-512.png' : name)
  const uploaded = settings.brand.icon && (await store.files.read(storagePath(settings.brand.icon)))
  const source = uploaded || encoder.encode(letterIcon(settings.store.name, derivePalette(settings.brand)))
  if (name === 'favicon.svg' && !uploaded) return source
  if (name === 'favicon.svg') return encoder.encode(svgOf(await drawIcon(store, source, 64, 0, settings)))
  const isPadded = uploaded && name === 'icon-maskable-512.png'
  return drawIcon(store, source, size, isPadded ? MASK_PADDING : 0, settings)
}

/** Masks cut off at most a tenth of each side. */
const MASK_PADDING = 52

async function drawIcon(
  store: BrandStore,
  source: Uint8Array,
  size: number,
  padding: number,
  settings: Brand,
) {
  const draw = (bytes: Uint8Array) =>
    runPictureTask('drawIcon', bytes, { size, padding, background: settings.brand.background })
  try {
    return await draw(source)
  } catch (error) {
    if (!(error instanceof TaskFailed)) throw error
    store.log.error('icon unreadable', { icon: settings.brand.icon, error })
    return draw(encoder.encode(letterIcon(settings.store.name, derivePalette(settings.brand))))
  }
}

const svgOf = (png: Uint8Array) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><image width="64" height="64" href="data:image/png;base64,${Buffer.from(png).toString('base64')}"/></svg>`

async function makeSharePicture(store: BrandStore, settings: Brand): Promise<Uint8Array> {
  const { sharePicture } = settings.brand
  const picture = sharePicture ? await readMaster(store, sharePicture) : undefined
  if (!picture && isDemoName(settings.store.name)) return readDemoFile(store, 'share.jpg')
  const card = encoder.encode(
    nameCard(settings.store.name, derivePalette(settings.brand), picture ? 'left' : 'middle'),
  )
  return runPictureTask('drawSharePicture', { ...SHARE_SIZE, card, picture })
}

async function readMaster(store: BrandStore, id: string): Promise<Uint8Array | undefined> {
  const mood = findMood(id)
  return (mood ? await readMood(store, mood) : await findMaster(store, id))?.bytes
}

const readDemoFile = ({ demoBrandFolder }: BrandStore, name: BrandFileName): Promise<Uint8Array> =>
  readFile(path.join(demoBrandFolder, name))

const storagePath = (publicPath: string) => publicPath.replace('/storage/public/', 'storage/')

const encoder = new TextEncoder()
