import { jobStatuses } from '@plumbline/contract/jobs.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { BriefcaseBusiness, Plus, SearchX } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useMay, useMe } from '../api/me.ts'
import { paths } from '../paths.ts'
import { ListButtons } from '../print/ListButtons.tsx'
import { Link } from '../shell/Link.tsx'
import { QueryList, usePagedList } from '../shell/QueryList.tsx'
import { SearchBox } from '../shell/SearchBox.tsx'
import {
  everyone,
  ignore,
  oneOf,
  screen,
  searchParams,
  text,
  useSetSearch,
} from '../shell/screen.ts'
import { Button, buttonVariants } from '../ui/Button.tsx'
import { EmptyState } from '../ui/Card.tsx'
import { CardGrid, CardsSkeleton } from '../ui/CardGrid.tsx'
import { FloatingButton } from '../ui/FloatingButton.tsx'
import { ScreenHeader } from '../ui/Headings.tsx'
import { Select } from '../ui/Input.tsx'
import { statusOptions } from '../ui/status.ts'
import { jobPages, jobTotals } from './api.ts'
import { JobCard } from './JobCard.tsx'

const CreateJob = lazy(async () => ({ default: (await import('./JobForm.tsx')).CreateJob }))

const validateSearch = searchParams({
  search: text,
  status: oneOf(...jobStatuses),
  new: oneOf('job'),
})
type Search = ReturnType<typeof validateSearch>

const filterOf = ({ search, status }: Search) => ({ search, status })

export const Route = createFileRoute('/jobs')({
  ...screen({ title: 'Work in Progress', roles: everyone }),
  validateSearch,
  // The sum takes a line of its own where it is long: what comes below must not move.
  loader: ({ context: { client, may }, location }) => {
    const filter = filterOf(validateSearch(location.search))
    return Promise.all([
      client.infiniteQuery(jobPages(filter)),
      may('job.create') && client.query(jobTotals(filter)).catch(ignore),
    ])
  },
  pendingComponent: () => (
    <>
      <JobsHead />
      <CardsSkeleton />
    </>
  ),
  component: JobsScreen,
})

/** The jobs a person may see: searched and filtered; an admin also sees their sum and creates new ones. */
function JobsScreen() {
  const may = useMay()
  const { role } = useMe()
  const search = Route.useSearch()
  const setSearch = useSetSearch<Search>()
  const filter = filterOf(search)
  const list = usePagedList(jobPages(filter))
  const mayCreate = may('job.create')
  const create = () => setSearch({ new: 'job' })

  return (
    <>
      <JobsHead>
        <div className="flex flex-wrap gap-2 sm:order-last sm:ml-auto">
          {list.paging.total > 0 && (
            <ListButtons
              fileName="jobs"
              read={async () =>
                (await import('./printed.ts')).printedJobs(titles[role], filter, role)
              }
            />
          )}
          {mayCreate && (
            <Link href={paths.imports('jobs')} className={buttonVariants()}>
              Import CSV
            </Link>
          )}
        </div>
        {mayCreate && <ActiveAmount filter={filter} />}
      </JobsHead>
      <div className="mb-4 flex gap-2.5 max-sm:flex-col">
        <SearchBox
          label="Search jobs"
          placeholder="Name, address, customer or phone"
          value={search.search}
          className="flex-1 sm:max-w-105"
        />
        <Select
          aria-label="Status"
          options={[{ value: '', label: 'All statuses' }, ...statusOptions(jobStatuses)]}
          value={search.status ?? ''}
          onChange={(event) => setSearch({ status: oneOf(...jobStatuses)(event.target.value) })}
          className="sm:w-44"
        />
      </div>
      <QueryList
        list={list}
        noun="jobs"
        skeleton={<CardsSkeleton />}
        noMatch={
          (search.search || search.status) && (
            <EmptyState
              icon={SearchX}
              title="No jobs match your filters"
              action={
                <Button onClick={() => setSearch({ search: '', status: '' })}>Clear filters</Button>
              }
            />
          )
        }
        empty={
          <EmptyState
            icon={BriefcaseBusiness}
            title="No jobs yet"
            text={
              mayCreate ? 'Create your first job to get started' : 'Jobs you are on appear here'
            }
            action={
              mayCreate && (
                <Button variant="primary" onClick={create}>
                  Create Job
                </Button>
              )
            }
          />
        }
      >
        {(jobs, busy) => (
          <CardGrid items={jobs} busy={busy}>
            {(job) => <JobCard job={job} />}
          </CardGrid>
        )}
      </QueryList>
      {mayCreate && <FloatingButton label="Create New Job" icon={Plus} onClick={create} />}
      {mayCreate && search.new === 'job' && (
        <Suspense>
          <CreateJob onClose={() => setSearch({ new: '' })} />
        </Suspense>
      )}
    </>
  )
}

const titles = { admin: 'Jobs', subcontractor: 'Jobs', client: 'My Projects' } as const

function JobsHead({ children }: { children?: React.ReactNode }) {
  return <ScreenHeader title={titles[useMe().role]}>{children}</ScreenHeader>
}

/** The sum over the filtered jobs that are not completed. */
function ActiveAmount({ filter }: { filter: ReturnType<typeof filterOf> }) {
  const { data } = useQuery({ ...jobTotals(filter), placeholderData: keepPreviousData })
  return (
    <p className="text-ink-2">
      Total Active Approved Amount{' '}
      <b className="figures font-bold text-ink">
        {data ? formatCents(data.activeApprovedAmount) : '…'}
      </b>
    </p>
  )
}
