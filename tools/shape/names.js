import { posix } from 'node:path'
import { isTest } from './tree.js'

/** @typedef {import('./tree.js').Source} Source */
/** @typedef {import('./tree.js').Node} Node */

/**
 * Identifiers and file names that were replaced, with their replacements. A `*` stands for the
 * beginning of a name.
 */
const REPLACED = [
  ['atMost', 'concurrencyLimit'],
  ['isAway', 'isConnectionError'],
  ['unreadable', 'clientErrors'],
  ['forgotten', 'passwordReset'],
  ['joining', 'acceptInvite'],
  ['*Letter', '…Email'],
  ['Asked', 'RequestContext'],
  ['Sought', 'FindContext'],
  ['Handled', 'HandlerContext'],
  ['Given', 'Reply'],
  ['Kept', 'StoredFile'],
  ['useWords', 'search params'],
  ['jobWords', 'a filter'],
  ['JobWords', 'a filter'],
  ['taskWords', 'a filter'],
  ['TaskWords', 'a filter'],
  ['bidWords', 'a filter'],
  ['BidWords', 'a filter'],
  ['photoWords', 'a filter'],
  ['PhotoWords', 'a filter'],
  ['*Look', '…Variants'],
  ['veil', 'overlay'],
  ['*Picks', '…Group'],
  ['More', 'LoadMore'],
  ['Ahead', 'UpcomingWork'],
  ['takeAhead', 'prefetch'],
  ['appChunk', 'preloadChunks'],
  ['packed', 'precompress'],
  ['telling', 'publish'],
  ['giving', 'publish'],
  ['announce', 'publish'],
  ['relink', 'a table of dependencies'],
  ['strangers', 'unknown …'],
  ['lastSight', 'a failure screenshot'],
  ['mend', 'repair, connect'],
  ['wear', 'setTheme'],
  ['SAID', 'LOG_INTERVAL_MS'],
  ['PATIENCE', 'NETWORK_TIMEOUT_MS'],
  ['MOST', 'MAX_…'],
  ['SHOWN', 'MAX_…'],
  ['PAUSE', '…_INTERVAL_MS'],
  ['DELAY', '…_DELAY_MS'],
  ['hears', 'isListening'],
  ['heard', 'isListening'],
  ['told', 'notified'],
  ['tellOf', 'publish'],
  ['isLed', 'isSentByAnotherSite'],
  ['isHere', 'isLocalRequest'],
  ['othersFirst', 'yieldToEventLoop'],
  ['inWords', 'formatBytes'],
  ['useMaking', 'useFileAction'],
  ['household', 'maintenance'],
  ['keepFor', 'offlineHeader'],
  ['KEEP_FOR', 'CACHE_OWNER_HEADER'],
  ['forgetKept', 'clearOfflineData'],
  ['Waits', 'DependencyMap'],
  ['waitsOf', 'dependenciesOf'],
  ['whatToDo', 'failureAdvice'],
  ['Unanswered', 'InspectionTimeout'],
  ['NoRoomError', 'NoSpaceError'],
  ['COUNTED_TO', 'COUNT_LIMIT'],
  ['plainWord', 'normalizeWord'],
  ['sayTyping', 'sendTyping'],
  ['momentAt', 'isoFromWallClock'],
]

/** Names that are refused only for files, because they are fine as identifiers. */
const REPLACED_FILES = [
  ['leaving', 'removePerson'],
  ['letters', 'emails'],
]

/** @param {string[][]} table @param {string} name */
function replacementFor(table, name) {
  const row = table.find(([old = '']) =>
    old.startsWith('*') ? name.length >= old.length && name.endsWith(old.slice(1)) : name === old,
  )
  return row?.[1]
}

/** No identifier and no file has a name that was replaced. @param {Source[]} sources */
export function standardNames(sources) {
  return sources.flatMap((source) => {
    const file = posix.basename(source.path).split('.')[0] ?? ''
    const forFile = replacementFor([...REPLACED, ...REPLACED_FILES], file)
    const complaints = forFile ? [`${source.path}: is called ${file}; use ${forFile}`] : []
    const names = new Set(source.nodes.flatMap(identifierOf))
    for (const name of names) {
      const instead = replacementFor(REPLACED, name)
      if (instead) complaints.push(`${source.path}: ${name}; use ${instead}`)
    }
    return complaints
  })
}

/** @param {Node} node @returns {string[]} */
function identifierOf(node) {
  const isName = ['Identifier', 'JSXIdentifier', 'PrivateIdentifier'].includes(node.type)
  return isName ? [String(node.name)] : []
}

/**
 * Screens use `may()` from web/api/me.ts to find out what a person may do. They neither compare
 * `person.role` with the name of a role nor call the policy directly.
 * @param {Source[]} sources
 */
export function screensUseMay(sources) {
  return sources
    .filter((source) => source.path.startsWith('web/') && !isTest(source.path))
    .filter((source) => source.path !== 'web/api/me.ts')
    .flatMap((source) =>
      source.nodes.flatMap((node) => {
        const fault = faultOf(node)
        const line = () => source.text.slice(0, node.start).split('\n').length
        return fault ? [`${source.path}:${line()}: ${fault}`] : []
      }),
    )
}

/**
 * The complaint about a node that checks a role or calls the policy directly.
 * @param {Node} node
 */
function faultOf(node) {
  if (node.type === 'BinaryExpression' && comparesRole(node)) return 'compares a role; ask may()'
  if (node.type === 'ImportSpecifier' && importsPolicyCheck(node))
    return 'calls the policy directly; use useMay()'
  return undefined
}

/** @param {Node} node */
function importsPolicyCheck(node) {
  const { name } = /** @type {Node} */ (node.imported)
  return name === 'may' || name === 'mayEver'
}

/** @param {Node} node */
function comparesRole({ operator, left, right }) {
  const sides = [left, right].map((side) => /** @type {Node} */ (side))
  const isComparison = ['===', '!==', '==', '!='].includes(String(operator))
  return isComparison && sides.some(isRole) && sides.some(isText)
}

/** @param {Node} node @returns {boolean} */
function isRole(node) {
  if (node.type === 'ChainExpression') return isRole(/** @type {Node} */ (node.expression))
  const { name } = /** @type {Node} */ (node.property ?? {})
  return node.type === 'MemberExpression' && name === 'role'
}

/** @param {Node} node */
const isText = (node) => node.type === 'Literal' && typeof node.value === 'string'
