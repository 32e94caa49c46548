import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface Received {
  readonly from: string
  readonly to: readonly string[]
  /** Headers and text as received, with soft line breaks of the text removed. */
  readonly text: string
}

/**
 * The handling of an email: it is accepted; rejected temporarily (`reject`) or permanently
 * (`refuse`); accepted after a delay; or accepted without a reply to the sender, since the
 * connection breaks (`drop`).
 */
type Treatment = 'keep' | 'reject' | 'refuse' | 'drop' | { readonly delay: number }

class Refusal extends Error {
  readonly responseCode: number

  constructor(responseCode: number, message: string) {
    super(message)
    this.responseCode = responseCode
  }
}

/** A mail server on loopback that stores what it receives. It rejects the first `refuse` emails. */
export async function mailCatcher(refuse = 0) {
  const emails: Received[] = []
  /** The reply to each unknown address, which begins with its code. */
  const unknown = new Map<string, string>()
  const sockets = new Map<number, Socket>()
  let refused = 0
  let treat: (email: Received) => Treatment = () => (refused++ < refuse ? 'reject' : 'keep')

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    // The client address is not looked up.
    disableReverseLookup: true,
    onRcptTo({ address }, _session, done) {
      const reply = unknown.get(address)
      done(reply ? new Refusal(Number(reply.slice(0, 3)), reply.slice(4)) : undefined)
    },
    onData(stream, { envelope, remotePort }, done) {
      let text = ''
      stream.on('data', (chunk) => {
        text += chunk
      })
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        const to = envelope.rcptTo.map(({ address }) => address)
        const end = text.indexOf('\r\n\r\n')
        const body = text.slice(end).replaceAll('=\r\n', '')
        const email = { from, to, text: text.slice(0, end) + body }
        const treatment = treat(email)
        if (treatment === 'reject') return done(new Refusal(450, 'try again later'))
        if (treatment === 'refuse') return done(new Refusal(554, '5.6.0 this is not read here'))
        emails.push(email)
        if (treatment === 'drop') sockets.get(remotePort)?.destroy()
        setTimeout(done, typeof treatment === 'object' ? treatment.delay : 0)
      })
    },
  })
  // Broken connections are part of the tests.
  server.on('error', () => {})
  server.server.on('connection', (socket: Socket) => {
    const { remotePort = 0 } = socket
    sockets.set(remotePort, socket)
    socket.once('close', () => sockets.delete(remotePort))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    emails,
    unknown,
    url: `smtp://127.0.0.1:${port}`,
    /** The number of connections that are open. */
    connections: () => sockets.size,
    /** Sets the handling of each email from now on. */
    treat(how: typeof treat) {
      treat = how
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

export type MailCatcher = Awaited<ReturnType<typeof mailCatcher>>
