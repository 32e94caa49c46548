import { isAffected } from '@plumbline/contract/affected.ts'
import type { Change, Step } from '../../server/testing/walk/walk.ts'

/** Reads whose changes have no event, by path, with the reason. */
export const withoutEvents: Readonly<Record<string, string>> = {
  '/api/audit': 'a log, which is read again with the screen',
  '/api/export': 'counts every row there is, and is asked for when a download is made',
  '/api/backups': 'made at night; its screen asks again while one is made',
  '/api/account/sessions': 'of the person alone, who gets an email about a new sign-in',
  '/api/account/calendar-feed': 'of the person alone, and read with its screen',
  '/api/saved-views': 'of the person alone; another tab reads them when it is loaded',
}

/** Writes after which certain reads change without an event, with the reason. */
export const unannounced: Readonly<Record<string, { paths: readonly string[]; reason: string }>> = {
  'POST /api/attention/snoozes': { paths: ['/api/attention'], reason: 'for the person alone' },
  'DELETE /api/attention/snoozes': { paths: ['/api/attention'], reason: 'for the person alone' },
  'DELETE /api/users/:id/second-factor': {
    paths: ['/api/users/:id'],
    reason: 'only whether it can be removed once more, which then is a conflict',
  },
  'PUT /api/users/:id': {
    paths: ['/api/jobs/:id/subcontractors'],
    reason:
      'a client is not notified of the cards of people, of which they see the name and the trade',
  },
}

/** Writes that change no read of the people of the walk except the log, with the reason. */
export const changesNothing: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      'POST /api/schedule/preview',
      'POST /api/weather-days/preview',
      'PUT /api/presence',
      'POST /api/export',
      'POST /api/account/passkeys/options',
      'POST /api/login/passkey/options',
      // No cards are taken by the server of these tests.
      'POST /api/my-invoices/:id/pay',
      'POST /api/my-invoices/:id/settle-card',
    ].map((title) => [title, 'saves nothing that is read']),
  ),
  ...Object.fromEntries(
    [
      'POST /api/login',
      'POST /api/logout',
      'POST /api/account/password',
      'POST /api/account/confirm',
      'DELETE /api/account/sessions/:sid',
      'DELETE /api/account/sessions',
      'POST /api/forgot-password',
      'POST /api/reset-password/:token',
      'POST /api/account/second-factor',
      'POST /api/account/second-factor/confirm',
      'DELETE /api/account/second-factor',
      'POST /api/account/recovery-codes',
      'POST /api/account/passkeys',
      'DELETE /api/account/passkeys/:credential',
      'POST /api/login/passkey',
      'POST /api/users/:id/reset-link',
      'DELETE /api/users/:id/sessions',
      'POST /api/users/:id/view-as',
      'DELETE /api/account/calendar-feed',
      'DELETE /api/push-subscriptions/:id',
    ].map((title) => [title, 'about the signing in or the devices of one person alone']),
  ),
  'POST /api/payments/:id/send-receipt': 'refused: no emails are sent',
  'POST /api/customers/:id/statement/send': 'refused: no emails are sent',
  'POST /api/setup': 'refused: the company is set up',
  'POST /api/setup/replace-sample': 'refused: another name was typed',
}

/** Whether an event makes an open tab of the reader repeat the read after the write. */
function isAnnounced({ received }: Step, { read: { role, row, params } }: Change): boolean {
  return received[role].some((event) => isAffected(row, params, event))
}

const titleOf = ({ row }: Step) => `${row.method} ${row.path}`

/**
 * The changes of reads that are neither announced nor excused: the reader, the path, and the
 * difference.
 */
export const outdatedAfter = (step: Step): string[] =>
  step.changes
    .filter((change) => !isAnnounced(step, change))
    .filter(({ read: { row } }) => !(row.path in withoutEvents))
    .filter(({ read: { row } }) => !unannounced[titleOf(step)]?.paths.includes(row.path))
    .map(({ read, before, after }) => {
      const start = [...before].findIndex((letter, n) => letter !== after[n])
      const excerpt = (text: string) => text.slice(Math.max(0, start - 60), start + 60)
      return `${read.role} ${read.row.path}: …${excerpt(before)}… is now …${excerpt(after)}…`
    })

/** Whether the excuse for a path is needed: a read of it changed without an event. */
export const needsExcuse = (step: Step, path: string): boolean =>
  step.changes.some((change) => change.read.row.path === path && !isAnnounced(step, change))

/** Whether a read changed with the write, other than the log and the size of a download. */
export const changesReads = ({ changes }: Step): boolean =>
  changes.some(({ read }) => read.row.path !== '/api/audit' && read.row.path !== '/api/export')
