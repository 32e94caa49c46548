import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { go, item, main } from './screen.ts'

/** The money of a customer with one job, as the screens of the office and of the client show it. */
export interface Books {
  /** The contract of the job, invoiced, paid, not paid, and left to invoice. */
  readonly job: string
  /** Owed by age and in all; empty where nothing is. */
  readonly owed: string
  readonly received: string
  /** The end, the amount and the badge of the job where it is completed, on both pages. */
  readonly completed: string
  readonly statement: string
  /** The invoices as the client reads them. */
  readonly client: readonly string[]
}

interface Screens {
  readonly office: Page
  /** The page of the client, with the list of invoices. */
  readonly client: Page
  readonly jobName: string
  readonly jobPath: string
  readonly statementPath: string
}

/** The words of each element in one line, without the signs of the currency. */
async function wordsOf(elements: Locator): Promise<string[]> {
  const texts = await elements.allInnerTexts()
  return texts.map((text) => text.replaceAll('$', '').replaceAll(/\s+/g, ' '))
}

/** The words from the date of a completed job to its badge. */
const ending = /\w{3} \d+, \d{4} .*(?= View Details$)/

/** @returns a function that expects the figures of the step before, with some changes, on screen */
export function booksOf(
  { office, client, jobName, jobPath, statementPath }: Screens,
  first: Books,
) {
  let books = first
  const part = (name: string) => main(office).getByRole('region', { name, exact: true })
  const places = {
    job: part('Money').locator('dl').first().locator('dd'),
    owed: part('Owed').getByRole('list').first().locator('b'),
    received: main(office).getByRole('link', { name: /^Received in/ }),
    statement: part('Balance'),
  }
  const completed = async () => {
    const row = item(office, jobName).filter({ hasText: 'View Details' })
    return (await wordsOf(row)).map((words) => ending.exec(words)?.[0]).join(' | ')
  }
  return async (step: string, changes: Partial<Books>): Promise<void> => {
    books = { ...books, ...changes }
    const expectTo = (name: keyof Books, read: () => Promise<unknown>) =>
      expect.poll(read, { message: `${step}: ${name}` }).toEqual(books[name])
    const expectIn = (name: keyof typeof places) =>
      expectTo(name, async () => (await wordsOf(places[name])).join(' | '))
    await expectTo('client', () => wordsOf(main(client).getByRole('listitem')))
    await go(office, jobPath)
    await expectIn('job')
    await go(office, '/completions')
    await main(office).getByRole('heading', { name: 'Account Receivables' }).waitFor()
    await expectIn('owed')
    await expectTo('completed', completed)
    await go(office, '/paid-2025')
    await expectIn('received')
    await expectTo('completed', completed)
    await go(office, statementPath)
    await expectIn('statement')
  }
}
