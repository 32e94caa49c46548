import { Failure } from '@plumbline/contract/failures.ts'

/** What stands where bytes were that are no text in the file's encoding. */
export const GARBLED = '\ufffd'

const begins = (bytes: Uint8Array, ...start: number[]) =>
  start.every((byte, index) => bytes[index] === byte)

/**
 * The text of a file: UTF-8, or UTF-16 where a mark at its start says so. Bytes that are no text become
 * {@link GARBLED}, so that the rows they stand in can be named.
 * @throws Failure notCsv for a workbook, which people choose by mistake
 */
export function decode(bytes: Uint8Array): string {
  const isZip = begins(bytes, 0x50, 0x4b, 0x03, 0x04)
  const isOldWorkbook = begins(bytes, 0xd0, 0xcf, 0x11, 0xe0)
  if (isZip || isOldWorkbook) throw new Failure('notCsv')
  if (begins(bytes, 0xff, 0xfe)) return new TextDecoder('utf-16le').decode(bytes)
  if (begins(bytes, 0xfe, 0xff)) return new TextDecoder('utf-16be').decode(bytes)
  return new TextDecoder('utf-8').decode(bytes)
}
