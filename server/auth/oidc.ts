import { Failure } from '@plumbline/contract/failures.ts'
import * as client from 'openid-client'
import { z } from 'zod'
import { seal, unseal } from '../http/seal.ts'
import type { Settings } from '../settings.ts'

type Oidc = NonNullable<Settings['oidc']>

/** How long signing in at the provider may take; milliseconds. */
export const LIFE = 10 * 60_000
/** Seconds to wait for the provider. */
const TIMEOUT = 10

/** State that must come back unchanged; sealed in a cookie meanwhile. */
const PendingSignIn = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnTo: z.string(),
  until: z.number(),
})

/** Who the provider says the person is. */
export interface Claims {
  /** The issuer and its id for the person. */
  readonly subject: string
  /** Their address, if the provider has checked it. */
  readonly verifiedEmail: string | undefined
}

export interface SingleSignOn {
  /** Where to send the browser, and the value of its cookie. With `again` the provider asks who knows it already, too. */
  begin(
    redirectUri: string,
    returnTo: string,
    options: { readonly again: boolean },
  ): Promise<{ address: string; cookie: string }>
  /** Reads the provider's response; a 401 when it does not match the cookie or is invalid. */
  finish(callbackUrl: URL, cookie: string | undefined): Promise<Claims & { returnTo: string }>
}

/**
 * Authorisation code flow with PKCE, state and nonce. The provider's metadata is fetched when first
 * needed.
 */
export function singleSignOn(
  { issuer, clientId, clientSecret }: Oidc,
  { secret, now }: { secret: string; now: () => Date },
): SingleSignOn {
  let found: Promise<client.Configuration> | undefined
  const provider = () => {
    // An http issuer is a choice of the operator: a test, or a provider on the same machine.
    const execute = issuer.startsWith('http:') ? [client.allowInsecureRequests] : []
    found ??= client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
      execute,
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
      const verifier = client.randomPKCECodeVerifier()
      const pending = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier,
        returnTo,
      }
      const address = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state: pending.state,
        nonce: pending.nonce,
        ...(again && { prompt: 'login' }),
      })
      const until = now().getTime() + LIFE
      return { address: address.href, cookie: seal({ ...pending, until }, secret, 'oidc') }
    },

    async finish(callbackUrl, cookie) {
      const { data: pending } = PendingSignIn.safeParse(
        cookie === undefined ? undefined : unseal(cookie, secret, 'oidc'),
      )
      if (!pending || pending.until < now().getTime()) throw new Failure('unauthorized')
      const config = await provider()
      const tokens = await client.authorizationCodeGrant(config, callbackUrl, {
        pkceCodeVerifier: pending.verifier,
        expectedState: pending.state,
        expectedNonce: pending.nonce,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) throw new Failure('unauthorized')
      const known =
        claims.email === undefined && config.serverMetadata().userinfo_endpoint !== undefined
      const { email, email_verified } = known
        ? await client.fetchUserInfo(config, tokens.access_token, claims.sub)
        : claims
      return {
        subject: `${claims.iss} ${claims.sub}`,
        verifiedEmail: typeof email === 'string' && email_verified === true ? email : undefined,
        returnTo: pending.returnTo,
      }
    },
  }
}
