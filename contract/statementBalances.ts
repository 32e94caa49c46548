/**
 * The arithmetic of statements: movements of a customer's account in order, each with the balance
 * after it. Amounts in cents, days as `2026-11-29`.
 */

/** A document or an entry of the ledger by which the balance of an account changes. */
export const movementKinds = ['invoice', 'creditMemo', 'payment', 'refund', 'writeOff'] as const
export type MovementKind = (typeof movementKinds)[number]

export interface Movement {
  readonly kind: MovementKind
  /** Whether an earlier one is taken back: a document that became void, or a reversed entry. */
  readonly isReversal: boolean
  readonly id: string
  /** The calendar day from which it counts. */
  readonly day: string
  /** Above zero where the customer owes more by it, below zero where they owe less. */
  readonly amount: number
}

/**
 * The place of a movement in its day: what was invoiced, what was credited, the money in the order
 * in which it was recorded, and what became void.
 */
function placeOf({ kind, isReversal }: Movement): number {
  if (kind === 'invoice') return isReversal ? 3 : 0
  if (kind === 'creditMemo') return isReversal ? 3 : 1
  return 2
}

function compare(a: Movement, b: Movement): number {
  if (a.day !== b.day) return a.day < b.day ? -1 : 1
  return placeOf(a) - placeOf(b) || (a.id < b.id ? -1 : Number(a.id > b.id))
}

/** Movements with the balance after each, and what they come to. */
export interface Balanced<M extends Movement> {
  readonly entries: readonly (M & { readonly balance: number })[]
  /** The sum of the amounts above zero. */
  readonly charged: number
  /** The sum of the amounts below zero, as an amount above zero. */
  readonly credited: number
  readonly closing: number
}

/** The movements of a period in order, from its opening balance on. */
export function balanced<M extends Movement>(
  opening: number,
  movements: readonly M[],
): Balanced<M> {
  let [balance, charged, credited] = [opening, 0, 0]
  const entries = movements.toSorted(compare).map((movement) => {
    const { amount } = movement
    balance += amount
    if (amount > 0) charged += amount
    else credited -= amount
    return { ...movement, balance }
  })
  return { entries, charged, credited, closing: balance }
}

/** The days of a statement, both included. */
export interface Period {
  readonly from: string
  readonly to: string
}

/** The year of a day up to that day. */
export const yearTo = (today: string): Period => ({ from: `${today.slice(0, 4)}-01-01`, to: today })
