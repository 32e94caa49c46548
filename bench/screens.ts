import { type Change, followLink, reportChanges } from './browser.ts'
import { withCompany } from './company.ts'
import { formatAmounts, type Part } from './report.ts'

/** The screen where changes to other screens start. */
export const dashboard = { from: '/', ready: 'h2:text-is("Recent Jobs")' }

const changes: Readonly<Record<string, Change>> = {
  Jobs: {
    ...{ ...dashboard, click: followLink('Work in Progress') },
    ...{ title: 'Jobs', rows: 'main article' },
  },
  Tasks: {
    ...{ ...dashboard, click: followLink('Tasks') },
    ...{ title: 'Tasks', rows: 'main ul[aria-label="Tasks"] > li' },
  },
  Photos: {
    ...{ ...dashboard, click: followLink('Photos') },
    ...{ title: 'Project Photos', rows: 'main article' },
  },
  'Income of rentals': {
    ...{ from: '/rental-properties', ready: 'main h2', title: 'Ridgeline Holdings' },
    rows: '[role=grid] [role=row]',
    click: (page) => page.getByRole('tab', { name: 'Income' }).click(),
  },
}

export const screensPart: Part = {
  name: 'screens',
  title: 'Screens',
  run: (report, amounts) =>
    withCompany(amounts, (company) =>
      reportChanges(report, formatAmounts(amounts), company, changes, 'screen'),
    ),
}
