import { runInNewContext } from 'node:vm'
import { Window } from 'happy-dom'
import { expect, test } from 'vitest'
import { signPage } from './letter.ts'
import script from './link.client.js?raw'

const WIDTH = 1000
const HEIGHT = 400

/** The page to sign in a browser, with what was drawn before. */
function signing(strokes: string) {
  const window = new Window({ url: 'https://plumbline.example.com/p/token' })
  const nothing = { parties: [], texts: [], photos: [], sections: [], schedule: [], terms: [] }
  const document = { title: 'Porch', facts: ['P-2026-0031'], totals: [], ...nothing }
  const page = signPage({
    head: { name: 'Ridgeline', address: null, phone: null, logo: null },
    document: document as unknown as Parameters<typeof signPage>[0]['document'],
    ...{ isChange: false, consent: 'I agree', hidden: {}, typed: { way: 'drawn', strokes } },
  })
  window.document.write(String(page))
  const canvas = window.document.querySelector('canvas')
  const sent = window.document.querySelector<'input'>('[name=strokes]' as 'input')
  if (!canvas || !sent) throw new Error('There is nothing to draw on')
  Object.assign(canvas, {
    getBoundingClientRect: () => ({ left: 0, top: 0, width: WIDTH, height: HEIGHT }),
    getContext: () => null,
    setPointerCapture: () => undefined,
    hasPointerCapture: () => true,
  })
  const names = ['window', 'document', 'location', 'HTMLElement', 'HTMLFormElement']
  const more = ['HTMLInputElement', 'FormData', 'ResizeObserver', 'getComputedStyle']
  const globals = [...names, ...more]
  const scope = Object.fromEntries(globals.map((name) => [name, window[name as keyof Window]]))
  runInNewContext(script, { ...scope, devicePixelRatio: 1 })
  const point = (type: string, clientX: number, clientY: number) =>
    canvas.dispatchEvent(new window.PointerEvent(type, { clientX, clientY, pointerId: 1 }))
  return { sent, point }
}

test('a signature of any length can be sent, whole', () => {
  // Each point is far enough from the one before to be seen.
  const at = (n: number) => [n % WIDTH, Math.round((1 + Math.sin(n)) * (HEIGHT / 2))] as const
  const drawn = Array.from({ length: 15 }, (_, n) =>
    Array.from({ length: 400 }, (_point, of) => at(n * 400 + of)),
  )
  const before = JSON.stringify(drawn)
  const { sent, point } = signing(before)
  for (let n = 6000; n < 6800; n++) point(n % 400 ? 'pointermove' : 'pointerdown', ...at(n))
  expect(before.length).toBeGreaterThan(55_000)
  expect(sent.value.length).toBeLessThanOrEqual(60_000)
  const strokes = JSON.parse(sent.value) as [number, number][][]
  expect(strokes.map(([first]) => first)).toEqual(Array.from({ length: 17 }, (_, n) => at(n * 400)))
  expect(strokes.every((stroke) => stroke.length > 50)).toBe(true)
})
