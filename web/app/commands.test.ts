import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { mayOf } from '../api/me.ts'
import { company, people } from '../testing/open.tsx'
import { partCommands, screenCommands } from './commands.ts'

/** The labels of the screens and their parts that a person finds by what they type. */
async function found(typed: string, who: keyof typeof people = 'admin') {
  const me = people[who]
  const context = { me, may: mayOf(me), company, client: new QueryClient() }
  const all = [await screenCommands.find(typed, context), await partCommands.find(typed, context)]
  return all.flat().map(({ label }) => label)
}

test.each([
  ['statement', 'Customer statements'],
  ['statements', 'Customers'],
  ['receivables', 'Account Receivables'],
  ['aging', 'Account Receivables'],
  ['ageing', 'Account Receivables'],
  ['past due', 'Account Receivables'],
  ['ar', 'Account Receivables'],
  ['prices', 'Price List'],
  ['invoice number', 'Numbers'],
  ['numbering', 'Numbers'],
  ['credit memo', 'Invoices'],
  ['sales tax', 'Sales tax'],
  ['deposits', 'Payments'],
  ['proposals', 'Pending Bids'],
  ['payment reminders', 'Reminders'],
])('“%s” finds %s', async (typed, label) => {
  expect(await found(typed)).toContain(label)
})

test.each(['subcontractor', 'client'] as const)(
  'a %s finds no screen of the office',
  async (who) => {
    for (const typed of ['statement', 'receivables', 'prices', 'invoice number'])
      expect(await found(typed, who)).toEqual([])
  },
)
