import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import { allRows } from '@plumbline/contract/routes.ts'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply } from 'fastify'
import { formConstraint } from '../access/auth/pages/formRoute.ts'
import { openPasswords, type Passwords } from '../access/auth/passwords.ts'
import { makeSetupCode, offersSample } from '../access/auth/setupCode.ts'
import { setupChecker } from '../access/auth/setupQueries.ts'
import { openLive } from '../events/hub.ts'
import { openCards } from '../features/cardPayments/worker.ts'
import { openRenditions, type PhotoRenditions } from '../features/photos/renditions.ts'
import { slices } from '../features/slices.ts'
import { registerBodies } from '../http/body.ts'
import { replyToClientError } from '../http/clientErrors.ts'
import { limitConnections } from '../http/connections.ts'
import { registerDocs } from '../http/docs.ts'
import { failureOf, registerFailures, replyWithFailure } from '../http/failures.ts'
import { registerGuards } from '../http/guards.ts'
import { registerHeaders, SafeResponse } from '../http/headers.ts'
import { registerHealth } from '../http/health.ts'
import { originForm, registerHosts } from '../http/hosts.ts'
import { registerOfflineHeader } from '../http/offlineHeader.ts'
import { openApi } from '../http/openapi.ts'
import { registerRefusals } from '../http/refusals.ts'
import { binder } from '../http/serve.ts'
import type { PrepareSample, Services, SetupCode } from '../http/services.ts'
import { cookieName, hasValidSession } from '../http/session.ts'
import { registerStatic } from '../http/static.ts'
import { noticeUntrustedProxy } from '../http/untrustedProxy.ts'
import { newId } from '../platform/db/ids.ts'
import type { Database } from '../platform/db/open.ts'
import { openFileStore } from '../platform/files/openStore.ts'
import type { FileStore } from '../platform/files/store.ts'
import { createLog } from '../platform/log.ts'
import { openMail, sendsEmail } from '../platform/mail/mail.ts'
import type { Settings } from '../platform/settings.ts'
import { openBackups } from './backup/nightly.ts'
import { backups as backupRoutes } from './backup/routes.ts'
import { isPushService as isKnownPushService, pushKeysOf } from './delivery/pushKeys.ts'
import { delivery as deliveryRoutes } from './delivery/routes.ts'
import { unsubscribePages } from './delivery/unsubscribe.ts'
import { openDelivery } from './delivery/worker.ts'
import { exports as exportRoutes } from './export/routes.ts'
import { healthChecks } from './healthChecks.ts'
import { imports as importRoutes } from './imports/routes.ts'
import { openNotifier } from './notifications/notifier.ts'
import { replacingSample } from './replaceSample.ts'

/** The routes of the features that work across all slices. */
const programRoutes = [backupRoutes, deliveryRoutes, exportRoutes, importRoutes, replacingSample]

const BODY_LIMIT = 256 * 1024
const HEADERS_TIMEOUT = 10_000
/** Long enough for an upload over a slow connection. Other bodies get less (see `body.ts`). */
const REQUEST_TIMEOUT = 600_000

export interface AppParts {
  readonly database: Database
  readonly settings: Settings
  /** The folder of the built web application, served if it exists. */
  readonly webFolder?: string
  /** The file store; the one from the settings unless a test passes another. */
  readonly files?: FileStore
  /** Makes the large renditions of photos; a new one unless given. */
  readonly renditions?: PhotoRenditions
  /** The clock; the real one unless a test passes another. */
  readonly now?: () => Date
  /** Whether other machines can reach the server; false by default. */
  readonly isPublic?: boolean
  /**
   * The code that setup asks for, except on the machine itself; one that is never printed by
   * default.
   */
  readonly setupCode?: SetupCode
  /** The log; standard output unless a test passes another. */
  readonly log?: FastifyBaseLogger
  /** The sample company, offered at setup. */
  readonly prepareSample?: PrepareSample | undefined
  /** The hashing of passwords, at the full cost unless a test passes another. */
  readonly passwords?: Passwords
  /** Whether an address belongs to a push service; a fixed list unless a test passes another. */
  readonly isPushService?: (endpoint: URL) => boolean
  /** Whether a backup is made each night. */
  readonly nightlyBackups?: boolean
}

/** Fastify takes the number of proxies as a function of the hop. */
const trusted = (proxies: Settings['trustProxy']) =>
  typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies

/** The whole application as one Fastify instance, ready to listen or to be injected into. */
export async function buildApp({
  database,
  settings,
  webFolder,
  files,
  renditions: given,
  now = () => new Date(),
  isPublic = false,
  setupCode = makeSetupCode(() => {}),
  prepareSample,
  log = createLog(settings.logLevel),
  passwords = openPasswords(),
  isPushService = isKnownPushService,
  nightlyBackups = false,
}: AppParts): Promise<FastifyInstance> {
  const mail = openMail(settings, log)
  const store = files ?? (await openFileStore(settings))
  const backups = openBackups({ database, settings, files: store, now, log })
  const renditions =
    given ?? openRenditions({ db: database.db, files: store, dataDir: settings.dataDir, log })
  const { db } = database
  await pushKeysOf(db, settings)
  const delivery = openDelivery({ db, settings, files: store, mail, isPushService, now, log })
  const notifier = openNotifier({
    db,
    emails: sendsEmail(settings),
    now,
    log,
    onQueued: delivery.wake,
  })
  const cards = openCards({ db, settings, now, log, onQueued: delivery.wake })
  const live = openLive({
    db: database.db,
    url: settings.databaseDirectUrl ?? database.url,
    now,
    log,
    onPublished: () => {
      notifier.wake()
      cards?.wake()
    },
  })
  const services: Services = {
    database,
    settings,
    files: store,
    renditions,
    backups,
    now,
    live,
    mail,
    delivery,
    cards,
    passwords,
    isPushService,
    isPublic,
    proxy: { isUntrusted: false },
    setupCode,
    prepareSample,
  }
  const app = Fastify({
    // Behind a proxy its request id is reused, so that a request can be followed across both logs.
    genReqId: () => newId(),
    loggerInstance: log,
    trustProxy: trusted(settings.trustProxy),
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT,
    http: {
      headersTimeout: HEADERS_TIMEOUT,
      maxHeaderSize: 16_384,
      ServerResponse: SafeResponse,
      // `registerHosts` refuses requests without one, in the format of every other failure.
      requireHostHeader: false,
    },
    rewriteUrl: originForm,
    // Adding it later would rebuild all routes.
    routerOptions: { constraints: { [formConstraint.name]: formConstraint } },
    forceCloseConnections: 'idle',
    clientErrorHandler: replyToClientError,
    frameworkErrors: (error, _request, reply) =>
      void replyWithFailure(failureOf(error), reply as FastifyReply),
  })

  limitConnections(app.server)
  registerFailures(app)
  await app.register(cookie)
  await app.register(compress, {
    global: true,
    threshold: 1024,
    encodings: ['br', 'gzip'],
    // Takes a quarter of the time of the default quality, for responses that are a twelfth larger.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
  })
  await registerHeaders(app, settings)
  registerRefusals(app, services)
  registerHosts(app, settings)
  noticeUntrustedProxy(app, services)
  registerHealth(app, services, healthChecks)

  await app.register(async (api) => {
    registerBodies(api)
    await registerGuards(api, services)
    registerOfflineHeader(api)
    const serve = binder(api, services)
    for (const { routes, pages } of slices) {
      routes?.(serve)
      pages?.(api, services)
    }
    for (const routes of programRoutes) routes(serve)
    unsubscribePages(api, services)
  })

  await registerDocs(app, () => openApi(allRows, cookieName(settings)))

  await registerStatic(app, webFolder, {
    isSetUp: setupChecker(database.db),
    isSignedIn: (request) => hasValidSession(services, request),
    hasSample: (request) => offersSample(services, request),
    eventCursor: () => live.cursor(),
  })
  if (nightlyBackups) backups.startNightly()
  app.addHook('onClose', () => backups.close())
  app.addHook('onClose', () => renditions.close())
  app.addHook('onClose', () => notifier.close())
  app.addHook('onClose', () => cards?.close())
  app.addHook('onListen', async () => delivery.start())
  app.addHook('onClose', async () => {
    await delivery.close()
    await mail?.close()
  })
  return app
}
