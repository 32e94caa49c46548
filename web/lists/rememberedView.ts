import type { SavedView } from '@plumbline/contract/savedViews.ts'
import { redirect } from '@tanstack/react-router'
import { attempt } from '../api/storage.ts'
import { type RouterContext, type ScreenInfo, screen } from '../screens/screen.ts'
import { TABLE } from '../ui/useMedia.ts'
import { queryText } from './queryText.ts'

type ListName = SavedView['screen']
type Params = Readonly<Record<string, string | undefined>>

const keyOf = (list: ListName, personId: string) => `view of ${list} ${personId}`

/**
 * The search params of the table that the person last chose in this browser, as text: empty if they
 * chose the list without a table, undefined if they chose nothing.
 */
const rememberedText = (list: ListName, personId: string): string | undefined =>
  attempt(() => localStorage.getItem(keyOf(list, personId))) ?? undefined

/** Remembers the search params of the table that the person chose for a list. */
export function rememberTable(list: ListName, personId: string, params: Params) {
  const text = queryText({ ...params, view: 'table' })
  attempt(() => localStorage.setItem(keyOf(list, personId), text))
}

/** Remembers that the person chose other columns for the table, or the default ones. */
export function rememberColumns(list: ListName, personId: string, columns: string | undefined) {
  const before = Object.fromEntries(new URLSearchParams(rememberedText(list, personId) ?? ''))
  rememberTable(list, personId, { ...before, columns })
}

/** Remembers that the person chose the list without a table. */
export function rememberPlainList(list: ListName, personId: string) {
  attempt(() => localStorage.setItem(keyOf(list, personId), ''))
}

interface BeforeLoad {
  readonly context: RouterContext
  readonly location: { readonly pathname: string; readonly searchStr: string }
}

/**
 * The route options of a screen that is one list, as a table or otherwise. Without search params
 * besides a form that is to be opened, it shows the table that the person last chose, where there
 * is room for one.
 * @param isTable whether it is a table for a person who chose nothing
 */
export function listScreen(
  list: ListName,
  info: ScreenInfo,
  { isTable = () => false }: { readonly isTable?: (context: RouterContext) => boolean } = {},
) {
  const options = screen(info)
  return {
    ...options,
    beforeLoad: ({ context, location }: BeforeLoad) => {
      options.beforeLoad({ context })
      const { new: form, ...asked } = Object.fromEntries(new URLSearchParams(location.searchStr))
      if (Object.keys(asked).length > 0 || !matchMedia(TABLE).matches) return
      const text = rememberedText(list, context.person.id) ?? (isTable(context) ? 'view=table' : '')
      if (!text) return
      const search = queryText({ ...Object.fromEntries(new URLSearchParams(text)), new: form })
      redirect({ href: `${location.pathname}?${search}`, replace: true, throw: true })
    },
  }
}
