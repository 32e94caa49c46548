import { STATUS_CODES } from 'node:http'
import { Failure, type FailureName } from '@plumbline/contract/failures.ts'
import type { HttpSocket } from './connections.ts'
import { baseHeaders } from './headers.ts'

const failureNames: Record<string, FailureName> = {
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'tooSlow',
}

/**
 * Responds to input that is not a valid HTTP request, with the same kind of body as every other
 * failure, and closes the connection.
 */
export function replyToClientError(error: Error & { code?: string }, socket: HttpSocket) {
  // The client has disconnected, or a response is in progress and must not be interrupted by
  // another.
  if (error.code === 'ECONNRESET' || !socket.writable || socket._httpMessage?.headersSent)
    return void socket.destroy()
  const { status, body } = new Failure(failureNames[error.code ?? ''] ?? 'malformedRequest')
  const text = JSON.stringify(body)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Cache-Control: no-store',
    'Connection: close',
    ...Object.entries(baseHeaders).map(([name, value]) => `${name}: ${value}`),
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`)
}
