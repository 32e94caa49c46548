import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { authRoutes } from '@plumbline/contract/auth.ts'
import { Failure, invalid } from '@plumbline/contract/failures.ts'
import { readBody } from '../http/body.ts'
import type { Serve } from '../http/serve.ts'
import { startSession } from '../http/session.ts'
import { orUndo } from '../http/uploadRoute.ts'
import { record } from '../live/record.ts'
import { toUser } from '../people/queries.ts'
import { companyName } from '../settings/queries.ts'
import { troubleOf } from './pages/form.ts'
import { goTo, send, sendFailure } from './pages/layout.ts'
import { noticePage, setupPage } from './pages/pages.ts'
import { hashPassword, passwordProblem } from './passwords.ts'
import { setUpCompany, setupNeeded } from './setupQueries.ts'
import { countAddress } from './throttle.ts'

// Without letters and digits that look alike, and without vowels, so that no word comes out.
const ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ23456789'

/** A code for set-up, as the server prints it: `K7MD-RX2P-9WTH`. */
export function newSetupCode(): string {
  const letters = Array.from({ length: 12 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return letters.replace(/(.{4})(?=.)/g, '$1-')
}

const bare = (code: string) =>
  createHash('sha256')
    .update(code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''))
    .digest()

/** Setting the company up: once, whoever is first. */
export function setUp(serve: Serve) {
  serve(authRoutes.setupNeeded, {
    handle: async ({ db }) => ({ needed: await setupNeeded(db) }),
  })

  serve(authRoutes.setUp, {
    transaction: false,
    handle: async ({ db, body, now, services, request, reply }) => {
      await countAddress(db, { ip: request.ip, most: services.settings.rateSignIn, now })
      if (!(await setupNeeded(db))) throw new Failure('setUpAlready')
      const { setupCode, prepareSample } = services
      if (setupCode !== undefined && !timingSafeEqual(bare(setupCode), bare(body.code ?? ''))) {
        throw invalid({ code: 'That is not the code that the server printed' })
      }
      if (body.sample && !prepareSample)
        throw invalid({ sample: 'There is no sample company here' })
      const own = [
        body.companyName,
        body.holdingsName ?? '',
        body.firstName,
        body.lastName,
        body.email,
      ]
      const problem = passwordProblem(body.password, own)
      if (problem) throw invalid({ password: problem })
      const passwordHash = await hashPassword(body.password)
      const timeZone = body.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
      const sample = body.sample ? await prepareSample?.(services, { now, timeZone }) : undefined
      const write = () =>
        db.transaction(async (tx) => {
          const admin = await setUpCompany(tx, { ...body, timeZone }, passwordHash, now)
          await sample?.load(tx, admin.id)
          await record(tx, admin.id, { name: 'person.joined', subjectId: admin.id })
          await startSession(tx, services, request, reply, admin.id)
          return toUser(admin)
        })
      return sample ? orUndo(request, sample, write) : write()
    },
    page: async ({ failure }, { db, request, reply, services }) => {
      if (!failure) return goTo(reply, '/')
      if (failure.name === 'setUpAlready') {
        return send(
          reply,
          409,
          noticePage({
            company: await companyName(db),
            title: 'Already set up',
            lead: 'This company has been set up. Sign in.',
          }),
        )
      }
      const typed = readBody(request, true) as Record<string, string | undefined>
      const { setupCode, prepareSample } = services
      return sendFailure(
        reply,
        failure,
        setupPage({
          typed,
          trouble: troubleOf(failure),
          asksCode: setupCode !== undefined,
          hasSample: prepareSample !== undefined,
        }),
      )
    },
  })
}
