import { dayIn } from '@plumbline/contract/dates.ts'
import type { Failure } from '@plumbline/contract/failures.ts'
import { photoPlace } from '@plumbline/contract/proposals.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { formErrorsOf } from '../../../access/auth/pages/form.ts'
import { goTo, send, sendFailure } from '../../../access/auth/pages/layout.ts'
import { sendNotice } from '../../../access/auth/pages/pages.ts'
import { tokenOf } from '../../../access/auth/tokens.ts'
import { type Company, companyBrand, findCompany } from '../../../access/company/queries.ts'
import { readProposal } from '../../../documents/canonical.ts'
import { documentPage } from '../../../documents/html.ts'
import { type Proposal, totalOf } from '../../../documents/model.ts'
import { readForm } from '../../../http/body.ts'
import { logged } from '../../../http/failures.ts'
import { fileResponse } from '../../../http/file.ts'
import type { Services } from '../../../http/services.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { html } from '../../../platform/html.ts'
import { sendsEmail } from '../../../platform/mail/mail.ts'
import { reason } from '../../../platform/systemError.ts'
import { choicesIn, type Typed, withChoices } from '../choices.ts'
import { makeCopyOf, pdfOfProposal } from '../copies.ts'
import * as decide from '../decide.ts'
import { hashOf } from '../links.ts'
import { findPicture } from '../photos.ts'
import type { ProposalRow } from '../queries.ts'
import { documentWith, signedDocument } from '../sentDocuments.ts'
import { letterheadOf, sendEnded } from './ended.ts'
import { askedPage, endedPage, linkAssets, messagePage } from './frame.ts'
import { letter, nounOf, signPage } from './letter.ts'
import { forgetChoices, rememberChoices, rememberedChoices } from './rememberedChoices.ts'

const PATH = '/p/:token'

interface Shown {
  readonly proposal: ProposalRow
  readonly company: Company
  /** The token of its link. */
  readonly token: string
}

/** The addresses of the photos behind a link, by their place. */
const photosAt = (token: string) => (place: number) => `/p/${token}/photos/${place}`

/** The document of a version with choices, and where its sections are in the proposal. */
function offered({ proposal, company, token }: Shown, content: Proposal) {
  return {
    document: documentWith(content, proposal, company),
    photos: photosAt(token),
    isChange: content.change !== null,
    sections: content.sections
      .map(({ kind, lines }, at) => ({ kind, at, count: lines.length }))
      .filter(({ count }) => count > 0),
  }
}

/** The proposal with the choices of a form, or as it was sent if those are not offered. */
function chosenIn({ proposal }: Shown, typed: Typed): Proposal {
  const content = readProposal(proposal.content)
  try {
    return withChoices(content, typed)
  } catch {
    return content
  }
}

/** The pages of links. A failure before a page is chosen, as for a form of 5 MB, is a page too. */
export function linkPages(api: FastifyInstance, services: Services) {
  for (const one of linkAssets) one.serve(api)
  api.register(async (pages) => {
    pages.setErrorHandler((error, request, reply) => sendNotice(reply, logged(request, error)))
    linkRoutes(pages, services)
  })
}

/**
 * The page on which a customer reads, chooses, asks, declines and signs, with the link they were
 * sent. A GET changes nothing, because programs open links too.
 */
function linkRoutes(api: FastifyInstance, services: Services) {
  const { database, settings } = services
  const { db } = database
  const config = { may: 'anyone' } as const

  const hashIn = (request: FastifyRequest) => hashOf(tokenOf(request), settings.sessionSecret)

  const headOf = () => letterheadOf(db)

  /** The proposal of a link that works. */
  async function find(request: FastifyRequest): Promise<Shown | undefined> {
    const now = services.now()
    const company = await findCompany(db)
    if (!company) return undefined
    const today = dayIn(company.timeZone, now)
    const proposal = await decide.findShown(db, hashIn(request), today, now)
    return proposal && { proposal, company, token: tokenOf(request) }
  }

  const ended = (request: FastifyRequest, reply: FastifyReply) =>
    sendEnded(db, services.now(), request, reply)

  async function signedCopy(reply: FastifyReply, { proposal, company, token }: Shown) {
    const bar = html`<div class="bar"><p><b>Approved and signed.</b> Thank you. This page stays here for 90 days.</p>
<button type="button" data-print hidden>Print</button>
<a href="/p/${token}/signed.pdf">Download PDF</a></div>`
    const logo = (await companyBrand(db)).logo?.address ?? null
    const photos = photosAt(token)
    return send(reply, 200, documentPage(signedDocument(proposal, company), { logo, photos, bar }))
  }

  api.get(PATH, { config }, async (request, reply) => {
    const shown = await find(request)
    if (!shown) return ended(request, reply)
    if (shown.proposal.evidence) return signedCopy(reply, shown)
    const head = await headOf()
    const content = chosenIn(shown, rememberedChoices(request, settings, shown.proposal.id))
    return send(reply, 200, letter({ head, ...offered(shown, content) }))
  })

  /**
   * The proposal with the choices of a form, which the browser remembers from now on. Fails with
   * 400 for a choice that it does not offer.
   */
  function choose(reply: FastifyReply, { proposal }: Shown, typed: Typed): Proposal {
    const content = withChoices(readProposal(proposal.content), typed)
    if (typed.choices !== undefined) rememberChoices(reply, settings, proposal.id, choicesIn(typed))
    return content
  }

  /** The second step with the choices of the first, which the content has. */
  async function toSign(
    shown: Shown,
    content: Proposal,
    typed: Typed,
    errors?: ReturnType<typeof formErrorsOf>,
  ) {
    const { consent } = content
    const version = shown.proposal.sha256
    const hidden = { ...choicesIn(typed), total: totalOf(content) ?? '', version }
    const { document, isChange } = offered(shown, content)
    return signPage({ head: await headOf(), document, isChange, consent, hidden, errors, typed })
  }

  async function take(request: FastifyRequest, reply: FastifyReply, shown: Shown, typed: Typed) {
    const head = await headOf()
    const token = tokenOf(request)
    const { company } = shown
    const noun = nounOf(shown.proposal.changeOrderId !== null)
    const emails = sendsEmail(settings)
    const visit = { company, now: services.now(), emails, linkHash: hashIn(request) }
    const visitor = decide.visitorOf(request)
    switch (typed.step) {
      case 'update': {
        const content = choose(reply, shown, typed)
        return send(reply, 200, letter({ head, ...offered(shown, content), typed }))
      }
      case 'sign':
        return send(reply, 200, await toSign(shown, choose(reply, shown, typed), typed))
      case 'approve': {
        await inTransaction(db, (tx) => decide.approve(tx, visit, typed, visitor, request))
        // No signature is lost with its copy, which is made later if it fails now.
        const parts = { db, files: services.files, dataDir: settings.dataDir }
        await makeCopyOf(parts, shown.proposal.id).catch((error) =>
          request.log.warn({ reason: reason(error) }, 'A signed copy could not be made yet'),
        )
        services.delivery.wake()
        forgetChoices(reply, settings)
        return goTo(reply, `/p/${token}`)
      }
      case 'ask':
        choose(reply, shown, typed)
        await inTransaction(db, (tx) => decide.askQuestion(tx, visit, typed))
        return goTo(reply, `/p/${token}/asked`)
      case 'decline':
        choose(reply, shown, typed)
        await inTransaction(db, (tx) => decide.decline(tx, visit, typed))
        forgetChoices(reply, settings)
        return send(
          reply,
          200,
          messagePage(head, `You declined this ${noun}`, 'Thank you for letting us know.'),
        )
      case 'viewed':
        // Somebody of the office who looks at the page is no customer.
        if (request.person?.role !== 'admin')
          await inTransaction(db, (tx) => decide.noteView(tx, visit, visitor))
        return reply.code(204).header('cache-control', 'no-store').send()
      default:
        return goTo(reply, `/p/${token}`)
    }
  }

  // A page of its own, so that a reload asks nothing again.
  api.get(`${PATH}/asked`, { config }, async (request, reply) => {
    const shown = await find(request)
    if (!shown) return ended(request, reply)
    const noun = nounOf(shown.proposal.changeOrderId !== null)
    const link = `/p/${shown.token}`
    return send(reply, 200, askedPage(await headOf(), { noun, stays: 'stays open', link }))
  })

  api.get(`${PATH}/signed.pdf`, { config }, async (request, reply) => {
    const shown = await find(request)
    if (!shown?.proposal.evidence) return ended(request, reply)
    const { proposal, company } = shown
    const reading = { request, db, files: services.files, company, by: proposal.id }
    const { status, headers, body } = await pdfOfProposal(proposal, reading)
    return reply
      .code(status)
      .headers({ ...headers, 'cache-control': 'no-store' })
      .send(body)
  })

  api.get(`${PATH}/photos/:place`, { config }, async (request, reply) => {
    const shown = await find(request)
    if (!shown) return ended(request, reply)
    const place = photoPlace.safeParse((request.params as { readonly place: string }).place).data
    const picture = place && (await findPicture(db, shown.proposal.id, place))
    if (!picture) return send(reply, 404, endedPage(await headOf()))
    const { status, headers, body } = await fileResponse(request, services.files, picture)
    return reply
      .code(status)
      .headers({ ...headers, 'cache-control': 'no-store' })
      .send(body)
  })

  api.post(PATH, { config }, async (request, reply) => {
    const typed = readForm(request)
    const shown = await find(request)
    if (!shown) return ended(request, reply)
    if (shown.proposal.evidence) return goTo(reply, `/p/${tokenOf(request)}`)
    try {
      return await take(request, reply, shown, typed)
    } catch (error) {
      const failure = logged(request, error)
      if (failure.name === 'notFound') return ended(request, reply)
      return sendFailure(reply, failure, await again(failure, shown, typed))
    }
  })

  /** The form of a failed step, with what was typed. */
  async function again(failure: Failure, shown: Shown, typed: Typed) {
    const errors = formErrorsOf(failure)
    const isChoice = failure.fields?.choices !== undefined || failure.name === 'proposalChanged'
    if (typed.step === 'approve' && !isChoice)
      try {
        const content = withChoices(readProposal(shown.proposal.content), typed)
        return await toSign(shown, content, typed, errors)
      } catch {
        // The choices are not offered either.
      }
    const content = chosenIn(shown, typed)
    return letter({ head: await headOf(), ...offered(shown, content), errors, typed })
  }
}
