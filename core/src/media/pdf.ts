import { open } from 'node:fs/promises'

const tailLength = 2_048

/** Whether a file is built as a PDF is: its version at the very beginning, the cross-reference and the mark at its end. */
export async function checkPdf(file: string, size: number): Promise<boolean> {
  const handle = await open(file, 'r')
  try {
    const head = await handle.read(Buffer.alloc(16), 0, 16, 0)
    if (!/^%PDF-[12]\.\d[\s%]/.test(head.buffer.toString('latin1'))) return false
    const from = Math.max(0, size - tailLength)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(tailLength), 0, tailLength, from)
    const tail = buffer.subarray(0, bytesRead).toString('latin1')
    // Nothing but white space after the last mark: whatever were appended would be another file.
    const end = /startxref\s+(\d{1,10})\s+%%EOF\s*$/.exec(tail)
    return end !== null && Number(end[1]) < size
  } finally {
    await handle.close()
  }
}
