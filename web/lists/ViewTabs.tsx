import { type SavedView, savedViewRoutes } from '@plumbline/contract/savedViews.ts'
import { useQuery } from '@tanstack/react-query'
import { cx } from 'class-variance-authority'
import { Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { useOpened } from '../api/typed.ts'
import { ConfirmWrite } from '../forms/ConfirmWrite.tsx'
import { Link } from '../screens/Link.tsx'
import { Button } from '../ui/Button.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { queryText } from './queryText.ts'
import { viewsQuery } from './savedViews.ts'

const SaveView = lazyPart(async () => ({ default: (await import('./ViewForms.tsx')).SaveView }))
const RenameView = lazyPart(async () => ({ default: (await import('./ViewForms.tsx')).RenameView }))

type Params = Readonly<Record<string, string | undefined>>

/** A view that everybody has: its name and its search params. */
export interface View {
  readonly name: string
  readonly params: Params
}

interface ViewTabsProps {
  screen: SavedView['screen']
  /** The built-in views. */
  builtIn: readonly View[]
  /** The current filter and order of the list. */
  current: Params
  /** Returns the URL of the list with a filter and an order. */
  hrefOf: (params: Params) => string
  /** Called with the filter and the order of the view that is opened. */
  onChoose: (params: Params) => void
  /** Renders the number of rows the list has with a filter. */
  countOf: (params: Params) => ReactNode
}

/**
 * The views of a list as tabs, the built-in ones first. The current filter can be saved as another
 * view.
 */
export default function ViewTabs({
  screen,
  builtIn,
  current,
  hrefOf,
  onChoose,
  countOf,
}: ViewTabsProps) {
  const own = useQuery(viewsQuery(screen)).data ?? []
  const [dialog, setDialog] = useOpened<'save' | 'rename' | 'delete' | null>('view', null)
  const query = queryText(current)
  const ready = builtIn.map(({ name, params }) => ({ id: name, name, query: queryText(params) }))
  const chosen = own.find((view) => view.query === query)
  const isBuiltIn = ready.some((view) => view.query === query)
  const close = () => setDialog(null)
  return (
    <div className="no-print mb-4 flex items-end gap-3 border-b border-line">
      <nav aria-label="Views" className="-mb-px flex min-w-0 flex-1 gap-1 overflow-x-auto">
        {[...ready, ...own].map((view) => {
          const isCurrent = view.query === query
          const params = Object.fromEntries(new URLSearchParams(view.query))
          return (
            <Link
              key={view.id}
              href={hrefOf(params)}
              onClick={() => onChoose(params)}
              aria-current={isCurrent ? 'page' : undefined}
              className={cx(
                'flex h-10 items-center gap-1.5 border-b-2 px-3 whitespace-nowrap -outline-offset-2 touch:h-11',
                isCurrent
                  ? 'border-ink font-medium text-ink'
                  : 'border-transparent text-ink-2 hover:text-ink',
              )}
            >
              {view.name}
              {countOf(params)}
            </Link>
          )
        })}
      </nav>
      <div className="mb-1 flex shrink-0">
        {chosen && (
          <>
            <Button variant="quiet" size="sm" onClick={() => setDialog('rename')}>
              Rename view
            </Button>
            <Button variant="quiet" size="sm" onClick={() => setDialog('delete')}>
              Delete view
            </Button>
          </>
        )}
        {!chosen && !isBuiltIn && (
          <Button variant="quiet" size="sm" onClick={() => setDialog('save')}>
            <Star aria-hidden />
            Save view
          </Button>
        )}
      </div>
      {dialog === 'save' && <SaveView screen={screen} query={query} onClose={close} />}
      {dialog === 'rename' && chosen && <RenameView view={chosen} onClose={close} />}
      {dialog === 'delete' && chosen && (
        <ConfirmWrite
          row={savedViewRoutes.remove}
          args={{ params: { id: chosen.id } }}
          title={`Delete the view ${chosen.name}?`}
          success="View deleted successfully"
          failure="Failed to delete view"
          onClose={close}
        />
      )}
    </div>
  )
}
