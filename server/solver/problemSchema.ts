/** The format of a problem as JSON Schema; check.ts checks what a schema cannot express. */
import { OBJECTIVES } from './problem.ts';

type Schema = Readonly<Record<string, unknown>>;

const amount: Schema = { type: 'number', minimum: 0 };
const integer: Schema = { type: 'integer' };
const index: Schema = { type: 'integer', minimum: 0 };
const text: Schema = { type: 'string' };
const id: Schema = { type: ['integer', 'string'] };
const list = (items: Schema, rest: Schema = {}): Schema => ({ type: 'array', items, ...rest });
const coordinates = list({ type: 'number' }, { minItems: 2, maxItems: 2 });
const window = list(amount, { minItems: 2, maxItems: 2 });
const object = (required: readonly string[], properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
});

const job = object(['id', 'location_index'], {
  id: index,
  description: text,
  location_index: index,
  location: coordinates,
  service: amount,
  pickup: list(amount),
  delivery: list(amount),
  skills: list(integer),
  priority: { type: 'number', minimum: 0, maximum: 100 },
  time_windows: list(window, { minItems: 1 }),
  garbage_type: id,
  container_type: id,
  point_groups: list(id),
  stand: id,
  locked_vehicle: index,
  sequence: object(['group', 'order'], { group: id, order: { type: 'number' } }),
});

const costs = object([], {
  fixed: amount,
  per_hour: amount,
  per_km: amount,
  per_task_hour: amount,
  per_visit: amount,
  per_run: amount,
  per_tonne_km: amount,
});

const STEPS = ['start', 'job', 'break', 'unloading', 'driving_break', 'end'];

const vehicle = object(['id'], {
  id: index,
  description: text,
  profile: text,
  start_index: index,
  end_index: index,
  start: coordinates,
  end: coordinates,
  capacity: list(amount),
  skills: list(integer),
  time_window: window,
  breaks: list(
    object(['id'], {
      id: index,
      description: text,
      time_windows: list(window, { minItems: 1 }),
      service: amount,
    }),
  ),
  costs,
  speed_factor: { type: 'number', exclusiveMinimum: 0, maximum: 5 },
  max_tasks: index,
  max_travel_time: amount,
  max_distance: amount,
  steps: list(object(['type'], { type: { enum: STEPS }, id: index })),
  unloading_ids: list(index, { minItems: 1, maxItems: 30, uniqueItems: true }),
  unloading_service: amount,
  garbage_types: list(id),
  container_types: list(id),
  point_groups: list(id),
  experience: { type: 'object', additionalProperties: index },
  driving_break: object(['after', 'duration'], {
    after: { type: 'number', exclusiveMinimum: 0 },
    duration: amount,
  }),
});

const unloading = object(['id', 'location_index'], {
  id: index,
  description: text,
  location_index: index,
  location: coordinates,
  service: amount,
  time_windows: list(window, { minItems: 1 }),
  garbage_types: list(id),
});

/** Rows are checked by check.ts: a schema takes seconds for a million numbers. */
const matrices = object(['durations'], {
  durations: { type: 'array' },
  distances: { type: 'array' },
  costs: { type: 'array' },
});

export const PROBLEM_SCHEMA = object(['jobs', 'vehicles', 'matrices'], {
  jobs: list(job),
  vehicles: list(vehicle),
  matrices: { type: 'object', minProperties: 1, additionalProperties: matrices },
  unloadings: list(unloading),
  experience: object(['mode', 'threshold'], {
    mode: { enum: ['strict', 'soft', 'ignore'] },
    threshold: index,
    penalty: amount,
  }),
  objective: { enum: OBJECTIVES },
  mass: object(['dimension', 'per_tonne'], {
    dimension: index,
    per_tonne: { type: 'number', exclusiveMinimum: 0 },
  }),
});
