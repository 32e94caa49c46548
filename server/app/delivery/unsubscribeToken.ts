import { kinds, type NotificationKind } from '@plumbline/contract/notificationKinds.ts'
import { isId } from '@plumbline/contract/text.ts'
import { seal, unseal } from '../../http/seal.ts'

/** What an email turns off: those about a kind of thing, or the daily ones. */
export type Unsubscribed = NotificationKind | 'digest'

const FORM = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12}) (\w+)$/

/** What is sealed into the link of an email. It is short: a part of an address may have a hundred characters. */
export const unsubscribeToken = (personId: string, what: Unsubscribed, secret: string): string =>
  seal(`${personId.replaceAll('-', '')} ${what}`, secret, 'unsubscribe')

/** Whose emails a token turns off, and which; undefined where it is not one of ours. */
export function readUnsubscribeToken(token: string, secret: string) {
  const text = unseal(token, secret, 'unsubscribe')
  const [, ...parts] = (typeof text === 'string' && FORM.exec(text)) || []
  const personId = parts.slice(0, 5).join('-')
  const what = ['digest' as const, ...kinds].find((one) => one === parts[5])
  return what && isId(personId) ? { personId, what } : undefined
}
