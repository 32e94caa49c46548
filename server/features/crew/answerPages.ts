import { type CrewDay, CrewRefusal } from '@plumbline/contract/crew.ts'
import { formatTimes, isOpenDay } from '@plumbline/contract/crewDays.ts'
import { formatWeekday } from '@plumbline/contract/dates.ts'
import { Failure, invalid } from '@plumbline/contract/failures.ts'
import type { Person } from '@plumbline/contract/policy.ts'
import { asLine } from '@plumbline/contract/text.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { alert, type FormErrors, field, formErrorsOf } from '../../access/auth/pages/form.ts'
import { goTo, page, send, sendFailure } from '../../access/auth/pages/layout.ts'
import { tokenOf } from '../../access/auth/tokens.ts'
import { type Brand, companyBrand } from '../../access/company/queries.ts'
import { companyDays } from '../../access/company/service.ts'
import { readForm } from '../../http/body.ts'
import { logged } from '../../http/failures.ts'
import type { Services } from '../../http/services.ts'
import { validate } from '../../http/validate.ts'
import type { Db } from '../../platform/db/handle.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { html } from '../../platform/html.ts'
import { answerPath, dayIdOf, isAnswerToken } from './answerToken.ts'
import { changeDay } from './changes.ts'
import { findDay, lockDay } from './queries.ts'

const PATH = answerPath(':token')

const toSignIn = html`<p class="foot"><a href="/">Sign in to see all your days</a></p>`

function titleOf({ confirmed, declined }: CrewDay): string {
  if (confirmed) return 'You confirmed this day'
  return declined ? 'You can’t come' : 'Can you come?'
}

const confirmForm = html`<form method="post"><button type="submit" name="answer" value="yes">Confirm</button></form>`

interface RefusalForm {
  readonly errors: FormErrors | undefined
  readonly reason: string | undefined
}

const refusalForm = ({ errors, reason }: RefusalForm) => html`<details${errors && html` open`}>
<summary>I can’t come</summary>
<form method="post">
${alert(errors)}
${field({ name: 'declineReason', label: 'Why', value: reason, autocomplete: 'off', hint: 'Only the office reads this.' }, errors)}
<button class="quiet" type="submit" name="answer" value="no">Tell the office</button>
</form>
</details>`

interface AnswerView extends RefusalForm {
  readonly company: Brand
  readonly day: CrewDay
  readonly today: string
}

const answerPage = ({ company, day, today, ...refusal }: AnswerView) =>
  page({
    company,
    title: titleOf(day),
    lead: `${formatWeekday(day.assignedDate, today)}, ${formatTimes(day)}`,
    content: html`
<p><b>${day.entryTitle}</b><br>${day.jobName}<br>${asLine(day.jobAddress)}</p>
${(day.confirmed || day.declined) && html`<p class="note" role="status">The office knows. You can change your answer until the day is over.</p>`}
${!day.confirmed && confirmForm}
${!day.declined && refusalForm(refusal)}
${toSignIn}`,
  })

const invalidLinkPage = (company: Brand) =>
  page({
    company,
    title: 'This link no longer works',
    lead: `The day is over or was changed. Ask ${company.name}, or sign in to see your days.`,
    content: toSignIn,
  })

/** The crew day that a token names, whether it may be answered with it or not. */
async function dayOf(db: Db, token: string): Promise<CrewDay | undefined> {
  const id = dayIdOf(token)
  return id ? findDay(db, id) : undefined
}

/** Whether somebody with the token may answer the day now: it is theirs, and still to come. */
const isAnswerable = (day: CrewDay, token: string, secret: string, today: string): boolean =>
  isAnswerToken(token, day, secret) && isOpenDay(day) && day.assignedDate >= today

/**
 * The page on which a sub answers one crew day with the link they were sent. It signs nobody in and
 * shows nothing but that day. Opening the link changes nothing, because programs open links too.
 */
export function answerPages(api: FastifyInstance, services: Services) {
  const { database, settings } = services
  const { db } = database
  const config = { may: 'anyone' } as const

  async function find(token: string) {
    const { today } = await companyDays(db, services.now())
    const day = await dayOf(db, token)
    const isFound = day && isAnswerable(day, token, settings.sessionSecret, today)
    return { day: isFound ? day : undefined, today, company: await companyBrand(db) }
  }
  const unknown = (reply: FastifyReply, company: Brand) =>
    send(reply, 404, invalidLinkPage(company))

  /** Writes the answer of a form. Fails with 404 when the link stopped working meanwhile. */
  async function answer(tx: Db, token: string, typed: ReturnType<typeof readForm>) {
    if (typed.answer !== 'yes' && typed.answer !== 'no') throw invalid({ answer: 'Choose one' })
    const change =
      typed.answer === 'yes'
        ? { confirmed: true }
        : { declined: true, ...validate(CrewRefusal, { declineReason: typed.declineReason }) }
    const found = await dayOf(tx, token)
    if (!found) throw new Failure('notFound')
    const sub: Person = { id: found.subcontractorId, role: 'subcontractor' }
    const day = await lockDay(tx, sub, found.id)
    const now = services.now()
    const { today } = await companyDays(tx, now)
    if (!day || !isAnswerable(day, token, settings.sessionSecret, today))
      throw new Failure('notFound')
    await changeDay(tx, sub.id, day, change, now)
  }

  api.get(PATH, { config }, async (request, reply) => {
    const { day, today, company } = await find(tokenOf(request))
    if (!day) return unknown(reply, company)
    const view = { company, day, today, errors: undefined, reason: undefined }
    return send(reply, 200, answerPage(view))
  })

  api.post(PATH, { config }, async (request, reply) => {
    const token = tokenOf(request)
    const typed = readForm(request)
    try {
      await inTransaction(db, (tx) => answer(tx, token, typed))
      return await goTo(reply, answerPath(token))
    } catch (error) {
      const failure = logged(request, error)
      const { day, today, company } = await find(token)
      if (!day) return unknown(reply, company)
      const errors = formErrorsOf(failure)
      const view = { company, day, today, errors, reason: typed.declineReason }
      return sendFailure(reply, failure, answerPage(view))
    }
  })
}
