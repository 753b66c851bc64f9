import { crc32, deflateRawSync } from 'node:zlib'

type ZippedFile = [name: string, bytes: Uint8Array]
type ZipOptions = { flags?: number; statedBytes?: number }

/** A ZIP of these files. With `statedBytes`, its directory lies about their sizes. */
export function zipFile(files: ZippedFile[], { flags = 0x800, statedBytes }: ZipOptions = {}): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, bytes] of files) {
    const packed = deflateRawSync(bytes)
    const fileName = Buffer.from(name)
    const header = Buffer.alloc(26)
    header.writeUInt16LE(20, 0)
    header.writeUInt16LE(flags, 2)
    header.writeUInt16LE(8, 4)
    header.writeUInt32LE(crc32(bytes), 10)
    header.writeUInt32LE(packed.length, 14)
    header.writeUInt32LE(statedBytes ?? bytes.length, 18)
    header.writeUInt16LE(fileName.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), header, place, fileName)
    const entry = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), header, fileName, packed])
    parts.push(entry)
    offset += entry.length
  }
  const contents = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(contents.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, contents, Buffer.from('PK\x05\x06', 'latin1'), end])
}
