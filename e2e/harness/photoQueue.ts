import type { Photo } from '@plumbline/contract/photos.ts'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import type { ApiClient } from './apiClient.ts'
import { pictureOf } from './photos.ts'
import { png } from './png.ts'
import { button, dialog, main } from './screen.ts'

/** How many photos are sent, one each minute. */
export const PHOTOS = 8
/** Of a phone that was held upright. */
const UPRIGHT = 6

interface PhonePhoto {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** 41° 51′ 0″ as EXIF has it. */
const LATITUDE = Buffer.from(Uint32Array.of(41, 1, 51, 1, 0, 1).buffer)

/** Grain that is the same in every run, seeded with a number (xorshift). */
function grain(size: number, seed: number): Buffer {
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

/** Photos as a phone takes them, with place and time; of 12 megapixels they have 4 MB each. */
export async function phonePhotos({ width = 4032, height = 3024 } = {}): Promise<PhonePhoto[]> {
  const photos: PhonePhoto[] = []
  for (let n = 0; n < PHOTOS; n += 1) {
    const raw = { width: width / 4, height: height / 4, channels: 3 as const }
    const buffer = await sharp(grain(raw.width * raw.height * 3, n + 1), { raw })
      .resize(width, height, { fit: 'fill', kernel: 'cubic' })
      .withExif({
        IFD2: { DateTimeOriginal: `2026:03:05 10:1${n}:00`, OffsetTimeOriginal: '-06:00' },
        IFD3: {
          ...{ GPSLatitudeRef: 'N', GPSLatitude: '41/1 51/1 0/1' },
          ...{ GPSLongitudeRef: 'W', GPSLongitude: '88/1 18/1 0/1' },
        },
      })
      .withMetadata({ orientation: UPRIGHT })
      .jpeg({ quality: 92 })
      .toBuffer()
    photos.push({ name: `IMG_000${n}.jpg`, mimeType: 'image/jpeg', buffer })
  }
  return photos
}

/** When the cameras say they were taken. */
export const takenAt = Array.from({ length: PHOTOS }, (_, n) => `2026-03-05T16:1${n}:00.000Z`)

/** A mobile connection of a page. */
interface Link {
  cut(): Promise<void>
  restore(): Promise<void>
}

/** Slows the connection of a page down to so many kilobits a second. */
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

/** Waits until the upload of one of the photos is in its midst. */
async function inMidst(page: Page, nth: number) {
  await page.getByRole('button', { name: `Sending ${nth} of ${PHOTOS}` }).waitFor()
  await page.waitForFunction(() => {
    const bars = [...document.querySelectorAll('article [role=progressbar]')]
    return bars.some((bar) => Number(bar.getAttribute('aria-valuenow')) >= 20)
  })
}

/**
 * Has a sub send the photos from the Photos screen: the connection breaks in the midst of the second and the fourth, and the tab
 * is closed in the midst of the sixth. @returns the tab that is opened then
 */
export async function sendInterrupted(
  page: Page,
  photos: readonly PhonePhoto[],
  kilobits: number,
): Promise<Page> {
  const link = await limitLink(page, kilobits)
  await page.getByRole('button', { name: 'Upload Photos' }).tap()
  await dialog(page).getByLabel('Choose photos').setInputFiles(photos)
  await dialog(page).getByRole('button', { name: 'Upload' }).tap()
  await dialog(page).getByRole('button', { name: 'Continue in the background' }).tap()
  for (const nth of [2, 4]) {
    await inMidst(page, nth)
    await link.cut()
    await page.getByRole('button', { name: /wait for a signal/ }).waitFor()
    await link.restore()
  }
  await inMidst(page, 6)
  const context = page.context()
  await page.close()
  const another = await context.newPage()
  await limitLink(another, kilobits)
  await another.goto('/photos')
  return another
}

/** What the server has of the photos of a job: when each was taken, and how its original says it is turned. */
export async function arrived(api: ApiClient, jobId: string) {
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

/** What the browser says of requests that cannot be sent. */
export const UNSENT = /ERR_(INTERNET_DISCONNECTED|FAILED|NETWORK\w*)|NetworkError: /

const pictures = (...shades: number[]) =>
  shades.map((shade) => ({
    name: `IMG_${shade}.png`,
    mimeType: 'image/png',
    buffer: Buffer.from(png(320, 240, shade)),
  }))

/** Chooses pictures in the upload dialog of the page and sends them to the project that it proposes. */
export async function upload(page: Page, ...shades: number[]) {
  await button(page, 'Upload Photos').click()
  await dialog(page)
    .getByLabel('Choose photos')
    .setInputFiles(pictures(...shades))
  await dialog(page).getByRole('button', { name: 'Upload' }).click()
}

/** Waits until the parts that show uploads are loaded: without the service worker, they are not there offline. */
export async function isAtHand(page: Page) {
  await main(page).getByRole('heading', { name: 'Project Photos' }).waitFor()
  for (const part of ['UploadLine', 'UploadDialog', 'commands'])
    await page.waitForFunction((name) => {
      const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      return files.some((file) => file.name.includes(`/${name}-`) && file.responseEnd > 0)
    }, part)
}
