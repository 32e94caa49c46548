import type { NotificationKind } from '@plumbline/contract/notificationKinds.ts'
import {
  notificationRoutes,
  notificationSettingsRoutes,
} from '@plumbline/contract/notifications.ts'
import { pagedQuery, query } from '../../api/query.ts'

/** The filter of the notifications. */
export interface NotificationFilter {
  readonly show: 'unread' | undefined
  readonly kind: NotificationKind | undefined
}

/** The notifications of the person, newest first, page by page. */
export const notificationPages = ({ show, kind }: NotificationFilter) =>
  pagedQuery(notificationRoutes.list, { query: { unread: show && 'true', kind } }, 30)

/** The jobs whose notifications the person has muted. */
export const mutedQuery = query(notificationRoutes.muted)

export const settingsQuery = query(notificationSettingsRoutes.read)
export const devicesQuery = query(notificationSettingsRoutes.devices)
export const pushKeyQuery = query(notificationSettingsRoutes.pushKey)
