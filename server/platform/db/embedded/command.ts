/**
 * The path of the cluster as an argument of the Postgres programs, which are started in that
 * folder. On Linux it also works for an account that may not enter the parent folders.
 */
export function dataDirArgument(cluster: string): string {
  return process.platform === 'linux' ? '/proc/self/cwd' : cluster
}

/**
 * The environment of the Postgres programs. The environment of this process could contain PGDATA,
 * PGPORT or a locale they lack.
 */
export function environment(): NodeJS.ProcessEnv {
  const names =
    process.platform === 'win32' ? ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'COMSPEC'] : ['PATH']
  return {
    ...Object.fromEntries(names.map((name) => [name, process.env[name]])),
    LC_ALL: 'C',
    TZ: 'UTC',
  }
}

export interface ServerOptions {
  cluster: string
  sockets: string
  /** A loopback port; undefined for a Unix socket only. */
  port: number | undefined
  /** False only for databases that may be lost, such as those of tests. */
  durable: boolean
}

/**
 * The settings of a disposable database: it writes little, does not vacuum, and detects deadlocks
 * early. Tests that run at the same time share it, each with several nodes and their connections.
 */
const disposable = {
  max_connections: 200,
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  max_wal_size: '4GB',
  checkpoint_timeout: '1h',
  deadlock_timeout: '50ms',
}

/** The command line of `postgres`. Its settings override postgresql.conf. */
export function serverArguments({ cluster, sockets, port, durable }: ServerOptions): string[] {
  const settings: Record<string, string | number> = {
    listen_addresses: port === undefined ? '' : '127.0.0.1',
    port: port ?? 5432,
    unix_socket_directories: port === undefined ? sockets : '',
    unix_socket_permissions: '0700',
    max_connections: 50,
    shared_buffers: '128MB',
    // Parallel queries need /dev/shm, which is small in containers, and gain nothing on two cores.
    max_parallel_workers_per_gather: 0,
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    password_encryption: 'scram-sha-256',
    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
    ...(durable ? {} : disposable),
    // The server logs failed statements itself. Here they would write personal data to a file.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    log_line_prefix: '%m [%p] ',
  }
  const set = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return ['-D', dataDirArgument(cluster), ...set]
}
