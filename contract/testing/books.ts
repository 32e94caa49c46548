import { allocate, latestOf, leftOf, type Source } from '../ledger.ts'
import { seededNumbers } from './random.ts'

// Random histories of a customer's money, with the days on which each entry counts, beside a
// reference that only adds and subtracts: what was received, used and paid back in all.

/** A row of the ledger as the database has it. */
interface Row {
  readonly source: string
  readonly target: string
  readonly amount: number
  readonly day: number
}

export interface Entry {
  readonly id: string
  readonly day: number
  readonly amount: number
  isReversed: boolean
  /** The day on which it was reversed, or became void. */
  reversedOn?: number
}

export const dayText = (day: number) => `2026-${String(1000 + day)}`
const dayNumber = (day: string) => Number(day.slice(5)) - 1000
export const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0)

/** Random choices that are the same for the same seed. */
export function randomOf(seed: number) {
  const below = seededNumbers(seed)
  return {
    upTo: (most: number) => below(most + 1),
    one: <T>(all: readonly T[]) => all[below(all.length)] as T,
  }
}

/** The books of one customer. */
export class Books {
  today = 0
  readonly rows: Row[] = []
  readonly payments: Entry[] = []
  readonly refunds: Entry[] = []
  readonly invoices: Entry[] = []
  /** The sums of the reference: received and written off less paid back, and invoiced. */
  received = 0
  invoiced = 0
  /** The amount of each invoice that is paid, and the part of each payment that is used. */
  readonly paid = new Map<string, number>()
  readonly used = new Map<string, number>()

  readonly rowsOf = (id: string) =>
    this.rows.filter(({ source, target }) => source === id || target === id)

  private from(id: string, day: number): string {
    const back = this.rowsOf(id).filter(({ amount }) => amount < 0)
    return latestOf([dayText(day), ...back.map((row) => dayText(row.day))])
  }

  readonly sources = (): Source[] =>
    this.payments
      .filter(({ isReversed }) => !isReversed)
      .map(({ id, day, amount }) => ({
        ...{ kind: 'payment' as const, id, from: this.from(id, day) },
        left: amount - sum(this.rowsOf(id).map((row) => row.amount)),
      }))
      .filter(({ left }) => left > 0)

  readonly owedOf = ({ id, amount, isReversed }: Entry) =>
    isReversed ? 0 : amount - (this.paid.get(id) ?? 0)

  use(sources: readonly Source[], target: Entry, amount: number) {
    const wanted = { amount, from: this.from(target.id, target.day) }
    for (const part of allocate(sources, [wanted])) {
      this.rows.push({
        ...{ source: part.source.id, target: target.id, amount: part.amount },
        day: dayNumber(part.day),
      })
      this.used.set(part.source.id, (this.used.get(part.source.id) ?? 0) + part.amount)
    }
    this.paid.set(target.id, (this.paid.get(target.id) ?? 0) + amount)
  }

  /** Takes back what a source pays of a target. */
  takeBack(source: string, target: string) {
    const net = sum(
      this.rows
        .filter((row) => row.source === source && row.target === target)
        .map(({ amount }) => amount),
    )
    if (net === 0) return
    this.rows.push({ source, target, amount: -net, day: this.today })
    this.used.set(source, (this.used.get(source) ?? 0) - net)
    this.paid.set(target, (this.paid.get(target) ?? 0) - net)
  }
}

export function step(books: Books, random: ReturnType<typeof randomOf>, at: number) {
  const past = () => Math.max(0, books.today - random.upTo(5))
  const open = books.invoices.filter((invoice) => books.owedOf(invoice) > 0)
  const amount = 1 + random.upTo(20_000)
  switch (random.upTo(10)) {
    case 0: {
      const id = `invoice ${at}`
      books.invoices.push({ id, day: books.today, amount, isReversed: false })
      books.invoiced += amount
      break
    }
    case 1:
    case 2: {
      const payment = { id: `payment ${at}`, day: past(), amount, isReversed: false }
      books.payments.push(payment)
      books.received += amount
      let left = amount
      for (const invoice of open) {
        const part = Math.min(left, random.upTo(books.owedOf(invoice)))
        const own = { kind: 'payment' as const, id: payment.id, from: dayText(payment.day), left }
        if (part > 0) books.use([own], invoice, part)
        left -= part
      }
      break
    }
    case 3: {
      const invoice = open[0] && random.one(open)
      const sources = books.sources()
      const part = Math.min(leftOf(sources), invoice ? books.owedOf(invoice) : 0, amount)
      if (invoice && part > 0) books.use(sources, invoice, part)
      break
    }
    case 4: {
      const row = books.rows[0] && random.one(books.rows)
      if (row?.target.startsWith('invoice') && row.source.startsWith('payment'))
        books.takeBack(row.source, row.target)
      break
    }
    case 5: {
      const day = past()
      const sources = books.sources().filter(({ from }) => from <= dayText(day))
      const part = Math.min(leftOf(sources), amount)
      if (part === 0) break
      const refund = { id: `refund ${at}`, day, amount: part, isReversed: false }
      books.refunds.push(refund)
      books.received -= part
      books.use(sources, refund, part)
      break
    }
    case 6: {
      const payment = books.payments[0] && random.one(books.payments)
      if (!payment || payment.isReversed) break
      const targets = new Set(books.rowsOf(payment.id).map(({ target }) => target))
      const isPaidBack = books.refunds.some(({ id, isReversed }) => !isReversed && targets.has(id))
      if (isPaidBack) break
      for (const target of targets) books.takeBack(payment.id, target)
      payment.isReversed = true
      payment.reversedOn = books.today
      books.received -= payment.amount
      break
    }
    case 7: {
      const refund = books.refunds[0] && random.one(books.refunds)
      if (!refund || refund.isReversed) break
      for (const { id } of books.payments) books.takeBack(id, refund.id)
      refund.isReversed = true
      refund.reversedOn = books.today
      books.received += refund.amount
      break
    }
    case 8: {
      const invoice = open[0] && random.one(open)
      if (!invoice || (books.paid.get(invoice.id) ?? 0) > 0) break
      invoice.isReversed = true
      invoice.reversedOn = books.today
      books.invoiced -= invoice.amount
      break
    }
    case 9: {
      const invoice = open[0] && random.one(open)
      if (!invoice) break
      // On a day on which it was owed, and as much as is owed at most.
      const part = 1 + random.upTo(books.owedOf(invoice) - 1)
      const writeOff = { id: `write-off ${at}`, day: books.today, amount: part, isReversed: false }
      books.payments.push(writeOff)
      books.received += part
      const from = dayText(books.today)
      books.use([{ kind: 'payment', id: writeOff.id, from, left: part }], invoice, part)
      break
    }
    default:
      books.today += random.upTo(3)
  }
}
