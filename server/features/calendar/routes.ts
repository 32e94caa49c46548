import { calendarRoutes } from '@plumbline/contract/calendar.ts'
import { Failure } from '@plumbline/contract/failures.ts'
import type { Row } from '@plumbline/contract/route.ts'
import { hashFeedToken, linkTo, newFeedToken } from '../../access/auth/service.ts'
import { findCompany } from '../../access/company/queries.ts'
import { recordAudit } from '../../events/recordAudit.ts'
import { textResponse } from '../../http/file.ts'
import { originOf } from '../../http/guards.ts'
import type { Serve } from '../../http/serve.ts'
import type { RequestContext } from '../../http/steps.ts'
import { deleteFeed, feedPath, findFeed, findSubscriber, putFeed } from './feeds.ts'
import { type CalendarItem, calendarText } from './ics.ts'
import { findAppointment, findEntry, listItems } from './queries.ts'

const contentType = 'text/calendar; charset=utf-8'

/** One item as a file to download. */
function itemFile(
  { request, services }: Pick<RequestContext<Row>, 'request' | 'services'>,
  item: CalendarItem,
) {
  const origin = originOf(request, services.settings.publicUrl)
  const text = calendarText([item], { origin })
  return textResponse(request, {
    text,
    contentType,
    name: `plumbline-${item.kind}.ics`,
    attachment: true,
  })
}

/** Calendars: a person's own behind a secret link, and single items as files. */
export function routes(serve: Serve) {
  serve(calendarRoutes.subscribe, {
    find: ({ db, params, services }) =>
      findSubscriber(db, hashFeedToken(services.settings, params.token)),
    handle: async ({ db, subject, now, request, services }) => {
      const company = await findCompany(db)
      const items = await listItems(db, subject, now, company?.timeZone ?? 'UTC')
      const text = calendarText(items, {
        origin: originOf(request, services.settings.publicUrl),
        name: company?.companyName ?? 'Plumbline',
      })
      return textResponse(request, { text, contentType, name: 'plumbline.ics', attachment: false })
    },
  })

  serve(calendarRoutes.feed, {
    handle: async ({ db, person }) => {
      const feed = await findFeed(db, person.id)
      return { active: feed !== undefined, createdAt: feed?.createdAt.toISOString() ?? null }
    },
  })

  serve(calendarRoutes.create, {
    handle: async ({ db, person, now, request, services }) => {
      const { token, tokenHash } = newFeedToken(services.settings)
      await putFeed(db, person.id, tokenHash, now)
      await recordAudit(db, request, { action: 'calendarLink.created', subjectId: person.id })
      return { url: linkTo(request, services.settings, feedPath(token)) }
    },
  })

  serve(calendarRoutes.remove, {
    handle: async ({ db, person, request }) => {
      if (!(await deleteFeed(db, person.id))) throw new Failure('notFound')
      await recordAudit(db, request, { action: 'calendarLink.removed', subjectId: person.id })
    },
  })

  serve(calendarRoutes.entry, {
    find: ({ db, person, params }) => findEntry(db, person, params.id),
    handle: async (context) => itemFile(context, context.subject.item),
  })

  serve(calendarRoutes.appointment, {
    find: ({ db, params }) => findAppointment(db, params.id),
    handle: async (context) => itemFile(context, context.subject),
  })
}
