import { rentalRoutes } from '@plumbline/contract/rentals.ts'
import { tenantRoutes } from '@plumbline/contract/tenants.ts'
import { queryOptions } from '@tanstack/react-query'
import { send } from '../../api/call.ts'
import { query } from '../../api/query.ts'

/** The figures above the tabs. */
export const statsQuery = query(rentalRoutes.stats)

/** The number of tenants who have not moved out. */
export const tenantCountQuery = queryOptions({
  queryKey: [tenantRoutes.list.path, 'count'] as const,
  meta: { about: tenantRoutes.list.about },
  queryFn: async ({ signal }) => {
    const response = await send(
      tenantRoutes.list,
      { query: { status: 'active', limit: '1' } },
      { signal },
    )
    return Number(response.headers.get('X-Total-Count') ?? 0)
  },
})
