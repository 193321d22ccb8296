import { openPromise, type Entry, type ZipFile } from 'yauzl'

/** How much a spreadsheet may hold: entries, what they say they unpack to, and its table of contents. */
const limits = { entries: 2_000, unpacked: 100 * 1024 * 1024, contents: 512 * 1024 } as const

const needed = ['[Content_Types].xml', '_rels/.rels', 'xl/workbook.xml']
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'

/**
 * Whether a file is built as a spreadsheet is: a zip with the right parts and nothing beside or behind it, without macros.
 * Only its table of contents is unpacked, and no more of that than is allowed; that no other entry unpacks to more than it
 * says matters to the program that opens it, which is never ours.
 */
export async function checkXlsx(file: string, size: number): Promise<boolean> {
  let zip: ZipFile | undefined
  try {
    zip = await openPromise(file, { lazyEntries: true, autoClose: false, strictFileNames: true })
    if (zip.entryCount > limits.entries || zip.comment.length > 0 || zip.fileSize !== size) return false
    return await hasRightParts(zip)
  } catch {
    return false
  } finally {
    zip?.close()
  }
}

async function hasRightParts(zip: ZipFile): Promise<boolean> {
  const names = new Set<string>()
  let contents: Entry | undefined
  let unpacked = 0
  for await (const entry of zip.eachEntry()) {
    unpacked += entry.uncompressedSize
    if (entry.isEncrypted() || unpacked > limits.unpacked || names.has(entry.fileName)) return false
    if (/vbaproject|macrosheets|activex|embeddings/i.test(entry.fileName)) return false
    names.add(entry.fileName)
    if (entry.fileName === '[Content_Types].xml') contents = entry
  }
  if (!contents || needed.some((name) => !names.has(name))) return false
  return (await readText(zip, contents)).includes(sheetType)
}

async function readText(zip: ZipFile, entry: Entry): Promise<string> {
  if (entry.uncompressedSize > limits.contents) return ''
  const stream = await zip.openReadStreamPromise(entry)
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > limits.contents) return ''
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
