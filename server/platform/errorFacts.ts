import { safeMessage } from './systemError.ts'

/** The facts about an error that are logged. */
export interface ErrorFacts {
  readonly type: string
  readonly message: string
  /** The frames only: the first lines of a stack repeat the message. */
  readonly stack: readonly string[]
  readonly cause?: ErrorFacts
  readonly errors?: readonly ErrorFacts[]
  readonly [name: string]: unknown
}

/**
 * Properties that name what failed and never contain data: those of the operating system, of
 * Postgres and of HTTP clients.
 */
const NAME_PROPERTIES = [
  'code',
  'syscall',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
]
const MAX_CAUSES = 5
const MAX_ERRORS = 5
const MAX_FRAMES = 30

const isName = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w.$-]{1,100}$/.test(value)

/**
 * Converts an error to what may be logged: what failed and where, without the values that drivers
 * attach (parameters, rejected rows, responses of other servers). Only the properties listed here
 * are included.
 */
export function errorFacts(error: unknown, causes = MAX_CAUSES): ErrorFacts {
  if (!(error instanceof Error)) return { type: typeof error, message: 'Not an error', stack: [] }
  const facts: object = error
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  const names: Record<string, string> = {}
  for (const [name, value] of Object.entries(facts))
    if (NAME_PROPERTIES.includes(name) && isName(value)) names[name] = value
  const { cause } = error
  return {
    type: error.constructor.name,
    message: safeMessage(error),
    ...names,
    stack: frames.slice(0, MAX_FRAMES).map((line) => line.trim()),
    ...(cause instanceof Error && causes > 0 ? { cause: errorFacts(cause, causes - 1) } : {}),
    ...(error instanceof AggregateError && causes > 0
      ? {
          errors: error.errors
            .slice(0, MAX_ERRORS)
            .map((one: unknown) => errorFacts(one, causes - 1)),
        }
      : {}),
  }
}

/** The facts of an error as lines of text, for standard error. */
export function errorText(error: unknown): string {
  const lines = ({ type, message, stack, cause, errors, ...names }: ErrorFacts): string[] => [
    [
      `${type}: ${message.replaceAll(/\s+/g, ' ')}`,
      ...Object.entries(names).map(([name, value]) => `${name}=${String(value)}`),
    ].join(' '),
    ...stack.map((frame) => `    ${frame}`),
    ...[cause, ...(errors ?? [])]
      .flatMap((inner) => (inner ? lines(inner) : []))
      .map((line) => `  ${line}`),
  ]
  return lines(errorFacts(error)).join('\n')
}
