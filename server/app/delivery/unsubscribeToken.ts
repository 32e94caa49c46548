import { kinds, type NotificationKind } from '@plumbline/contract/notificationKinds.ts'
import { isId } from '@plumbline/contract/text.ts'
import { seal, unseal } from '../../http/seal.ts'

/** The emails that a link turns off: those about one kind of notification, or daily emails. */
export type Unsubscribed = NotificationKind | 'digest'

const FORM = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12}) (\w+)$/

/**
 * The sealed token in the link of an email. It is short because a path parameter may have at most
 * a hundred characters.
 */
export const unsubscribeToken = (personId: string, what: Unsubscribed, secret: string): string =>
  seal(`${personId.replaceAll('-', '')} ${what}`, secret, 'unsubscribe')

/** The person and the emails that a token turns off; undefined for an invalid token. */
export function readUnsubscribeToken(token: string, secret: string) {
  const text = unseal(token, secret, 'unsubscribe')
  const [, ...parts] = (typeof text === 'string' && FORM.exec(text)) || []
  const personId = parts.slice(0, 5).join('-')
  const what = ['digest' as const, ...kinds].find((one) => one === parts[5])
  return what && isId(personId) ? { personId, what } : undefined
}
