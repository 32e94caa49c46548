import { createFileRoute } from '@tanstack/react-router'
import { HardHat, Plus } from 'lucide-react'
import { paths } from '../../paths.ts'
import { ListButtons } from '../../print/ListButtons.tsx'
import { Link } from '../../screens/Link.tsx'
import { QueryList, usePagedList } from '../../screens/QueryList.tsx'
import { SearchBox } from '../../screens/SearchBox.tsx'
import {
  adminOnly,
  id,
  newForm,
  overlay,
  screen,
  searchParams,
  text,
  useSetSearch,
} from '../../screens/screen.ts'
import { Button, buttonVariants } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/Card.tsx'
import { CardGrid, CardsSkeleton } from '../../ui/CardGrid.tsx'
import { ScreenHeader } from '../../ui/Headings.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { NoMatch } from '../../ui/NoMatch.tsx'
import { ToolLine } from '../../ui/ToolLine.tsx'
import { subPages } from '../people/api.ts'
import { useInvites } from '../people/useInvites.tsx'
import { SubcontractorCard } from './SubcontractorCard.tsx'

const AddSubcontractor = lazyPart(async () => ({
  default: (await import('./SubcontractorDialogs.tsx')).AddSubcontractor,
}))
const EditUser = lazyPart(async () => ({
  default: (await import('../people/UserForm.tsx')).EditUser,
}))

const validateSearch = searchParams({
  search: text,
  edit: overlay(id),
  new: newForm('subcontractor'),
})
type Search = ReturnType<typeof validateSearch>

export const Route = createFileRoute('/subcontractors')({
  ...screen({ title: 'Subcontractors', ...adminOnly }),
  validateSearch,
  // Route definitions are part of the initial bundle, so the API calls are loaded on demand.
  loader: async ({ context: { client }, location }) => {
    const { subPages } = await import('../people/api.ts')
    await client.infiniteQuery(subPages(validateSearch(location.search).search))
  },
  pendingComponent: () => (
    <>
      <ScreenHeader title="Subcontractors" />
      <CardsSkeleton />
    </>
  ),
  component: SubcontractorsScreen,
})

/** The list of subs, with search and dialogs to add, invite, and edit them. */
function SubcontractorsScreen() {
  const { search, edit, new: create } = Route.useSearch()
  const setSearch = useSetSearch<Search>()
  const list = usePagedList(subPages(search))
  const invites = useInvites()

  return (
    <>
      <ScreenHeader
        title="Subcontractors"
        more={
          <>
            {list.paging.total > 0 && (
              <ListButtons
                fileName="subcontractors"
                read={async () => (await import('../people/printed.ts')).printedSubs(search)}
              />
            )}
            <Link href={paths.imports('subcontractors')} className={buttonVariants()}>
              Import CSV
            </Link>
          </>
        }
      >
        <Button variant="primary" onClick={() => setSearch({ new: 'subcontractor' })}>
          <Plus aria-hidden />
          Add Subcontractor
        </Button>
      </ScreenHeader>
      <ToolLine>
        <SearchBox
          label="Search subcontractors"
          placeholder="Name, specialty, email or phone"
          value={search}
          className="w-full max-w-105"
        />
      </ToolLine>
      <QueryList
        list={list}
        noun="subcontractors"
        skeleton={<CardsSkeleton />}
        noMatch={
          search && (
            <NoMatch
              title="No subcontractors match your search"
              clears="search"
              onClear={() => setSearch({ search: '' })}
            />
          )
        }
        empty={
          <EmptyState
            icon={HardHat}
            title="No subcontractors yet"
            text="Add the subs you work with, then put them on jobs, tasks and the schedule"
          />
        }
      >
        {(subs, busy) => (
          <CardGrid items={subs} busy={busy}>
            {(sub) => (
              <SubcontractorCard
                sub={sub}
                onEdit={() => setSearch({ edit: sub.id })}
                invites={invites}
              />
            )}
          </CardGrid>
        )}
      </QueryList>
      {create === 'subcontractor' && <AddSubcontractor onClose={() => setSearch({ new: '' })} />}
      {edit && <EditUser id={edit} onClose={() => setSearch({ edit: '' })} />}
      {invites.sheet}
    </>
  )
}
