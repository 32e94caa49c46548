import { Failure } from '@plumbline/contract/failures.ts'
import type Stripe from 'stripe'
import type { Settings } from '../../platform/settings.ts'

type StripeSettings = NonNullable<Settings['stripe']>

/** The longest time that a call of Stripe may take, in milliseconds. */
const TIMEOUT_MS = 15_000

async function connect({ secretKey, url }: StripeSettings): Promise<Stripe> {
  const { default: Library } = await import('stripe')
  const { hostname, port, protocol } = url ? new URL(url) : {}
  return new Library(secretKey, {
    ...{ timeout: TIMEOUT_MS, maxNetworkRetries: 1, telemetry: false },
    ...(hostname && { host: hostname, protocol: protocol === 'http:' ? 'http' : 'https' }),
    ...(port && { port }),
  })
}

/** The client of Stripe's API, which is loaded at its first use. */
export function openStripe(settings: StripeSettings): () => Promise<Stripe> {
  let client: Promise<Stripe> | undefined
  return () => {
    client ??= connect(settings)
    return client
  }
}

/** Whether Stripe knows nothing of what a call was about. */
export const isUnknown = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'resource_missing'

/** Whether Stripe refused a call as it was made, such as one that ends a session twice. */
export const isRefused = (error: unknown): boolean =>
  error instanceof Error && 'type' in error && error.type === 'StripeInvalidRequestError'

/** Whether an error comes from a call of Stripe. */
const isOfStripe = (error: unknown): error is Error =>
  error instanceof Error && 'type' in error && String(error.type).startsWith('Stripe')

/** The result of calls of Stripe. Fails with 503 where Stripe cannot be reached or refuses. */
export async function reaching<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!isOfStripe(error)) throw error
    const failure = new Failure('stripeUnavailable', { retryAfter: 60 })
    failure.cause = error
    throw failure
  }
}

/** The id of something that Stripe sends as a whole, or as its id alone. */
export const idOf = (found: string | { readonly id: string } | null): string | undefined =>
  typeof found === 'string' ? found : found?.id
