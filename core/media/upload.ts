/** General files, and pictures in a folder. The specification requires these two similar names. */
export const BUCKETS = ['admin-uploads', 'admin_uploads'] as const
export type Bucket = (typeof BUCKETS)[number]

export const PICTURES_FOLDER = 'pictures/'
export const MAX_UPLOAD_BYTES = 100 * 1024 * 1024
export const MAX_PIXELS = 50_000_000
export const LIST_LIMIT = 100
export const UPLOAD_CACHE_SECONDS = 3600

export const IMAGE_EXTENSIONS = ['jpg', 'jpeg', 'png', 'gif', 'webp', 'svg'] as const

/** By extension: the type to serve, and the types that its bytes may have. */
export const FILE_TYPES: Record<string, { type: string; bytes: readonly string[] }> = {
  jpg: { type: 'image/jpeg', bytes: ['image/jpeg'] },
  jpeg: { type: 'image/jpeg', bytes: ['image/jpeg'] },
  png: { type: 'image/png', bytes: ['image/png', 'image/apng'] },
  gif: { type: 'image/gif', bytes: ['image/gif'] },
  webp: { type: 'image/webp', bytes: ['image/webp'] },
  svg: { type: 'image/svg+xml', bytes: ['image/svg+xml'] },
  avif: { type: 'image/avif', bytes: ['image/avif'] },
  mp4: { type: 'video/mp4', bytes: ['video/mp4', 'video/x-m4v', 'video/quicktime'] },
  m4v: { type: 'video/mp4', bytes: ['video/x-m4v', 'video/mp4'] },
  mov: { type: 'video/quicktime', bytes: ['video/quicktime', 'video/mp4'] },
  webm: { type: 'video/webm', bytes: ['video/webm', 'video/matroska'] },
  avi: { type: 'video/x-msvideo', bytes: ['video/vnd.avi', 'video/x-msvideo'] },
  mp3: { type: 'audio/mpeg', bytes: ['audio/mpeg'] },
  m4a: { type: 'audio/mp4', bytes: ['audio/x-m4a', 'audio/mp4', 'video/mp4'] },
  wav: { type: 'audio/wav', bytes: ['audio/wav', 'audio/vnd.wave'] },
  ogg: { type: 'audio/ogg', bytes: ['audio/ogg', 'application/ogg', 'video/ogg'] },
  flac: { type: 'audio/flac', bytes: ['audio/flac', 'audio/x-flac'] },
  aac: { type: 'audio/aac', bytes: ['audio/aac'] },
  pdf: { type: 'application/pdf', bytes: ['application/pdf'] },
  doc: { type: 'application/msword', bytes: ['application/x-cfb'] },
  docx: {
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    bytes: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  },
  txt: { type: 'text/plain', bytes: ['text/plain'] },
}

export type Upload = {
  id: string
  bucket: Bucket
  path: string
  name: string
  type: string
  bytes: number
  alt: string | null
  pictureId: string | null
  createdAt: Date
}

export function publicPath({ bucket, path }: Pick<Upload, 'bucket' | 'path'>): string {
  return `/storage/public/${bucket}/${path}`
}

export function isBucket(name: string): name is Bucket {
  return BUCKETS.some((bucket) => bucket === name)
}

export function sanitizeFileName(name: string): string {
  const baseName = name.split(/[\\/]/).at(-1) ?? ''
  const clean = baseName
    .normalize('NFC')
    .replace(/[\p{C}<>:"|?*]/gu, '')
    .trim()
  const [, base = clean, extension = ''] = /^(.*?)(\.[A-Za-z0-9]{1,8})?$/su.exec(clean) ?? []
  return `${[...base].slice(0, 100).join('')}${extension}` || 'file'
}

export function getExtension(name: string): string {
  return /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? ''
}
