import { withAsciiDomain } from '@plumbline/contract/text.ts'
import { MINUTE_MS } from '@plumbline/contract/time.ts'
import * as client from 'openid-client'
import { z } from 'zod'
import { CLOCK_SLACK } from '../../http/limits/rates.ts'
import { seal, unseal } from '../../http/seal.ts'
import type { Settings } from '../../platform/settings.ts'

type Oidc = NonNullable<Settings['oidc']>

/** The time limit for signing in at the provider, in milliseconds. */
export const SIGN_IN_TIMEOUT_MS = 10 * MINUTE_MS
/** The time limit of a request to the provider, in seconds. */
const REQUEST_TIMEOUT_SECONDS = 10
/**
 * The maximum age of the sign-in at the provider, in seconds. Sending it obliges the provider to
 * report `auth_time`. No session here lives longer, either.
 */
const MAX_AUTH_AGE_SECONDS = 90 * 86_400

/** The state that must come back unchanged. It is sealed in a cookie in the meantime. */
const PendingSignIn = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnTo: z.string(),
  /** When the sign-in began, in milliseconds. */
  since: z.number(),
  /** Whether the provider was asked to authenticate the person even if they are signed in there. */
  again: z.boolean(),
})
type PendingSignIn = z.infer<typeof PendingSignIn>

/** The provider's claims about the person. */
export interface Claims {
  /** The issuer, and its id for the person. */
  readonly subject: string
  /** Their email address, if the provider has verified it. */
  readonly verifiedEmail: string | undefined
  /** When they proved their identity to the provider, or the epoch if it does not say. */
  readonly confirmedAt: Date
}

export interface SingleSignOn {
  /**
   * The address to redirect the browser to, and the value of its cookie. With `again`, the provider
   * asks even a person who is signed in there.
   */
  begin(
    redirectUri: string,
    returnTo: string,
    options: { readonly again: boolean },
  ): Promise<{ address: string; cookie: string }>
  /**
   * The sign-in that this browser has begun, read from its cookie. Undefined without one, or if it
   * took too long.
   */
  pending(cookie: string | undefined): PendingSignIn | undefined
  /**
   * Reads the provider's response.
   * @throws Error if it does not match what was begun, or is not from the provider
   */
  finish(callbackUrl: URL, pending: PendingSignIn): Promise<Claims>
}

/** Stands for never: long enough ago to fail every check for a recent proof. */
const NEVER = new Date(0)

/**
 * When the person proved their identity, from the `auth_time` of the ID token. A provider that
 * omits it has asked the person if it was required to. Otherwise the person may have been signed in
 * there for weeks.
 * @throws Error if the provider did not ask although it was required to
 */
function confirmedAt(authTime: number | undefined, { again, since }: PendingSignIn, now: Date) {
  if (authTime === undefined) return again ? now : NEVER
  const at = Math.min(authTime * 1000, now.getTime())
  if (again && at < since - CLOCK_SLACK)
    throw new Error('The provider did not ask the person again')
  return new Date(at)
}

/**
 * The authorization code flow with PKCE, state and nonce. The metadata of the provider is fetched
 * when first needed. The signature of its tokens is checked with its published keys, wherever the
 * tokens come from.
 */
export function singleSignOn(
  { issuer, clientId, clientSecret }: Oidc,
  { secret, now }: { secret: string; now: () => Date },
): SingleSignOn {
  let discovered: Promise<client.Configuration> | undefined
  const provider = () => {
    // An http issuer is the choice of the operator: a test, or a provider on the same machine.
    const insecure = issuer.startsWith('http:') ? [client.allowInsecureRequests] : []
    discovered ??= client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
      execute: [client.enableNonRepudiationChecks, ...insecure],
      timeout: REQUEST_TIMEOUT_SECONDS,
    })
    // A provider that is unreachable now may be available for the next person.
    discovered.catch(() => {
      discovered = undefined
    })
    return discovered
  }

  return {
    async begin(redirectUri, returnTo, { again }) {
      const config = await provider()
      const pending: PendingSignIn = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
        returnTo,
        since: now().getTime(),
        again,
      }
      const address = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        code_challenge: await client.calculatePKCECodeChallenge(pending.verifier),
        code_challenge_method: 'S256',
        state: pending.state,
        nonce: pending.nonce,
        ...(again ? { prompt: 'login', max_age: '0' } : { max_age: String(MAX_AUTH_AGE_SECONDS) }),
      })
      return { address: address.href, cookie: seal(pending, secret, 'oidc') }
    },

    pending(cookie) {
      const { data } = PendingSignIn.safeParse(
        cookie === undefined ? undefined : unseal(cookie, secret, 'oidc'),
      )
      return data && data.since + SIGN_IN_TIMEOUT_MS >= now().getTime() ? data : undefined
    },

    async finish(callbackUrl, pending) {
      const config = await provider()
      const tokens = await client.authorizationCodeGrant(config, callbackUrl, {
        pkceCodeVerifier: pending.verifier,
        expectedState: pending.state,
        expectedNonce: pending.nonce,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) throw new Error('The provider sent no ID token')
      const isInUserInfo =
        claims.email === undefined && config.serverMetadata().userinfo_endpoint !== undefined
      const { email, email_verified } = isInUserInfo
        ? await client.fetchUserInfo(config, tokens.access_token, claims.sub)
        : claims
      return {
        subject: `${claims.iss} ${claims.sub}`,
        verifiedEmail:
          typeof email === 'string' && email_verified === true ? withAsciiDomain(email) : undefined,
        confirmedAt: confirmedAt(claims.auth_time, pending, now()),
      }
    },
  }
}
