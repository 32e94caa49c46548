import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WhenNear } from './WhenNear.tsx'

const ROW = 100
const PADDING = 16
/** The functions that bring a waiting row near, by row. */
let observers: Map<Element, () => void>
/** The callbacks that wait until the browser is idle. */
let idle: (() => void)[]

// A page without layout: each row is 100 pixels below the one before, or as high as its content
// says.
beforeEach(() => {
  observers = new Map()
  idle = []
  vi.stubGlobal('innerHeight', 2.5 * ROW)
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run))
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #seen: (entries: { isIntersecting: boolean }[]) => void
      #row: Element | undefined
      constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
        this.#seen = seen
      }
      observe(row: Element) {
        this.#row = row
        observers.set(row, () => this.#seen([{ isIntersecting: true }]))
      }
      disconnect() {
        if (this.#row) observers.delete(this.#row)
      }
    },
  )
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #resized: (entries: object[]) => void
      constructor(resized: (entries: object[]) => void) {
        this.#resized = resized
      }
      observe(target: Element) {
        const blockSize = Number(target.getAttribute('data-height') ?? ROW)
        const contentBoxSize = [{ blockSize: blockSize - PADDING }]
        this.#resized([{ target, borderBoxSize: [{ blockSize }], contentBoxSize }])
      }
      unobserve() {}
    },
  )
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const top = [...(this.parentElement?.children ?? [])].indexOf(this) * ROW
    const height = Number(this.getAttribute('data-height') ?? ROW)
    return new DOMRect(0, top, 390, height)
  })
})
afterEach(() => {
  cleanup()
  // Runs the remaining idle callbacks, which have nothing to do.
  for (const run of idle) run()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const items = Array.from({ length: 10 }, (_, n) => ({ name: `Row ${n}` }))
const list = (
  <ul>
    {items.map((item) => (
      <WhenNear key={item.name} item={item} className="empty">
        {(ref) => (
          <li ref={ref} data-height={137}>
            <a href="/jobs">{item.name}</a>
          </li>
        )}
      </WhenNear>
    ))}
  </ul>
)
const names = () => screen.getAllByRole('link').map((link) => link.textContent)
const runIdle = () => act(() => idle.shift()?.())

test('visible items are rendered at once, others when they come near', () => {
  render(list)
  expect(names()).toEqual(['Row 0', 'Row 1', 'Row 2'])
  expect(screen.getAllByRole('listitem')).toHaveLength(10)
  act(() => [...observers.values()][4]?.())
  expect(names()).toEqual(['Row 0', 'Row 1', 'Row 2', 'Row 7'])
  expect(observers.size).toBe(6)
})

test('other items are rendered in page order, one in each idle period', () => {
  render(list)
  runIdle()
  expect(names()).toEqual(['Row 0', 'Row 1', 'Row 2', 'Row 3'])
  for (let n = 4; n < 10; n += 1) runIdle()
  expect(names()).toEqual(items.map(({ name }) => name))
  expect(idle).toEqual([])
  expect(observers.size).toBe(0)
})

test('printing renders all items', () => {
  render(list)
  act(() => void dispatchEvent(new Event('beforeprint')))
  expect(names()).toEqual(items.map(({ name }) => name))
})

test('an unrendered item is as high as it was when the list was left', () => {
  const { unmount } = render(list)
  for (let n = 3; n < 10; n += 1) runIdle()
  unmount()
  render(list)
  expect(names()).toHaveLength(3)
  for (const row of document.querySelectorAll<HTMLElement>('.empty'))
    expect(row.style.height).toBe('137px')
})

test('a restored item is as high as it was, even before the browser lays it out', () => {
  const heightsOf = () =>
    screen
      .getAllByRole('listitem')
      .slice(0, 3)
      .map(({ style }) => style.getPropertyValue('contain-intrinsic-block-size'))
  render(list).unmount()
  render(list)
  expect(heightsOf()).toEqual(Array(3).fill(`auto ${137 - PADDING}px`))
})

test('an unmounted item is not rendered in an idle period', () => {
  render(list).unmount()
  runIdle()
  expect(document.querySelector('a')).toBeNull()
  expect(observers.size).toBe(0)
})
