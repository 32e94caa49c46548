import { expect, test } from 'vitest'
import { amountsOf, type InvoiceAmounts, type JobMoney, portionsOf } from './invoiceAmounts.ts'
import { InvoiceDraft } from './invoiceDrafts.ts'
import type { Portion } from './progress.ts'

// A reference written apart: it keeps every invoice with its parts, and adds them up from the start
// each time, in fractions that are rounded by comparing remainders.

/** The nearest whole number to a fraction; of two, the one further from zero. */
function rounded(dividend: bigint, divisor: bigint): bigint {
  if (dividend < 0n) return -rounded(-dividend, divisor)
  const below = dividend / divisor
  return (dividend % divisor) * 2n >= divisor ? below + 1n : below
}

interface Issued {
  /** The part of the contract with its tax, in cents. */
  readonly part: bigint
  readonly partTax: bigint
  readonly changes: readonly string[]
  /** Below zero for a credit memo. */
  readonly lines: bigint
  readonly linesTax: bigint
  isVoid: boolean
}

interface Change extends Portion {
  readonly id: string
}

/** A job of the reference: the contract that was signed, its changes, and all invoices. */
interface Job {
  readonly original: Portion
  readonly steps: readonly number[]
  readonly changes: Change[]
  readonly invoices: Issued[]
}

const big = (cents: number) => BigInt(cents)
const sum = (all: readonly bigint[]) => all.reduce((one, two) => one + two, 0n)
const valid = ({ invoices }: Job) => invoices.filter(({ isVoid }) => !isVoid)
const apart = (job: Job) => new Set(valid(job).flatMap(({ changes }) => changes))
const changesOf = (job: Job, ids: ReadonlySet<string>) =>
  job.changes.filter(({ id }) => ids.has(id))
const contractOf = ({ original, changes }: Job, of: keyof Portion) =>
  big(original[of]) + sum(changes.map((change) => big(change[of])))
const totalOf = (job: Job, { part, changes, lines, linesTax }: Issued) =>
  part + lines + linesTax + sum(changesOf(job, new Set(changes)).map(({ amount }) => big(amount)))
const taxOf = (job: Job, { partTax, changes, linesTax }: Issued) =>
  partTax + linesTax + sum(changesOf(job, new Set(changes)).map(({ tax }) => big(tax)))
const invoicedOf = (job: Job) => sum(valid(job).map((one) => totalOf(job, one)))
const taxedOf = (job: Job) => sum(valid(job).map((one) => taxOf(job, one)))

/** The lines with their tax, less credit memos: what these take back beyond lines is of parts. */
function takenBack(job: Job): { readonly amount: bigint; readonly tax: bigint } {
  const amount = sum(valid(job).map(({ lines, linesTax }) => lines + linesTax))
  const tax = sum(valid(job).map(({ linesTax }) => linesTax))
  return amount > 0n ? { amount: 0n, tax: 0n } : { amount, tax }
}

/** The tax in the next part of what is not invoiced as change orders of their own. */
function partTaxOf(job: Job, part: bigint, chosen: readonly string[]): bigint {
  const own = apart(job)
  const out = changesOf(job, new Set([...own, ...chosen]))
  const pool = contractOf(job, 'amount') - sum(out.map(({ amount }) => big(amount)))
  const poolTax = contractOf(job, 'tax') - sum(out.map(({ tax }) => big(tax)))
  if (pool <= 0n) return 0n
  const back = takenBack(job)
  const invoiced = sum(valid(job).map((one) => one.part)) + back.amount
  const taxed = sum(valid(job).map((one) => one.partTax)) + back.tax
  return rounded(poolTax * (invoiced + part), pool) - taxed
}

/** Numbers that are the same for the same seed. */
function randomOf(seed: number) {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  return {
    upTo: (most: number) => Math.floor(next() * (most + 1)),
    isTrue: (chance: number) => next() < chance,
    oneOf: <T>(all: readonly T[]) => all[Math.floor(next() * all.length)] as T,
  }
}
type Random = ReturnType<typeof randomOf>

const idOf = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`

function portion({ upTo }: Random, most: number): Portion {
  const amount = 1 + upTo(most)
  const tax = upTo(Math.floor(amount / 4))
  return { amount, tax, taxable: amount - tax }
}

function newJob(random: Random): Job {
  const original = portion(random, random.oneOf([9, 14_505, 8_640_000, 50_000_000_000]))
  const deposit = random.upTo(Math.floor(original.amount / 2))
  return { original, steps: [deposit, original.amount - deposit], changes: [], invoices: [] }
}

/** The money of the job as the product reads it. */
function moneyOf(job: Job): JobMoney {
  const changes = job.changes.map((change) => ({
    ...change,
    isInvoiced: apart(job).has(change.id),
  }))
  const invoiced = { amount: Number(invoicedOf(job)), tax: Number(taxedOf(job)), taxable: 0 }
  const parts = {
    amount: Number(sum(valid(job).map(({ part }) => part))),
    tax: Number(sum(valid(job).map(({ partTax }) => partTax))),
    taxable: 0,
  }
  const onInvoices = changes.filter(({ isInvoiced }) => isInvoiced)
  return {
    contract: {
      amount: Number(contractOf(job, 'amount')),
      tax: Number(contractOf(job, 'tax')),
      taxable: Number(contractOf(job, 'taxable')),
    },
    hasContract: true,
    ...{ invoiced, portions: portionsOf(invoiced, parts, onInvoices), changes },
    steps: job.steps.map((amount, at) => ({
      title: `Payment ${at + 1}`,
      amount,
      isDrafted: false,
    })),
  }
}

const line = (cents: number) => ({
  ...{ description: 'Work', quantity: '1', taxable: true },
  unitPrice: (cents / 100).toFixed(2),
})

/** A random draft with the amount of its part by the reference; a negative one is refused. */
function newDraft(random: Random, job: Job): { readonly facts: object; readonly part: bigint } {
  const open = job.changes.filter(({ id }) => !apart(job).has(id))
  const chosen = open.filter(() => random.isTrue(0.4)).map(({ id }) => id)
  const chosenTotal = sum(changesOf(job, new Set(chosen)).map(({ amount }) => big(amount)))
  const draft = { changeOrderIds: chosen }
  const kind = random.oneOf(['step', 'percent', 'percent', 'amount', 'lines'] as const)
  if (kind === 'lines') {
    const lines = [line(1 + random.upTo(5000))]
    return { facts: { ...draft, basis: { kind }, lines, taxRate: '8.25' }, part: 0n }
  }
  if (kind === 'amount') {
    const cents = 1 + random.upTo(job.original.amount)
    const basis = { kind, amount: (cents / 100).toFixed(2) }
    return { facts: { ...draft, basis }, part: big(cents) }
  }
  if (kind === 'percent') {
    const soFar = random.oneOf(['30', '33.3333', '50', '66.6667', '99.9999', '100'])
    const share = BigInt(
      soFar.replace('.', '').padEnd(soFar.includes('.') ? 0 : soFar.length + 4, '0'),
    )
    const until = rounded(contractOf(job, 'amount') * share, 1_000_000n)
    return {
      facts: { ...draft, basis: { kind, soFar } },
      part: until - invoicedOf(job) - chosenTotal,
    }
  }
  const step = random.upTo(job.steps.length - 1)
  const later = open.filter(({ id, amount }) => !chosen.includes(id) && amount > 0)
  const left =
    contractOf(job, 'amount') -
    invoicedOf(job) -
    chosenTotal -
    sum(later.map(({ amount }) => big(amount)))
  const last = left < 0n ? 0n : left
  const isLast = step === job.steps.length - 1
  return {
    facts: { ...draft, basis: { kind, step } },
    part: isLast ? last : big(job.steps[step] ?? 0),
  }
}

function issue(random: Random, job: Job) {
  const { facts, part } = newDraft(random, job)
  const draft = InvoiceDraft.parse({
    ...{ customerId: idOf(0), jobId: idOf(0), title: 'Invoice', ...facts },
  })
  const amounts = amountsOf(draft, moneyOf(job))
  const lines = draft.lines.map(({ unitPrice }) =>
    rounded(big(Math.round(Number(unitPrice) * 100)), 1n),
  )
  const invoice: Issued = {
    part,
    partTax: draft.basis.kind === 'lines' ? 0n : partTaxOf(job, part, draft.changeOrderIds),
    changes: draft.changeOrderIds,
    lines: sum(lines),
    linesTax: rounded(sum(lines) * 825n, 10_000n),
    isVoid: false,
  }
  if (part < 0n || totalOf(job, invoice) < 0n) return expect(amounts).toHaveProperty('problem')
  const { total, tax, subtotal } = amounts as InvoiceAmounts
  expect({ total, tax, subtotal }).toEqual({
    total: Number(totalOf(job, invoice)),
    tax: Number(taxOf(job, invoice)),
    subtotal: Number(totalOf(job, invoice) - taxOf(job, invoice)),
  })
  job.invoices.push(invoice)
}

/** Credits lines of a random amount, with the tax of lines or without. */
function credit(random: Random, job: Job) {
  const cents =
    1 + random.upTo(random.oneOf([50, 5000, Math.min(job.original.amount, 9_000_000_000)]))
  const isTaxed = random.isTrue(0.5)
  const draft = InvoiceDraft.parse({
    ...{ kind: 'creditMemo', customerId: idOf(0), jobId: idOf(0), title: 'Credit' },
    ...{ basis: { kind: 'lines' }, lines: [line(cents)], taxRate: isTaxed ? '8.25' : '0' },
  })
  const linesTax = isTaxed ? -rounded(big(cents) * 825n, 10_000n) : 0n
  const memo = { part: 0n, partTax: 0n, changes: [], lines: -big(cents), linesTax, isVoid: false }
  expect(amountsOf(draft, moneyOf(job))).toMatchObject({
    ...{ subtotal: -cents, tax: Number(linesTax), total: Number(totalOf(job, memo)) },
  })
  job.invoices.push(memo)
}

/** Invoices the rest, so that all parts add up to the contract and to its tax. */
function finish(job: Job) {
  const open = job.changes.filter(({ id }) => !apart(job).has(id)).map(({ id }) => id)
  const draft = InvoiceDraft.parse({
    ...{ customerId: idOf(0), jobId: idOf(0), title: 'Final', changeOrderIds: open },
    basis: { kind: 'percent', soFar: '100' },
  })
  const amounts = amountsOf(draft, moneyOf(job))
  const left = contractOf(job, 'amount') - invoicedOf(job)
  // Somebody invoiced more than the contract.
  const ofOpen = sum(changesOf(job, new Set(open)).map(({ amount }) => big(amount)))
  if (left < ofOpen || left < 0n) return expect(amounts).toHaveProperty('problem')
  const { total, tax } = amounts as InvoiceAmounts
  expect(total).toBe(Number(left))
  // Lines have tax of their own in place of that of the contract, unless they are credited.
  const own = sum(valid(job).map(({ lines, linesTax }) => lines + linesTax))
  if (own <= 0n) expect(Number(taxedOf(job)) + tax).toBe(Number(contractOf(job, 'tax')))
}

test('10,000 histories of invoices and credit memos add up to the contract and to its tax', () => {
  for (let seed = 1; seed <= 10_000; seed++) {
    const random = randomOf(seed)
    const job = newJob(random)
    const steps = 2 + random.upTo(8)
    for (let step = 0; step < steps; step++) {
      const kind = random.oneOf(['issue', 'issue', 'issue', 'change', 'credit', 'void'] as const)
      if (kind === 'issue') issue(random, job)
      else if (kind === 'credit') credit(random, job)
      else if (kind === 'change') {
        const { amount, tax, taxable } = portion(random, 5000)
        const id = idOf(job.changes.length + 1)
        // A credit without tax, as long as the contract stays above zero.
        const isCredit = random.isTrue(0.2) && contractOf(job, 'amount') > big(2 * amount)
        const credit = { amount: -amount, tax: 0, taxable: 0 }
        job.changes.push({ ...(isCredit ? credit : { amount, tax, taxable }), id })
      } else {
        const invoice = random.oneOf(valid(job))
        if (invoice) invoice.isVoid = true
      }
    }
    finish(job)
  }
})
