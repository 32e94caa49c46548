import { createECDH } from 'node:crypto'
import { expect, test } from 'vitest'
import { newBrowser } from '../../testing/pushCatcher.ts'
import { authorization, encrypted, newPushKeys } from './webPush.ts'

test('the example of RFC 8291 is encrypted as printed there', () => {
  const sender = createECDH('prime256v1')
  sender.setPrivateKey('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url')
  const body = encrypted(
    'When I grow up, I want to be a watermelon',
    {
      p256dh:
        'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
    { sender, salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url') },
  )
  expect(body.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test('a browser reads letters of every script', () => {
  const browser = newBrowser('https://push.example.com/')
  const text = 'Zoë 木 🏠 قرميد'
  expect(browser.decrypt(encrypted(text, browser.subscription().keys))).toBe(text)
})

test('invalid keys of a browser are refused', () => {
  const { p256dh, auth } = newBrowser('https://push.example.com/').subscription().keys
  const other = p256dh.slice(0, 40) + (p256dh[40] === 'A' ? 'B' : 'A') + p256dh.slice(41)
  for (const keys of [
    { p256dh: '', auth },
    { p256dh, auth: auth.slice(3) },
    { p256dh: p256dh.slice(4), auth },
    // Not a point of the curve.
    { p256dh: other, auth },
  ])
    expect(() => encrypted('a', keys), JSON.stringify(keys)).toThrow()
})

test('the keys of 300 installations have their full length and can sign', () => {
  for (let n = 0; n < 300; n++) {
    const keys = newPushKeys()
    expect([keys.publicKey.length, keys.privateKey.length]).toEqual([87, 43])
    const endpoint = 'https://push.example.com/a?b=c'
    const header = authorization(endpoint, 'mailto:a@b.c', keys, new Date('2026-11-28T00:00:00Z'))
    const claims = header.split('.')[1] ?? ''
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toEqual({
      aud: 'https://push.example.com',
      exp: Date.parse('2026-11-28T12:00:00Z') / 1000,
      sub: 'mailto:a@b.c',
    })
  }
})
