import { totalText } from '@plumbline/contract/countLimits.ts'
import { dayIn } from '@plumbline/contract/dates.ts'
import { PLAN_LIMIT } from '@plumbline/contract/schedule.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { cx } from 'class-variance-authority'
import { CalendarRange, ClipboardCheck, HardHat, Plus } from 'lucide-react'
import { companyQuery } from '../../api/company.ts'
import { useMay, useMe } from '../../api/me.ts'
import { useOpened } from '../../api/typed.ts'
import { paths } from '../../paths.ts'
import { useToday } from '../../screens/days.ts'
import { Link } from '../../screens/Link.tsx'
import { everyone, ignore, screen, useSetSearch } from '../../screens/screen.ts'
import { Alert, LoadProblem } from '../../ui/Alert.tsx'
import { Button, buttonVariants } from '../../ui/Button.tsx'
import { FloatingButton } from '../../ui/FloatingButton.tsx'
import { ScreenHeader } from '../../ui/Headings.tsx'
import { RowsSkeleton } from '../../ui/Loading.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { titleCase } from '../../ui/status.ts'
import { PHONE, useMedia } from '../../ui/useMedia.ts'
import { scheduleTexts } from './api.ts'
import { EntryDetails } from './EntryDetails.tsx'
import { type EntryDialog, EntryDialogs } from './EntryDialogs.tsx'
import { ScheduleTools } from './ScheduleTools.tsx'
import { ScheduleView } from './ScheduleView.tsx'
import {
  ownIdOf,
  queryOf,
  type Search,
  upcomingOf,
  type View,
  validateSearch,
  views,
} from './search.ts'
import { useEntryKeys } from './useEntryKeys.ts'

const WeatherDialog = lazyPart(() => import('./WeatherDialog.tsx'))

/** The view in the URL. By default a day on a phone, otherwise the calendar. */
const viewOf = ({ view }: Search, isPhone: boolean): View =>
  view ?? (isPhone ? 'daily' : 'calendar')

export const Route = createFileRoute('/schedule')({
  ...screen({ title: 'Schedule', roles: everyone, wide: true }),
  validateSearch,
  loader: async ({ context: { client, person, may }, location }) => {
    const search = validateSearch(location.search)
    const { timeZone } = await client.query(companyQuery)
    const date = search.date ?? dayIn(timeZone, new Date())
    const view = viewOf(search, matchMedia(PHONE).matches)
    const ownId = ownIdOf(may, person)
    await Promise.all([
      client.query(queryOf(view, search, date, ownId)).catch(ignore),
      view === 'daily' && client.query(upcomingOf(search, date, ownId)).catch(ignore),
    ])
  },
  pendingComponent: () => (
    <>
      <ScreenHeader title="Project Schedule" />
      <RowsSkeleton count={6} />
    </>
  ),
  component: ScheduleScreen,
})

/**
 * The schedule of all jobs as a week, a chart, a list or a day, with the details of an entry beside
 * it.
 */
function ScheduleScreen() {
  const me = useMe()
  const may = useMay()
  const today = useToday()
  const isPhone = useMedia(PHONE)
  const search = Route.useSearch()
  const setSearch = useSetSearch<Search>()
  const [dialog, setDialog, isBack] = useOpened<EntryDialog>('entry', null)
  const view = viewOf(search, isPhone)
  const date = search.date ?? today
  const plan = useQuery({
    ...queryOf(view, search, date, ownIdOf(may, me)),
    // The views of a period have only its entries, which the list would show as if they were all.
    placeholderData: (before, query) =>
      view === 'list' && query?.queryKey[1].from ? undefined : before,
  })
  const mayPlan = may('schedule.create')
  const open = (id: string) => setSearch({ entry: id })
  const add = (days?: { startDate: string; endDate: string }) =>
    setSearch({ new: 'entry', from: days?.startDate ?? '', to: days?.endDate ?? '' })
  const closeDialog = () => {
    if (search.new) setSearch({ new: '', from: '', to: '' })
    setDialog(null)
  }
  useEntryKeys(search.entry, open)
  const viewChoice = (
    <Segmented
      label="View"
      options={(isPhone ? phoneViews : views).map((value) => ({ value, label: titleCase(value) }))}
      value={view}
      onChange={(next) => setSearch({ view: next })}
      className="max-sm:mb-2 max-sm:flex"
    />
  )

  // Beside the details there is no room for a row of words, and icons alone say little.
  const hasPanel = Boolean(search.entry)
  const labelClasses = hasPanel ? '' : '@2xl:@max-5xl:sr-only'

  return (
    <div className={cx('-mx-4 sm:-mx-7 print:mx-0', hasPanel && 'lg:pr-100 print:pr-0')}>
      <div className="px-4 sm:px-7">
        <ScreenHeader
          title="Project Schedule"
          isMenu={hasPanel}
          more={
            <>
              <Link href={paths.enhancedSchedule()} className={buttonVariants()}>
                <CalendarRange aria-hidden />
                <span className={labelClasses}>Month</span>
              </Link>
              {mayPlan && (
                <Link href={paths.crewBoard()} className={buttonVariants()}>
                  <HardHat aria-hidden />
                  <span className={labelClasses}>Crew Board</span>
                </Link>
              )}
              {may('template.list') && (
                <Link
                  href={paths.scheduleTemplates()}
                  className={buttonVariants({ variant: 'quiet' })}
                >
                  <ClipboardCheck aria-hidden />
                  <span className={labelClasses}>Templates</span>
                </Link>
              )}
            </>
          }
        >
          {!isPhone && viewChoice}
          {mayPlan && !isPhone && (
            // Not styled as primary while the bar of a proposed move has the primary action.
            <Button
              variant="primary"
              className="[body:has([data-floating-bar])_&]:border-control [body:has([data-floating-bar])_&]:bg-surface [body:has([data-floating-bar])_&]:text-ink"
              onClick={() => add()}
            >
              <Plus aria-hidden />
              Add Schedule Item
            </Button>
          )}
        </ScreenHeader>
        {isPhone && viewChoice}
      </div>
      <ScheduleTools view={view} date={date} search={search} />
      {plan.data ? (
        <div aria-busy={plan.isPlaceholderData}>
          <TooMany total={plan.data.total} />
          <ScheduleView
            view={view}
            date={date}
            today={today}
            search={search}
            entries={plan.data.entries}
            onOpen={open}
            onAdd={mayPlan ? add : undefined}
          />
        </div>
      ) : plan.error ? (
        <div className="px-4 sm:px-7">
          <LoadProblem
            what="The schedule"
            pending={plan.isFetching}
            onRetry={() => void plan.refetch()}
          />
        </div>
      ) : (
        <div className="px-4 sm:px-7">
          <RowsSkeleton count={6} />
        </div>
      )}
      {mayPlan && isPhone && (
        <FloatingButton label="Add Schedule Item" icon={Plus} onClick={() => add()} />
      )}
      {search.weather && mayPlan && (
        <WeatherDialog day={search.weather} onClose={() => setSearch({ weather: '' })} />
      )}
      <EntryDetails
        id={isBack ? undefined : search.entry}
        tab={search.tab}
        texts={scheduleTexts}
        onDialog={setDialog}
      />
      <EntryDialogs
        texts={scheduleTexts}
        dialog={
          mayPlan && search.new
            ? {
                at: 'create',
                askJob: true,
                jobId: search.jobId,
                days: search.from
                  ? { startDate: search.from, endDate: search.to ?? search.from }
                  : undefined,
              }
            : dialog
        }
        onClose={closeDialog}
      />
    </div>
  )
}

const phoneViews = ['daily', 'list', 'calendar', 'gantt'] as const satisfies readonly View[]

/** A notice that only a part of the schedule is shown. */
function TooMany({ total }: { total: number }) {
  if (total <= PLAN_LIMIT) return null
  return (
    <Alert tone="warn" className="mx-4 mb-3 sm:mx-7">
      The {PLAN_LIMIT.toLocaleString('en-US')} entries that start last are shown, of{' '}
      {totalText(total)}. Choose a job or a status to see the others.
    </Alert>
  )
}
