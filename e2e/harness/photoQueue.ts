import type { Photo } from '@plumbline/contract/photos.ts'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import type { ApiClient } from './apiClient.ts'
import { pictureOf } from './photos.ts'
import { png } from './png.ts'
import { button, dialog, main } from './screen.ts'

/** The EXIF orientation of a phone held upright. */
const UPRIGHT_ORIENTATION = 6

interface PhonePhoto {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** 41° 51′ 0″ as EXIF stores it. */
const LATITUDE = Buffer.from(Uint32Array.of(41, 1, 51, 1, 0, 1).buffer)

/** Returns reproducible noise for a seed (xorshift). */
function noise(size: number, seed: number): Buffer {
  let state = seed
  return Buffer.from(
    Uint8Array.from({ length: size }, () => {
      state ^= state << 13
      state ^= state >>> 17
      state ^= state << 5
      return 90 + ((state >>> 0) % 90)
    }),
  )
}

/**
 * Creates photos like those of a phone, with place and time, one minute apart. At 12 megapixels
 * each has 4 MB.
 */
export async function phonePhotos({
  count,
  width,
}: {
  readonly count: number
  readonly width: number
}): Promise<PhonePhoto[]> {
  const photos: PhonePhoto[] = []
  const height = (width * 3) / 4
  for (let n = 0; n < count; n += 1) {
    const raw = { width: width / 4, height: height / 4, channels: 3 as const }
    const buffer = await sharp(noise(raw.width * raw.height * 3, n + 1), { raw })
      .resize(width, height, { fit: 'fill', kernel: 'cubic' })
      .withExif({
        IFD2: { DateTimeOriginal: `2026:03:05 10:1${n}:00`, OffsetTimeOriginal: '-06:00' },
        IFD3: {
          ...{ GPSLatitudeRef: 'N', GPSLatitude: '41/1 51/1 0/1' },
          ...{ GPSLongitudeRef: 'W', GPSLongitude: '88/1 18/1 0/1' },
        },
      })
      .withMetadata({ orientation: UPRIGHT_ORIENTATION })
      .jpeg({ quality: 92 })
      .toBuffer()
    photos.push({ name: `IMG_000${n}.jpg`, mimeType: 'image/jpeg', buffer })
  }
  return photos
}

/** The times at which a number of photos were taken, according to their EXIF data. */
export const timesTaken = (count: number) =>
  Array.from({ length: count }, (_, n) => `2026-03-05T16:1${n}:00.000Z`)

/** The mobile connection of a page. */
interface Link {
  cut(): Promise<void>
  restore(): Promise<void>
}

/** Limits the connection of a page to a speed in kilobits per second. */
export async function limitLink(page: Page, kilobits: number): Promise<Link> {
  const browser = await page.context().newCDPSession(page)
  const throughput = (kilobits * 1000) / 8
  const set = async (offline: boolean) => {
    const speed = { uploadThroughput: throughput, downloadThroughput: throughput }
    await browser.send('Network.emulateNetworkConditions', { offline, latency: 100, ...speed })
  }
  await browser.send('Network.enable')
  await set(false)
  return { cut: () => set(true), restore: () => set(false) }
}

/** Waits until at least 20 % of the nth photo is uploaded. */
async function waitForPartialUpload(page: Page, nth: number, count: number) {
  await page.getByRole('button', { name: `Sending ${nth} of ${count}` }).waitFor()
  await page.waitForFunction(() => {
    const bars = [...document.querySelectorAll('article [role=progressbar]')]
    return bars.some((bar) => Number(bar.getAttribute('aria-valuenow')) >= 20)
  })
}

export interface Interruptions {
  /** The photos during which the connection breaks. The first is 1. */
  readonly cutDuring: readonly number[]
  /** The photo during which the tab is closed. */
  readonly closedDuring: number
}

/**
 * Uploads the photos from the Photos screen, with interruptions.
 * @returns the tab that is opened afterwards
 */
export async function sendInterrupted(
  page: Page,
  photos: readonly PhonePhoto[],
  kilobits: number,
  { cutDuring, closedDuring }: Interruptions,
): Promise<Page> {
  const link = await limitLink(page, kilobits)
  await page.getByRole('button', { name: 'Upload Photos' }).tap()
  await dialog(page).getByLabel('Choose photos').setInputFiles(photos)
  await dialog(page).getByRole('button', { name: 'Upload' }).tap()
  await dialog(page).getByRole('button', { name: 'Continue in the background' }).tap()
  for (const nth of cutDuring) {
    await waitForPartialUpload(page, nth, photos.length)
    await link.cut()
    await page.getByRole('button', { name: /wait for a signal/ }).waitFor()
    await link.restore()
  }
  await waitForPartialUpload(page, closedDuring, photos.length)
  const context = page.context()
  await page.close()
  const another = await context.newPage()
  await limitLink(another, kilobits)
  await another.goto('/photos')
  return another
}

/**
 * Reads the photos of a job from the server: their times and sizes, and the orientation and place
 * in their originals.
 */
export async function uploadedPhotos(api: ApiClient, jobId: string) {
  const photos = await api.request<Photo[]>('GET', `/api/photos?jobId=${jobId}`)
  const originals = await Promise.all(
    photos.map(async ({ url }) => Buffer.from(await pictureOf(api, `${url}?size=original`))),
  )
  return {
    takenAt: photos.map((photo) => photo.takenAt).sort(),
    sizes: new Set(photos.map(({ width, height }) => `${width} × ${height}`)),
    different: new Set(originals.map((original) => original.toString('base64'))).size,
    details: await Promise.all(
      originals.map(async (original) => {
        const { orientation, exif } = await sharp(original).metadata()
        return { orientation, hasPlace: exif?.includes(LATITUDE) ?? false }
      }),
    ),
    bytes: originals.reduce((sum, { length }) => sum + length, 0),
  }
}

/** The errors of the browser for requests that cannot be sent. */
export const OFFLINE_ERRORS = /ERR_(INTERNET_DISCONNECTED|FAILED|NETWORK\w*)|NetworkError: /

const pictures = (...shades: number[]) =>
  shades.map((shade) => ({
    name: `IMG_${shade}.png`,
    mimeType: 'image/png',
    buffer: Buffer.from(png(320, 240, shade)),
  }))

/** Uploads pictures to the project that the upload dialog proposes. */
export async function upload(page: Page, ...shades: number[]) {
  await button(page, 'Upload Photos').click()
  await dialog(page)
    .getByLabel('Choose photos')
    .setInputFiles(pictures(...shades))
  await dialog(page).getByRole('button', { name: 'Upload' }).click()
}

/**
 * Waits until the code that shows uploads is loaded. Without the service worker it is not available
 * offline.
 */
export async function waitForUploadCode(page: Page) {
  await main(page).getByRole('heading', { name: 'Project Photos' }).waitFor()
  for (const part of ['UploadLine', 'UploadDialog'])
    await page.waitForFunction((name) => {
      const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      return files.some((file) => file.name.includes(`/${name}-`) && file.responseEnd > 0)
    }, part)
}
