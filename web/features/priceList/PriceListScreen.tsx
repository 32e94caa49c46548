import { lineCategories } from '@plumbline/contract/pricedLines.ts'
import type { SavedLine } from '@plumbline/contract/priceList.ts'
import { createFileRoute } from '@tanstack/react-router'
import { FileSpreadsheet, Plus, Tags } from 'lucide-react'
import { useOpened } from '../../api/typed.ts'
import { ListRows, ListScreen } from '../../lists/ListScreen.tsx'
import { lazyTable } from '../../lists/lazyTable.tsx'
import { listSearch } from '../../lists/listSearch.ts'
import { paths } from '../../paths.ts'
import { ListButtons } from '../../print/ListButtons.tsx'
import { Link } from '../../screens/Link.tsx'
import { usePagedList } from '../../screens/QueryList.tsx'
import {
  adminOnly,
  id,
  newForm,
  oneOf,
  overlay,
  screen,
  text,
  useSetSearch,
} from '../../screens/screen.ts'
import { Button, buttonVariants } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/Card.tsx'
import { CardGrid, CardsSkeleton } from '../../ui/CardGrid.tsx'
import { ScreenHeader } from '../../ui/Headings.tsx'
import { Select } from '../../ui/Input.tsx'
import { RowsSkeleton } from '../../ui/Loading.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { titleCase } from '../../ui/status.ts'
import { TABLE, useMedia } from '../../ui/useMedia.ts'
import { priceListPages } from './api.ts'
import { SavedLineCard } from './SavedLineCard.tsx'

const { Table, Columns } = lazyTable(() => import('./PriceListTable.tsx'))
const CreateSavedLine = lazyPart(async () => ({
  default: (await import('./SavedLineForm.tsx')).CreateSavedLine,
}))
const EditSavedLine = lazyPart(async () => ({
  default: (await import('./SavedLineForm.tsx')).EditSavedLine,
}))
const DeleteSavedLine = lazyPart(async () => ({
  default: (await import('./DeleteSavedLine.tsx')).DeleteSavedLine,
}))

const priceListSearch = listSearch(
  { search: text, category: oneOf(...lineCategories) },
  { new: newForm('line'), edit: overlay(id) },
)

export const Route = createFileRoute('/price-list')({
  ...screen({ title: 'Price List', ...adminOnly }),
  validateSearch: priceListSearch.validate,
  // Route definitions are part of the initial bundle, so the API calls are loaded on demand.
  loader: async ({ context: { client }, location }) => {
    const { priceListPages } = await import('./api.ts')
    const filter = priceListSearch.filterOf(priceListSearch.validate(location.search))
    return client.infiniteQuery(priceListPages(filter, matchMedia(TABLE).matches))
  },
  pendingComponent: () => (
    <>
      <ScreenHeader title="Price List" />
      {matchMedia(TABLE).matches ? <RowsSkeleton count={8} /> : <CardsSkeleton />}
    </>
  ),
  component: PriceListScreen,
})

const categoryOptions = [
  { value: '', label: 'All categories' },
  ...lineCategories.map((value) => ({ value, label: titleCase(value) })),
]

/** The saved lines, a table where there is room for one, with search, filter, and their forms. */
function PriceListScreen() {
  const params = Route.useSearch()
  const setSearch = useSetSearch<typeof params>()
  const filter = priceListSearch.filterOf(params)
  const isTable = useMedia(TABLE)
  const list = usePagedList(priceListPages(filter, isTable))
  const [deleting, setDeleting] = useOpened<SavedLine | null>('line to delete', null)
  const importLink = (
    <Link href={paths.imports('prices')} className={buttonVariants({ variant: 'quiet' })}>
      <FileSpreadsheet aria-hidden />
      Import
    </Link>
  )

  return (
    <ListScreen
      title="Price List"
      text="Copied into bids, so a new price changes no bid."
      noun="lines"
      search={priceListSearch}
      params={params}
      table={{ hasRoom: isTable, isTable }}
      more={
        <>
          {importLink}
          {list.paging.total > 0 && (
            <ListButtons
              fileName="price-list"
              read={async () => (await import('./printed.ts')).printedPriceList(filter)}
            />
          )}
        </>
      }
      action={
        <Button variant="primary" onClick={() => setSearch({ new: 'line' })}>
          <Plus aria-hidden />
          New Line
        </Button>
      }
      Columns={Columns}
      searched="Description"
      filters={
        <Select
          aria-label="Category"
          options={categoryOptions}
          value={filter.category ?? ''}
          onChange={({ target }) =>
            setSearch({ category: target.value as (typeof lineCategories)[number] | '' })
          }
          className="w-40"
        />
      }
    >
      <ListRows
        {...{ list, filter, Table }}
        noMatch="No lines found"
        skeleton={<CardsSkeleton />}
        empty={
          <EmptyState
            icon={Tags}
            title="No lines yet"
            text="Add what you price again and again, or import it from a CSV file"
            action={importLink}
          />
        }
      >
        {(lines, busy) => (
          <CardGrid items={lines} busy={busy}>
            {(line) => (
              <SavedLineCard
                line={line}
                onEdit={() => setSearch({ edit: line.id })}
                onDelete={() => setDeleting(line)}
              />
            )}
          </CardGrid>
        )}
      </ListRows>
      {params.new === 'line' && <CreateSavedLine onClose={() => setSearch({ new: '' })} />}
      {params.edit && (
        <EditSavedLine key={params.edit} id={params.edit} onClose={() => setSearch({ edit: '' })} />
      )}
      {deleting && <DeleteSavedLine line={deleting} onClose={() => setDeleting(null)} />}
    </ListScreen>
  )
}
