import { createServer as createHttps } from 'node:https'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { connect as connectTls, TLSSocket } from 'node:tls'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { connect, openClient } from './platform/db/open.ts'
import { s3Store } from './platform/files/s3.ts'
import { openMail } from './platform/mail/mail.ts'
import { selfSigned } from './testing/selfSigned.ts'

const PASSWORD = 'a-password-of-the-settings'
const own = selfSigned()
const open: { close(): unknown }[] = []
/** The data the servers received once a connection was encrypted. */
let received: string[] = []
afterEach(async () => {
  for (const part of open.splice(0)) await part.close()
  received = []
})

async function listening(server: Server | SMTPServer): Promise<number> {
  open.push({ close: () => new Promise<void>((resolve) => server.close(() => resolve())) })
  const net = server instanceof SMTPServer ? server.server : server
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()))
  return (net.address() as AddressInfo).port
}

/** A mail server with the certificate, encrypted from the start or after STARTTLS. */
function mailServer(secure: boolean) {
  const server = new SMTPServer({
    ...{ ...own, secure },
    authOptional: true,
    onData(stream, _session, done) {
      stream.on('data', (chunk) => received.push(String(chunk)))
      stream.on('end', () => done())
    },
  })
  // The error of a client that hangs up.
  server.on('error', () => {})
  return server
}

const bucket = () =>
  createHttps(own, (request, response) => {
    received.push(request.url ?? '')
    response.end()
  })

/** A Postgres stub that agrees to encrypt, and receives up to the password. */
const postgres = () =>
  createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write('S')
      const secured = new TLSSocket(socket, { isServer: true, ...own })
      secured.on('error', () => {})
      secured.on('data', (chunk) => received.push(String(chunk)))
    })
  })

test('the test certificate is valid for a client that trusts it', async () => {
  const port = await listening(bucket())
  const socket = connectTls({ host: '127.0.0.1', port, ca: own.cert })
  await new Promise<void>((resolve, reject) => {
    socket.once('secureConnect', resolve)
    socket.once('error', reject)
  })
  expect(socket.authorized).toBe(true)
  socket.destroy()
})

/** The message of the program when it connects to each of them. The settings require encryption. */
const uses: Record<string, () => Promise<string>> = {
  'a mail server': () => sendBy('smtps', true),
  'a mail server that offers STARTTLS': () => sendBy('smtp', false),
  'a bucket': async () => {
    const port = await listening(bucket())
    const store = s3Store({
      ...{ bucket: 'plumbline', region: 'us-east-1', forcePathStyle: true },
      ...{ accessKeyId: 'x', secretAccessKey: PASSWORD, endpoint: `https://127.0.0.1:${port}` },
    })
    return messageOf(store.delete('photos/front.jpg'))
  },
  'a database, by the pool': async () => {
    const database = connect(await databaseUrl(), { info() {}, warn() {}, error() {} })
    open.unshift(database)
    return messageOf(database.pool.query('select 1'))
  },
  'a database, by a command': async () => messageOf(openClient(await databaseUrl())),
}

async function sendBy(protocol: string, secure: boolean): Promise<string> {
  const port = await listening(mailServer(secure))
  const warnings: string[] = []
  const mail = openMail(
    {
      smtp: { url: `${protocol}://office:${PASSWORD}@127.0.0.1:${port}`, from: undefined },
      publicUrl: undefined,
    },
    { info() {}, error() {}, warn: (line) => void warnings.push(line) },
  )
  mail?.send({ to: { name: 'Kim', address: 'kim@example.com' }, subject: 'x', text: 'x' })
  await mail?.close()
  return warnings.join()
}

const databaseUrl = async () =>
  `postgres://plumbline:${PASSWORD}@127.0.0.1:${await listening(postgres())}/plumbline?sslmode=verify-full`

/** The messages of an error and its causes. */
const messageOf = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing went wrong',
    (error: Error) => {
      const texts: string[] = []
      for (let at: Error | undefined = error; at; at = at.cause as Error | undefined)
        texts.push(at.message)
      return texts.join(': ')
    },
  )

test.each(Object.keys(uses))(
  '%s with an untrusted certificate is rejected, and receives nothing',
  async (name) => {
    expect(await uses[name]?.()).toMatch(/self-signed certificate/)
    expect(received).toEqual([])
  },
)
