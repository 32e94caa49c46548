import { type Change, reportChanges } from './browser.ts'
import { withCompany } from './company.ts'
import { reportFrames, scroll } from './frames.ts'
import { formatAmounts, type Part } from './report.ts'
import { NOTHING } from './rows.ts'

const AMOUNTS = { jobs: 10_000 } as const

const path = '/jobs?view=table'
const grid = '[role=grid][aria-busy=false]'
const row = '[role=row][data-index]'
const ready = `${grid} ${row}`
const title = 'Jobs'

const changes: Readonly<Record<string, Change>> = {
  'the table': {
    // With an order in the address, the table that was chosen before is not shown at once.
    ...{ from: '/jobs?sort=-created', ready: 'main article', title, rows: ready },
    click: (page) => page.getByRole('group', { name: 'View' }).getByText('Table').click(),
  },
  'sorted by the end date': {
    ...{ from: path, ready, title, rows: `${grid}:has([aria-sort=ascending]) ${row}` },
    click: (page) => page.getByRole('columnheader', { name: 'End' }).getByRole('button').click(),
  },
  'filtered to the late ones': {
    ...{ from: path, ready, title, rows: `${grid}:has([aria-sort=ascending]) ${row}` },
    click: (page) =>
      page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: /^Late/ }).click(),
  },
  'all selected': {
    ...{ from: path, ready, title, rows: `${ready}[aria-selected=true]` },
    click: (page) => page.getByRole('checkbox', { name: 'Select all' }).click(),
  },
}

export const tablePart: Part = {
  name: 'table',
  title: 'A long list as a table',
  run: (report) =>
    withCompany({ ...NOTHING, ...AMOUNTS }, async (company) => {
      await reportChanges(report, formatAmounts(AMOUNTS), company, changes, 'table')
      await reportFrames(report, company, { scrolling: { path, ready, act: scroll } })
    }),
}
