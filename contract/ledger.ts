/**
 * The rules by which money is used: payments, write-offs and credit memos for invoices, and credit
 * for refunds. Amounts in cents, days as `2026-11-29`.
 */

/** Money of a customer that is not used yet. */
export interface Source {
  readonly kind: 'payment' | 'creditMemo'
  readonly id: string
  /** The day from which what is left of it can be used. */
  readonly from: string
  /** The part of it that is not used. */
  readonly left: number
}

/** An amount that money is used for, from a day on. */
interface Wanted {
  readonly amount: number
  /** The first day on which it can be paid. */
  readonly from: string
}

/** A part of a source for one of the wanted amounts. */
export interface Allocated<W extends Wanted> {
  readonly source: Source
  readonly wanted: W
  readonly amount: number
  /** The day from which it counts. */
  readonly day: string
}

/** The last of several days. */
export const latestOf = (days: readonly string[]): string =>
  days.reduce((last, day) => (day > last ? day : last), '')

const sum = (amounts: readonly { readonly amount: number }[]) =>
  amounts.reduce((all, { amount }) => all + amount, 0)

/** The amount that is left of sources, in cents. */
export const leftOf = (sources: readonly Source[]): number =>
  sources.reduce((all, { left }) => all + left, 0)

/**
 * Uses sources for amounts, the first source first. A part counts from the day on which both its
 * source and what it pays were there: on no day is more used than there was, or more paid than was
 * owed. Amounts of more than all sources are filled as far as these go.
 */
export function allocate<W extends Wanted>(
  sources: readonly Source[],
  all: readonly W[],
): Allocated<W>[] {
  const left = sources.map((source) => source.left)
  return all.flatMap((wanted) => {
    let missing = wanted.amount
    return sources.flatMap((source, at) => {
      const amount = Math.min(missing, left[at] ?? 0)
      if (amount <= 0) return []
      missing -= amount
      left[at] = (left[at] ?? 0) - amount
      return [{ source, wanted, amount, day: latestOf([source.from, wanted.from]) }]
    })
  })
}

interface Open {
  readonly id: string
  readonly owed: number
}

/** The amount for an invoice that a payment of an amount pays in turn, oldest invoice first. */
export function proposed(
  open: readonly Open[],
  amount: number,
): { readonly invoiceId: string; readonly amount: number }[] {
  let left = amount
  return open.flatMap(({ id, owed }) => {
    const part = Math.min(owed, left)
    left -= part
    return part > 0 ? [{ invoiceId: id, amount: part }] : []
  })
}

/** The part of a payment that is for no invoice. */
export const creditOf = (
  amount: number,
  allocations: readonly { readonly amount: number }[],
): number => amount - sum(allocations)
