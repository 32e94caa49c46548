import { expect, test } from 'vitest'
import { NO_COLUMNS, shownColumns } from './columns.ts'
import type { Column } from './tableProps.ts'

const column = (label: string, more: Partial<Column<object>> = {}): Column<object> => ({
  ...{ label, width: '1fr', cell: () => null },
  ...more,
})
const columns = [
  column('Job'),
  column('Status', { key: 'status' }),
  column('Start', { key: 'start', when: 'wide' }),
  column('Manager', { key: 'manager', when: 'chosen' }),
]

test.each([
  [undefined, false, ['Job', 'Status']],
  [undefined, true, ['Job', 'Status', 'Start']],
  // What was chosen is shown on every screen, in the order of the table.
  ['manager,start', false, ['Job', 'Start', 'Manager']],
  ['status,unknown', true, ['Job', 'Status']],
  [NO_COLUMNS, true, ['Job']],
])('of the columns, chosen: %s, on a wide screen: %s', (chosen, isWide, labels) => {
  expect(shownColumns(columns, chosen, isWide).map(({ label }) => label)).toEqual(labels)
})
