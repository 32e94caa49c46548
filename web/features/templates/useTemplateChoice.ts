import { isDay } from '@plumbline/contract/dates.ts'
import { planTemplate, type TemplatePlan } from '@plumbline/contract/templatePlan.ts'
import { type ScheduleTemplate, templateRoutes } from '@plumbline/contract/templates.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTypedState } from '../../api/typed.ts'
import { useWrite } from '../../api/write.ts'
import { useToday } from '../../screens/days.ts'
import { useWorkCalendar } from '../../screens/workCalendar.ts'
import { contentText, templatesQuery } from './api.ts'

/** The template chosen for a job, its start day and the resulting plan. */
export interface TemplateChoice {
  /** The templates that can be applied. Undefined until they are loaded. */
  readonly templates: readonly ScheduleTemplate[] | undefined
  readonly template: ScheduleTemplate | undefined
  readonly choose: (templateId: string | null) => void
  /** A calendar day `YYYY-MM-DD`. Empty while the field is empty. */
  readonly startDate: string
  readonly setStartDate: (day: string | null) => void
  /** Undefined without a template or a start day. */
  readonly plan: TemplatePlan | undefined
}

/**
 * Holds the choice of a template. Until a start day is entered, it is the first working day from
 * `start` or today on.
 */
export function useTemplateChoice(start: string | null | undefined): TemplateChoice {
  const today = useToday()
  const calendar = useWorkCalendar()
  const { data } = useQuery(templatesQuery)
  const [templateId, choose] = useTypedState<string | null>('template', null)
  const [typed, setTyped] = useTypedState<string | undefined>('start of the template', undefined)
  const templates = useMemo(() => data?.filter(({ isActive }) => isActive), [data])
  const template = templates?.find(({ id }) => id === templateId)
  const startDate = typed ?? calendar.onOrAfter(start || today)
  const plan = useMemo(
    () =>
      template && isDay(startDate)
        ? planTemplate(template.templateData, startDate, calendar)
        : undefined,
    [template, startDate, calendar],
  )
  return {
    templates,
    template,
    choose,
    startDate,
    setStartDate: (day) => setTyped(day ?? ''),
    plan,
  }
}

/**
 * Applies the chosen template, if any, to a job that was just created. Resolves to a text about
 * what was added, or to undefined if the write failed, for which a toast shows `failure`. With
 * `keepBaseline` the plan becomes the baseline of the job.
 */
export function useApplyChosen(
  { template, startDate }: TemplateChoice,
  { failure, keepBaseline = false }: { failure: string; keepBaseline?: boolean },
) {
  const apply = useWrite(templateRoutes.apply, { failure })
  return async (jobId: string): Promise<string | undefined> => {
    if (!template) return undefined
    const body = { templateId: template.id, startDate, keepBaseline }
    const added = await apply.mutateAsync({ params: { id: jobId }, body }).catch(() => undefined)
    return added && `${contentText(added.entries, added.tasks)} added from ${template.name}.`
  }
}
