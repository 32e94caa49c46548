import { Failure } from '@plumbline/contract/failures.ts'

/** The replacement for bytes that are invalid in the encoding of the file. */
export const INVALID_BYTES = '\ufffd'

const startsWith = (bytes: Uint8Array, ...start: number[]) =>
  start.every((byte, index) => bytes[index] === byte)

/**
 * The text of a file: UTF-8, or UTF-16 with a byte order mark. Invalid bytes become
 * {@link INVALID_BYTES}, so that their rows can be reported.
 * @throws Failure notCsv for a workbook
 */
export function decode(bytes: Uint8Array): string {
  const isZip = startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)
  const isOldWorkbook = startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)
  if (isZip || isOldWorkbook) throw new Failure('notCsv')
  if (startsWith(bytes, 0xff, 0xfe)) return new TextDecoder('utf-16le').decode(bytes)
  if (startsWith(bytes, 0xfe, 0xff)) return new TextDecoder('utf-16be').decode(bytes)
  return new TextDecoder('utf-8').decode(bytes)
}
