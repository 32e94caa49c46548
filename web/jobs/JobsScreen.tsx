import { formatCents } from '@plumbline/contract/money.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { BriefcaseBusiness, Plus, SearchX } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useMe } from '../api/me.ts'
import { usePages } from '../api/usePages.ts'
import { paths } from '../paths.ts'
import { Link } from '../shell/Link.tsx'
import { useSearchWord } from '../shell/useSearchWord.ts'
import { useWords } from '../shell/useWords.ts'
import { Button, buttonVariants } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FloatingButton } from '../ui/FloatingButton.tsx'
import { LoadMore } from '../ui/LoadMore.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { SearchInput } from '../ui/SearchInput.tsx'
import { Select } from '../ui/Select.tsx'
import { jobPages, jobTotals, jobWords } from './api.ts'
import { JobCard } from './JobCard.tsx'
import { JobsSkeleton } from './JobsSkeleton.tsx'
import { statusOptions } from './statusOptions.ts'

const CreateJob = lazy(() => import('./CreateJob.tsx'))

const filterOptions = [{ value: '', label: 'All statuses' }, ...statusOptions]

/** The jobs a person may see: found, filtered, and for an admin added up and begun. */
export function JobsScreen() {
  const me = useMe()
  const [words, setWords] = useWords()
  const [typed, setTyped] = useSearchWord()
  const filter = jobWords(words)
  const list = usePages(jobPages(filter))
  const isAdmin = me.role === 'admin'
  const totals = useQuery({
    ...jobTotals(filter),
    enabled: isAdmin,
    placeholderData: keepPreviousData,
  })
  const create = () => setWords({ new: 'job' })

  return (
    <>
      <PageHead title={me.role === 'client' ? 'My Projects' : 'Jobs'}>
        {isAdmin && (
          <Link
            href={paths.imports('jobs')}
            className={buttonVariants({ className: 'sm:order-last' })}
          >
            Import CSV
          </Link>
        )}
        {isAdmin && (
          <p className="text-ink-2">
            Total Active Approved Amount{' '}
            <b className="figures font-bold text-ink">
              {totals.data ? formatCents(totals.data.activeApprovedAmount) : '…'}
            </b>
          </p>
        )}
      </PageHead>
      <div className="mb-4 flex gap-2.5 max-sm:flex-col">
        <SearchInput
          label="Search jobs"
          placeholder="Search by name or address"
          value={typed}
          onChange={setTyped}
          className="flex-1 sm:max-w-105"
        />
        <Select
          aria-label="Status"
          options={filterOptions}
          value={filter.status ?? ''}
          onChange={(event) => setWords({ status: event.target.value })}
          className="sm:w-44"
        />
      </div>
      {list.isPending ? (
        <JobsSkeleton />
      ) : list.items.length > 0 ? (
        <>
          <ul
            aria-busy={list.busy}
            className="grid grid-cols-[repeat(auto-fill,minmax(min(20rem,100%),1fr))] gap-3.5"
          >
            {list.items.map((job) => (
              <li key={job.id} className="grid grid-cols-1">
                <JobCard job={job} showAmount={me.role !== 'subcontractor'} />
              </li>
            ))}
          </ul>
          <LoadMore noun="jobs" {...list.more} />
        </>
      ) : filter.search || filter.status ? (
        <EmptyState
          icon={SearchX}
          title="No jobs match your filters"
          action={
            <Button onClick={() => setWords({ search: '', status: '' })}>Clear the filters</Button>
          }
        />
      ) : (
        <EmptyState
          icon={BriefcaseBusiness}
          title="No jobs yet"
          text={
            isAdmin
              ? 'Create your first job to get started'
              : 'Jobs you are part of will stand here'
          }
          action={
            isAdmin && (
              <Button variant="primary" onClick={create}>
                Create Job
              </Button>
            )
          }
        />
      )}
      {isAdmin && <FloatingButton label="Create New Job" icon={Plus} onClick={create} />}
      {isAdmin && words.new === 'job' && (
        <Suspense>
          <CreateJob onClose={() => setWords({ new: '' })} />
        </Suspense>
      )}
    </>
  )
}
