import { type SavedView, savedViewRoutes } from '@plumbline/contract/savedViews.ts'
import { query } from '../api/query.ts'

/** The person's views of a screen. */
export const viewsQuery = (screen: SavedView['screen']) =>
  query(savedViewRoutes.list, { query: { screen } })
