import { safeMessage } from './systemError.ts'

/** What is logged of an error. */
export interface ErrorFacts {
  readonly type: string
  readonly message: string
  /** The frames alone: the first lines of a stack repeat the message. */
  readonly stack: readonly string[]
  readonly cause?: ErrorFacts
  readonly errors?: readonly ErrorFacts[]
  readonly [name: string]: unknown
}

/** Names that tell what failed, never a value: those of the operating system, of Postgres and of HTTP clients. */
const NAMES = ['code', 'syscall', 'severity', 'schema', 'table', 'column', 'constraint', 'routine']
const MOST_CAUSES = 5
const MOST_ERRORS = 5
const MOST_FRAMES = 30

const isName = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w.$-]{1,100}$/.test(value)

/**
 * An error as it may be logged: what failed and where, without the values that drivers attach (parameters, refused rows,
 * answers of other servers). Only what is listed here passes.
 */
export function errorFacts(error: unknown, causes = MOST_CAUSES): ErrorFacts {
  if (!(error instanceof Error)) return { type: typeof error, message: 'Not an error', stack: [] }
  const facts: object = error
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  const names: Record<string, string> = {}
  for (const [name, value] of Object.entries(facts))
    if (NAMES.includes(name) && isName(value)) names[name] = value
  const { cause } = error
  return {
    type: error.constructor.name,
    message: safeMessage(error),
    ...names,
    stack: frames.slice(0, MOST_FRAMES).map((line) => line.trim()),
    ...(cause instanceof Error && causes > 0 ? { cause: errorFacts(cause, causes - 1) } : {}),
    ...(error instanceof AggregateError && causes > 0
      ? {
          errors: error.errors
            .slice(0, MOST_ERRORS)
            .map((one: unknown) => errorFacts(one, causes - 1)),
        }
      : {}),
  }
}

/** The same as lines of text, for standard error. */
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
