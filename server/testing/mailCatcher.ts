import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface Received {
  readonly from: string
  readonly to: readonly string[]
  /** Headers and text as they came, soft line breaks undone. */
  readonly text: string
}

/** A mail server on loopback that keeps what it gets; it turns the first `refuse` emails away. */
export async function mailCatcher(refuse = 0) {
  const emails: Received[] = []
  let refused = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      let text = ''
      stream.on('data', (chunk) => {
        text += chunk
      })
      stream.on('end', () => {
        if (refused++ < refuse) return done(new Error('try again later'))
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        emails.push({
          from,
          to: envelope.rcptTo.map(({ address }) => address),
          text: text.replaceAll('=\r\n', ''),
        })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    emails,
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
