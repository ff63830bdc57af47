/** Metrics of this process in the Prometheus format. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type pg from 'pg';

const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface Durations {
  counts: number[];
  sum: number;
  count: number;
}

export class Metrics {
  readonly #requests = new Map<string, number>();
  readonly #durations = new Map<string, Durations>();
  readonly #delay = monitorEventLoopDelay({ resolution: 20 });

  constructor() {
    this.#delay.enable();
  }

  /** Counts a reply; `operation` is a name in the API files, so their number is bounded. */
  observe(operation: string, status: number, milliseconds: number): void {
    const key = `operation="${operation}",status="${status}"`;
    this.#requests.set(key, (this.#requests.get(key) ?? 0) + 1);
    const durations = this.#durations.get(operation) ?? { counts: BUCKETS_S.map(() => 0), sum: 0, count: 0 };
    this.#durations.set(operation, durations);
    const seconds = milliseconds / 1000;
    BUCKETS_S.forEach((limit, i) => {
      if (seconds <= limit) durations.counts[i] = (durations.counts[i] ?? 0) + 1;
    });
    durations.sum += seconds;
    durations.count += 1;
  }

  /** Returns all metrics in the text format 0.0.4. The event loop delay covers the time since the last call. */
  text(pool: pg.Pool | undefined, connections: number): string {
    const lines = [
      '# HELP http_requests_total Answers by operation and status.',
      '# TYPE http_requests_total counter',
      ...[...this.#requests].map(([labels, count]) => `http_requests_total{${labels}} ${count}`),
      '# HELP http_request_duration_seconds Time from a request to its answer.',
      '# TYPE http_request_duration_seconds histogram',
      ...[...this.#durations].flatMap(([operation, durations]) => histogram(operation, durations)),
      ...gauge('http_connections', 'Open connections of clients.', [['', connections]]),
      ...gauge('nodejs_eventloop_delay_seconds', 'Delay of the event loop since the last reading.', [
        ['quantile="0.5"', this.#delay.percentile(50) / 1e9],
        ['quantile="0.99"', this.#delay.percentile(99) / 1e9],
        ['quantile="1"', this.#delay.max / 1e9],
      ]),
      ...gauge('process_resident_memory_bytes', 'Memory of the process.', [['', process.memoryUsage.rss()]]),
      ...(pool
        ? gauge('database_pool_connections', 'Connections to the database, and requests that wait for one.', [
            ['state="idle"', pool.idleCount],
            ['state="busy"', pool.totalCount - pool.idleCount],
            ['state="waiting"', pool.waitingCount],
          ])
        : []),
    ];
    this.#delay.reset();
    return `${lines.join('\n')}\n`;
  }

  close(): void {
    this.#delay.disable();
  }
}

function histogram(operation: string, { counts, sum, count }: Durations): string[] {
  const name = 'http_request_duration_seconds';
  const label = `operation="${operation}"`;
  return [
    ...BUCKETS_S.map((limit, i) => `${name}_bucket{${label},le="${limit}"} ${counts[i]}`),
    `${name}_bucket{${label},le="+Inf"} ${count}`,
    `${name}_sum{${label}} ${sum}`,
    `${name}_count{${label}} ${count}`,
  ];
}

function gauge(name: string, help: string, values: [labels: string, value: number][]): string[] {
  return [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} gauge`,
    ...values.map(([labels, value]) => `${name}${labels && `{${labels}}`} ${value}`),
  ];
}
