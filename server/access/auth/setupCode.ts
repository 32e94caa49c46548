import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Services, SetupCode } from '../../http/services.ts'
import { isHere } from '../../platform/loopback.ts'

// Without characters that look alike, and without vowels, so that no words come out.
const ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ23456789'

/** A code as the server prints it: `K7MD-RX2P-9WTH`. */
function newCode(): string {
  const letters = Array.from({ length: 12 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return letters.replace(/(.{4})(?=.)/g, '$1-')
}

const bare = (code: string) =>
  createHash('sha256')
    .update(code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''))
    .digest()

/** A new code. */
export function makeSetupCode(print: (line: string) => void): SetupCode {
  const code = newCode()
  let isShown = false
  return {
    show() {
      if (!isShown) print(`To set up the company, enter the code ${code}`)
      isShown = true
    },
    fits: (typed) => timingSafeEqual(bare(code), bare(typed)),
  }
}

/** Whether a request comes from the machine itself, to a server that no other machine can reach. */
export const isLocal = ({ isPublic }: Pick<Services, 'isPublic'>, request: FastifyRequest) =>
  !isPublic && isHere(request)

/**
 * Whether setup offers the sample company: only on the machine itself, since its people share one password that anybody can
 * read in the source.
 */
export const offersSample = (services: Services, request: FastifyRequest) =>
  services.prepareSample !== undefined && isLocal(services, request)

/** What the form shows for this request; where it asks for the code, the code is printed now. */
export function setupView(services: Services, request: FastifyRequest) {
  const asksCode = !isLocal(services, request)
  if (asksCode) services.setupCode.show()
  return { asksCode, hasSample: offersSample(services, request) }
}
