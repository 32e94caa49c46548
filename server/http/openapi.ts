import { type FailureName, failures } from '@plumbline/contract/failures.ts'
import { policy, roles } from '@plumbline/contract/policy.ts'
import type { Row, Schema } from '@plumbline/contract/route.ts'
import { z } from 'zod'

type Json = Record<string, unknown>

function jsonSchema(schema: Schema, io: 'input' | 'output'): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema as unknown as z.core.$ZodType, {
    io,
    unrepresentable: 'any',
  }) as Json
  return rest
}

const ERROR = {
  type: 'object',
  required: ['message', 'code'],
  properties: {
    message: { type: 'string' },
    code: { type: 'string' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
  },
}

function failureNames(row: Row): FailureName[] {
  const names: FailureName[] = [
    'invalid',
    'unknownHost',
    'tooMany',
    'unavailable',
    'internal',
    ...(row.fails ?? []),
  ]
  if (row.may !== 'anyone') names.push('unauthorized', 'forbidden')
  if (row.method !== 'GET' || row.own) names.push('viewOnly')
  if (row.path.includes(':')) names.push('notFound')
  if (row.method !== 'GET')
    names.push('foreignOrigin', 'conflict', 'stale', 'tooLarge', 'unsupportedType')
  if (row.method === 'POST') names.push('keyReused', 'stillRunning')
  if (row.upload) names.push('malformedUpload', 'fileTooLarge', 'noSpace')
  if (row.upload || row.file) names.push('storeUnavailable')
  return names
}

function failureResponses(row: Row): Json {
  const byStatus: Record<string, Set<string>> = {}
  for (const name of failureNames(row)) {
    const { status, message } = failures[name]
    byStatus[status] = (byStatus[status] ?? new Set()).add(message)
  }
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, messages]) => [
      status,
      {
        description: [...messages].join('; '),
        content: { 'application/json': { schema: ERROR } },
      },
    ]),
  )
}

function parameters(row: Row): Json[] {
  const inPath = [...row.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', ...(/^id$|Id$/.test(name ?? '') ? { format: 'uuid' } : {}) },
  }))
  const query = row.query
    ? (jsonSchema(row.query, 'input') as { properties?: Record<string, Json> }).properties
    : {}
  return [
    ...inPath,
    ...Object.entries(query ?? {}).map(([name, schema]) => ({ name, in: 'query', schema })),
  ]
}

function requestContent(row: Row): Json | undefined {
  if (!row.body) return undefined
  const schema = jsonSchema(row.body, 'input')
  if (row.upload) {
    const properties = {
      ...(schema.properties as Json),
      [row.upload]: { type: 'string', format: 'binary' },
    }
    const required = [...((schema.required as string[] | undefined) ?? []), row.upload]
    return { 'multipart/form-data': { schema: { ...schema, properties, required } } }
  }
  return { 'application/json': { schema } }
}

function success(row: Row): Json {
  const status = String(row.status ?? 200)
  if (row.file) {
    const bytes = { '*/*': { schema: { type: 'string', format: 'binary' } } }
    return {
      200: { description: 'The file', content: bytes },
      206: { description: 'The requested range', content: bytes },
      304: { description: 'The file has not changed' },
      416: { description: 'The range is outside the file' },
    }
  }
  if (status === '204') return { [status]: { description: 'Done' } }
  const schema = jsonSchema(row.reply, 'output')
  return { [status]: { description: 'The reply', content: { 'application/json': { schema } } } }
}

function operation(row: Row): Json {
  const allowed =
    row.may === 'anyone'
      ? 'anyone'
      : roles.filter((role) => policy[row.may as keyof typeof policy][role] !== false).join(', ')
  const content = requestContent(row)
  return {
    summary: row.summary,
    description: `Action: ${row.may} (${allowed}).`,
    tags: [row.path.split('/')[2]],
    security: row.may === 'anyone' ? [] : [{ session: [] }],
    parameters: parameters(row),
    ...(content ? { requestBody: { required: true, content } } : {}),
    responses: {
      ...success(row),
      ...failureResponses(row),
    },
  }
}

/** The API document (OpenAPI 3.1), generated from the rows alone. */
export function openApi(rows: readonly Row[], cookieName: string): Json {
  const paths: Record<string, Json> = {}
  for (const row of rows) {
    for (const { method, path } of [row, ...(row.also ?? [])]) {
      const place = path.replaceAll(/:(\w+)/g, '{$1}')
      paths[place] = { ...paths[place], [method.toLowerCase()]: operation(row) }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Plumbline',
      version: '1',
      description:
        'Money is in whole cents, calendar days are YYYY-MM-DD, moments are ISO date-times in UTC.',
    },
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookieName } },
    },
    paths,
  }
}
