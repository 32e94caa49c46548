import { type AddressInfo, createServer } from 'node:net'

/** An email as received. */
export interface Received {
  readonly to: string
  /** Headers and text, with soft line breaks removed. */
  readonly text: string
}

/**
 * Starts a mail server on the loopback address that accepts every email. It implements the part of
 * SMTP that a sender without encryption needs.
 */
export async function mailCatcher() {
  const emails: Received[] = []
  const server = createServer((socket) => {
    const reply = (line: string) => socket.write(`${line}\r\n`)
    let to = ''
    let text: string | null = null
    let rest = ''
    socket.on('data', (chunk) => {
      const lines = (rest + String(chunk)).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) handleLine(line)
    })
    const handleLine = (line: string) => {
      if (text !== null) {
        if (line !== '.') text += `${line}\r\n`
        else {
          emails.push({ to, text: text.replaceAll('=\r\n', '') })
          text = null
          reply('250 taken')
        }
      } else if (line.startsWith('DATA')) {
        text = ''
        reply('354 go on')
      } else if (line.startsWith('QUIT')) {
        reply('221 bye')
        socket.end()
      } else {
        to = /^RCPT TO:<(.*)>/.exec(line)?.[1] ?? to
        reply('250 ok')
      }
    }
    socket.on('error', () => socket.destroy())
    reply('220 ready')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    emails,
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
