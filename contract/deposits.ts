/** Words of a payment that is due once work is done. */
const AFTER_WORK = /complet|finish|final|\bdone\b|\bend\b|inspection|hand(ed)?[ -]?over|net \d/i
/** Words of a payment that is due before work begins. */
const BEFORE_WORK =
  /sign|deposit|down payment|advance|up[ -]?front|accept|approv|order|contract|start|begin|book/i

/**
 * Whether the first payment of a schedule is a deposit, which a law may limit: one that is due
 * before work begins, as its text says. A text that says nothing about it is that of a deposit if
 * other payments follow.
 * @param title when the payment is due
 * @param payments the number of payments
 */
export function isDeposit(title: string, payments: number): boolean {
  if (AFTER_WORK.test(title)) return false
  return BEFORE_WORK.test(title) || payments > 1
}
