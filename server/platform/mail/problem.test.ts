import { expect, test } from 'vitest'
import { problemOf } from './problem.ts'

const error = (facts: object) => Object.assign(new Error('550 kim@example.com'), facts)
const failure = (command: string, response: string) =>
  error({ command, response, responseCode: Number(response.slice(0, 3)) })

test.each([
  ['recipient', failure('RCPT TO', '550 5.1.1 no such user')],
  ['recipient', failure('RCPT TO', '550 no such user')],
  ['recipient', failure('RCPT TO', '552 5.2.2 mailbox full')],
  ['recipient', failure('DATA', '550 5.1.1 no such user')],
  ['recipient', failure('DATA', '552 5.2.2 mailbox full')],
  ['recipient', error({ code: 'EENVELOPE', command: 'API' })],
  ['email', failure('RCPT TO', '450 4.2.0 greylisted')],
  ['email', failure('RCPT TO', '554 5.7.1 relay access denied')],
  ['email', failure('DATA', '554 5.6.0 this looks like spam')],
  ['email', failure('DATA', '552 message too large')],
  ['server', failure('MAIL FROM', '550 5.1.8 sender refused')],
  ['server', failure('CONN', '421 too many connections')],
  ['server', failure('AUTH PLAIN', '535 5.7.8 wrong password')],
  ['server', error({ code: 'ECONNECTION', command: 'CONN' })],
  ['server', new Error('the mail server did not respond')],
  ['server', 'no error at all'],
])('a problem concerns the %s: %j', (concerns, thrown) => {
  const problem = problemOf(thrown)
  expect(problem.concerns).toBe(concerns)
  if (thrown instanceof Error && 'responseCode' in thrown)
    expect(problem.message).toMatch(/^The mail server answered \d{3}$/)
})

test('the reply of a server becomes one line', () => {
  const { reply } = problemOf(
    failure('RCPT TO', `550 no\r\n550 \u202esuch\u0000 user${'!'.repeat(400)}`),
  )
  expect(reply).toMatch(/^550 no 550 such user!+$/)
  expect(reply).toHaveLength(300)
})
