/** Sends a problem to a VROOM server and converts its answer to our format. */
import { Ajv } from 'ajv';
import type { Problem } from './problem.ts';
import { toVroom } from './toVroom.ts';

/** Why a VROOM server returned no solution. */
export type VroomFault =
  /** It rejected the problem. */
  | 'refused'
  /** No answer in time. */
  | 'slow'
  /** No connection, or it was broken. */
  | 'gone'
  /** An answer that is not a solution of this problem. */
  | 'wrongAnswer';

export class VroomError extends Error {
  readonly fault: VroomFault;

  constructor(fault: VroomFault, message: string) {
    super(message);
    this.name = 'VroomError';
    this.fault = fault;
  }
}

/** As in VROOM's documentation; fields that we do not read are left unchanged. */
export interface VroomSolution {
  code: 0;
  summary: { cost: number; routes: number; unassigned: number };
  unassigned: { id: number; type: string }[];
  routes: {
    vehicle: number;
    cost: number;
    steps: { type: string; id?: number; arrival: number; service?: number; waiting_time?: number }[];
  }[];
}

export interface VroomResult {
  solution: VroomSolution;
  /** Fields of the problem that VROOM does not support: paths, each with how it was handled. */
  notConsidered: string[];
}

const number = { type: 'number' };
const isAnswer = new Ajv({ strict: true }).compile<VroomSolution>({
  type: 'object',
  required: ['code', 'summary', 'unassigned', 'routes'],
  properties: {
    code: { const: 0 },
    summary: {
      type: 'object',
      required: ['cost', 'routes', 'unassigned'],
      properties: { cost: number, routes: number, unassigned: number },
    },
    unassigned: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'type'],
        properties: { id: number, type: { type: 'string' } },
      },
    },
    routes: {
      type: 'array',
      items: {
        type: 'object',
        required: ['vehicle', 'cost', 'steps'],
        properties: {
          vehicle: number,
          cost: number,
          steps: {
            type: 'array',
            items: {
              type: 'object',
              required: ['type', 'arrival'],
              properties: { type: { type: 'string' }, id: number, arrival: number },
            },
          },
        },
      },
    },
  },
});

/** Largest answer in bytes. */
const MOST_BYTES = 64 * 2 ** 20;

/**
 * @param url of the server, as `http://localhost:3000`
 * @param timeout milliseconds for the whole exchange
 * @throws VroomError
 */
export async function solveByVroom(
  url: string,
  problem: Problem,
  { timeout = 60_000, signal }: { timeout?: number; signal?: AbortSignal } = {},
): Promise<VroomResult> {
  const { input, notConsidered } = toVroom(problem);
  const late = AbortSignal.timeout(timeout);
  const { status, text } = await exchange(url, JSON.stringify(input), { late, signal, timeout });
  const answer = parsed(text);
  const reported = messageOf(answer);
  if (status >= 400 || reported !== undefined)
    throw new VroomError(
      status >= 500 && reported === undefined ? 'gone' : 'refused',
      `VROOM does not take the problem: ${reported ?? `status ${status}`}`,
    );
  if (!isAnswer(answer)) {
    const [error] = isAnswer.errors ?? [];
    throw new VroomError(
      'wrongAnswer',
      `VROOM's answer is no solution: ${error?.instancePath ?? ''} ${error?.message}`,
    );
  }
  checkJobs(problem, answer);
  return { solution: answer, notConsidered };
}

interface Waiting {
  late: AbortSignal;
  signal: AbortSignal | undefined;
  timeout: number;
}

async function exchange(url: string, body: string, { late, signal, timeout }: Waiting) {
  try {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal: AbortSignal.any([late, ...(signal ? [signal] : [])]),
    });
    return { status: reply.status, text: await textOf(reply) };
  } catch (error) {
    if (error instanceof VroomError) throw error;
    if (signal?.aborted) throw signal.reason;
    if (late.aborted) throw new VroomError('slow', `VROOM did not answer within ${timeout} ms`);
    const { cause } = error as { cause?: { code?: string; message?: string } };
    throw new VroomError(
      'gone',
      `VROOM cannot be reached: ${cause?.code ?? cause?.message ?? String(error)}`,
    );
  }
}

async function textOf(reply: Response): Promise<string> {
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  for await (const piece of reply.body ?? []) {
    bytes += (piece as Uint8Array).length;
    if (bytes > MOST_BYTES)
      throw new VroomError('wrongAnswer', `VROOM's answer is larger than ${MOST_BYTES} bytes`);
    text += decoder.decode(piece as Uint8Array, { stream: true });
  }
  return text + decoder.decode();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new VroomError('wrongAnswer', `VROOM's answer is no JSON: ${JSON.stringify(text.slice(0, 80))}`);
  }
}

/** Returns VROOM's error: a code other than 0 and a message. */
function messageOf(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const { code, error } = answer as { code?: unknown; error?: unknown };
  return typeof code === 'number' && code !== 0 ? String(error ?? `code ${code}`) : undefined;
}

/** Checks that each job appears once in the answer, planned or not, and that each vehicle is in the problem. */
function checkJobs(problem: Problem, answer: VroomSolution): void {
  const wrong = (message: string) =>
    new VroomError('wrongAnswer', `VROOM's answer is no solution: ${message}`);
  const left = new Set(problem.jobs.map(({ id }) => id));
  const vehicles = new Set(problem.vehicles.map(({ id }) => id));
  for (const { vehicle, steps } of answer.routes) {
    if (!vehicles.delete(vehicle)) throw wrong(`vehicle ${vehicle} is not of the problem, or has two routes`);
    for (const { type, id } of steps)
      if (type === 'job' && !left.delete(id ?? -1))
        throw wrong(`job ${id} is not of the problem, or stands twice`);
  }
  for (const { id } of answer.unassigned)
    if (!left.delete(id)) throw wrong(`job ${id} is not of the problem, or stands twice`);
  const [missing] = left;
  if (missing !== undefined) throw wrong(`job ${missing} is neither planned nor unassigned`);
}
