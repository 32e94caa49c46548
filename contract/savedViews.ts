import { z } from 'zod'
import { route } from './route.ts'
import { id, line, text } from './text.ts'

/** The screens whose lists can be saved as views. */
export const viewedScreens = ['jobs', 'bids', 'tasks', 'people', 'customers', 'invoices'] as const
const screen = z.enum(viewedScreens, 'Not a screen with views')

/** The most views of a screen that a person can save. */
export const MAX_VIEWS = 20

/** A person's own filter and sort order of a list, under a name. */
export const SavedView = z.object({
  id,
  screen,
  name: z.string(),
  /** The search params of the screen, as in its address. */
  query: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type SavedView = z.infer<typeof SavedView>

const name = line(60, 'Name is required')
const query = text(1000, 'Filter or sort the list first')

export const NewSavedView = z.object({ screen, name, query }, 'Send screen, name and query')
export type NewSavedView = z.output<typeof NewSavedView>

/** Only the fields sent are changed. */
export const SavedViewChange = z.object(
  { name: name.optional(), query: query.optional() },
  'Send the change as an object',
)
export type SavedViewChange = z.output<typeof SavedViewChange>

const path = '/api/saved-views/:id' as const

export const savedViewRoutes = {
  list: route({
    method: 'GET',
    path: '/api/saved-views',
    summary: "The person's own views of a screen, oldest first",
    may: 'view.list',
    about: [],
    keep: true,
    query: z.object({ screen: screen.optional() }),
    reply: z.array(SavedView),
  }),
  create: route({
    method: 'POST',
    path: '/api/saved-views',
    summary: 'Keep a filter and an order of a list under a name, at most 20 for a screen',
    may: 'view.create',
    body: NewSavedView,
    reply: SavedView,
    status: 201,
    fails: ['tooManyViews'],
  }),
  update: route({
    method: 'PUT',
    path,
    summary: 'Change the fields sent of an own view',
    may: 'view.update',
    body: SavedViewChange,
    reply: SavedView,
    fails: ['stale'],
  }),
  remove: route({
    method: 'DELETE',
    path,
    summary: 'Delete an own view',
    may: 'view.delete',
    reply: z.void(),
    status: 204,
  }),
}
