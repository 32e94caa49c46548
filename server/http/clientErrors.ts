import { STATUS_CODES } from 'node:http'
import { Failure, type FailureName } from '@plumbline/contract/failures.ts'
import type { Line } from './connections.ts'
import { baseHeaders } from './headers.ts'

const names: Record<string, FailureName> = {
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'tooSlow',
}

/**
 * Responds to what is not a valid HTTP request, with the body of every other failure, and closes
 * the connection.
 */
export function replyToClientError(error: Error & { code?: string }, socket: Line) {
  // The client is gone, or a response is in progress that must not be interrupted by another.
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
    ...Object.entries(baseHeaders).map(([name, value]) => `${name}: ${value}`),
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`)
}
