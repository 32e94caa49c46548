import { expect, test } from 'vitest'
import { callUrl, mailUrl } from './Person.tsx'

test.each([
  ['dana@example.com', 'mailto:dana@example.com'],
  ['smith&sons@example.com', 'mailto:smith%26sons@example.com'],
  ['r/d?bcc=x@example.com', 'mailto:r%2Fd%3Fbcc%3Dx@example.com'],
  ['50%#1@example.com', 'mailto:50%25%231@example.com'],
])('an email to %s is composed for that address alone', (email, url) => {
  expect(mailUrl(email)).toBe(url)
})

test('a call link has only what can be dialed', () => {
  expect(callUrl('+1 (630) 555-0142')).toBe('tel:+16305550142')
  expect(callUrl('630 555 0142?x=<y>')).toBe('tel:6305550142')
})
