import { createFileRoute } from '@tanstack/react-router'
import { HardHat, Plus, SearchX } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { usePages } from '../api/usePages.ts'
import { paths } from '../paths.ts'
import { searchWord, subPages } from '../people/api.ts'
import { useShareLink } from '../people/LinkDialog.tsx'
import { cardGrid, PeoplePending, PeopleSkeleton } from '../people/PeopleSkeleton.tsx'
import { Link } from '../shell/Link.tsx'
import { adminOnly, screen } from '../shell/screen.ts'
import { oneOf, searchParams, text } from '../shell/searchParams.ts'
import { useSearchWord } from '../shell/useSearchWord.ts'
import { useWords } from '../shell/useWords.ts'
import { Button, buttonVariants } from '../ui/Button.tsx'
import { EmptyState } from '../ui/Card.tsx'
import { ScreenHeader } from '../ui/Headings.tsx'
import { SearchInput } from '../ui/Input.tsx'
import { LoadMore } from '../ui/LoadMore.tsx'
import { SubcontractorCard } from './SubcontractorCard.tsx'

const AddSubcontractor = lazy(() => import('./AddSubcontractor.tsx'))
const EditUser = lazy(() => import('../people/EditUser.tsx'))

const search = searchParams({ search: text, new: oneOf('subcontractor') })

export const Route = createFileRoute('/subcontractors')({
  ...screen({ title: 'Subcontractors', ...adminOnly }),
  validateSearch: search,
  loader: ({ context: { client }, location }) =>
    client.infiniteQuery(subPages(search(location.search).search)),
  pendingComponent: () => <PeoplePending title="Subcontractors" />,
  component: SubcontractorsScreen,
})

/** The subs the contractor works with. */
function SubcontractorsScreen() {
  const [words, setWords] = useWords()
  const [typed, setTyped] = useSearchWord()
  const search = searchWord(words)
  const list = usePages(subPages(search))
  const { share, dialog } = useShareLink()
  const add = () => setWords({ new: 'subcontractor' })

  return (
    <>
      <ScreenHeader title="Subcontractors">
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">
          <Link href={paths.imports('subcontractors')} className={buttonVariants()}>
            Import CSV
          </Link>
          <Button variant="primary" onClick={add}>
            <Plus aria-hidden />
            Add Subcontractor
          </Button>
        </div>
      </ScreenHeader>
      <SearchInput
        label="Search subcontractors"
        placeholder="Search by name, specialty or email"
        value={typed}
        onChange={setTyped}
        className="mb-4 sm:max-w-105"
      />
      {list.isPending ? (
        <PeopleSkeleton />
      ) : list.items.length > 0 ? (
        <>
          <ul className={cardGrid} aria-busy={list.busy}>
            {list.items.map((sub) => (
              <li key={sub.id} className="grid">
                <SubcontractorCard
                  sub={sub}
                  onEdit={() => setWords({ edit: sub.id })}
                  share={share}
                />
              </li>
            ))}
          </ul>
          <LoadMore noun="subcontractors" {...list.more} />
        </>
      ) : search ? (
        <EmptyState
          icon={SearchX}
          title="No subcontractors match your search"
          action={<Button onClick={() => setWords({ search: '' })}>Clear the search</Button>}
        />
      ) : (
        <EmptyState
          icon={HardHat}
          title="No subcontractors yet"
          text="Add the subs you work with, then put them on jobs, tasks and the schedule"
        />
      )}
      <Suspense>
        {words.new === 'subcontractor' && (
          <AddSubcontractor onClose={() => setWords({ new: '' })} />
        )}
        {words.edit && <EditUser id={words.edit} onClose={() => setWords({ edit: '' })} />}
      </Suspense>
      {dialog}
    </>
  )
}
