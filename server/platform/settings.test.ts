import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readSettings } from './settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'plumbline-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

const read = (env: Record<string, string> = {}) => readSettings({ PLUMBLINE_DATA: folder, ...env })
const secret = 'a secret of thirty-two characters'

test('every setting has a default', () => {
  expect(read()).toEqual({
    port: 3000,
    host: '127.0.0.1',
    dataDir: folder,
    publicUrl: undefined,
    allowedHosts: [],
    databaseUrl: undefined,
    databaseDirectUrl: undefined,
    databasePrepared: true,
    sessionSecret: expect.stringMatching(/^[\w-]{43}$/),
    s3: undefined,
    smtp: undefined,
    oidc: undefined,
    trustProxy: false,
    logLevel: 'warn',
    minFree: 256_000_000,
    rateCalls: 1200,
    rateSignIn: 20,
    rateUploads: 120,
    rateDownloads: 2000,
  })
})

test('the session secret is created once, readable by its owner only', () => {
  expect(read().sessionSecret).toBe(read().sessionSecret)
  expect(statSync(join(folder, 'secrets', 'session')).mode & 0o777).toBe(0o600)
  expect(read({ SESSION_SECRET: secret }).sessionSecret).toBe(secret)
})

describe('a valid value is used', () => {
  test.each([
    [{ PORT: '0' }, { port: 0 }],
    [{ PORT: '' }, { port: 3000 }],
    [{ HOST: '0.0.0.0' }, { host: '0.0.0.0' }],
    [{ HOST: '::1' }, { host: '::1' }],
    [
      { PUBLIC_URL: 'https://Plumbline.example.com/' },
      { publicUrl: 'https://plumbline.example.com' },
    ],
    [{ PUBLIC_URL: 'http://office:8080' }, { publicUrl: 'http://office:8080' }],
    [
      { ALLOWED_HOSTS: 'Office , jobs.example.com.,192.168.1.20,::1,[FD00:0::7],bücher.example' },
      {
        allowedHosts: [
          ...['office', 'jobs.example.com', '192.168.1.20', '[::1]', '[fd00::7]'],
          'xn--bcher-kva.example',
        ],
      },
    ],
    [
      { DATABASE_URL: 'postgres://u:p@db:5432/x?sslmode=require', SESSION_SECRET: secret },
      { databaseUrl: 'postgres://u:p@db:5432/x?sslmode=require' },
    ],
    [{ DATABASE_PREPARED: 'false' }, { databasePrepared: false }],
    [{ TRUST_PROXY: 'true' }, { trustProxy: true }],
    [{ TRUST_PROXY: '2' }, { trustProxy: 2 }],
    [{ TRUST_PROXY: '10.0.0.0/8, ::1' }, { trustProxy: '10.0.0.0/8, ::1' }],
    [{ LOG_LEVEL: 'silent' }, { logLevel: 'silent' }],
    [
      { RATE_CALLS: '5', RATE_SIGN_IN: '6', RATE_UPLOADS: '7', RATE_DOWNLOADS_MB: '8' },
      { rateCalls: 5, rateSignIn: 6, rateUploads: 7, rateDownloads: 8 },
    ],
    [
      { SMTP_URL: 'smtps://u:p@mail:465', SMTP_FROM: 'Plumbline <office@example.com>' },
      { smtp: { url: 'smtps://u:p@mail:465', from: 'Plumbline <office@example.com>' } },
    ],
    [
      {
        OIDC_ISSUER: 'https://id.example.com',
        OIDC_CLIENT_ID: 'a',
        OIDC_CLIENT_SECRET: 'b',
        OIDC_LABEL: 'Acme',
      },
      {
        oidc: { issuer: 'https://id.example.com', clientId: 'a', clientSecret: 'b', label: 'Acme' },
      },
    ],
    [
      {
        S3_BUCKET: 'b',
        S3_ENDPOINT: 'http://s3:9000',
        S3_ACCESS_KEY_ID: 'k',
        S3_SECRET_ACCESS_KEY: 's',
      },
      {
        s3: {
          bucket: 'b',
          region: 'us-east-1',
          endpoint: 'http://s3:9000',
          accessKeyId: 'k',
          secretAccessKey: 's',
          forcePathStyle: true,
        },
      },
    ],
  ])('%j', (env, expected) => {
    expect(read(env)).toMatchObject(expected)
  })
})

describe('an invalid value stops the start with one line that names it', () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  test.each([
    [{ PORT: 'abc' }, 'PORT must be a whole number from 0 to 65535'],
    [{ PORT: '65536' }, 'PORT must be a whole number from 0 to 65535'],
    [{ PORT: '-1' }, 'PORT must be a whole number from 0 to 65535'],
    [{ HOST: 'a b' }, 'HOST must be'],
    [{ PLUMBLINE_DATA: file }, 'PLUMBLINE_DATA must be a folder'],
    [{ PLUMBLINE_DATA: join(file, 'below') }, 'PLUMBLINE_DATA must be a folder'],
    [
      { PUBLIC_URL: 'plumbline.example.com' },
      'PUBLIC_URL must be an address that starts with http:// or https://',
    ],
    [
      { PUBLIC_URL: 'https://example.com/app' },
      'PUBLIC_URL must contain only the scheme, host and port',
    ],
    [{ DATABASE_URL: 'mysql://db', SESSION_SECRET: secret }, 'DATABASE_URL must be an address'],
    [
      { DATABASE_URL: 'postgres://u@db/x' },
      'SESSION_SECRET must be set together with DATABASE_URL',
    ],
    [{ SESSION_SECRET: 'short' }, 'SESSION_SECRET must have at least 32 characters'],
    [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY must be'],
    ...[
      'office:3000',
      '[::1]:3000',
      'https://office',
      '*.example.com',
      'a,,b',
      'a b',
      '999.1.1.1',
    ].map((ALLOWED_HOSTS): [Record<string, string>, string] => [
      { ALLOWED_HOSTS },
      'ALLOWED_HOSTS must be host names or IP addresses without ports',
    ]),
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be'],
    [{ RATE_CALLS: '0' }, 'RATE_CALLS must be'],
    [{ SMTP_URL: 'mail.example.com' }, 'SMTP_URL must be'],
    [{ SMTP_FROM: 'nobody' }, 'SMTP_FROM must be'],
    [
      { OIDC_ISSUER: 'https://id.example.com' },
      'OIDC_CLIENT_ID must be set together with OIDC_ISSUER',
    ],
    [{ OIDC_CLIENT_ID: 'a' }, 'OIDC_ISSUER must be set together with OIDC_CLIENT_ID'],
    [
      { STRIPE_SECRET_KEY: 'sk_1', PUBLIC_URL: 'https://jobs.example.com' },
      'STRIPE_WEBHOOK_SECRET must be set together with STRIPE_SECRET_KEY',
    ],
    [
      { STRIPE_WEBHOOK_SECRET: 'whsec_1', PUBLIC_URL: 'https://jobs.example.com' },
      'STRIPE_SECRET_KEY must be set together with STRIPE_WEBHOOK_SECRET',
    ],
    [
      { STRIPE_SECRET_KEY: 'sk_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' },
      'PUBLIC_URL must be set together with STRIPE_SECRET_KEY',
    ],
    [{ S3_BUCKET: 'b' }, 'S3_ACCESS_KEY_ID must be set together with S3_BUCKET'],
    [{ S3_FORCE_PATH_STYLE: '1' }, 'S3_FORCE_PATH_STYLE must be true or false'],
  ])('%j', (env: Record<string, string>, line) => {
    expect(() => read(env)).toThrow(
      expect.objectContaining({ name: 'StartError', message: expect.stringMatching(/^.+$/) }),
    )
    expect(() => read(env)).toThrow(line)
  })

  test('all invalid values are named at once, without their values', () => {
    const env = { PORT: 'x', SESSION_SECRET: 'hunter2', DATABASE_URL: 'hunter3' }
    expect(() => read(env)).toThrow(/^PORT .*; DATABASE_URL .*; SESSION_SECRET .*$/)
    expect(() => read(env)).not.toThrow(/hunter/)
  })
})
