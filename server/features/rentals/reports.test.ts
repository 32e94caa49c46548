import { addDays, daysBetween } from '@plumbline/contract/dates.ts'
import { centsOf } from '@plumbline/contract/dollars.ts'
import { groupBy } from '@plumbline/contract/groupBy.ts'
import { dollarsFromCents } from '@plumbline/contract/money.ts'
import { addMonths } from '@plumbline/contract/months.ts'
import {
  RENT_GRACE_DAYS,
  type RentedLease,
  rentDueOn,
  rentOfMonth,
  rentOn,
} from '@plumbline/contract/rent.ts'
import type {
  EndingLeases,
  IncomeStatement,
  LateRents,
  NetYield,
  RentRoll,
  TaxYear,
} from '@plumbline/contract/rentalReports.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settings } from '../../schema/settings.ts'
import { openRents } from '../../testing/openRents.ts'
import { insertLedgers, type Ledgers, randomLedgers } from '../../testing/rentalLedgers.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'

const TODAY = '2026-03-15'
const PROPERTIES = 500

let w: TestApp
let ledgers: Ledgers
beforeAll(async () => {
  w = await testApp()
  await w.db.insert(settings).values({
    ...{ companyName: 'Ridgeline', holdingsName: 'Ridgeline Holdings' },
    timeZone: 'America/Chicago',
  })
}, 60_000)
afterAll(() => w.close())

const kinds = [
  'rent-roll',
  'income-statement',
  'late-rents',
  'ending-leases',
  'tax-year',
  'net-yield',
] as const
const read = async <T>(report: string): Promise<T> => {
  const { status, body, text } = await w.call('ada', 'GET', `/api/rental-reports/${report}`)
  expect(status, text).toBe(200)
  return body as T
}

const sum = (amounts: readonly string[]) =>
  dollarsFromCents(amounts.reduce((total, amount) => total + centsOf(amount), 0))
/** Checks that every figure of the total is the sum of that figure over the rows. */
function expectSums<T extends object>(rows: readonly T[], total: { [N in keyof T]?: string }) {
  for (const [name, amount] of Object.entries(total))
    expect([name, amount]).toEqual([name, sum(rows.map((row) => String(row[name as keyof T])))])
}

describe('without a single property', () => {
  test.each(kinds)('%s is all zero', async (kind) => {
    const report = await read<Record<string, unknown>>(kind)
    const text = JSON.stringify(report)
    expect(text).not.toMatch(/"-?\d*[1-9]\d*\.\d\d"/)
    expect(text).toContain('"0.00"')
  })
})

test.each(['sam', 'cleo'] as const)('reports are refused to %s', async (name) => {
  for (const kind of kinds)
    expect((await w.call(name, 'GET', `/api/rental-reports/${kind}`)).status).toBe(403)
})

test.each([
  'income-statement?year=20',
  'tax-year?year=3000',
  'rent-roll?on=2026-02-30',
  'rent-roll?on=2999-12-31',
  'tax-year?propertyId=7',
])('refuses %s', async (report) => {
  const { status, body } = await w.call('ada', 'GET', `/api/rental-reports/${report}`)
  expect(status).toBe(400)
  expect(Object.keys(body.fields)).toHaveLength(1)
})

test('an unknown kind of report is not found', async () => {
  expect((await w.call('ada', 'GET', '/api/rental-reports/astrology')).status).toBe(404)
})

describe(`over ${PROPERTIES} random ledgers, against a plain reference`, () => {
  interface Entries {
    readonly income: readonly Ledgers['income'][number][]
    readonly expenses: readonly Ledgers['expenses'][number][]
  }
  const noEntries: Entries = { income: [], expenses: [] }
  let leases: (RentedLease & { id: string; propertyId: string })[]
  let byProperty: ReadonlyMap<string, Entries>
  beforeAll(async () => {
    ledgers = randomLedgers(7, PROPERTIES)
    await insertLedgers(w.db, ledgers)
    await w.pool.query('analyze')
    const changes = groupBy(ledgers.changes, ({ tenantId }) => tenantId)
    leases = ledgers.tenants.map(
      ({ id, propertyId, leaseStart, leaseEnd, monthlyRent, rentFrom }) => ({
        ...{ id, propertyId: propertyId ?? '', leaseStart, leaseEnd: leaseEnd ?? null },
        ...{ rentCents: centsOf(monthlyRent ?? '0'), rentFrom: rentFrom ?? null },
        changes: (changes.get(id) ?? []).map((change) => ({
          startsOn: change.startsOn,
          rentCents: centsOf(change.monthlyRent),
        })),
      }),
    )
    const income = groupBy(ledgers.income, (one) => one.propertyId)
    const expenses = groupBy(ledgers.expenses, (one) => one.propertyId ?? '')
    byProperty = new Map(
      ['', ...ledgers.properties.map(({ id }) => id)].map((id) => [
        id,
        { income: income.get(id) ?? [], expenses: expenses.get(id) ?? [] },
      ]),
    )
    // Noon in Chicago.
    w.clock.now = new Date(`${TODAY}T17:00:00Z`)
  }, 120_000)

  const monthsOf = (lease: RentedLease, to: string) => {
    const months: string[] = []
    for (let m = lease.leaseStart.slice(0, 7); m <= to.slice(0, 7); m = addMonths(m, 1))
      months.push(m)
    return months
  }
  const text = dollarsFromCents
  const cents = (entries: readonly { amount: string }[]) =>
    entries.reduce((total, { amount }) => total + centsOf(amount), 0)

  test('rent roll', async () => {
    const income = groupBy(ledgers.income, ({ tenantId }) => tenantId ?? '')
    const returns = groupBy(ledgers.returns, ({ tenantId }) => tenantId)
    for (const on of [TODAY, '2024-02-29', '2023-12-31']) {
      const roll = await read<RentRoll>(`rent-roll?on=${on}`)
      const covering = new Map(
        leases
          .filter(({ leaseStart, leaseEnd }) => leaseStart <= on && (leaseEnd ?? on) >= on)
          .map((lease) => [lease.propertyId, lease]),
      )
      const shown = ledgers.properties.filter(
        ({ id, archivedAt }) => !archivedAt || covering.has(id),
      )
      expect(roll.rows).toHaveLength(shown.length)
      const rows = new Map(roll.rows.map((row) => [row.propertyId, row]))
      for (const { id } of shown) {
        const lease = covering.get(id)
        const paid = (income.get(lease?.id ?? '') ?? []).filter(
          ({ dateReceived }) => dateReceived <= on,
        )
        const back = (returns.get(lease?.id ?? '') ?? []).filter(
          ({ returnedOn }) => returnedOn <= on,
        )
        const owed = lease
          ? monthsOf(lease, on)
              .filter((month) => (rentDueOn(lease, month) ?? '9999') <= on)
              .reduce((total, month) => total + rentOfMonth(lease, month), 0)
          : 0
        expect(rows.get(id), id).toMatchObject({
          tenantId: lease?.id ?? null,
          status: lease ? 'occupied' : 'vacant',
          rent: text(lease ? rentOn(lease, on) : 0),
          deposit: text(
            cents(paid.filter(({ kind }) => kind === 'deposit')) -
              cents(paid.filter(({ depositReturnId }) => depositReturnId)) -
              cents(back),
          ),
          balance: text(owed - cents(paid.filter(({ kind }) => kind === 'rent'))),
        })
      }
      expectSums(roll.rows, { rent: roll.rent, deposit: roll.deposit, balance: roll.balance })
      expect(roll.leased).toBe(covering.size)
    }
  })

  /**
   * The reference for income (without deposits) and expenses in a period: of all properties, of
   * one, or of none (null).
   */
  const entries = (from: string, to: string, propertyId?: string | null) => {
    const { income, expenses } =
      propertyId === undefined ? ledgers : (byProperty.get(propertyId ?? '') ?? noEntries)
    return {
      income: income.filter(
        ({ kind, dateReceived }) =>
          kind !== 'deposit' && dateReceived >= from && dateReceived <= to,
      ),
      expenses: expenses.filter(({ dateIncurred }) => dateIncurred >= from && dateIncurred <= to),
    }
  }
  const figuresOf = ({ income, expenses }: ReturnType<typeof entries>) => ({
    income: text(cents(income)),
    expenses: text(cents(expenses)),
    net: text(cents(income) - cents(expenses)),
  })

  test('income statement', async () => {
    const some = ledgers.properties[3]?.id
    for (const propertyId of [undefined, some]) {
      const of = propertyId ? `&propertyId=${propertyId}` : ''
      const statement = await read<IncomeStatement>(`income-statement?year=2024${of}`)
      expect(statement.years).toEqual(expect.arrayContaining([2023, 2024, 2025, 2026]))
      expect(statement.months.map(({ month }) => month)).toEqual(
        Array.from({ length: 12 }, (_, n) => addMonths('2024-01', n)),
      )
      for (const { month, ...figures } of statement.months) {
        const last = addDays(`${addMonths(month, 1)}-01`, -1)
        expect(figures).toEqual(figuresOf(entries(`${month}-01`, last, propertyId)))
      }
      for (const { propertyId: id, address: _, ...figures } of statement.properties)
        expect(figures).toEqual(figuresOf(entries('2024-01-01', '2024-12-31', id)))
      expectSums(statement.months, statement.total)
      expectSums(statement.properties, statement.total)
    }
  })

  test('tax year', async () => {
    const year = await read<TaxYear>('tax-year')
    expect(year.year).toBe(2025)
    const all = entries('2025-01-01', '2025-12-31')
    for (const { incomeType, amount } of year.income)
      expect(amount).toBe(text(cents(all.income.filter((one) => one.incomeType === incomeType))))
    for (const { category, amount } of year.expenses)
      expect(amount).toBe(text(cents(all.expenses.filter((one) => one.expenseType === category))))
    expect(year.expenses.map(({ line, category }) => `${line} ${category}`)).toEqual([
      '9 Insurance',
      '14 Repairs',
      '14 repairs',
      '16 Taxes',
      '17 Utilities',
      '19 Pest control',
    ])
    expect({ income: year.incomeTotal, expenses: year.expenseTotal, net: year.net }).toEqual(
      figuresOf(all),
    )
    expectSums(year.income, { amount: year.incomeTotal })
    expectSums(year.expenses, { amount: year.expenseTotal })
    expectSums(year.properties, {
      income: year.incomeTotal,
      expenses: year.expenseTotal,
      net: year.net,
    })
  })

  test('net yield', async () => {
    const report = await read<NetYield>('net-yield')
    expect([report.from, report.to]).toEqual(['2025-03-16', TODAY])
    const shown = ledgers.properties.filter(({ archivedAt }) => !archivedAt)
    expect(report.rows).toHaveLength(shown.length)
    const prices = new Map(shown.map(({ id, purchasePrice }) => [id, purchasePrice ?? null]))
    const percent = (net: string, price: string) =>
      Math.round((1000 * centsOf(net)) / centsOf(price)) / 10
    for (const { propertyId, address: _, purchasePrice, yield: rate, ...figures } of report.rows) {
      expect(purchasePrice).toBe(prices.get(propertyId))
      expect(figures).toEqual(figuresOf(entries(report.from, report.to, propertyId)))
      if (purchasePrice === null) expect(rate).toBeNull()
      else expect(Math.abs(Number(rate) - percent(figures.net, purchasePrice))).toBeLessThan(0.11)
    }
    const { yield: rate, ...total } = report.total
    const known = report.rows.flatMap(({ purchasePrice, ...row }) =>
      purchasePrice === null ? [] : [{ ...row, purchasePrice }],
    )
    expectSums(known, total)
    expect(Number(rate)).toBe(percent(total.net, total.purchasePrice))
  })

  test('late rents by age', async () => {
    const report = await read<LateRents>('late-rents')
    const paid = groupBy(
      ledgers.income.filter(({ rentMonth }) => rentMonth),
      ({ propertyId, rentMonth }) => `${propertyId} ${rentMonth?.slice(0, 7)}`,
    )
    const owed = groupBy(
      leases.flatMap((lease) =>
        monthsOf(lease, TODAY).flatMap((month) => {
          const due = rentDueOn(lease, month)
          const key = `${lease.propertyId} ${month}`
          return due ? [{ key, tenantId: lease.id, due, cents: rentOfMonth(lease, month) }] : []
        }),
      ),
      ({ key }) => key,
    )
    const late = [...owed].flatMap(([key, rents]) =>
      openRents(rents, paid.get(key) ?? []).flatMap(({ tenantId, due, open }) => {
        const days = daysBetween(due, TODAY)
        return open > 0 && days > RENT_GRACE_DAYS
          ? [`${key} ${tenantId} ${due} ${days} ${text(open)}`]
          : []
      }),
    )
    expect(late.length).toBeGreaterThan(1000)
    const shown = report.rows.map(
      ({ propertyId, month, tenantId, dueOn, days, open }) =>
        `${propertyId} ${month} ${tenantId} ${dueOn} ${days} ${open}`,
    )
    expect(shown.toSorted()).toEqual(late.toSorted())
    const ageOf = (days: number) =>
      days <= 30 ? '1-30' : days <= 60 ? '31-60' : days <= 90 ? '61-90' : 'over-90'
    for (const { age, days } of report.rows) expect(age).toBe(ageOf(days))
    for (const { age, count, open } of report.ages) {
      const rows = report.rows.filter((row) => row.age === age)
      expect([age, count, open]).toEqual([age, rows.length, sum(rows.map((row) => row.open))])
    }
    expectSums(report.rows, { open: report.open })
  })

  test('leases ending in 90 days', async () => {
    const report = await read<EndingLeases>('ending-leases')
    // Tenants who move out on a future day still live there.
    const active = new Set(
      ledgers.tenants
        .filter(({ status, leaseEnd }) => status === 'active' || (leaseEnd ?? '') >= TODAY)
        .map(({ id }) => id),
    )
    const ending = leases.filter(
      ({ id, leaseEnd }) => active.has(id) && leaseEnd && leaseEnd <= addDays(TODAY, 90),
    )
    expect(ending.length).toBeGreaterThan(20)
    const shown = report.rows.map(
      ({ tenantId, leaseEnd, days, rent }) => `${tenantId} ${leaseEnd} ${days} ${rent}`,
    )
    const expectedRows = ending.map((lease) => {
      const end = lease.leaseEnd ?? ''
      const rent = text(rentOn(lease, end < TODAY ? end : TODAY))
      return `${lease.id} ${end} ${daysBetween(TODAY, end)} ${rent}`
    })
    expect(shown.toSorted()).toEqual(expectedRows.toSorted())
    expectSums(report.rows, { rent: report.rent })
  })
})
