import { accountRoutes } from '@plumbline/contract/account.ts'
import { calendarRoutes } from '@plumbline/contract/calendar.ts'
import { passkeyRoutes } from '@plumbline/contract/passkeys.ts'
import { secondFactorRoutes } from '@plumbline/contract/secondFactor.ts'
import { query } from '../../api/query.ts'

export const sessionsQuery = query(accountRoutes.sessions)
export const secondFactorQuery = query(secondFactorRoutes.read)
export const passkeysQuery = query(passkeyRoutes.list)
export const feedQuery = query(calendarRoutes.feed)
