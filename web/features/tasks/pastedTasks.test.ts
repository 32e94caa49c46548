import { expect, test } from 'vitest'
import { pastedTasks } from './pastedTasks.ts'

test.each([
  ['Demo\nFraming', ['Demo', 'Framing']],
  ['- Demo\r\n* Framing\r\n• Drywall', ['Demo', 'Framing', 'Drywall']],
  ['1. Demo\n2) Framing\n(3) Drywall', ['Demo', 'Framing', 'Drywall']],
  ['[ ] Demo\n- [x] Framing\n☐ Drywall\n✓Paint', ['Demo', 'Framing', 'Drywall', 'Paint']],
  ['\n  Demo \n\n\t- Framing\tSam\n', ['Demo', 'Framing Sam']],
  // Leading characters that belong to the name stay.
  ['2x4 blocking\n1.5 in. pipe\n3 doors', ['2x4 blocking', '1.5 in. pipe', '3 doors']],
  ['-20 °F test', ['-20 °F test']],
  ['- \n1. ', ['-', '1.']],
])('the tasks pasted as %j', (text, names) => {
  expect(pastedTasks(text)).toEqual({ names, tooLong: 0, tooMany: 0 })
})

test('lines that are too long are counted, and so are more lines than fit', () => {
  const names = Array.from({ length: 101 }, (_, n) => `Task ${n}`)
  const found = pastedTasks(['x'.repeat(201), ...names].join('\n'))
  expect(found).toEqual({ names: names.slice(0, 100), tooLong: 1, tooMany: 1 })
})
