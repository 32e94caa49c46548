import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Services, SetupCode } from '../../http/services.ts'
import { isLocalRequest } from '../../platform/loopback.ts'

// Excludes characters that look alike, and vowels, so that codes do not spell words.
const ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ23456789'

/** A code as the server prints it: `K7MD-RX2P-9WTH`. */
function newCode(): string {
  const letters = Array.from({ length: 12 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return letters.replace(/(.{4})(?=.)/g, '$1-')
}

const digestOf = (code: string) =>
  createHash('sha256')
    .update(code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''))
    .digest()

export function makeSetupCode(print: (line: string) => void): SetupCode {
  const code = newCode()
  let isShown = false
  return {
    show() {
      if (!isShown) print(`To set up the company, enter the code ${code}`)
      isShown = true
    },
    matches: (typed) => timingSafeEqual(digestOf(code), digestOf(typed)),
  }
}

/** Whether a request comes from the machine itself, and no other machine can reach the server. */
export const isLocal = ({ isPublic }: Pick<Services, 'isPublic'>, request: FastifyRequest) =>
  !isPublic && isLocalRequest(request)

/**
 * Whether setup offers the sample company. Only on the machine itself, since its people share one
 * password that is public in the source.
 */
export const offersSample = (services: Services, request: FastifyRequest) =>
  services.prepareSample !== undefined && isLocal(services, request)

/**
 * The parts of the setup form that depend on the request. If it asks for the code, the code is
 * printed now.
 */
export function setupView(services: Services, request: FastifyRequest) {
  const asksCode = !isLocal(services, request)
  if (asksCode) services.setupCode.show()
  return { asksCode, hasSample: offersSample(services, request) }
}
