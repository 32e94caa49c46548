import { authRoutes } from '@plumbline/contract/auth.ts'
import { calendarRoutes } from '@plumbline/contract/calendar.ts'
import { query } from '../api/query.ts'

export const sessionsQuery = query(authRoutes.sessions)
export const feedQuery = query(calendarRoutes.feed)
