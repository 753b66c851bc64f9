import type { Files } from '#core/media/files.ts'
import type { Config } from './config.ts'
import { diskFiles } from './disk-files.ts'
import { malwareScanner } from './malware-scanner.ts'
import { filesDir } from './paths.ts'
import { s3Files } from './s3-files.ts'

type S3Setting = 'S3_ENDPOINT' | 'S3_REGION' | 'S3_BUCKET' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'
type FileStorageSettings = Pick<Config, 'DATA_DIR' | 'CLAMAV_URL' | S3Setting>

export function createFileStorage(config: FileStorageSettings): Files {
  const files = createFiles(config)
  return config.CLAMAV_URL ? { ...files, findMalware: malwareScanner(config.CLAMAV_URL) } : files
}

function createFiles(config: FileStorageSettings): Files {
  const { S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = config
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY)
    return diskFiles(filesDir(config.DATA_DIR))
  return s3Files({
    endpoint: S3_ENDPOINT,
    region: S3_REGION,
    bucket: S3_BUCKET,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  })
}
