import { expect, test } from 'vitest'
import { seal, unseal } from './seal.ts'

const secret = 'a secret of at least thirty-two characters'
const value = { state: 'abc', returnTo: '/jobs?status=ä' }

test('a sealed value can be read here, and is unreadable elsewhere', () => {
  const sealed = seal(value, secret, 'oidc')
  expect(unseal(sealed, secret, 'oidc')).toEqual(value)
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('abc')
  expect(seal(value, secret, 'oidc')).not.toBe(sealed)
})

test('unsealing fails with another secret, another purpose, a changed byte or other text', () => {
  const sealed = seal(value, secret, 'oidc')
  expect(unseal(sealed, `${secret}!`, 'oidc')).toBeUndefined()
  expect(unseal(sealed, secret, 'idempotency')).toBeUndefined()
  const bytes = Buffer.from(sealed, 'base64url')
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes)
    changed.writeUInt8((changed.readUInt8(at) + 1) % 256, at)
    expect(unseal(changed.toString('base64url'), secret, 'oidc')).toBeUndefined()
  }
  for (const text of ['', 'x', '{}', 'A'.repeat(60)])
    expect(unseal(text, secret, 'oidc')).toBeUndefined()
})
