import type { importRoutes } from '@plumbline/contract/imports.ts'
import { formOf, type Stage } from '../walk/cast.ts'
import type { SliceTests } from '../walk/sliceTests.ts'
import { newEmail } from './people.ts'
import { newProperty } from './rentals.ts'

const list = (...lines: readonly string[]) => ({
  body: formOf('file', Buffer.from(`${lines.join('\n')}\n`), 'list.csv', { dryRun: 'false' }),
})

const homeOf = async (stage: Stage) =>
  stage.make(`/api/rental-properties/${await newProperty(stage)}`, undefined, 'GET')

export const imports: SliceTests<typeof importRoutes> = {
  writes: {
    subcontractors: () =>
      list('First Name,Last Name,Email,Trade', `Ned,Noor,${newEmail()},Roofing`),
    customers: () => list('First Name,Last Name,Email', `Cora,Cole,${newEmail()}`),
    jobs: () => list('Name,Address,Status', 'Fence,7 Elm St,in_progress'),
    prices: () => list('Description,Unit,Price,Cost,Category', 'Footing,each,298,180.5,Material'),
    properties: () => list('Address,City,State,Zip,Type', '3 Fir St,Bend,OR,97701,Condo'),
    tenants: async (stage) => {
      const { address } = await homeOf(stage)
      const head = 'First Name,Last Name,Property,Lease Start,Rent'
      return list(head, `Tom,Tate,${address},2026-11-01,900`)
    },
    income: async (stage) => {
      const { address } = await homeOf(stage)
      return list('Property,Amount,Type,Date', `${address},12.50,Rent,2026-11-02`)
    },
    expenses: async (stage) => {
      const { address } = await homeOf(stage)
      const head = 'Property,Amount,Category,Date,Description'
      return list(head, `${address},12.50,Repairs,2026-11-02,Gutters`)
    },
  },
}
