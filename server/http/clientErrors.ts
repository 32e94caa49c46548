import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { Failure, type FailureName } from '@plumbline/contract/failures.ts'

const names: Record<string, FailureName> = {
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'tooSlow',
}

/** Node's own mark of the answer that is under way on a connection. */
type Line = Socket & { readonly _httpMessage?: { readonly headersSent: boolean } | null }

/** Answers what could not be read as a request at all, in the form of every other failure, and hangs up. */
export function answerClientError(error: Error & { code?: string }, socket: Line) {
  // Who hung up hears nothing, and an answer that is under way must not get another in its middle.
  if (error.code === 'ECONNRESET' || !socket.writable || socket._httpMessage?.headersSent)
    return void socket.destroy()
  const { status, body } = new Failure(names[error.code ?? ''] ?? 'malformedRequest')
  const text = JSON.stringify(body)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Cache-Control: no-store',
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`)
}
