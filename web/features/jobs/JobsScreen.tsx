import { jobStatuses } from '@plumbline/contract/jobs.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { BriefcaseBusiness, Plus, SearchX, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useMay, useMe } from '../../api/me.ts'
import { paths } from '../../paths.ts'
import { ListButtons } from '../../print/ListButtons.tsx'
import { Link } from '../../screens/Link.tsx'
import { QueryList, usePagedList } from '../../screens/QueryList.tsx'
import { SearchBox } from '../../screens/SearchBox.tsx'
import {
  everyone,
  ignore,
  newForm,
  oneOf,
  screen,
  searchParams,
  text,
  useSetSearch,
} from '../../screens/screen.ts'
import { Button, buttonVariants } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/Card.tsx'
import { CardGrid, CardsSkeleton } from '../../ui/CardGrid.tsx'
import { FloatingButton } from '../../ui/FloatingButton.tsx'
import { ScreenHeader } from '../../ui/Headings.tsx'
import { Select } from '../../ui/Input.tsx'
import { RowsSkeleton } from '../../ui/Loading.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { statusOptions } from '../../ui/status.ts'
import { ViewSwitch } from '../../ui/table/ViewSwitch.tsx'
import { TABLE, useMedia } from '../../ui/useMedia.ts'
import { LazyViewTabs } from '../savedViews/LazyViewTabs.tsx'
import { ViewCount } from '../savedViews/ViewCount.tsx'
import { type JobFilter, jobPages, jobTotals } from './api.ts'
import { FilterChips } from './FilterChips.tsx'
import { filterOf, filterParams } from './filter.ts'
import { JobCard } from './JobCard.tsx'
import { isNarrowed, NO_FILTER } from './orders.ts'

const CreateJob = lazyPart(async () => ({ default: (await import('./JobForm.tsx')).CreateJob }))

const load = () => import('./JobsTable.tsx')
const JobsTable = lazyPart(load, () => <RowsSkeleton count={8} />)
const JobColumns = lazyPart(async () => ({ default: (await load()).JobColumns }))
const FilterDialog = lazyPart(() => import('./FilterDialog.tsx'))

const validateSearch = searchParams({
  ...filterParams,
  view: oneOf('table'),
  columns: text,
  open: oneOf('filter'),
  new: newForm('job'),
})
type Search = ReturnType<typeof validateSearch>

export const Route = createFileRoute('/jobs')({
  ...screen({ title: 'Work in Progress', roles: everyone }),
  validateSearch,
  // The totals are loaded before the screen is shown: a long amount takes a line of its own, which
  // would move the list below.
  loader: ({ context: { client, may }, location }) => {
    const search = validateSearch(location.search)
    const filter = filterOf(search)
    return Promise.all([
      client.infiniteQuery(jobPages(filter, search.view)),
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

/**
 * The jobs a person may see, with search and filters. An admin also sees their total and creates
 * new ones.
 */
function JobsScreen() {
  const may = useMay()
  const me = useMe()
  const search = Route.useSearch()
  const setSearch = useSetSearch<Search>()
  const filter = filterOf(search)
  const list = usePagedList(jobPages(filter, search.view))
  const mayCreate = may('job.create')
  const hasRoom = useMedia(TABLE) && mayCreate
  const isTable = hasRoom && search.view === 'table'
  const [isChoosing, setChoosing] = useState(false)
  const create = () => setSearch({ new: 'job' })

  return (
    <>
      <JobsHead>
        <div className="flex flex-wrap gap-2 sm:order-last sm:ml-auto">
          {list.paging.total > 0 && (
            <ListButtons
              fileName="jobs"
              read={async () =>
                (await import('./printed.ts')).printedJobs(titles[me.role], filter, me.role)
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
      {isTable && (
        <LazyViewTabs
          screen="jobs"
          views={[
            { name: 'Active', params: { active: 'true' } },
            { name: 'Late', params: { late: 'true', sort: 'end' } },
            { name: 'Mine', params: { active: 'true', managerId: me.id } },
            { name: 'All', params: {} },
          ]}
          current={{ ...filter, columns: search.columns }}
          hrefOf={(params) => paths.jobs({ ...params, view: 'table' })}
          countOf={(params) => (
            <ViewCount
              totals={jobTotals(filterOf(validateSearch(params)))}
              count={(totals) => totals.count}
            />
          )}
        />
      )}
      <div className="mb-4 flex flex-wrap items-center gap-2.5">
        <SearchBox
          label="Search jobs"
          placeholder="Name, address, customer or phone"
          value={search.search}
          className="min-w-full flex-1 sm:max-w-105 sm:min-w-52"
        />
        <Select
          aria-label="Status"
          options={[{ value: '', label: 'All statuses' }, ...statusOptions(jobStatuses)]}
          value={search.status ?? ''}
          onChange={(event) => setSearch({ status: oneOf(...jobStatuses)(event.target.value) })}
          className="flex-1 sm:w-44 sm:flex-none"
        />
        {mayCreate && (
          <Button aria-haspopup="dialog" onClick={() => setSearch({ open: 'filter' })}>
            <SlidersHorizontal aria-hidden />
            Filter
          </Button>
        )}
        <FilterChips filter={filter} />
        {hasRoom && (
          <div className="ml-auto flex gap-2.5">
            {isTable && <JobColumns columns={search.columns} />}
            <ViewSwitch view={search.view} onChange={(view) => setSearch({ view })} />
          </div>
        )}
      </div>
      <QueryList
        list={list}
        noun="jobs"
        skeleton={isTable ? <RowsSkeleton count={8} /> : <CardsSkeleton />}
        noMatch={
          isNarrowed(filter) && (
            <EmptyState
              icon={SearchX}
              title="No jobs match your filters"
              action={<Button onClick={() => setSearch(NO_FILTER)}>Clear filters</Button>}
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
        {(jobs, busy) =>
          isTable ? (
            <JobsTable
              // Clears the selection when the filter changes.
              key={JSON.stringify({ ...filter, sort: '' })}
              filter={filter}
              columns={search.columns}
              jobs={jobs}
              total={list.paging.total}
              busy={busy}
              onChoosing={setChoosing}
            />
          ) : (
            <CardGrid items={jobs} busy={busy}>
              {(job) => <JobCard job={job} />}
            </CardGrid>
          )
        }
      </QueryList>
      {mayCreate && !isChoosing && (
        <FloatingButton label="Create New Job" icon={Plus} onClick={create} />
      )}
      {mayCreate && search.open === 'filter' && (
        <FilterDialog filter={filter} onClose={() => setSearch({ open: '' })} />
      )}
      {mayCreate && search.new === 'job' && <CreateJob onClose={() => setSearch({ new: '' })} />}
    </>
  )
}

const titles = { admin: 'Jobs', subcontractor: 'Jobs', client: 'My Projects' } as const

function JobsHead({ children }: { children?: React.ReactNode }) {
  return <ScreenHeader title={titles[useMe().role]}>{children}</ScreenHeader>
}

/** The total approved amount of the filtered jobs that are not completed. */
function ActiveAmount({ filter }: { filter: JobFilter }) {
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
