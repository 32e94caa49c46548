import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { openMail } from './mail.ts'

const CANARY = 'canary-of-this-test'

test('a rejected email is logged without its text', async () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  let close = async () => {}
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      let content = ''
      stream.on('data', (chunk) => {
        content += chunk
      })
      // Closes the mailer, so that the email is not tried again.
      stream.on('end', () => {
        closed = close()
        done(new Error(`Refused: ${content.replaceAll(/\s+/g, ' ')}`))
      })
    },
  })
  let closed = Promise.resolve()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const smtp = { url: `smtp://127.0.0.1:${port}`, from: undefined }
  const mail = openMail({ smtp, publicUrl: undefined }, log)
  const mailerClosed = new Promise<void>((resolve) => {
    close = async () => {
      await mail?.close()
      resolve()
    }
  })
  const to = { name: CANARY, address: 'nia@example.com' }
  mail?.send({ to, subject: CANARY, text: `https://example.com/${CANARY}` })
  await mailerClosed
  await closed
  await new Promise<void>((resolve) => server.close(() => resolve()))
  const text = lines.join('')
  expect(text).toContain('could not be sent')
  expect(text).not.toContain(CANARY)
})
