import { expect, test } from 'vitest'
import { commandOf } from './keys.ts'

const none = { altKey: false, shiftKey: false, ctrlKey: false, metaKey: false }

test.each([
  [{ key: 'ArrowDown' }, { to: 'down' }],
  [{ key: 'j' }, { to: 'down' }],
  [{ key: 'K' }, { to: 'up' }],
  [{ key: 'Home' }, { to: 'first' }],
  [{ key: 'ArrowLeft' }, { fold: true }],
  [
    { key: 'ArrowLeft', altKey: true },
    { move: 'all', days: -1 },
  ],
  [
    { key: 'ArrowRight', altKey: true },
    { move: 'all', days: 1 },
  ],
  [
    { key: 'ArrowRight', altKey: true, shiftKey: true },
    { move: 'end', days: 1 },
  ],
  [{ key: 'ArrowDown', altKey: true }, undefined],
  [{ key: 'k', ctrlKey: true }, undefined],
  [{ key: 'k', metaKey: true }, undefined],
  [{ key: 'L', shiftKey: true }, undefined],
  [{ key: 'l' }, 'link'],
  [{ key: 'Enter' }, 'open'],
  [{ key: 'x' }, undefined],
])('the action of the keys %o', (keys, command) => {
  expect(commandOf({ ...none, ...keys })).toEqual(command)
})
