import { Failure } from '@plumbline/contract/failures.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parse } from 'secure-json-parse'
import { replyWithFailure } from './failures.ts'
import { isMultipart } from './upload.ts'

const FORM = 'application/x-www-form-urlencoded'

/**
 * The time limit for JSON or a form to arrive, in milliseconds. An upload may take as long as the
 * server allows any request.
 */
const BODY_TIMEOUT = 30_000

/**
 * Keeps bodies as text until the person and the thing are known, so that 401, 403 and 404 come
 * before 400. An upload is not read at all before that.
 */
export function registerBodies(app: FastifyInstance, timeout = BODY_TIMEOUT) {
  app.decorateRequest('upload', null)
  app.removeAllContentTypeParsers()
  app.addHook('preParsing', async (request, reply) => {
    const { headers, raw } = request
    const sendsBody =
      headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
    if (!sendsBody || isMultipart(request)) return
    const giveUp = () =>
      void replyWithFailure(new Failure('tooSlow'), reply.header('connection', 'close'))
    const timer = setTimeout(giveUp, timeout)
    raw.once('end', () => clearTimeout(timer))
    reply.raw.once('close', () => clearTimeout(timer))
  })
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))
  app.addContentTypeParser(
    ['application/json', FORM],
    { parseAs: 'string' },
    (_request, text, done) => done(null, text),
  )
}

/** The body as sent, for comparing one request with another. */
export function rawBody(request: FastifyRequest): string {
  if (request.upload) return JSON.stringify([request.upload.fields, request.upload.file.sha256])
  return typeof request.body === 'string' ? request.body : ''
}

/**
 * The parsed body, or undefined when it is empty. A form is refused (415): only the sign-in pages
 * accept forms.
 */
export function readBody(request: FastifyRequest): unknown {
  if (request.upload) return request.upload.fields
  if (isMultipart(request) || isForm(request)) throw new Failure('unsupportedType')
  const text = rawBody(request)
  if (text.trim() === '') return undefined
  try {
    return parse(text)
  } catch {
    throw new Failure('malformed')
  }
}

/** Whether an HTML form was sent. */
export function isForm({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return (headers['content-type'] ?? '').startsWith(FORM)
}

/** The fields of an HTML form. */
export function readForm(request: FastifyRequest): Record<string, string | undefined> {
  return Object.fromEntries(new URLSearchParams(rawBody(request)))
}
