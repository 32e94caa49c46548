import * as client from 'openid-client'
import { z } from 'zod'
import { CLOCK_SLACK } from '../../http/rateLimit.ts'
import { seal, unseal } from '../../http/seal.ts'
import type { Settings } from '../../platform/settings.ts'

type Oidc = NonNullable<Settings['oidc']>

/** How long signing in at the provider may take; milliseconds. */
export const LIFE = 10 * 60_000
/** Seconds to wait for the provider. */
const TIMEOUT = 10
/**
 * How long ago the person may have proved at the provider who they are; seconds. Who says so obliges it to tell when that
 * was. No session here lives longer, either.
 */
const OLDEST = 90 * 86_400

/** State that must come back unchanged; sealed in a cookie meanwhile. */
const PendingSignIn = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnTo: z.string(),
  /** When it began; milliseconds. */
  since: z.number(),
  /** Whether the provider was told to ask the person, also if it knows them already. */
  again: z.boolean(),
})
type PendingSignIn = z.infer<typeof PendingSignIn>

/** Who the provider says the person is. */
export interface Claims {
  /** The issuer and its id for the person. */
  readonly subject: string
  /** Their address, if the provider has checked it. */
  readonly verifiedEmail: string | undefined
  /** When they proved to the provider who they are; never where it does not say. */
  readonly confirmedAt: Date
}

export interface SingleSignOn {
  /** Where to send the browser, and the value of its cookie. With `again` the provider asks who knows it already, too. */
  begin(
    redirectUri: string,
    returnTo: string,
    options: { readonly again: boolean },
  ): Promise<{ address: string; cookie: string }>
  /** What this browser has begun, by its cookie; undefined for none, and when it took too long. */
  pending(cookie: string | undefined): PendingSignIn | undefined
  /** Reads the provider's response. @throws when it does not fit what was begun, or is not the provider's */
  finish(callbackUrl: URL, pending: PendingSignIn): Promise<Claims>
}

/** Never: it is long enough ago for everything that asks for a proof. */
const NEVER = new Date(0)

/**
 * When the person proved who they are, by the `auth_time` of the ID token. A provider that does not say has asked if it was told
 * to; else it may have known them for weeks.
 * @throws when the provider did not ask though it was told to
 */
function confirmedAt(authTime: number | undefined, { again, since }: PendingSignIn, now: Date) {
  if (authTime === undefined) return again ? now : NEVER
  const at = Math.min(authTime * 1000, now.getTime())
  if (again && at < since - CLOCK_SLACK)
    throw new Error('The provider did not ask the person again')
  return new Date(at)
}

/**
 * Authorisation code flow with PKCE, state and nonce. The provider's metadata is fetched when first
 * needed. The signature of its tokens is checked by its published keys, wherever they come from.
 */
export function singleSignOn(
  { issuer, clientId, clientSecret }: Oidc,
  { secret, now }: { secret: string; now: () => Date },
): SingleSignOn {
  let found: Promise<client.Configuration> | undefined
  const provider = () => {
    // An http issuer is a choice of the operator: a test, or a provider on the same machine.
    const insecure = issuer.startsWith('http:') ? [client.allowInsecureRequests] : []
    found ??= client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
      execute: [client.enableNonRepudiationChecks, ...insecure],
      timeout: TIMEOUT,
    })
    // A provider that is unreachable now may be back for the next person.
    found.catch(() => {
      found = undefined
    })
    return found
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
        ...(again ? { prompt: 'login', max_age: '0' } : { max_age: String(OLDEST) }),
      })
      return { address: address.href, cookie: seal(pending, secret, 'oidc') }
    },

    pending(cookie) {
      const { data } = PendingSignIn.safeParse(
        cookie === undefined ? undefined : unseal(cookie, secret, 'oidc'),
      )
      return data && data.since + LIFE >= now().getTime() ? data : undefined
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
      const known =
        claims.email === undefined && config.serverMetadata().userinfo_endpoint !== undefined
      const { email, email_verified } = known
        ? await client.fetchUserInfo(config, tokens.access_token, claims.sub)
        : claims
      return {
        subject: `${claims.iss} ${claims.sub}`,
        verifiedEmail: typeof email === 'string' && email_verified === true ? email : undefined,
        confirmedAt: confirmedAt(claims.auth_time, pending, now()),
      }
    },
  }
}
