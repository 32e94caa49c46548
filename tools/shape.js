// Checks the rules of the codebase on the file tree: `node tools/shape.js` prints the violations
// and exits 1 if there are any.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as code from './shape/code.js'
import { commentsArePlain } from './shape/comments.js'
import { noFolderCycles, noImportCycles } from './shape/cycles.js'
import * as direction from './shape/direction.js'
import { importsPointDown } from './shape/floors.js'
import * as layout from './shape/layout.js'
import { screensUseMay, standardNames } from './shape/names.js'
import { storiesNeedABrowser } from './shape/stories.js'
import { parseSources, readTree } from './shape/tree.js'

/** @typedef {import('./shape/tree.js').File} File */

/**
 * The violations of each rule, one line each, by the name of the rule.
 * @param {File[]} files
 */
export function violations(files) {
  const sources = parseSources(files)
  return {
    packages: direction.packages(sources),
    contractImportsZodOnly: direction.contractImportsZodOnly(sources),
    uiImportsReactOnly: direction.uiImportsReactOnly(sources),
    importsPointDown: importsPointDown(sources),
    noFolderCycles: noFolderCycles(sources),
    filesAreReadInInspector: direction.filesAreReadInInspector(sources),
    routesAreMountedOnce: direction.routesAreMountedOnce(sources),
    slicesAreListed: direction.slicesAreListed(sources),
    queriesImportNoService: direction.queriesImportNoService(sources),
    postgresIsKnownInOnePlace: direction.postgresIsKnownInOnePlace(sources),
    noImportCycles: noImportCycles(sources),
    standardNames: standardNames(sources),
    screensUseMay: screensUseMay(sources),
    commentsArePlain: commentsArePlain(sources),
    filesAreSmall: code.filesAreSmall(sources),
    kernelIsSmall: code.kernelIsSmall(sources),
    noCheckIsOff: code.noCheckIsOff(sources),
    noTestIsOff: code.noTestIsOff(sources),
    storiesNeedABrowser: storiesNeedABrowser(sources),
    noMachinePaths: code.noMachinePaths(files),
    topIsShort: layout.topIsShort(files),
    foldersAreFloors: layout.foldersAreFloors(files),
    slicesAreSpelledTheSame: layout.slicesAreSpelledTheSame(files),
    slicesHaveTests: layout.slicesHaveTests(files),
    migrationsMatchJournal: layout.migrationsMatchJournal(files),
    lastSnapshotOnly: layout.lastSnapshotOnly(files),
  }
}

export const root = join(import.meta.dirname, '..')

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const found = Object.entries(violations(readTree(root))).flatMap(([rule, lines]) =>
    lines.map((line) => `${rule}: ${line}`),
  )
  for (const line of found) console.log(line)
  if (found.length > 0) process.exitCode = 1
}
