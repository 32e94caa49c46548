import { InvoiceContent } from '@plumbline/contract/invoiceContent.ts'
import { describe, expect, test } from 'vitest'
import { filesOf, invoiceRows } from './files.ts'

const company = { name: 'Ridgeline Builders' }
const sums = { subtotal: '0.00', discount: '0.00', taxable: '0.00', tax: '0.00', total: '0.00' }
const content = (change: object) =>
  InvoiceContent.parse({
    ...{ title: 'Cabinets in', company, customer: { name: 'Ana Ruiz' }, lines: [] },
    ...{ taxName: 'Sales tax', ...sums, ...change },
  })
const invoice = (change: object) => ({
  ...{ exportName: 'Ana Ruiz', number: '2026-0001', issuedOn: '2026-11-02' },
  ...{ dueOn: '2026-11-16', isDueMoved: false, content: content(change) },
})
const line = (quantity: string, unitPrice: string, amount: string) => ({
  ...{ description: 'Door', quantity, unit: 'hour', unitPrice, amount },
})

describe('the rows of an invoice', () => {
  test('have lines and discount, with all of the tax in the first', () => {
    const lines = [line('2', '60', '120.00'), { description: 'Deposit', amount: '145.05' }]
    const taxed = { discount: '5.30', discountPercent: '2', tax: '9.90', terms: 'Net 14' }
    const facts = ['2026-0001', 'Ana Ruiz', '11/02/2026', '11/16/2026', 'Net 14', 'Cabinets in']
    expect(invoiceRows(invoice({ lines, ...taxed }))).toEqual([
      [...facts, 'Services', 'Door (hour)', '2', '60', '120.00', 'TAX', '9.90'],
      [...facts, 'Services', 'Deposit', '1', '145.05', '145.05', 'NON', '0.00'],
      [...facts, 'Services', 'Discount, 2%', '1', '-5.30', '-5.30', 'NON', '0.00'],
    ])
  })

  test('have no terms when the due day was moved', () => {
    const moved = { ...invoice({ lines: [line('1', '5', '5.00')], terms: 'Net 14' }) }
    expect(invoiceRows({ ...moved, isDueMoved: true })[0]?.slice(3, 5)).toEqual(['11/16/2026', ''])
  })

  test('have a quantity of one where quantity and price make another amount', () => {
    const [row] = invoiceRows(invoice({ lines: [line('3', '0.1234', '0.36')] }))
    expect(row?.slice(8, 11)).toEqual(['1', '0.36', '0.36'])
  })

  test('have their texts on one line', () => {
    const lines = [{ ...line('1', '5', '5.00'), details: 'Left\r\n =right' }]
    expect(invoiceRows(invoice({ lines }))[0]?.[7]).toBe('Door (hour), Left =right')
  })
})

describe('the files of invoices', () => {
  const named = (counts: readonly number[]) =>
    filesOf({
      customers: [],
      payments: [],
      invoices: counts.map((count) =>
        invoice({ lines: Array.from({ length: count }, () => line('1', '5', '5.00')) }),
      ),
    }).map(({ name, rows }) => [name, rows])

  test('have at most 100 invoices', () => {
    expect(named(Array(201).fill(1))).toEqual([
      ['invoices-1.csv', 100],
      ['invoices-2.csv', 100],
      ['invoices-3.csv', 1],
    ])
  })

  test('have at most 1,000 rows, and no invoice is divided', () => {
    expect(named([300, 300, 400, 1])).toEqual([
      ['invoices-1.csv', 1000],
      ['invoices-2.csv', 1],
    ])
    expect(named([300, 300, 300, 300])).toEqual([
      ['invoices-1.csv', 900],
      ['invoices-2.csv', 300],
    ])
  })
})

test('customers are in files of 1,000', () => {
  const facts = { company: null, email: null, phone: null, address: null, taxCertificate: null }
  const customers = Array.from({ length: 1001 }, (_, at) => ({ exportName: `C ${at}`, ...facts }))
  expect(
    filesOf({ customers, invoices: [], payments: [] }).map(({ name, rows }) => [name, rows]),
  ).toEqual([
    ['customers.csv', 1000],
    ['customers-2.csv', 1],
  ])
})
