import { expect, test } from 'vitest'
import { addressOf, parsePush } from './push.ts'

const ORIGIN = 'https://jobs.example.com'

test.each([
  ['/messages?jobId=1', `${ORIGIN}/messages?jobId=1`],
  [`${ORIGIN}/jobs`, `${ORIGIN}/jobs`],
  ['https://elsewhere.example/jobs', `${ORIGIN}/`],
  ['//elsewhere.example', `${ORIGIN}/`],
  [String.raw`/\elsewhere.example`, `${ORIGIN}/`],
  ['javascript:alert(1)', `${ORIGIN}/`],
  ['', `${ORIGIN}/`],
  [7, `${ORIGIN}/`],
])('a notification with the address %s opens %s', (url, expected) => {
  expect(addressOf(url, ORIGIN)).toBe(expected)
})

test.each([
  [{ title: 'Sam', body: 'A message', url: '/jobs', tag: 'a' }, ['Sam', 'A message', '/jobs', 'a']],
  [{ title: '', body: 7 }, ['Plumbline', '', '', '']],
  [null, ['Plumbline', '', '', '']],
  ['text', ['Plumbline', '', '', '']],
])('the push data %j is always shown', (data, [title, body, url, tag]) => {
  expect(parsePush(data)).toEqual({ title, body, url, tag })
})
