import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import type { Settings } from '../settings.ts'
import { type FileStore, type ListedFile, type Range, requireKey, StoreError } from './store.ts'

/** Milliseconds until connecting fails, and until a silent connection is closed. */
const CONNECT_TIMEOUT = 5_000
const IDLE_TIMEOUT = 30_000

async function asStoreError<T>(reply: Promise<T>): Promise<T> {
  try {
    return await reply
  } catch (error) {
    throw new StoreError(error)
  }
}

const ignore = () => {}
/** Errors are thrown and logged by the caller. The client would also write them to the console. */
const silentLogger = { debug: ignore, info: ignore, warn: ignore, error: ignore }

/**
 * Silences the client's warning about the Node version required by its next release. It is
 * meaningless to an operator, since the client's version is pinned. The switch is the documented
 * one (aws/aws-sdk-js-v3, issue 7983).
 */
const NODE_VERSION_WARNING = 'AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'

/** Stores files in a bucket of S3 or of a compatible server. */
export function s3Store(s3: NonNullable<Settings['s3']>): FileStore {
  const Bucket = s3.bucket
  process.env[NODE_VERSION_WARNING] ??= 'true'
  const client = new S3Client({
    region: s3.region,
    ...(s3.endpoint === undefined ? {} : { endpoint: s3.endpoint }),
    forcePathStyle: s3.forcePathStyle,
    credentials: { accessKeyId: s3.accessKeyId, secretAccessKey: s3.secretAccessKey },
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT,
      requestTimeout: IDLE_TIMEOUT,
      throwOnRequestTimeout: true,
    },
    logger: silentLogger,
    // Otherwise bodies are sent in signed chunks, which several compatible servers store undecoded.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })

  async function put(key: string, path: string) {
    const { size } = await stat(path)
    const Body = createReadStream(path)
    await asStoreError(
      client.send(
        new PutObjectCommand({ Bucket, Key: requireKey(key), Body, ContentLength: size }),
      ),
    )
  }

  async function open(key: string, range?: Range) {
    const part = range ? { Range: `bytes=${range.start}-${range.end}` } : {}
    const command = new GetObjectCommand({ Bucket, Key: requireKey(key), ...part })
    try {
      const found = await client.send(command)
      const whole = found.ContentRange?.split('/')[1] ?? found.ContentLength
      return { stream: found.Body as Readable, size: Number(whole) }
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined
      throw new StoreError(error)
    }
  }

  async function* list(): AsyncGenerator<ListedFile> {
    let ContinuationToken: string | undefined
    do {
      const page = await asStoreError(
        client.send(
          new ListObjectsV2Command({ Bucket, ...(ContinuationToken ? { ContinuationToken } : {}) }),
        ),
      )
      for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? []) {
        yield { key: Key, size: Size, modifiedAt: LastModified }
      }
      ContinuationToken = page.NextContinuationToken
    } while (ContinuationToken)
  }

  return {
    put,
    open,
    async delete(key) {
      await asStoreError(client.send(new DeleteObjectCommand({ Bucket, Key: requireKey(key) })))
    },
    list,
  }
}
