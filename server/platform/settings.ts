import { isIPv6 } from 'node:net'
import { z } from 'zod'
import { openDataFolder } from './dataFolder.ts'
import { hostName } from './loopback.ts'
import { loadOrCreateSecret } from './secrets.ts'
import { StartError } from './startError.ts'

// Every message completes a sentence that begins with the name of the setting. Values are not
// repeated, since some are secrets.

function wholeNumber(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((n) => n >= min && n <= max, message)
}

function address(...protocols: string[]) {
  return z
    .string()
    .refine(
      (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
      `must be an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    )
}

const publicUrl = address('http:', 'https:')
  .refine(
    (value) =>
      URL.canParse(value) && new URL(value).origin === value.replace(/\/$/, '').toLowerCase(),
    {
      message: 'must contain only the scheme, host and port, such as https://plumbline.example.com',
    },
  )
  .transform((value) => new URL(value).origin)

const trustProxy = z
  .string()
  .regex(
    /^(true|false|\d{1,2}|[\da-f.:/]+(\s*,\s*[\da-f.:/]+)*)$/i,
    'must be true, false, a number of proxies or a list of their addresses',
  )
  .transform((value) =>
    value === 'true'
      ? true
      : value === 'false'
        ? false
        : /^\d+$/.test(value)
          ? Number(value)
          : value,
  )

/** Host names, separated by commas. An IPv6 address may have brackets. */
const hostNames = z.string().transform((value, context) =>
  value.split(',').map((part) => {
    const host = part.trim()
    const name = hostName(isIPv6(host) ? `[${host}]` : host)
    if (name !== undefined && (isIPv6(host) || !/:\d+$/.test(host))) return name
    context.addIssue('must be host names or IP addresses without ports, separated by commas')
    return z.NEVER
  }),
)

const yesOrNo = z
  .enum(['true', 'false'], 'must be true or false')
  .transform((value) => value === 'true')

const variables = z
  .object({
    PORT: wholeNumber(0, 65535).default(3000),
    HOST: z
      .string()
      .regex(/^[\w.:-]+$/, 'must be a host name or an IP address')
      .default('127.0.0.1'),
    PLUMBLINE_DATA: z.string().default('./data'),
    PUBLIC_URL: publicUrl.optional(),
    ALLOWED_HOSTS: hostNames.optional(),
    DATABASE_URL: address('postgres:', 'postgresql:').optional(),
    DATABASE_DIRECT_URL: address('postgres:', 'postgresql:').optional(),
    DATABASE_PREPARED: yesOrNo.default(true),
    SESSION_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
    S3_BUCKET: z.string().optional(),
    S3_REGION: z.string().optional(),
    S3_ENDPOINT: address('http:', 'https:').optional(),
    S3_ACCESS_KEY_ID: z.string().optional(),
    S3_SECRET_ACCESS_KEY: z.string().optional(),
    S3_FORCE_PATH_STYLE: yesOrNo.optional(),
    SMTP_URL: address('smtp:', 'smtps:').optional(),
    SMTP_FROM: z
      .string()
      .regex(/^[^\r\n]*[^\s@]+@[^\s@]+[^\r\n]*$/, 'must be an email address')
      .optional(),
    OIDC_ISSUER: address('http:', 'https:').optional(),
    OIDC_CLIENT_ID: z.string().optional(),
    OIDC_CLIENT_SECRET: z.string().optional(),
    OIDC_LABEL: z.string().max(60, 'must have at most 60 characters').default('single sign-on'),
    STRIPE_SECRET_KEY: z.string().optional(),
    STRIPE_WEBHOOK_SECRET: z.string().optional(),
    STRIPE_URL: address('http:', 'https:').optional(),
    TRUST_PROXY: trustProxy.default(false),
    LOG_LEVEL: z
      .enum(
        ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
        'must be fatal, error, warn, info, debug, trace or silent',
      )
      .default('warn'),
    MIN_FREE_MB: wholeNumber(0, 10_000_000).default(256),
    RATE_CALLS: wholeNumber(1, 1_000_000).default(1200),
    RATE_SIGN_IN: wholeNumber(1, 1_000_000).default(20),
    RATE_UPLOADS: wholeNumber(1, 1_000_000).default(120),
    RATE_DOWNLOADS_MB: wholeNumber(1, 1_000_000).default(2000),
  })
  .superRefine((env, context) => {
    const requireTogether = (name: keyof typeof env, because: keyof typeof env) => {
      if (env[because] !== undefined && env[name] === undefined) {
        context.addIssue({
          code: 'custom',
          path: [name],
          message: `must be set together with ${because}`,
        })
      }
    }
    requireTogether('SESSION_SECRET', 'DATABASE_URL')
    requireTogether('OIDC_CLIENT_ID', 'OIDC_ISSUER')
    requireTogether('OIDC_CLIENT_SECRET', 'OIDC_ISSUER')
    requireTogether('OIDC_ISSUER', 'OIDC_CLIENT_ID')
    requireTogether('STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET')
    requireTogether('STRIPE_WEBHOOK_SECRET', 'STRIPE_SECRET_KEY')
    // Stripe sends customers back to it.
    requireTogether('PUBLIC_URL', 'STRIPE_SECRET_KEY')
    requireTogether('S3_ACCESS_KEY_ID', 'S3_BUCKET')
    requireTogether('S3_SECRET_ACCESS_KEY', 'S3_BUCKET')
    requireTogether('S3_BUCKET', 'S3_ENDPOINT')
  })

export type Settings = ReturnType<typeof readSettings>

/**
 * Reads and checks every setting, with defaults, once at the start. An empty value counts as not
 * set. Creates the data folder, and the session secret in it if none is given.
 * @throws StartError one line that names every invalid setting
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>) {
  const nonEmpty = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const parsed = variables.safeParse(nonEmpty)
  if (!parsed.success) {
    throw new StartError(
      parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; '),
    )
  }
  const set = parsed.data
  const dataDir = openDataFolder(set.PLUMBLINE_DATA)
  return {
    port: set.PORT,
    host: set.HOST,
    /** Absolute path of an existing, writable folder. */
    dataDir,
    /** The origin of links; if undefined, the address a request came to. */
    publicUrl: set.PUBLIC_URL,
    /** The allowed hosts besides those of this machine, of PUBLIC_URL and of HOST. */
    allowedHosts: set.ALLOWED_HOSTS ?? [],
    /** If undefined, the server runs its own Postgres. */
    databaseUrl: set.DATABASE_URL,
    /**
     * The same database without a pooler, for the connection that listens; if undefined,
     * DATABASE_URL.
     */
    databaseDirectUrl: set.DATABASE_DIRECT_URL,
    /**
     * Whether statements are prepared. A pooler that gives each transaction another connection may
     * not support this.
     */
    databasePrepared: set.DATABASE_PREPARED,
    sessionSecret: set.SESSION_SECRET ?? loadOrCreateSecret(dataDir, 'session'),
    s3:
      set.S3_BUCKET === undefined
        ? undefined
        : {
            bucket: set.S3_BUCKET,
            region: set.S3_REGION ?? 'us-east-1',
            endpoint: set.S3_ENDPOINT,
            accessKeyId: set.S3_ACCESS_KEY_ID ?? '',
            secretAccessKey: set.S3_SECRET_ACCESS_KEY ?? '',
            forcePathStyle: set.S3_FORCE_PATH_STYLE ?? set.S3_ENDPOINT !== undefined,
          },
    smtp: set.SMTP_URL === undefined ? undefined : { url: set.SMTP_URL, from: set.SMTP_FROM },
    oidc:
      set.OIDC_ISSUER === undefined
        ? undefined
        : {
            issuer: set.OIDC_ISSUER,
            clientId: set.OIDC_CLIENT_ID ?? '',
            clientSecret: set.OIDC_CLIENT_SECRET ?? '',
            /** The text after "Sign in with". */
            label: set.OIDC_LABEL,
          },
    /** The account that takes cards; no cards are taken without one. */
    stripe:
      set.STRIPE_SECRET_KEY === undefined
        ? undefined
        : {
            secretKey: set.STRIPE_SECRET_KEY,
            /** The secret under which Stripe signs its events. */
            webhookSecret: set.STRIPE_WEBHOOK_SECRET ?? '',
            /** The address of its API, if it is not that of Stripe. */
            url: set.STRIPE_URL,
          },
    /** The Fastify option of the same name. */
    trustProxy: set.TRUST_PROXY,
    logLevel: set.LOG_LEVEL,
    /** Bytes that uploads must leave free on the disk; 0 for no limit. */
    minFree: set.MIN_FREE_MB * 1_000_000,
    /** The most per minute and person. */
    rateCalls: set.RATE_CALLS,
    /** The most per minute and address. */
    rateSignIn: set.RATE_SIGN_IN,
    /** The most per minute and person. */
    rateUploads: set.RATE_UPLOADS,
    /** The most megabytes of original files per minute and person. */
    rateDownloads: set.RATE_DOWNLOADS_MB,
  }
}
