import { expect, test } from 'vitest'
import { NO_COLUMNS, shownColumns } from './columns.ts'
import type { Column } from './tableProps.ts'

const column = (label: string, more: Partial<Column<object>> = {}): Column<object> => ({
  ...{ label, width: 'minmax(9.25rem,2fr)', cell: () => null },
  ...more,
})
// Each takes ten rem including its gap.
const columns = [
  column('Job'),
  column('Now', { key: 'now', when: 'wide' }),
  column('Start', { key: 'start', when: 'wide' }),
  column('Manager', { key: 'manager', when: 'chosen' }),
  column('Status', { key: 'status', width: '9.25rem' }),
  column('Details'),
]

test.each([
  [undefined, 100, ['Job', 'Now', 'Start', 'Status', 'Details']],
  [undefined, 52, ['Job', 'Now', 'Status', 'Details']],
  [undefined, 42, ['Job', 'Status', 'Details']],
  // The chosen columns are in the order of the table.
  ['status,manager', 100, ['Job', 'Manager', 'Status', 'Details']],
  ['status,manager', 40, ['Job', 'Status', 'Details']],
  ['status,unknown', 100, ['Job', 'Status', 'Details']],
  [NO_COLUMNS, 100, ['Job', 'Details']],
  [undefined, 5, ['Job', 'Details']],
])('the shown columns when %s are chosen, in %i rem', (chosen, room, labels) => {
  expect(shownColumns(columns, chosen, room).map(({ label }) => label)).toEqual(labels)
})
